/*
 * perfexpert-sim: the machine code of pieces
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
#include "piece_code.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)
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
	LOW = 0x7fffffff, /* what can be an operand's address */
	VECTOR_BYTES = 16,
	LONGEST_PART = 1024,
};

/* ---- instructions ---- */

/* Each part has room for the longest one. */
static ALWAYS_INLINE void bytes(ULong some, UInt n)
{
	struct pieces *p = vex_pieces;

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

/* The address base + offset; base is neither rsp nor r12 */
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
	based(operation, reg, RBP, vex_pieces->state + offset);
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
	struct pieces *p = vex_pieces;

	p->begun = p->next = list_grow(&p->bytes, 1, LONGEST_PART);
}

static UInt here(void)
{
	return (UInt)(vex_pieces->next - vex_pieces->begun);
}

static UInt part_end(void)
{
	struct pieces *p = vex_pieces;
	struct part *new = list_grow(&p->part, sizeof *new, 1);

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
	struct stub *s = list_grow(&vex_pieces->stub, sizeof *s, 1);

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
	return p->stamps - vex_pieces->advance;
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
	based(LEA, RDX, RAX, vex_pieces->advance);
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
	by(BY_AND, RCX, (UInt)(2 * MEMO_MASK), False);
	by(BY_XOR, RCX, 2 * b->site, False);
	byte(0x0f);
	byte(0xb7);
	byte(0x80 | RCX << 3 | RCX);
	word((UInt)(Addr)sim.branches.memo);
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
	based(STORE, RAX, RCX, (UInt)(Addr)sim.branches.ras);
	return part_end();
}

static UInt returns(const struct piece *p, UInt target, const struct kept *k)
{
	part_begin();
	of_state(LOAD, RCX, offsetof(struct state, ras_top));
	based(COMPARE_LOADED, target, RCX, (UInt)(Addr)sim.branches.ras);
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

UInt piece_code(UInt number, UInt operand, const struct kept *k)
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
#endif
