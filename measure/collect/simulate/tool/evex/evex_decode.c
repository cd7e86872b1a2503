/*
 * perfexpert-sim: decoding of AVX-512's instructions
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "evex.h"

/* The bytes that are left, and whether there were enough of them. */
struct bytes {
	const uint8_t *at, *end;
	bool short_of;
};

static uint8_t next(struct bytes *b)
{
	if (b->at == b->end) {
		b->short_of = true;
		return 0;
	}
	return *b->at++;
}

static int32_t next_word(struct bytes *b)
{
	uint32_t word = 0;

	for (unsigned i = 0; i < 4; i++)
		word |= (uint32_t)next(b) << 8 * i;
	return (int32_t)word;
}

static bool find(struct evex *e, const struct evex_op *table, unsigned n,
                 unsigned reg)
{
	const uint8_t space = (uint8_t)(e->map << 2 | e->pp);

	for (unsigned i = 0; i < n; i++) {
		const struct evex_op *op = &table[i];

		if (op->space == space && op->first <= e->opcode &&
		    e->opcode <= op->last && (op->w == 2 || op->w == e->w) &&
		    (op->group < 0 || op->group == (int)reg)) {
			e->op = *op;
			return true;
		}
	}
	return false;
}

static uint8_t log2_elem(const struct evex *e)
{
	if (e->op.elem == EW)
		return e->w ? 3 : 2;
	if (e->op.elem == EBW)
		return e->w;
	return e->op.elem;
}

static uint8_t whole_mem(const struct evex *e)
{
	switch ((enum evex_mem)e->op.mem) {
	case FULL:
		return e->vl;
	case HALF:
		return e->vl / 2;
	case QUARTER:
		return e->vl / 4;
	case EIGHTH:
		return e->vl / 8;
	case ELEM:
		return e->elem;
	case DUP:
		return e->vl == 16 ? 8 : e->vl;
	case NO_MEM:
		return 0;
	default:
		return (uint8_t)(1u << (e->op.mem - B1));
	}
}

/* Index and data of a gather may differ in size: the longer has VL bytes. */
static uint8_t gather_lanes(const struct evex *e)
{
	const uint8_t index = e->opcode & 1 ? 8 : 4;

	return e->vl / (index > e->elem ? index : e->elem);
}

/* Their length is ignored. */
static bool is_scalar(const struct evex *e)
{
	if (e->op.form == RVH || e->op.form == GM || e->op.form == HR)
		return true;
	return e->op.mem == ELEM && e->op.kind != SHUFFLE && !evex_gathers(e);
}

static void set_sizes(struct evex *e)
{
	const bool rounds = !e->is_vex && e->bit_b && e->rm != EVEX_NO_REG;

	e->elem = (uint8_t)(1u << log2_elem(e));
	/* with rounding in the instruction, the length is the longest */
	e->vl = rounds ? 64 : (uint8_t)(16u << (e->length_bits & 3));
	if (is_scalar(e))
		e->vl = 16;
	if (evex_gathers(e))
		e->lanes = gather_lanes(e);
	else if (is_scalar(e))
		e->lanes = 1;
	else
		e->lanes = e->vl / e->elem;
	e->mem_bytes = whole_mem(e);
	/* broadcast of an element */
	if (!e->is_vex && e->bit_b && e->rm == EVEX_NO_REG)
		e->mem_bytes = e->mem_bytes / e->lanes;
}

/* Bits of the prefix that extend register numbers, as numbers. */
struct extension {
	uint8_t r, x, b, r2, v2; /* r2, v2: EVEX's R' and V' */
};

/* EVEX counts short displacements in units of the operand. */
static int disp_unit(const struct evex *e)
{
	if (e->is_vex)
		return 1;
	if (e->op.form == EXPAND || e->op.form == COMPRESS)
		return e->elem;
	return e->mem_bytes;
}

