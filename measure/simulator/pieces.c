/*
 * perfexpert-sim: what is added to translations, as machine code of our own
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Registers that VEX gives to no value (rax, rcx, rdx, r11) are free between
 * its instructions. Memory of the simulator's own is below 2 GB, most of it,
 * and so is an operand; other memory is reached through r11.
 *
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, vol. 2
 */
#include "pieces.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)
#include "libvex.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R11 = 11 };

enum { EQUAL = 4, NOT_EQUAL = 5, NOT_ABOVE = 6, ABOVE = 7 };

/* Operations with a register and an operand in memory or a register */
enum {
	STORE = 0x89,
	LOAD = 0x8b,
	ADD = 0x01,
	XOR = 0x31,
	SUBTRACT_LOADED = 0x2b,
	COMPARE_STORED = 0x39,
	COMPARE_LOADED = 0x3b,
	LEA = 0x8d,
};

/* .. with a constant */
enum { BY_ADD = 0, BY_AND = 4, BY_SUBTRACT = 5, BY_XOR = 6, BY_COMPARE = 7 };

enum {
	MOST_PIECES = 4096,
	MOST_BYTES = 60,   /* of an instruction of VEX's */
	OURS = 0x65636569, /* in place of an instruction's kind */
	ALWAYS = 16,       /* VEX's: a call without a condition */
	NO_RESULT = 1,
	LOW = 0x7fffffff, /* what can be an operand's address */
	VECTOR_BYTES = 16,
	JUMP_BYTES = 4,
	LONGEST_PART = 1024,
};

/* ---- VEX's interface (host_amd64_defs.h), since Valgrind 3.10 ---- */

struct vex_call {
	UInt kind, fill, condition;
	ULong target;
	Int n_registers;
	UInt result[2];
};

/* An operand; of those in memory, where */
struct vex_operand {
	UInt kind, fill;
	void *address;
};

struct vex_push {
	UInt kind, fill;
	struct vex_operand *from;
};

/* To the lower part of a vector register; the rest is cleared. */
struct vex_load {
	UInt kind, fill;
	Int size, to;
	void *address;
};

void *vex_address(UInt offset, Int base) __asm__("AMD64AMode_IR");
struct vex_operand *vex_memory(void *address) __asm__("AMD64RMI_Mem");
struct vex_push *vex_push(struct vex_operand *from) __asm__("AMD64Instr_Push");
struct vex_load *vex_load(Int size, Int to,
                          void *address) __asm__("AMD64Instr_SseLdzLO");

struct where_result {
	UInt kind;
	Int offset;
};

struct vex_call *
vex_call(UInt condition, ULong target, Int n_registers,
         struct where_result result) __asm__("AMD64Instr_Call");

Int vex_emit(Bool *counts, UChar *to, Int room, const void *insn, Bool wide,
             UInt endness, const void *slow, const void *fast,
             const void *indirect,
             const void *assisted) __asm__("__real_emit_AMD64Instr");
Int emit_some(Bool *counts, UChar *to, Int room, const void *insn, Bool wide,
              UInt endness, const void *slow, const void *fast,
              const void *indirect,
              const void *assisted) __asm__("__wrap_emit_AMD64Instr");
VexTranslateResult
vex_translate(VexTranslateArgs *args) __asm__("__real_LibVEX_Translate");
VexTranslateResult
translate(VexTranslateArgs *args) __asm__("__wrap_LibVEX_Translate");
extern Int vex_traceflags;

/* ---- state ---- */

/* Code that lies together, in bytes and in the translation. */
struct part {
	UInt begin, n, at;
};

/* What hardly ever happens: the jump to it, from main, and back, are written
 * when it is known where it lies. */
struct stub {
	UInt main, part, jump, back;
};

/* What stands for (a bit of) a part among VEX's instructions */
struct ours {
	UInt kind, part, from, n;
};

struct list {
	void *first;
	UInt n, room;
};

