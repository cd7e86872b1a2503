/*
 * perfexpert-sim: AVX-512's instructions, executed by the processor
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "evex_sim.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)
#include <cpuid.h>
#include "libvex_guest_amd64.h"

/*
 * A stub is called with the guest state in RDI and the address of the operand
 * in memory in RSI. It loads the registers that the instruction reads, executes
 * the instruction, whose registers are renamed, and stores those that it wrote:
 *
 *      vector in ModRM.reg, vvvv, ModRM.rm, index   ZMM16, 17, 18, 19
 *      mask in ModRM.reg, vvvv, ModRM.rm, aaa       K2, 3, 4, 1
 *      general register                             RAX
 *      memory                                       [RSI], [RSI + ZMM19 *
 * scale]
 *
 * No upper half of ZMM0 to 15 becomes used, which would slow down the SSE code
 * that VEX makes. Code of VEX writes the YMMs by halves, so they are read by
 * halves: only those are forwarded from the stores. Where the operand can't be
 * accessed, the fault is the guest's, as that of any helper.
 */
enum { RDI = 7, RSI = 6, FIRST_VECTOR = 16, CHUNK = 1 << 20 };

enum { P0, P66, PF3, PF2 };

struct code {
	UChar byte[256];
	UInt n;
};

static void put(struct code *c, UInt byte)
{
	tl_assert(c->n < sizeof c->byte);
	c->byte[c->n++] = (UChar)byte;
}

static void put4(struct code *c, UInt word)
{
	for (UInt i = 0; i < 4; i++)
		put(c, word >> 8 * i & 0xff);
}

static void put_all(struct code *c, const char *bytes, UInt n)
{
	for (UInt i = 0; i < n; i++)
		put(c, (UChar)bytes[i]);
}

/* An instruction on a vector register, from 16, and the guest state. */
struct move {
	UChar map, pp, w, opcode, length;
};

static const struct move load_part[] = {
	{ 1, P0, 0, 0x10, 0 }, /* vmovups */
	{ 1, P0, 0, 0x10, 1 },
	{ 1, P0, 0, 0x10, 2 },
};
static const struct move store_part[] = {
	{ 1, P0, 0, 0x11, 0 },
	{ 1, P0, 0, 0x11, 1 },
	{ 1, P0, 0, 0x11, 2 },
};
static const struct move insert_16 = { 3, P66, 0, 0x38, 1 }; /* vinserti32x4 */
static const struct move insert_32 = { 3, P66, 1, 0x3a, 2 }; /* vinserti64x4 */
static const struct move extract_32 = { 3, P66, 1, 0x3b,
	                                2 }; /* vextracti64x4 */

static void state_move(struct code *c, const struct move *m, UInt reg,
                       Bool from_itself, UInt offset)
{
	const UInt v = from_itself ? reg : 0;

	put(c, 0x62);
	/* R and R' are inverted: 16 to 23 */
	put(c, 0xe0u | m->map);
	put(c, (UInt)m->w << 7 | (~v & 15) << 3 | 4 | m->pp);
	put(c, (UInt)m->length << 5 | (v >> 4 ? 0 : 8));
	put(c, m->opcode);
	put(c, 0x80 | (reg & 7) << 3 | RDI);
	put4(c, offset);
	if (m->map == 3)
		put(c, 1);
}

static UInt length_of(UInt bytes)
{
	return bytes >> 5;
}

static void load_vector(struct code *c, UInt reg, UInt number, UInt bytes)
{
	const UInt low = evex_vector_at(number);

	if (number >= 16) {
		state_move(c, &load_part[length_of(bytes)], reg, False, low);
		return;
	}
	state_move(c, &load_part[0], reg, False, low);
	if (bytes > 16)
		state_move(c, &insert_16, reg, True, low + 16);
	if (bytes > 32)
		state_move(c, &insert_32, reg, True, evex_high_at(number));
}

static void store_vector(struct code *c, UInt reg, UInt number)
{
	const UInt low = evex_vector_at(number);

	if (number >= 16) {
		state_move(c, &store_part[2], reg, False, low);
		return;
	}
	state_move(c, &store_part[1], reg, False, low);
	state_move(c, &extract_32, reg, False, evex_high_at(number));
}

static void move_mask(struct code *c, UInt opcode, UInt reg, UInt number)
{
	put_all(c, "\xc4\xe1\xf8", 3); /* kmovq */
	put(c, opcode);
	put(c, 0x80 | reg << 3 | RDI);
	put4(c, evex_mask_at(number));
}

