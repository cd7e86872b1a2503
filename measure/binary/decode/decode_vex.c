#include <string.h>

#include "base/banned.h"
#include "decoder.h"

/* The fields of an instruction with a VEX or EVEX prefix; Intel's manual,
 * volume 2, sections 2.3 and 2.7 */
struct vector_insn {
	unsigned map, pp; /* pp: 0 none, 1 66, 2 F3, 3 F2 */
	bool w, evex, broadcast;
	unsigned bits; /* vector length */
	/* what extends the fields of ModRM and SIB: 0 or 8, and 16 */
	unsigned reg_high, rm_high, index_high, vector_high;
	unsigned vvvv; /* the second source */
	unsigned opcode;
	size_t at; /* of what comes next */
};

/* One operand of ModRM: a register, or memory */
struct place {
	bool memory;
	unsigned reg, rm;
	struct insn_mem mem;
};

static bool prefix_evex(const uint8_t *p, size_t n, struct vector_insn *v)
{
	if (n < 6 || p[0] != 0x62 || (p[1] & 8) || !(p[2] & 4))
		return false;
	v->evex = true;
	v->map = p[1] & 7;
	v->pp = p[2] & 3;
	v->w = p[2] >> 7;
	v->vvvv = (~(unsigned)p[2] >> 3 & 15) | (p[3] & 8 ? 0 : 16);
	v->reg_high = (p[1] & 0x80 ? 0u : 8u) | (p[1] & 0x10 ? 0u : 16u);
	v->rm_high = p[1] & 0x20 ? 0 : 8;
	v->index_high = p[1] & 0x40 ? 0 : 8;
	v->vector_high = p[1] & 0x40 ? 0 : 16;
	v->broadcast = p[3] & 0x10;
	v->bits = 128U << (p[3] >> 5 & 3);
	if (v->bits > 512)
		v->bits = 512; /* rounding, where vectors are whole */
	v->at = 4;
	return true;
}

static bool prefix_vex(const uint8_t *p, size_t n, struct vector_insn *v)
{
	const bool three = p[0] == 0xc4;
	unsigned last;

	if (n < 5 || (!three && p[0] != 0xc5))
		return false;
	last = p[three ? 2 : 1];
	v->map = three ? p[1] & 31 : 1;
	v->pp = last & 3;
	v->w = three && last >> 7;
	v->vvvv = ~last >> 3 & 15;
	v->reg_high = p[1] & 0x80 ? 0 : 8;
	v->rm_high = three && !(p[1] & 0x20) ? 8 : 0;
	v->index_high = three && !(p[1] & 0x40) ? 8 : 0;
	v->bits = last & 4 ? 256 : 128;
	v->at = three ? 3 : 2;
	return true;
}

static bool is_fma(const struct vector_insn *v)
{
	return v->map == 2 && v->opcode >= 0x96 && v->opcode <= 0xbf &&
	       (v->opcode & 15) >= 6;
}

/* A single number, where the same opcode has vectors too */
static bool is_scalar(const struct vector_insn *v)
{
	if (is_fma(v))
		return (v->opcode & 9) == 9;
	return v->map == 1 && v->pp >= 2 &&
	       ((v->opcode & 0xfe) == 0x10 || v->opcode == 0xc2 ||
	        v->opcode == 0x51 ||
	        (v->opcode >= 0x58 && v->opcode <= 0x5f && v->opcode != 0x5b));
}

static bool is_scatter(const struct vector_insn *v)
{
	return v->map == 2 && (v->opcode & 0xfc) == 0xa0;
}

/* vpextrb, w, d or q, vextractps */
static bool takes_part(const struct vector_insn *v)
{
	return v->map == 3 && v->opcode >= 0x14 && v->opcode <= 0x17;
}

/* Bytes of the operand in memory, by which a displacement of 8 bits counts */
static unsigned operand_bytes(const struct vector_insn *v)
{
	const unsigned whole = v->bits / 8;

	if (v->broadcast || is_scalar(v) || is_scatter(v))
		return v->w ? 8 : 4;
	if (takes_part(v))
		return v->opcode < 0x16 ? v->opcode - 0x13
		                        : (v->w && v->opcode == 0x16 ? 8 : 4);
	if (v->map == 1 && (v->opcode & 0xfa) == 0x12 && v->pp < 2)
		return 8; /* half of a register of 128 bits */
	if (v->map == 2 && (v->opcode == 0x19 || v->opcode == 0x59))
		return 8;
	if ((v->map == 2 && (v->opcode == 0x1a || v->opcode == 0x5a)) ||
	    (v->map == 3 && (v->opcode & 0xde) == 0x18))
		return 16;
	if ((v->map == 2 && (v->opcode == 0x1b || v->opcode == 0x5b)) ||
	    (v->map == 3 && (v->opcode & 0xde) == 0x1a))
		return 32;
	/* conversions of 32 and 64 bits: the narrow side is half */
	if (v->map == 1 && (v->opcode == 0x5b || v->opcode == 0x7a) && !v->w &&
	    v->pp != 0)
		return whole / 2;
	return whole;
}