struct pieces {
	Bool asked, known; /* can it be done? */
	Bool loads_known;  /* and load_at_once()? */
	UInt call_kind, memory_kind, push_kind, load_kind;
	UInt state, advance;
	UInt at; /* bytes of the translation up to now */
	struct list piece, part, stub, bytes;
	UChar *begun, *next; /* of the part that is written */
};

static UChar mark[MOST_PIECES];

static void *grown(struct list *l, SizeT size, UInt more)
{
	if (l->n + more > l->room) {
		l->room = 2 * (l->n + more) + 256;
		l->first = VG_(realloc)("sim.pieces", l->first, l->room * size);
	}
	l->n += more;
	return (UChar *)l->first + (l->n - more) * size;
}

static struct part *part(UInt number)
{
	return (struct part *)sim.pieces->part.first + number;
}

/* Does VEX make calls as they are here? */
static Bool is_known(void)
{
	const ULong target = 0x123456789aULL;
	const struct vex_call *c = vex_call(
		ALWAYS, target, 3, (struct where_result){ NO_RESULT, 0 });

	sim.pieces->call_kind = c->kind;
	return c->condition == ALWAYS && c->target == target &&
	       c->n_registers == 3 && c->kind < 256;
}

static Bool are_loads_known(void)
{
	struct pieces *p = sim.pieces;
	void *address = vex_address(0, 0);
	struct vex_operand *operand = vex_memory(address);
	const struct vex_push *push = vex_push(operand);
	const struct vex_load *load = vex_load(8, 5, address);

	p->memory_kind = operand->kind;
	p->push_kind = push->kind;
	p->load_kind = load->kind;
	return operand->address == address && push->from == operand &&
	       load->size == 8 && load->to == 5 && load->address == address;
}

Bool pieces_begin(UInt state)
{
	if (!sim.own_pieces || vex_traceflags)
		return False;
	if (!sim.pieces)
		sim.pieces = forever(sizeof *sim.pieces);
	struct pieces *p = sim.pieces;

	if (!p->asked) {
		p->known = is_known();
		p->loads_known = are_loads_known();
	}
	p->asked = True;
	p->state = state;
	return p->known;
}

void pieces_finish(UInt stamps)
{
	sim.pieces->advance = stamps;
}

UInt piece_new(const struct piece *p)
{
	struct pieces *all = sim.pieces;

	if (all->piece.n == MOST_PIECES)
		return NO_PIECE;
	*(struct piece *)grown(&all->piece, sizeof *p, 1) = *p;
	return all->piece.n - 1;
}

struct piece *piece_get(UInt number)
{
	return (struct piece *)sim.pieces->piece.first + number;
}

void *piece_mark(UInt number)
{
	return &mark[number];
}

Bool is_mark(const void *fn)
{
	return (Addr)fn - (Addr)mark < sizeof mark;
}

UInt piece_of(const void *insn)
{
	const struct vex_call *c = insn;

	if (!sim.pieces || !sim.pieces->piece.n ||
	    c->kind != sim.pieces->call_kind)
		return NO_PIECE;
	const ULong number = c->target - (ULong)(Addr)mark;

	return number < sim.pieces->piece.n ? (UInt)number : NO_PIECE;
}

/* ---- loads ---- */

/* add $8, %rsp */
static Bool is_pop(const void *insn)
{
	static const UChar pop[] = { 0x48, 0x83, 0xc4, 0x08 };
	UChar code[64];
	Bool counts = False;
	const Int n = vex_emit(&counts, code, sizeof code, insn, True,
	                       VexEndnessLE, NULL, NULL, NULL, NULL);

	return n == sizeof pop && !VG_(memcmp)(code, pop, sizeof pop);
}

void *load_at_once(const void *first, const void *second, const void *third,
                   Int to)
{
	const struct pieces *p = sim.pieces;
	const struct vex_push *push = first;
	const struct vex_load *load = second;

	if (!p || !p->loads_known || push->kind != p->push_kind ||
	    push->from->kind != p->memory_kind || load->kind != p->load_kind ||
	    load->size != 8 || load->to != to || !is_pop(third))
		return NULL;
	return vex_load(8, to, push->from->address);
}

/* ---- instructions ---- */