static void move_general(struct code *c, UInt opcode, UInt number)
{
	put(c, 0x48); /* mov */
	put(c, opcode);
	put(c, 0x80 | RDI);
	put4(c, evex_general_at(number));
}

static UInt stub_register(const struct evex_operand *o)
{
	if (o->bank == GENERAL)
		return 0;
	if (o->bank == VECTORS)
		return FIRST_VECTOR + o->field;
	return o->field == IN_MASK ? 1 : 2u + o->field;
}

static void load_operands(struct code *c, const struct evex *e,
                          const struct evex_operand *o, UInt n)
{
	for (UInt i = 0; i < n; i++) {
		if (!o[i].read)
			continue;
		if (o[i].bank == VECTORS)
			load_vector(c, stub_register(&o[i]), o[i].number,
			            e->vl);
		else if (o[i].bank == MASKS)
			move_mask(c, 0x90, stub_register(&o[i]), o[i].number);
		else
			move_general(c, 0x8b, o[i].number);
	}
}

static void store_operands(struct code *c, const struct evex_operand *o, UInt n)
{
	for (UInt i = 0; i < n; i++) {
		if (!o[i].written)
			continue;
		if (o[i].bank == VECTORS)
			store_vector(c, stub_register(&o[i]), o[i].number);
		else if (o[i].bank == MASKS)
			move_mask(c, 0x91, stub_register(&o[i]), o[i].number);
		else
			move_general(c, 0x89, o[i].number);
	}
}

/* Register numbers in the stub, by field; 0: field not used */
struct renamed {
	UInt number[EVEX_OPERANDS];
	Bool has_vvvv;
};

static void put_operand_bytes(struct code *c, const struct evex *e,
                              const struct renamed *r)
{
	const UInt reg =
		e->op.group >= 0 ? (UInt)e->op.group : r->number[IN_REG] & 7;

	if (!evex_is_memory(e)) {
		put(c, 0xc0 | reg << 3 | (r->number[IN_RM] & 7));
	} else if (evex_gathers(e)) {
		put(c, reg << 3 | 4);
		put(c,
		    (UInt)e->scale << 6 | (r->number[IN_INDEX] & 7) << 3 | RSI);
	} else {
		put(c, reg << 3 | RSI);
	}
	if (e->has_imm)
		put(c, e->imm);
}

static UInt inverted(UInt number, UInt bit)
{
	return !(number >> bit & 1);
}

static void put_evex(struct code *c, const struct evex *e,
                     const struct renamed *r)
{
	const UInt reg = r->number[IN_REG], v = r->number[IN_VVVV];
	const UInt index = r->number[IN_INDEX];
	const UInt rm = evex_is_memory(e) ? 0 : r->number[IN_RM];
	const UInt x = evex_is_memory(e) ? inverted(index, 3) : inverted(rm, 4);
	const UInt v2 = index ? inverted(index, 4) : inverted(v, 4);

	put(c, 0x62);
	put(c, inverted(reg, 3) << 7 | x << 6 | inverted(rm, 3) << 5 |
	               inverted(reg, 4) << 4 | e->map);
	put(c, (UInt)e->w << 7 | (~v & 15) << 3 | 4 | e->pp);
	put(c, (UInt)e->zeroing << 7 | (UInt)e->length_bits << 5 |
	               (UInt)e->bit_b << 4 | v2 << 3 | (e->mask ? 1 : 0));
	put(c, e->opcode);
	put_operand_bytes(c, e, r);
}

static void put_vex(struct code *c, const struct evex *e,
                    const struct renamed *r)
{
	put(c, 0xc4);
	put(c, 0xe0u | e->map);
	put(c, (UInt)e->w << 7 | (~r->number[IN_VVVV] & 15) << 3 |
	               (UInt)e->length_bits << 2 | e->pp);
	put(c, e->opcode);
	put_operand_bytes(c, e, r);
}

static void put_instruction(struct code *c, const struct evex *e,
                            const struct evex_operand *o, UInt n)
{
	struct renamed r = { { 0 }, False };

	for (UInt i = 0; i < n; i++)
		r.number[o[i].field] = stub_register(&o[i]);
	if (e->is_vex)
		put_vex(c, e, &r);
	else
		put_evex(c, e, &r);
}

/* ---- the guest's rounding mode ---- */

