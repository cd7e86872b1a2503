/*
 * simout.h - reads what the simulator (measure/collect/simulate/tool) wrote
 *
 * Invariants: instructions are sorted by module and address, each address of
 * a module once; their counts add up to the totals. What was read was checked
 * against what the tool counted. All memory belongs to the struct simout.
 * The format is described at the top of simout.c.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* What is counted for each instruction, by how often unless noted. */
enum sim_counter {
	SIM_EXEC, /* it was executed */
	SIM_LD,   /* data accesses that read, as callgrind's Dr */
	SIM_ST,   /* those that write or modify, callgrind's Dw */
	SIM_FADD, /* executions of FP add or subtract; an */
	SIM_FMUL, /* instruction counts once in each class that */
	SIM_FMA,  /* it belongs to, however many lanes it has */
	SIM_FDIV,
	SIM_FSQRT,
	SIM_FOTHER,    /* compare, convert, min, max, negate, round, .. */
	SIM_FP,        /* any of these */
	SIM_FP_PACKED, /* any of these on more than one lane */
	SIM_FLOPS,     /* operations: lanes; a fused lane is two, others 0 */
	SIM_BR,        /* conditional and indirect branches (Bc + Bi) */
	SIM_BR_TAKEN,  /* of these: conditional ones taken, and indirect */
	SIM_BR_MSP,    /* of these: mispredicted */
	SIM_BR_IND,    /* indirect jumps and calls (Bi) */
	SIM_BR_IND_MSP,
	SIM_JUMP, /* direct unconditional jumps */
	SIM_CALL, /* direct and indirect calls */
	SIM_RET,
	SIM_RET_MSP,    /* returns to where the return stack did not say */
	SIM_BRANCHES,   /* all of these, an indirect call once */
	SIM_L1I_ACCESS, /* fetch blocks */
	SIM_L1I_MISS,
	SIM_L2I_MISS,
	SIM_L3I_MISS,
	SIM_ITLB1_MISS,
	SIM_ITLB2_MISS,
	SIM_L1D_LD_MISS,
	SIM_L1D_ST_MISS,
	SIM_L2D_LD_MISS,
	SIM_L2D_ST_MISS,
	SIM_L3D_LD_MISS,
	SIM_L3D_ST_MISS,
	SIM_DTLB1_MISS,
	SIM_DTLB2_MISS,
	/* the timing model: executions that it followed, and the ticks
	 * (simout.ticks_per_cycle) that it charged them, by cause */
	SIM_MODELLED,
	SIM_MODEL_USEFUL,
	SIM_MODEL_CHAIN_FP,
	SIM_MODEL_CHAIN_INTEGER,
	SIM_MODEL_CHAIN_ADDRESS,
	SIM_MODEL_L1,
	SIM_MODEL_L2,
	SIM_MODEL_L3,
	SIM_MODEL_MEMORY_LATENCY,
	SIM_MODEL_MEMORY_BANDWIDTH,
	SIM_MODEL_STORES,
	SIM_MODEL_DATA_TLB,
	SIM_MODEL_FETCH,
	SIM_MODEL_INSTRUCTION_TLB,
	SIM_MODEL_MISPREDICTED,
	SIM_MODEL_PIPES,
	SIM_MODEL_OTHER,
	SIM_NCOUNTERS
};

enum { SIM_TURNS = 8 };
enum { SIM_NCAUSES = SIM_MODEL_OTHER - SIM_MODEL_USEFUL + 1 };

enum sim_fp {
	SIM_FP_ADD,
	SIM_FP_MUL,
	SIM_FP_FMA,
	SIM_FP_DIV,
	SIM_FP_SQRT,
	SIM_FP_OTHER,
	SIM_NFP
};

enum sim_end {
	SIM_END_EXIT,   /* end_code is the exit status */
	SIM_END_SIGNAL, /* killed; end_code is the signal, 0 when not known */
	SIM_END_LIMIT,  /* the time limit was reached: counts of a part */
	SIM_END_ENOUGH, /* it was told to stop: the same */
	SIM_END_EXEC    /* another program took its place */
};

struct sim_module {
	const char *path;     /* or "[anon]": code that is in no file */
	const char *build_id; /* hexadecimal, or "" */
	uint64_t base;        /* load bias: run-time - ELF virtual address */
	uint64_t start, end;  /* run-time addresses of the code that was seen */
};

/*
 * What an instruction gave the core to do, in n executions that the timing
 * model followed. Ticks are simout.ticks_per_cycle to the cycle.
 */
struct sim_work {
	double n;
	double slots;  /* of dispatch: an instruction, or the two that fuse */
	double taken;  /* branches */
	double window; /* steps of the longest chain for want of room */
	size_t nops;
	struct sim_work_op {
		const char *class; /* of arch/model.lua */
		double n;          /* operations */
		double chain;      /* ticks of the longest chain */
	} * op;
};