/* Each part has room for the longest one. */
static ALWAYS_INLINE void bytes(ULong some, UInt n)
{
	struct pieces *p = sim.pieces;

	__builtin_memcpy(p->next, &some, sizeof some);
	p->next += n;
}

static ALWAYS_INLINE void byte(UInt b)
{
	bytes(b, 1);
}

static ALWAYS_INLINE void word(UInt w)
{
	bytes(w, 4);
}

/* The prefix for 64 bits and for the higher registers */
static void wide(UInt reg, UInt base)
{
	byte(0x48 | reg >> 3 << 2 | base >> 3);
}

static void between(UInt operation, UInt reg, UInt other)
{
	wide(reg, other);
	byte(operation);
	byte(0xc0 | (reg & 7) << 3 | (other & 7));
}

static void move(UInt from, UInt to)
{
	if (from != to)
		between(STORE, from, to);
}

static void move_constant(ULong value, UInt to)
{
	if (value > 0xffffffff) {
		wide(0, to);
		byte(0xb8 | (to & 7));
		bytes(value, 8);
		return;
	}
	if (to > 7)
		byte(0x41);
	byte(0xb8 | (to & 7));
	word((UInt)value);
}

static void pointer(const void *p, UInt to)
{
	move_constant((ULong)(Addr)p, to);
}

/* Where base points to, and so far behind it; base is none of rsp and r12 */
static void based(UInt operation, UInt reg, UInt base, UInt offset)
{
	wide(reg, base);
	byte(operation);
	byte(0x80 | (reg & 7) << 3 | (base & 7));
	word(offset);
}

/* A member of struct state */
static void of_state(UInt operation, UInt reg, UInt offset)
{
	based(operation, reg, RBP, sim.pieces->state + offset);
}

/* What is too far away to be an operand is reached through r11 from now on. */
static void reach(ULong address)
{
	if (address > LOW)
		move_constant(address, R11);
}

static void at(UInt operation, UInt reg, ULong address, UInt offset)
{
	if (address > LOW) {
		based(operation, reg, R11, offset);
		return;
	}
	wide(reg, 0);
	byte(operation);
	byte((reg & 7) << 3 | 4);
	byte(0x25);
	word((UInt)address + offset);
}

/* The same with a constant of a signed byte */
static void at_by(UInt by, ULong address, UInt constant)
{
	at(0x83, by, address, 0);
	byte(constant);
}

/* .. and a register, with one of 32 bits; of 32 bits where not is_wide */
static void by(UInt operation, UInt reg, UInt constant, Bool is_wide)
{
	if (is_wide)
		wide(0, reg);
	byte(0x81);
	byte(0xc0 | operation << 3 | reg);
	word(constant);
}

static void shift_right(UInt reg, UInt bits, Bool is_wide)
{
	if (is_wide)
		wide(0, reg);
	byte(0xc1);
	byte(0xe8 | reg);
	byte(bits);
}

/* ---- parts ---- */

static void part_begin(void)
{
	struct pieces *p = sim.pieces;

	p->begun = p->next = grown(&p->bytes, 1, LONGEST_PART);
}

static UInt here(void)
{
	return (UInt)(sim.pieces->next - sim.pieces->begun);
}

static UInt part_end(void)
{
	struct pieces *p = sim.pieces;
	struct part *new = grown(&p->part, sizeof *new, 1);

	tl_assert(here() <= LONGEST_PART - 8);
	p->bytes.n -= LONGEST_PART - here();
	*new = (struct part){ p->bytes.n - here(), here(), 0 };
	return p->part.n - 1;
}

/* Returns where it says how far. */
static UInt jump_if(UInt condition)
{
	byte(0x0f);
	byte(0x80 | condition);
	word(0);
	return here() - JUMP_BYTES;
}

/* ---- what hardly ever happens ---- */

static void vector_moved(UInt operation, UInt reg, UInt offset)
{
	if (reg > 7)
		byte(0x44);
	byte(0x0f);
	byte(operation);
	byte(0x84 | (reg & 7) << 3);
	byte(0x24);
	word(offset);
}

