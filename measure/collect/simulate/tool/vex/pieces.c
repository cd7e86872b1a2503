/*
 * perfexpert-sim: pieces of machine code among VEX's instructions
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "piece_code.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)
#include "libvex.h"
#include "pub_tool_options.h"

enum {
	MOST_PIECES = 4096,
	MOST_BYTES = 60,   /* of an instruction of VEX's */
	OURS = 0x65636569, /* in place of an instruction's kind */
	ALWAYS = 16,       /* VEX's: a call without a condition, .. */
	NO_RESULT = 1,     /* .. of which nothing comes */
	OUR_REGISTERS = 3, /* the version that registers.c replaces */
};

/* ---- VEX's interface (host_amd64_defs.h), since Valgrind 3.10 ---- */

struct vex_call {
	UInt kind, fill, condition;
	ULong target;
	Int n_registers;
	UInt result[2];
};

struct pieces *vex_pieces;

/* What may not be there is NULL then. */
#define PERHAPS __attribute__((weak))

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

PERHAPS void *vex_address(UInt offset, Int base) __asm__("AMD64AMode_IR");
PERHAPS struct vex_operand *vex_memory(void *address) __asm__("AMD64RMI_Mem");
PERHAPS struct vex_push *
vex_push(struct vex_operand *from) __asm__("AMD64Instr_Push");
PERHAPS struct vex_load *vex_load(Int size, Int to,
                                  void *address) __asm__("AMD64Instr_SseLdzLO");

struct where_result {
	UInt kind;
	Int offset;
};

PERHAPS struct vex_call *
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

/* The placeholder of (a bit of) a part among VEX's instructions */
struct ours {
	UInt kind, part, from, n;
};

static UChar mark[MOST_PIECES];

void *list_grow(struct list *l, SizeT size, UInt more)
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
	return (struct part *)vex_pieces->part.first + number;
}

/* Does VEX make calls in the way that this code expects? */
static Bool is_known(void)
{
	const ULong target = 0x123456789aULL;

	if (!vex_call)
		return False;
	const struct vex_call *c = vex_call(
		ALWAYS, target, 3, (struct where_result){ NO_RESULT, 0 });

	vex_pieces->call_kind = c->kind;
	return c->condition == ALWAYS && c->target == target &&
	       c->n_registers == 3 && c->kind < 256;
}

static Bool are_loads_known(void)
{
	struct pieces *p = vex_pieces;

	if (!vex_address || !vex_memory || !vex_push || !vex_load)
		return False;
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
	if (!sim.own_pieces || vex_traceflags ||
	    VG_(clo_vex_control).regalloc_version != OUR_REGISTERS)
		return False;
	if (!vex_pieces)
		vex_pieces = forever(sizeof *vex_pieces);
	struct pieces *p = vex_pieces;

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
	vex_pieces->advance = stamps;
}

UInt piece_new(const struct piece *p)
{
	struct pieces *all = vex_pieces;

	if (all->piece.n == MOST_PIECES)
		return NO_PIECE;
	*(struct piece *)list_grow(&all->piece, sizeof *p, 1) = *p;
	return all->piece.n - 1;
}

struct piece *piece_get(UInt number)
{
	return (struct piece *)vex_pieces->piece.first + number;
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

	if (!vex_pieces || !vex_pieces->piece.n ||
	    c->kind != vex_pieces->call_kind)
		return NO_PIECE;
	const ULong number = c->target - (ULong)(Addr)mark;

	return number < vex_pieces->piece.n ? (UInt)number : NO_PIECE;
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
	const struct pieces *p = vex_pieces;
	const struct vex_push *push = first;
	const struct vex_load *load = second;

	if (!p || !p->loads_known || push->kind != p->push_kind ||
	    push->from->kind != p->memory_kind || load->kind != p->load_kind ||
	    load->size != 8 || load->to != to || !is_pop(third))
		return NULL;
	return vex_load(8, to, push->from->address);
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
	write_part(piece_code(number, operand, kept), emit, to);
}

void pieces_write_rest(void (*emit)(void *to, void *insn), void *to)
{
	const struct list *l = vex_pieces ? &vex_pieces->stub : NULL;

	for (UInt i = 0; l && i < l->n; i++)
		write_part(((const struct stub *)l->first)[i].part, emit, to);
}

/* NOLINTNEXTLINE(readability-function-size): what VEX passes */
Int emit_some(Bool *counts, UChar *to, Int room, const void *insn, Bool is_wide,
              UInt endness, const void *slow, const void *fast,
              const void *indirect, const void *assisted)
{
	const struct ours *o = insn;
	struct pieces *all = vex_pieces;

	if (o->kind != OURS) {
		const Int n = vex_emit(counts, to, room, insn, is_wide, endness,
		                       slow, fast, indirect, assisted);

		if (all)
			all->at += (UInt)n;
		return n;
	}
	struct part *p = part(o->part);

	tl_assert((Int)o->n <= room);

	if (!o->from)
		p->at = all->at;
	__builtin_memcpy(to, (UChar *)all->bytes.first + p->begin + o->from,
	                 o->n);
	all->at += o->n;
	return (Int)o->n;
}

/* A jump's offset is counted from the end of the jump. */
static void jump_at(UChar *code, UInt where, UInt to)
{
	const UInt distance = to - (where + JUMP_BYTES);

	VG_(memcpy)(code + where, &distance, JUMP_BYTES);
}

VexTranslateResult translate(VexTranslateArgs *args)
{
	struct pieces *p = vex_pieces;

	if (p) {
		p->piece.n = p->part.n = p->stub.n = p->bytes.n = 0;
		p->at = 0;
	}
	const VexTranslateResult result = vex_translate(args);

	p = vex_pieces;
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
#endif