static void memory_operand(struct evex *e, struct bytes *b, uint8_t modrm,
                           const struct extension *x)
{
	const uint8_t mod = modrm >> 6;
	const bool vsib = evex_gathers(e);

	e->rm = EVEX_NO_REG;
	e->index = EVEX_NO_REG;
	e->base = (uint8_t)((modrm & 7) | x->b << 3);
	if ((modrm & 7) == 4) {
		const uint8_t sib = next(b);

		e->base = (uint8_t)((sib & 7) | x->b << 3);
		e->index = (uint8_t)((sib >> 3 & 7) | x->x << 3);
		e->scale = sib >> 6;
		if (vsib)
			e->index |= (uint8_t)(x->v2 << 4);
		else if (e->index == 4)
			e->index = EVEX_NO_REG;
		if (mod == 0 && (sib & 7) == 5)
			e->base = EVEX_NO_REG;
	} else if (vsib) {
		b->short_of = true; /* not defined */
	} else if (mod == 0 && (modrm & 7) == 5) {
		e->base = EVEX_RIP;
	}
	set_sizes(e);
	if (mod == 1)
		e->disp = (int8_t)next(b) * disp_unit(e);
	else if (mod == 2 || e->base == EVEX_NO_REG || e->base == EVEX_RIP)
		e->disp = next_word(b);
}

static bool rm_is_vector(const struct evex *e)
{
	return e->op.form != RH && e->op.form != RVH && e->op.form != HR &&
	       e->op.form != RJ && !e->is_vex;
}

static void operands(struct evex *e, struct bytes *b, uint8_t modrm,
                     const struct extension *x)
{
	e->reg = (uint8_t)((modrm >> 3 & 7) | x->r << 3 | x->r2 << 4);
	e->vvvv |= (uint8_t)(x->v2 << 4);
	if (modrm >> 6 == 3) {
		e->rm = (uint8_t)((modrm & 7) | x->b << 3);
		if (rm_is_vector(e))
			e->rm |= (uint8_t)(x->x << 4);
		set_sizes(e);
	} else {
		memory_operand(e, b, modrm, x);
	}
	if (e->has_imm)
		e->imm = next(b);
}

static bool register_operands_fit(const struct evex *e)
{
	switch ((enum evex_form)e->op.form) {
	case GM:
	case GJ:
		return e->reg < 16;
	case KVM:
	case KM:
		return e->reg < 8;
	case RJ:
	case KFLAGS:
	case KJ:
	case KLJ:
	case JK:
		return (e->rm == EVEX_NO_REG || e->rm < 8) &&
		       (e->op.form != KLJ || e->vvvv < 8);
	default:
		return true;
	}
}

/* Some are defined with a register only, or with memory only. */
static bool is_defined(const struct evex *e)
{
	const bool memory = e->rm == EVEX_NO_REG;

	if (memory && !e->mem_bytes)
		return false;
	if (!memory && (evex_gathers(e) || e->op.form == JK))
		return false;
	if (evex_gathers(e))
		return e->mask && (e->op.form != GATHER || e->reg != e->index);
	return register_operands_fit(e);
}

static bool decode_evex(struct evex *e, struct bytes *b)
{
	const uint8_t p0 = next(b), p1 = next(b), p2 = next(b);
	const uint8_t opcode = next(b), modrm = next(b);
	const struct extension x = {
		.r = !(p0 & 0x80),
		.x = !(p0 & 0x40),
		.b = !(p0 & 0x20),
		.r2 = !(p0 & 0x10),
		.v2 = !(p2 & 8),
	};

	/* with a later meaning of these bits, AVX10's or APX's */
	if ((p0 & 8) || !(p1 & 4))
		return false;
	e->map = p0 & 7;
	e->w = p1 >> 7;
	e->vvvv = ~p1 >> 3 & 15;
	e->pp = p1 & 3;
	e->zeroing = p2 >> 7;
	e->length_bits = p2 >> 5 & 3;
	e->bit_b = p2 >> 4 & 1;
	e->mask = p2 & 7;
	e->opcode = opcode;
	if (!find(e, evex_table, evex_table_size, modrm >> 3 & 7))
		return false;
	if (e->length_bits == 3 && !(e->bit_b && modrm >> 6 == 3))
		return false;
	e->has_imm = e->map == 3 ||
	             (e->map == 1 && (opcode >> 2 == 0x1c || opcode == 0xc2 ||
	                              (opcode >= 0xc4 && opcode <= 0xc6)));
	operands(e, b, modrm, &x);
	return true;
}