static bool has_immediate(const struct vector_insn *v)
{
	return v->map == 3 ||
	       (v->map == 1 && ((v->opcode >= 0x70 && v->opcode <= 0x73) ||
	                        v->opcode == 0xc2 ||
	                        (v->opcode >= 0xc4 && v->opcode <= 0xc6)));
}

static int32_t little_endian(const uint8_t *p)
{
	return (int32_t)((uint32_t)p[0] | (uint32_t)p[1] << 8 |
	                 (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
}

/* ModRM, SIB and displacement; false when there are not so many bytes */
static bool read_place(const uint8_t *p, size_t n, struct vector_insn *v,
                       struct place *out)
{
	const unsigned modrm = p[v->at++], mod = modrm >> 6;
	unsigned base = modrm & 7, bytes;

	out->reg = (modrm >> 3 & 7) + v->reg_high;
	out->rm = base + v->rm_high + v->vector_high;
	out->memory = mod != 3;
	out->mem = (struct insn_mem){ REG_NONE, REG_NONE, 1, 0, 0, 0, 0, 0 };
	if (!out->memory)
		return true;
	if (base == 4) {
		unsigned sib, index;

		if (v->at >= n)
			return false;
		sib = p[v->at++];
		base = sib & 7;
		index = (sib >> 3 & 7) + v->index_high;
		out->mem.index = (uint8_t)(index == 4 ? REG_NONE : index);
		out->mem.scale = (uint8_t)(1U << (sib >> 6));
		if (base != 5 || mod != 0)
			out->mem.base = (uint8_t)(base + v->rm_high);
	} else if (base == 5 && mod == 0) {
		out->mem.pc = true;
	} else {
		out->mem.base = (uint8_t)(base + v->rm_high);
	}
	bytes = mod == 1 ? 1 : mod == 2 || (mod == 0 && base == 5) ? 4 : 0;
	if (v->at + bytes > n)
		return false;
	if (bytes == 4)
		out->mem.disp = little_endian(p + v->at);
	else if (bytes == 1)
		out->mem.disp = (int8_t)p[v->at] *
		                (int64_t)(v->evex ? operand_bytes(v) : 1);
	v->at += bytes;
	return true;
}

/* Moves and arithmetic of map 1; 0: neither */
static uint8_t basic_kind(unsigned opcode)
{
	static const uint8_t arithmetic[] = { INSN_FP_ADD,  INSN_FP_MUL,
		                              INSN_CONVERT, 0,
		                              INSN_FP_ADD,  INSN_FP_OTHER,
		                              INSN_FP_DIV,  INSN_FP_OTHER };

	switch (opcode) {
	case 0x10:
	case 0x11:
	case 0x12:
	case 0x13:
	case 0x16:
	case 0x17:
	case 0x28:
	case 0x29:
	case 0x2b:
	case 0x6f:
	case 0x7f:
	case 0xe7:
		return INSN_MOVE;
	case 0x51:
		return INSN_FP_SQRT;
	case 0xc2:
		return INSN_FP_SHUFFLE; /* a comparison */
	default:
		return opcode >= 0x58 && opcode <= 0x5f
		               ? arithmetic[opcode - 0x58]
		               : 0;
	}
}

/* What it does, of those that capstone 4 does not know; the rest is vectors of
 * integers */
static uint8_t kind_of(const struct vector_insn *v)
{
	if (v->map == 1 && basic_kind(v->opcode))
		return basic_kind(v->opcode);
	if (is_fma(v))
		return INSN_FMA;
	if (is_scatter(v))
		return INSN_MOVE;
	if (v->map == 1 && v->opcode >= 0x54 && v->opcode <= 0x57)
		return INSN_FP_SHUFFLE; /* and, andn, or, xor */
	if (v->map == 1 && (v->opcode == 0xe6 || v->opcode == 0x5b))
		return INSN_FROM_INTEGER;
	if (v->map == 1 && v->opcode >= 0x78 && v->opcode <= 0x7b)
		return v->pp == 2 || (v->pp == 3 && v->opcode == 0x7a)
		               ? INSN_FROM_INTEGER
		               : INSN_TO_INTEGER;
	if (v->map == 2 && v->opcode == 0x40)
		return INSN_INT_MUL;
	if (v->map == 2 && ((v->opcode >= 0x18 && v->opcode <= 0x1b) ||
	                    (v->opcode >= 0x58 && v->opcode <= 0x5b)))
		return INSN_MOVE; /* to all parts of a vector */
	if (v->map == 3 && ((v->opcode & 0xdc) == 0x18))
		return INSN_FP_SHUFFLE; /* insert and extract */
	if (v->map == 3 && v->opcode >= 0x50 && v->opcode <= 0x57)
		return INSN_FP_OTHER; /* range, fixup, reduce */
	return INSN_OTHER;
}

/* Does it write what ModRM calls the second operand? */
static bool to_rm(const struct vector_insn *v)
{
	return (v->map == 1 &&
	        (v->opcode == 0x11 || v->opcode == 0x13 || v->opcode == 0x17 ||
	         v->opcode == 0x29 || v->opcode == 0x2b || v->opcode == 0x7f ||
	         v->opcode == 0xe7)) ||
	       is_scatter(v) || takes_part(v) ||
	       (v->map == 3 && (v->opcode & 0xdd) == 0x19) ||
	       (v->map == 2 && v->pp == 2 && v->opcode >= 0x10 &&
	        v->opcode <= 0x35 && (v->opcode & 15) < 6);
}

static void add_vector(struct insn *insn, unsigned number, bool writes)
{
	const uint8_t reg = (uint8_t)(REG_VECTOR + (number & 31));

	if (writes) {
		regset_add(&insn->write, reg);
		insn->dest = reg;
	} else {
		regset_add(&insn->read, reg);
		regset_add(&insn->value, reg);
	}
}

static void set_operands(const struct vector_insn *v, const struct place *o,
                         struct insn *insn)
{
	const bool stores = to_rm(v);

	if (!stores)
		add_vector(insn, o->reg, true);
	if (v->vvvv && !stores)
		add_vector(insn, v->vvvv, false);
	if (o->memory) {
		struct insn_mem *m = &insn->mem[insn->nmem++];

		*m = o->mem;
		m->size = (uint8_t)operand_bytes(v);
		m->load = !stores;
		m->store = stores;
		if (m->pc)
			m->disp += (int64_t)(insn->addr + insn->size);
		if (is_scatter(v) && m->index != REG_NONE)
			m->index = (uint8_t)(m->index + REG_VECTOR);
		regset_add(&insn->read, m->base);
		regset_add(&insn->read, m->index);
	} else {
		add_vector(insn, o->rm, stores);
	}
	if (stores)
		add_vector(insn, o->reg, false);
}

/* 3DNow!'s prefetch, with a REX prefix or without */
static bool prefetch(const uint8_t *p, size_t n, struct insn *insn)
{
	struct vector_insn v = { .opcode = 0x0d };
	struct place o;

	if ((p[0] & 0xf0) == 0x40) {
		v.index_high = p[0] & 2 ? 8 : 0;
		v.rm_high = p[0] & 1 ? 8 : 0;
		v.at = 1;
	}
	if (n < v.at + 3 || p[v.at] != 0x0f || p[v.at + 1] != 0x0d)
		return false;
	v.at += 2;
	if (!read_place(p, n, &v, &o) || !o.memory)
		return false;
	insn->size = (uint8_t)v.at;
	insn->kind = INSN_PREFETCH;
	insn->mem[insn->nmem] = o.mem;
	insn->mem[insn->nmem++].size = 64;
	if (o.mem.pc)
		insn->mem[0].disp += (int64_t)(insn->addr + insn->size);
	regset_add(&insn->read, o.mem.base);
	regset_add(&insn->read, o.mem.index);
	return true;
}

bool decoder_vex(const uint8_t *p, size_t n, struct insn *insn)
{
	struct vector_insn v = { 0 };
	struct place o;

	if (n < 2)
		return false;
	if (!prefix_evex(p, n, &v) && !prefix_vex(p, n, &v))
		return prefetch(p, n, insn);
	v.opcode = p[v.at++];
	if (v.map < 1 || v.map > 6 || v.at >= n || !read_place(p, n, &v, &o))
		return false;
	v.at += has_immediate(&v);
	if (v.at > n)
		return false;
	insn->size = (uint8_t)v.at;
	insn->kind = kind_of(&v);
	insn->flags = is_scalar(&v) ? 0 : INSN_PACKED;
	if (insn->kind >= INSN_FP_ADD && insn->kind <= INSN_FROM_INTEGER)
		insn->flags |= v.w ? INSN_DOUBLE : INSN_SINGLE;
	if (is_scatter(&v))
		insn->flags |= INSN_SCATTER;
	/* with rounding there are whole vectors, and no room for their length
	 */
	insn->vector_bits = (uint16_t)v.bits;
	if (v.broadcast && !o.memory)
		insn->vector_bits = is_scalar(&v) ? 128 : 512;
	set_operands(&v, &o, insn);
	return true;
}