static UInt room_for(const struct kept *k)
{
	return 8 * (k->n & 1) + VECTOR_BYTES * k->n_vectors;
}

static void keep(const struct kept *k)
{
	for (UInt i = 0; i < k->n; i++) {
		byte(0x40 | k->reg[i] >> 3);
		byte(0x50 | (k->reg[i] & 7));
	}
	if (room_for(k))
		by(BY_SUBTRACT, RSP, room_for(k), True);
	for (UInt i = 0; i < k->n_vectors; i++)
		vector_moved(0x11, k->vector[i], VECTOR_BYTES * i);
}

static void restore(const struct kept *k)
{
	for (UInt i = 0; i < k->n_vectors; i++)
		vector_moved(0x10, k->vector[i], VECTOR_BYTES * i);
	if (room_for(k))
		by(BY_ADD, RSP, room_for(k), True);
	for (UInt i = k->n; i-- > 0;) {
		byte(0x40 | k->reg[i] >> 3);
		byte(0x58 | (k->reg[i] & 7));
	}
}

static void call(const void *fn, const struct kept *k)
{
	pointer(fn, R11);
	byte(0x41);
	byte(0xff);
	byte(0xd3);
	restore(k);
}

static void stub_end(UInt main, UInt jump, UInt back)
{
	byte(0xe9);
	word(0);
	struct stub *s = grown(&sim.pieces->stub, sizeof *s, 1);

	*s = (struct stub){ main, part_end(), jump, back };
}

/* The first argument is what; those after it are there. */
static void call_stub(const struct piece *p, const struct kept *k, UInt main,
                      UInt jump, UInt back)
{
	pointer(p->what, RDI);
	call(p->slow, k);
	stub_end(main, jump, back);
}

/* ---- pieces ---- */

/* From the stamps that all were given to those before the piece */
static UInt since(const struct piece *p)
{
	return p->stamps - sim.pieces->advance;
}

static UInt entry(const struct piece *p, const struct kept *k)
{
	const UInt now = offsetof(struct state, now);
	const ULong due = (ULong)(Addr)&sim.model_at;
	const struct block *b = p->what;
	const ULong touched = (ULong)(Addr)b->touched;
	UInt to_model = 0, from_model = 0, to_touch = 0, from_touch = 0;

	part_begin();
	/* some processors know what was just written to memory, if it was
	 * written by a move */
	of_state(LOAD, RAX, now);
	based(LEA, RDX, RAX, sim.pieces->advance);
	of_state(STORE, RDX, now);
	if (p->model) {
		reach(due);
		at(COMPARE_STORED, RAX, due, 0);
		to_model = jump_if(NOT_ABOVE);
		from_model = here();
	}
	if (p->touch) {
		reach(touched);
		at_by(BY_COMPARE, touched, 0);
		to_touch = jump_if(EQUAL);
		from_touch = here();
	}
	reach(p->at);
	at_by(BY_ADD, p->at, 1);
	const UInt main = part_end();

	if (p->model) {
		part_begin();
		keep(k);
		move(RAX, RSI);
		pointer(b, RDI);
		call(model_enter, k);
		stub_end(main, to_model, from_model);
	}
	if (p->touch) {
		part_begin();
		keep(k);
		pointer(b, RDI);
		call(p->slow, k);
		stub_end(main, to_touch, from_touch);
	}
	return main;
}

static UInt count(const struct piece *p)
{
	part_begin();
	reach(p->at);
	at_by(BY_ADD, p->at, 1);
	return part_end();
}

static UInt fetch(const struct piece *p, const struct kept *k)
{
	part_begin();
	reach(p->at);
	at_by(BY_COMPARE, p->at, 0);
	const UInt jump = jump_if(EQUAL);

	of_state(LOAD, RAX, offsetof(struct state, now));
	by(BY_ADD, RAX, since(p), True);
	at(STORE, RAX, p->at, offsetof(struct fetched, stamp));
	const UInt end = here();
	const UInt main = part_end();

	part_begin();
	keep(k);
	of_state(LOAD, RSI, offsetof(struct state, now));
	by(BY_ADD, RSI, since(p), True);
	call_stub(p, k, main, jump, end);
	return main;
}