/* What threads other than the first executed of an instruction. */
struct sim_shares {
	size_t n;
	struct sim_share {
		uint32_t thread; /* may be that of one that has ended */
		uint64_t exec;
	} * of;
};

struct sim_instr {
	uint64_t addr; /* ELF virtual address (run-time address - base) */
	uint64_t mask; /* counters that are not 0, and .. */
	const uint64_t *packed; /* .. their values: use sim_count() */
	uint32_t module;
	uint8_t size;
	uint8_t fp_bits;        /* widest FP operand: 16, 32, 64, 128; or 0 */
	uint8_t lanes[SIM_NFP]; /* by class; 0: not in that class */
	/* executed in the last eighth, or half, of a run with a limit, at most;
	 * 0: not, or not known */
	uint64_t late, rather_late;
	/* it was never watched while it was executed: what it missed is not
	 * known. Where it was watched for a part of its executions, that is
	 * multiplied to be of all of them */
	bool unseen;
	/* the run was ended just before its last execution; in so many periods
	 * from one execution to the next, before that, as much was done but for
	 * this part of it */
	bool ends;
	uint32_t periods;
	double periods_differ;
	uint16_t targets; /* of an indirect branch; 9 is "9 or more" */
	uint32_t
		stride_samples; /* strides seen; 0: none, stride is not known */
	int64_t stride;         /* dominant, in bytes, sign is direction */
	double stride_share;    /* of the samples, 0..1; NAN if unknown */
	double falling;  /* of them those to lower addresses; NAN if unknown */
	int64_t stride2; /* the second most frequent one, ... */
	uint64_t stride2_samples; /* ... if this is not 0 */
	uint64_t low, high;       /* addresses that were seen; both 0: none */
	double line_bytes_used; /* of each line fetched, mean; NAN if unknown */
	double lines_touched;   /* distinct lines fetched, about; NAN if none */
	double places_touched;  /* distinct addresses for which; NAN if none */
	/* of so many sampled accesses, those to lines in which two threads use
	 * different places; 0: none were seen */
	uint64_t shared_samples, shared_of;
	const struct sim_work *work;     /* or NULL */
	const struct sim_shares *shares; /* NULL: only the first thread */
};

/* A named region, in those that were open when it began. */
struct sim_region {
	uint32_t parent; /* node; 0: none, else less than its own */
	int number;
	const char *name;
	uint64_t entries;
	struct sim_instr counts; /* in it and in no node below: sim_count() */
};

/* What was done (in steps of the simulator's own) until the run ended just
 * before an instruction, and in the last turns from one of its executions to
 * the next, the earliest first. n 0: not known */
struct sim_turns {
	double done, work[SIM_TURNS];
	size_t n;
};

struct simout {
	struct sim_module *modules;
	size_t n_modules;
	struct sim_instr *instrs;
	size_t n_instrs;
	struct sim_region *regions; /* node k is at k - 1 */
	size_t n_regions;
	uint64_t total[SIM_NCOUNTERS];
	const char *command;  /* escaped: a blank between arguments, %XX else */
	const char *program;  /* the file, as the system names it; or NULL */
	const char *geometry; /* "L1D 32768 8 64; L1I .." */
	const char *model;    /* "fetch=32 branch-bits=16 .." */
	int pid, parent_pid;
	int rank;         /* of a parallel program, -1: none that is told */
	unsigned threads; /* created in all, with the first */
	/* how often the program asked for the time, and what CPU time it was
	 * told at its end */
	uint64_t clock_reads;
	double clock_cpu_s;
	/* the timing model: 0 when it did not run */
	unsigned ticks_per_cycle;
	uint64_t bursts, not_followed; /* how often; blocks it could not */
	enum sim_end end;
	int end_code;
	struct sim_turns turns;
	struct arena *arena;
};

/* sim_is_sampled - does it only count what is watched? */
bool sim_is_sampled(enum sim_counter c);

/* sim_count - one counter of an instruction; 0 when it never happened */
uint64_t sim_count(const struct sim_instr *i, enum sim_counter c);

/*
 * simout_read - read a file
 *
 * Errors: ERR_SYSTEM when it can't be read; ERR_FORMAT, with the line, when
 *         it is not in the format, of another version or not complete
 */
struct simout *simout_read(const char *path, struct err *err);

/* simout_drop_preloaded - forget the code of the libraries that Valgrind
 * preloads: it is not the program's. Totals stay as they are. */
void simout_drop_preloaded(struct simout *s);

/* simout_parse - the same from memory; text is changed, text[n] must be 0 */
struct simout *simout_parse(char *text, size_t n, struct err *err);

void simout_free(struct simout *s);

#endif