static bool decode_mask(struct evex *e, struct bytes *b, uint8_t first)
{
	struct extension x = { 0 };
	uint8_t p = next(b);

	e->is_vex = true;
	e->map = 1;
	x.r = !(p & 0x80);
	if (first == 0xc4) {
		x.x = !(p & 0x40);
		x.b = !(p & 0x20);
		e->map = p & 31;
		p = next(b);
		e->w = p >> 7;
	}
	e->vvvv = ~p >> 3 & 15;
	e->length_bits = p >> 2 & 1;
	e->pp = p & 3;
	e->opcode = next(b);
	const uint8_t modrm = next(b);

	if (e->map > 3 || !find(e, evex_mask_table, evex_mask_table_size, 0))
		return false;
	/* operations on two masks have the longer length */
	if (e->length_bits != (e->op.form == KLJ))
		return false;
	/* tests alone may leave the addressed registers' high bit at will */
	e->has_imm = e->map == 3;
	operands(e, b, modrm, &x);
	return true;
}

bool evex_decode(struct evex *e, const uint8_t *bytes, unsigned room)
{
	struct bytes b = {
		.at = bytes,
		.end = bytes + (room < EVEX_LONGEST ? room : EVEX_LONGEST),
	};
	uint8_t first = next(&b);
	bool known;

	*e = (struct evex){ .vl = 16 };
	for (; first == 0x64 || first == 0x65 || first == 0x67;
	     first = next(&b)) {
		if (first == 0x67)
			e->address32 = true;
		else
			e->segment = first;
	}
	if (first == 0x62)
		known = decode_evex(e, &b);
	else if (first == 0xc4 || first == 0xc5)
		known = decode_mask(e, &b, first);
	else
		return false;
	e->size = (uint8_t)(b.at - bytes);
	return known && !b.short_of && is_defined(e);
}

bool evex_is_memory(const struct evex *e)
{
	return e->rm == EVEX_NO_REG;
}

bool evex_stores(const struct evex *e)
{
	if (!evex_is_memory(e))
		return false;
	switch ((enum evex_form)e->op.form) {
	case MR:
	case HR:
	case MOVS_OUT:
	case COMPRESS:
	case SCATTER:
	case JK:
		return true;
	default:
		return false;
	}
}

bool evex_gathers(const struct evex *e)
{
	return e->op.form == GATHER || e->op.form == SCATTER;
}

/* Is the target of the operation an input, too? */
static bool reads_target(const struct evex *e)
{
	if (e->op.form == RVMA || e->op.form == GATHER)
		return true;
	return e->mask && !e->zeroing && !evex_stores(e);
}

bool evex_is_fp(const struct evex *e)
{
	return e->op.kind >= ADD;
}

/* ---- operands ---- */

enum access { NONE, READ, WRITTEN };