/* Byte offset of the slot that an address's line would be in, in rcx. Only the
 * low half of the product matters. */
static void slot_offset(UInt address)
{
	move(address, RCX);
	shift_right(RCX, sim.l1d.shift, True);
	byte(0x69);
	byte(0xc9);
	word(SLOT_FACTOR);
	shift_right(RCX, SLOT_FRACTION - SLOT_SHIFT, False);
	by(BY_AND, RCX, (N_SLOTS - 1u) << SLOT_SHIFT, False);
}

static UInt data(const struct piece *p, UInt address, const struct kept *k)
{
	const UInt slot = (UInt)(Addr)sim.slot;

	part_begin();
	if (!p->operand)
		move_constant(p->at, address = R11);
	slot_offset(address);
	move(address, RDX);
	if (p->low)
		by(BY_ADD, RDX, (UInt)p->low, True);
	based(SUBTRACT_LOADED, RDX, RCX, slot + offsetof(struct slot, base));
	by(BY_COMPARE, RDX, p->most, True);
	of_state(LOAD, RAX, offsetof(struct state, now));
	const UInt jump = jump_if(ABOVE);

	based(LEA, RAX, RAX, since(p));
	based(LOAD, RDX, RCX, slot + offsetof(struct slot, stamp));
	based(STORE, RAX, RDX, 0);
	const UInt end = here();
	const UInt main = part_end();

	part_begin();
	keep(k);
	based(LEA, RDX, RAX, since(p));
	move(address, RSI);
	call_stub(p, k, main, jump, end);
	return main;
}

static UInt branch(const struct piece *p, UInt outcome, const struct kept *k)
{
	const UInt history = offsetof(struct state, history);
	const struct branch_stat *b = p->what;
	const ULong known = (ULong)(Addr)&b->mark;

	part_begin();
	of_state(LOAD, RDX, history);
	move(RDX, RCX);
	/* two bytes an entry, and the history starts at bit 1 */
	by(BY_AND, RCX, (UInt)(2 * sim.memo_mask), False);
	by(BY_XOR, RCX, 2 * b->site, False);
	byte(0x0f);
	byte(0xb7);
	byte(0x80 | RCX << 3 | RCX);
	word((UInt)(Addr)sim.memo);
	move(outcome, RAX);
	if (p->inverted)
		by(BY_XOR, RAX, 1, False);
	between(XOR, RAX, RCX);
	reach(known);
	at(COMPARE_LOADED, RCX, known, 0);
	const UInt jump = jump_if(NOT_EQUAL);

	/* the history itself, which has no bit 0, does not wait for it */
	between(ADD, RDX, RAX);
	between(ADD, RAX, RAX);
	of_state(STORE, RAX, history);
	const UInt end = here();
	const UInt main = part_end();

	part_begin();
	keep(k);
	move(RAX, RSI);
	between(ADD, RDX, RAX);
	between(ADD, RAX, RAX);
	of_state(STORE, RAX, history);
	call_stub(p, k, main, jump, end);
	return main;
}

static void stack_moved(UInt operation)
{
	by(operation, RCX, 8, False);
	by(BY_AND, RCX, RAS_MASK, False);
	of_state(STORE, RCX, offsetof(struct state, ras_top));
}

static UInt called(const struct piece *p)
{
	part_begin();
	of_state(LOAD, RCX, offsetof(struct state, ras_top));
	stack_moved(BY_ADD);
	move_constant(p->at, RAX);
	based(STORE, RAX, RCX, (UInt)(Addr)sim.ras);
	return part_end();
}

static UInt returns(const struct piece *p, UInt target, const struct kept *k)
{
	part_begin();
	of_state(LOAD, RCX, offsetof(struct state, ras_top));
	based(COMPARE_LOADED, target, RCX, (UInt)(Addr)sim.ras);
	const UInt jump = jump_if(NOT_EQUAL);
	const UInt back = here();

	stack_moved(BY_SUBTRACT);
	const UInt main = part_end();

	part_begin();
	keep(k);
	pointer(p->what, RDI);
	call(p->slow, k);
	of_state(LOAD, RCX, offsetof(struct state, ras_top));
	stub_end(main, jump, back);
	return main;
}