/* By mode; all exceptions masked, as while Valgrind runs the guest. */
static const UInt mxcsr[4] = { 0x1f80, 0x3f80, 0x5f80, 0x7f80 };

static void patch(struct code *c, UInt at)
{
	const UInt distance = c->n - (at + 4);

	for (UInt i = 0; i < 4; i++)
		c->byte[at + i] = (UChar)(distance >> 8 * i);
}

static void put_rounded(struct code *c, const struct evex *e,
                        const struct evex_operand *o, UInt n)
{
	const UInt mode = offsetof(VexGuestAMD64State, guest_SSEROUND);
	const Addr table = (Addr)mxcsr;
	UInt to_nearest, to_end;

	put_all(c, "\x80\xbf", 2); /* cmp byte [rdi + mode], 0 */
	put4(c, mode);
	put(c, 0);
	put_all(c, "\x0f\x84", 2); /* je */
	to_nearest = c->n;
	put4(c, 0);
	put_all(c, "\x8b\x8f", 2); /* mov ecx, [rdi + mode] */
	put4(c, mode);
	put_all(c, "\x83\xe1\x03\x48\xba", 5); /* and ecx, 3; mov rdx, table */
	put4(c, (UInt)table);
	put4(c, (UInt)(table >> 32));
	put_all(c, "\x0f\xae\x14\x8a", 4); /* ldmxcsr [rdx + rcx * 4] */
	put_instruction(c, e, o, n);
	put_all(c, "\x0f\xae\x12\xe9", 4); /* ldmxcsr [rdx]; jmp */
	to_end = c->n;
	put4(c, 0);
	patch(c, to_nearest);
	put_instruction(c, e, o, n);
	patch(c, to_end);
}

static void put_stub(struct code *c, const struct evex *e)
{
	struct evex_operand o[EVEX_OPERANDS];
	const UInt n = evex_operands(e, o);

	load_operands(c, e, o, n);
	if (evex_is_fp(e))
		put_rounded(c, e, o, n);
	else
		put_instruction(c, e, o, n);
	store_operands(c, o, n);
	if (evex_sets_flags(e))
		put_all(c, "\x9c\x58", 2); /* pushf; pop rax */
	put(c, 0xc3);
}

/* ---- all stubs: equal code exists once ---- */

struct evex_stub {
	struct evex_stub *next;
	struct evex e;
	UInt n;
	UChar code[];
};

enum { N_EVEX_STUBS = 4096 /* chains of them */ };

static struct {
	struct evex_stub *stub[N_EVEX_STUBS];
	UChar *free; /* for the next stub, and how much there is */
	UInt room;
} own;

static UInt hash_of(const struct code *c)
{
	UInt h = 2166136261u;

	for (UInt i = 0; i < c->n; i++)
		h = (h ^ c->byte[i]) * 16777619u;
	return h % N_EVEX_STUBS;
}

static struct evex_stub *new_stub(UInt n)
{
	const UInt size = (UInt)(sizeof(struct evex_stub) + n + 15) & ~15u;
	struct evex_stub *s;

	if (own.room < size) {
		own.free = system_memory(CHUNK);
		own.room = CHUNK;
	}
	s = (struct evex_stub *)own.free;
	own.free += size;
	own.room -= size;
	return s;
}

void *evex_stub(const struct evex *e)
{
	struct code c = { .n = 0 };

	put_stub(&c, e);
	struct evex_stub **head = &own.stub[hash_of(&c)];

	for (struct evex_stub *s = *head; s; s = s->next) {
		if (s->n == c.n && VG_(memcmp)(s->code, c.byte, c.n) == 0)
			return s->code;
	}
	struct evex_stub *s = new_stub(c.n);

	s->next = *head;
	s->e = *e;
	s->n = c.n;
	VG_(memcpy)(s->code, c.byte, c.n);
	*head = s;
	return s->code;
}

const struct evex *evex_of_stub(const void *code)
{
	return &((const struct evex_stub *)((Addr)code -
	                                    offsetof(struct evex_stub, code)))
	                ->e;
}

Bool evex_on_host(void)
{
	const UInt wanted = bit_AVX512F | bit_AVX512DQ | bit_AVX512BW |
	                    bit_AVX512VL | bit_AVX512CD;
	UInt a, b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) ||
	    !__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & wanted) != wanted)
		return False;
	__asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
	return (a & 0xe6) == 0xe6;
}
#endif