/* By form: bank and access of what is in ModRM.reg, vvvv, ModRM.rm. */
static const struct {
	uint8_t bank, access;
} roles[][3] = {
	[RVM] = { { VECTORS, WRITTEN }, { VECTORS, READ }, { VECTORS, READ } },
	[RVMA] = { { VECTORS, WRITTEN }, { VECTORS, READ }, { VECTORS, READ } },
	[RM] = { { VECTORS, WRITTEN }, { 0, NONE }, { VECTORS, READ } },
	[MR] = { { VECTORS, READ }, { 0, NONE }, { VECTORS, WRITTEN } },
	[VM] = { { 0, NONE }, { VECTORS, WRITTEN }, { VECTORS, READ } },
	[KVM] = { { MASKS, WRITTEN }, { VECTORS, READ }, { VECTORS, READ } },
	[KM] = { { MASKS, WRITTEN }, { 0, NONE }, { VECTORS, READ } },
	[RJ] = { { VECTORS, WRITTEN }, { 0, NONE }, { MASKS, READ } },
	[RH] = { { VECTORS, WRITTEN }, { 0, NONE }, { GENERAL, READ } },
	[RVH] = { { VECTORS, WRITTEN }, { VECTORS, READ }, { GENERAL, READ } },
	[GM] = { { GENERAL, WRITTEN }, { 0, NONE }, { VECTORS, READ } },
	[HR] = { { VECTORS, READ }, { 0, NONE }, { GENERAL, WRITTEN } },
	[MOVS_IN] = { { VECTORS, WRITTEN },
	              { VECTORS, READ },
	              { VECTORS, READ } },
	[MOVS_OUT] = { { VECTORS, READ },
	               { VECTORS, READ },
	               { VECTORS, WRITTEN } },
	[EXPAND] = { { VECTORS, WRITTEN }, { 0, NONE }, { VECTORS, READ } },
	[COMPRESS] = { { VECTORS, READ }, { 0, NONE }, { VECTORS, WRITTEN } },
	[GATHER] = { { VECTORS, WRITTEN }, { 0, NONE }, { 0, NONE } },
	[SCATTER] = { { VECTORS, READ }, { 0, NONE }, { 0, NONE } },
	[FLAGS] = { { VECTORS, READ }, { 0, NONE }, { VECTORS, READ } },
	[KLJ] = { { MASKS, WRITTEN }, { MASKS, READ }, { MASKS, READ } },
	[KJ] = { { MASKS, WRITTEN }, { 0, NONE }, { MASKS, READ } },
	[JK] = { { MASKS, READ }, { 0, NONE }, { 0, NONE } },
	[KH] = { { MASKS, WRITTEN }, { 0, NONE }, { GENERAL, READ } },
	[GJ] = { { GENERAL, WRITTEN }, { 0, NONE }, { MASKS, READ } },
	[KFLAGS] = { { MASKS, READ }, { 0, NONE }, { MASKS, READ } },
};

static bool has_vvvv(const struct evex *e)
{
	if (e->op.form == MOVS_IN || e->op.form == MOVS_OUT)
		return !evex_is_memory(e);
	return roles[e->op.form][IN_VVVV].access != NONE;
}

unsigned evex_operands(const struct evex *e, struct evex_operand *out)
{
	const uint8_t number[] = { e->reg, e->vvvv, e->rm };
	unsigned n = 0;

	for (unsigned f = IN_REG; f <= IN_RM; f++) {
		const uint8_t access = roles[e->op.form][f].access;
		const bool written = access == WRITTEN;
		const uint8_t bank = roles[e->op.form][f].bank;

		if (access == NONE || (f == IN_VVVV && !has_vvvv(e)) ||
		    (f == IN_RM && evex_is_memory(e)))
			continue;
		out[n++] = (struct evex_operand){
			.bank = bank,
			.field = (uint8_t)f,
			.number = number[f],
			.read = !written ||
			        (reads_target(e) && bank == VECTORS),
			.written = written,
		};
	}
	if (evex_gathers(e))
		out[n++] = (struct evex_operand){ VECTORS, IN_INDEX, e->index,
			                          true, false };
	if (e->mask)
		out[n++] = (struct evex_operand){ MASKS, IN_MASK, e->mask, true,
			                          evex_gathers(e) };
	return n;
}
