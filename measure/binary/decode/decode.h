/*
 * decode.h - one machine instruction in terms that hold for every architecture
 */
#ifndef PERFEXPERT_MEASURE_BINARY_DECODE_DECODE_H
#define PERFEXPERT_MEASURE_BINARY_DECODE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/binary/elf/image.h"

enum flow_kind {
	FLOW_NEXT,
	FLOW_BRANCH, /* conditional, to target */
	FLOW_JUMP,
	FLOW_SWITCH, /* a jump by register or memory */
	FLOW_CALL,
	FLOW_CALL_INDIRECT,
	FLOW_RETURN,
	FLOW_STOP /* a trap: nothing follows */
};

enum insn_kind {
	INSN_OTHER,   /* integer arithmetic, logic, compare */
	INSN_MOVE,    /* register to register, load or store */
	INSN_ADDRESS, /* lea, adrp: a constant or an address */
	INSN_FP_ADD,
	INSN_FP_MUL,
	INSN_FMA,
	INSN_FP_DIV,
	INSN_FP_SQRT,
	INSN_FP_OTHER,   /* minimum, rounding, estimates: arithmetic still */
	INSN_FP_SHUFFLE, /* compare, logic, shuffle, move of parts */
	INSN_CONVERT,    /* from one floating-point type to another */
	INSN_TO_INTEGER, /* these two are conversions as well */
	INSN_FROM_INTEGER,
	INSN_INT_MUL,
	INSN_INT_DIV,
	INSN_PREFETCH,
	INSN_NOP
};

enum {
	INSN_PACKED = 1 << 0, /* operates on vectors */
	INSN_SINGLE = 1 << 1, /* 32-bit floating point */
	INSN_DOUBLE = 1 << 2,
	INSN_X87 = 1 << 3,
	INSN_GATHER = 1 << 4,
	INSN_SCATTER = 1 << 5,
	INSN_STREAMING = 1 << 6,
	INSN_ATOMIC = 1 << 7,
	INSN_ADDS_IMM = 1 << 8, /* dest += imm: an induction */
	INSN_STACK_OP = 1 << 9, /* push, pop: moves the stack pointer */
	INSN_COMPARE_IMM = 1 << 10,
	INSN_POP = 1 << 11,       /* with INSN_STACK_OP: it loads */
	INSN_COMPARE = 1 << 12,   /* of floating-point values */
	INSN_WRITEBACK = 1 << 13, /* the access also moves its base register */
	INSN_SCALABLE = 1 << 14,  /* its vectors' length is not in the code */
	INSN_BIT_TEST = 1 << 15,  /* picks or asks a single bit of a value */
	INSN_ADDS_REG = 1 << 16,  /* dest += or -= the register imm, or parts */
	INSN_UNORDERED = 1 << 17, /* a branch: is one of the two no number? */
	INSN_LIMIT = 1 << 18      /* the lesser or the greater of two */
};

/* Registers are numbered: 0-31 general, 32-95 vector, 96 flags, 97-127 rest */
enum {
	REG_VECTOR = 32,
	REG_FLAGS = 96,
	REG_X87 = 97,
	REG_MASK = 105,
	REG_SLOT = 113, /* not a register: a fixed place in memory */
	REG_NONE = 127,
	REG_COUNT = 128,
	MAX_SLOTS = REG_NONE - REG_SLOT
};

struct regset {
	uint64_t w[2];
};

static inline bool insn_converts(unsigned kind)
{
	return kind >= INSN_CONVERT && kind <= INSN_FROM_INTEGER;
}

static inline void regset_add(struct regset *s, unsigned r)
{
	if (r < REG_NONE)
		s->w[r / 64] |= (uint64_t)1 << (r % 64);
}

static inline bool regset_has(const struct regset *s, unsigned r)
{
	return r < REG_NONE && (s->w[r / 64] >> (r % 64) & 1);
}

/* regset_next - the first in the set from r on, or REG_NONE */
static inline unsigned regset_next(const struct regset *s, unsigned r)
{
	uint64_t left = r < 128 ? s->w[r / 64] >> (r % 64) : 0;

	if (!left && r < 64) {
		r = 64;
		left = s->w[1];
	}
	return left ? r + (unsigned)__builtin_ctzll(left) : REG_NONE;
}

struct insn_mem {
	uint8_t base, index, scale; /* REG_NONE: none */
	uint8_t size;               /* bytes */
	bool load, store, pc;       /* pc: disp is the address itself */
	int64_t disp;
};

struct insn {
	uint64_t addr, target;
	uint8_t size;
	uint8_t flow; /* enum flow_kind */
	uint8_t kind; /* enum insn_kind */
	uint32_t flags;
	uint16_t vector_bits;
	uint8_t nmem,
		dest; /* dest: the register that is written, or REG_NONE */
	struct insn_mem mem[2];
	/* of INSN_ADDS_IMM, INSN_COMPARE_IMM; INSN_ADDRESS's value; of
	 * INSN_ADDS_REG the other register; of
	 * INSN_FP_DIV, INSN_INT_DIV the divisor's register, or REG_NONE: it is
	 * in memory */
	int64_t imm;
	struct regset read, write; /* read: address registers included */
	struct regset value;       /* those read not only to form an address */
};

struct decoder;

/* decoder_new - NULL when the architecture is not decoded */
struct decoder *decoder_new(enum image_arch arch);
void decoder_free(struct decoder *d);

/*
 * decode - the instruction at p, of at most n bytes
 *
 * False when it is not known; insn->size then says how far to skip.
 */
bool decode(struct decoder *d, const uint8_t *p, size_t n, uint64_t addr,
            struct insn *insn);

/* decoder_stack - the stack and frame pointers' register numbers */
void decoder_stack(const struct decoder *d, unsigned *sp, unsigned *fp);

#endif
