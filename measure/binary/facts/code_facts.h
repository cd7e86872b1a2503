/*
 * code_facts.h - what the instructions of a loop or procedure say without
 * running
 *
 * Counts are of instructions in the code, not of executions. A loop's facts are
 * of its own instructions; the loops nested in it have their own.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FACTS_CODE_FACTS_H
#define PERFEXPERT_MEASURE_BINARY_FACTS_CODE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/* What an instruction is: bit 1 << CODE_X for each that holds */
enum code_class {
	CODE_LOAD,
	CODE_STORE,
	CODE_SPILL,     /* an access to the stack */
	CODE_STATIC,    /* to a place that is fixed in the program */
	CODE_OF_SINGLE, /* an access to floating-point numbers of 32 bits, .. */
	CODE_OF_DOUBLE, /* .. of 64 */
	CODE_FP_PACKED,
	CODE_FP_SCALAR,
	CODE_FP_SINGLE,
	CODE_FP_DOUBLE,
	CODE_FMA,
	CODE_FP_ADD,
	CODE_FP_MUL,
	CODE_DIVIDE,
	CODE_DIVIDE_INVARIANT, /* see struct structure_facts */
	CODE_DIVIDE_COMPARED,
	CODE_ROOT,
	CODE_ROOT_COMPARED,
	CODE_INT_DIVIDE,
	CODE_INT_DIVIDE_INVARIANT,
	CODE_CONVERSION,
	CODE_TO_INTEGER,
	CODE_FROM_INTEGER,
	CODE_TO_AND_BACK,
	CODE_X87,
	CODE_CALL,
	CODE_CALL_INDIRECT,
	CODE_RETURN,
	CODE_BRANCH,
	CODE_GATHER,
	CODE_STREAMING,
	CODE_PREFETCH,
	CODE_ATOMIC,
	CODE_ASKS_BIT, /* these of a conditional branch: what decides it */
	CODE_ASKS_ZERO,
	CODE_ASKS_CONSTANT, /* below 65,536 */
	CODE_ASKS_FLOAT,
	CODE_ASKS_NUMBER,   /* whether a compared value is NaN */
	CODE_ASKS_ELEMENT,  /* besides: of what was found by way of an index */
	CODE_LEAVES,        /* one way leads out of the innermost loop */
	CODE_COMMON_FACTOR, /* an addition of products that share a factor */
	CODE_POWERS,        /* which one of them has more than once */
	CODE_NCLASSES
};

/*
 * The longest chain of operations from a value at the start of an iteration to
 * the same register (or memory location) at its end: one iteration can't take
 * less time than the chain. All zero: none.
 */
struct structure_chain {
	unsigned add, mul, fma, div; /* floating point; div holds roots too */
	unsigned add_in_row;         /* additions directly after another one */
	unsigned other_fp;           /* minimum, compare, shuffle, convert */
	unsigned loads; /* whose address or value depends on the chain */
	unsigned integer, int_mul, int_div; /* quick ones, and the others */
	bool through_memory; /* a value is stored and loaded again */
	bool stored;     /* each value is needed: it goes to another place */
	unsigned values; /* how many registers carry chains of this kind */
};

struct structure_facts {
	uint32_t instructions;
	uint32_t loads, stores; /* accesses; read-modify-write is one of each */
	uint32_t stack_loads, stack_stores; /* of these: spills and locals */
	uint32_t fp_scalar, fp_packed;      /* arithmetic, packed ones once */
	uint32_t fp_add, fp_mul, fma, fp_div, fp_sqrt; /* scalar or packed */
	/* divides whose divisor is the same in every iteration of the loop;
	 * divides and square roots whose value is only compared */
	uint32_t fp_div_invariant, fp_div_compared, fp_sqrt_compared;
	uint32_t fp_single, fp_double; /* arithmetic by element type */
	/* additions of products that share a factor, and those where one of
	 * the products has it more than once */
	uint32_t common_factors, powers;
	uint32_t conversions; /* these, and to and from integers: */
	uint32_t to_integer, from_integer;
	uint32_t to_and_back; /* those whose result is converted back */
	uint32_t x87;
	uint32_t int_div, int_div_invariant; /* as of fp_div */
	uint32_t calls, indirect_calls; /* calls holds the indirect ones too */
	uint32_t branches;              /* conditional */
	uint32_t gathers;
	uint32_t streaming_stores, prefetches;
	uint32_t atomics;
	uint16_t fp_vector_bits; /* widest that FP arithmetic used, 0: scalar */
	uint16_t vector_bits;    /* widest of all instructions */
	bool scalable_vectors;   /* SVE: the widths are what it has at least */
	/* memory operands that are not on the stack, by what moves them: */
	uint32_t mem_invariant; /* the same address in every iteration */
	uint32_t mem_unit;      /* next to the one before */
	uint32_t mem_strided;   /* any other constant step, or by a register */
	uint32_t mem_unknown;   /* indirect, or not plainly an induction */
	int64_t max_stride;     /* bytes, of mem_strided; 0: none is known */
	/* of innermost loops only: */
	struct structure_chain fp_chain; /* the slowest with FP arithmetic */
	struct structure_chain
		load_chain;               /* through addresses: pointer chase */
	struct structure_chain int_chain; /* integers only, but not counters */
	bool spins; /* it only waits for what another thread stores */
};

#endif