static UInt write_main(UInt number, UInt operand, const struct kept *k)
{
	const struct piece *p = piece_get(number);

	switch (p->kind) {
	case PIECE_ENTRY:
		return entry(p, k);
	case PIECE_COUNT:
		return count(p);
	case PIECE_FETCH:
		return fetch(p, k);
	case PIECE_DATA:
		return data(p, operand, k);
	case PIECE_BRANCH:
		return branch(p, operand, k);
	case PIECE_CALL:
		return called(p);
	default:
		return returns(p, operand, k);
	}
}

/* ---- among VEX's instructions ---- */

static void write_part(UInt number, void (*emit)(void *to, void *insn),
                       void *to)
{
	const UInt n = part(number)->n;

	for (UInt from = 0; from < n; from += MOST_BYTES) {
		struct ours *o = LibVEX_Alloc(sizeof *o);
		const UInt rest = n - from;

		*o = (struct ours){ OURS, number, from,
			            rest < MOST_BYTES ? rest : MOST_BYTES };
		emit(to, o);
	}
}

void piece_write(UInt number, UInt operand, const struct kept *kept,
                 void (*emit)(void *to, void *insn), void *to)
{
	write_part(write_main(number, operand, kept), emit, to);
}

void pieces_write_rest(void (*emit)(void *to, void *insn), void *to)
{
	const struct list *l = sim.pieces ? &sim.pieces->stub : NULL;

	for (UInt i = 0; l && i < l->n; i++)
		write_part(((const struct stub *)l->first)[i].part, emit, to);
}

/* NOLINTNEXTLINE(readability-function-size): what VEX passes */
Int emit_some(Bool *counts, UChar *to, Int room, const void *insn, Bool is_wide,
              UInt endness, const void *slow, const void *fast,
              const void *indirect, const void *assisted)
{
	const struct ours *o = insn;
	struct pieces *all = sim.pieces;

	if (o->kind != OURS) {
		const Int n = vex_emit(counts, to, room, insn, is_wide, endness,
		                       slow, fast, indirect, assisted);

		if (all)
			all->at += (UInt)n;
		return n;
	}
	struct part *p = part(o->part);

	if (!o->from)
		p->at = all->at;
	__builtin_memcpy(to, (UChar *)all->bytes.first + p->begin + o->from,
	                 o->n);
	all->at += o->n;
	return (Int)o->n;
}

/* How far a jump goes is counted from behind it. */
static void jump_at(UChar *code, UInt where, UInt to)
{
	const UInt distance = to - (where + JUMP_BYTES);

	VG_(memcpy)(code + where, &distance, JUMP_BYTES);
}

VexTranslateResult translate(VexTranslateArgs *args)
{
	struct pieces *p = sim.pieces;

	if (p) {
		p->piece.n = p->part.n = p->stub.n = p->bytes.n = 0;
		p->at = 0;
	}
	const VexTranslateResult result = vex_translate(args);

	p = sim.pieces;
	for (UInt i = 0; p && i < p->stub.n && result.status == VexTransOK;
	     i++) {
		const struct stub *s = (struct stub *)p->stub.first + i;
		const struct part *main = part(s->main), *own = part(s->part);

		jump_at(args->host_bytes, main->at + s->jump, own->at);
		jump_at(args->host_bytes, own->at + own->n - JUMP_BYTES,
		        main->at + s->back);
	}
	return result;
}
#else
Bool pieces_begin(UInt state)
{
	(void)state;
	return False;
}

void pieces_finish(UInt stamps)
{
	(void)stamps;
}

UInt piece_new(const struct piece *p)
{
	(void)p;
	return NO_PIECE;
}

struct piece *piece_get(UInt number)
{
	(void)number;
	return NULL;
}

void *piece_mark(UInt number)
{
	(void)number;
	return NULL;
}

Bool is_mark(const void *fn)
{
	(void)fn;
	return False;
}
#endif
