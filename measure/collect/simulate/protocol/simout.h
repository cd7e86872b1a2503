/*
 * simout.h - reads what the simulator (measure/collect/simulate/tool) wrote
 *
 * Invariants: instructions are sorted by module and address, each address of
 * a module once; their counts add up to the totals. What was read was checked
 * against what the tool counted. All memory belongs to the struct simout.
 * The format is described below.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The format, version 1: lines of words, one blank between them. Numbers are
 * decimal, addresses hexadecimal without 0x. Names have every byte but
 * printable ASCII, and '%', as %XX; the empty one is a lone '%'.
 *
 *   perfexpert-sim 1
 *   process PID PARENT
 *   program NAME                     optional: the file that is executed
 *   rank N                           optional: of a parallel program
 *   kind KIND NUMBER EACH            optional: see kinds.h; its place in the
 *                                    table, from 1; its number in the kind,
 *                                    from 0; for how many processes, at most
 *   module START END OFFSET BIAS BUILD-ID NAME     ("-": no build id)
 *   i ADDRESS SIZE KEY=VALUE..       an instruction of the module before it;
 *                                    ADDRESS is the run-time one minus BIAS
 *   total n=INSTRUCTIONS KEY=VALUE.. sums over all instructions
 *   modelled TICKS INSTRUCTIONS TIME of the timing model: ticks of a cycle;
 *                                    what was charged, in instructions and
 *                                    ticks
 *   region NODE PARENT NUMBER ENTRIES NAME KEY=VALUE..
 *                                    a region of the program in those that were
 *                                    open when it began, from 1 in order, 0 is
 *                                    outside: what was executed in it, not in
 *                                    those below it
 *   threads N
 *   clock READS MICROSECONDS         optional: how often the program asked for
 *                                    the time; the CPU time that it last got
 *   end exit STATUS | end signal N | end limit | end enough |
 *       end exec
 *   eof LINES                        the lines before this one
 *
 * Keys that are counts, absent when 0: those of wire.def; of the timing model,
 * mn and the ticks charged to each cause, with the keys of arch/causes.def. Of
 * regions also executions of FP instructions: fa fm ff fd fs fo by class (f and
 * its letter in wire.def), fp of any, fv of packed ones, fl operations.
 * Other keys:
 *   fp=BITS:CLASS LANES..  with the classes' letters in wire.def: fp=64:a4m4
 *   sd=STRIDE:HITS:SAMPLES the most frequent stride
 *   s2=STRIDE:HITS         the second most frequent one
 *   fl=FALLS:SAMPLES       strides to a lower address
 *   ar=LOW:HIGH            the lowest and the highest address sampled
 *   cf=CONFLICTS:LINES     lines missed for want of a place, of those fetched
 *   vl=SEEN:ZEROS:S32:S64  loads sampled; of these all bits 0; with a number
 *                          that as a float of 32, of 64 bits is subnormal
 *   fs=SHARED:SAMPLES      accesses to falsely shared lines, of those sampled
 *                          while several threads lived
 *   op=N:SLOTS:TAKEN:WINDOW:CLASS:OPERATIONS:TICKS..
 *                          of N executions that the timing model followed:
 *                          dispatch slots, taken branches, steps of the longest
 *                          chain for want of room; operations by class, and
 *                          the ticks of that chain that are theirs
 *   df=STORE:LOADS:OF:AHEAD
 *                          of so many loads, those of what the store at this
 *                          address of the module had written, and its
 *                          executions since then, in all of them; 0:0:OF:0
 *                          where no store of the module wrote it lately
 *   lu=LINES:BYTES         lines watched, and the bytes used of them
 *   ws=LINES wp=PLACES     distinct lines fetched, and distinct addresses for
 *                          which they were; estimates
 *   th=THREAD:N:THREAD:N.. executions by all threads but the first, which has
 *                          the rest; THREAD is 1 to 1023, the lowest that no
 *                          living thread had when it was made
 *   tg=TARGETS             of an indirect branch
 *   ag=N:SAME:KNOWN:SAME:KNOWN
 *                          of N calls of a mathematical function, those with
 *                          the first argument of the call before, and of some
 *                          of the last 2,048; the same by two arguments
 *   la=N:M                 executions in the last sixteenth to eighth, and in
 *                          the last quarter to half, of the time of a run with
 *                          a limit
 *   wx=N                   executions that were watched, where not all were:
 *                          misses and mispredictions are of these
 *   en=PERIODS:THOUSANDTHS the run was ended just before its last execution; in
 *                          so many periods from one to the next as much was
 *                          done, but for such a part
 *   tw=DONE:WORK:WORK..    the work done up to there, and in these periods
 */

struct err;

/* What is counted for each instruction: counters.def */
enum sim_counter {
#define COUNTER(name, ...) SIM_##name,
#include "counters.def"
/* what the timing model charged to each cause, in ticks */
#define CAUSE(name, ...) SIM_MODEL_##name,
#include "arch/causes.def"
	SIM_NCOUNTERS,
	SIM_CAUSES = SIM_MODELLED + 1,           /* the first of these, .. */
	SIM_NCAUSES = SIM_NCOUNTERS - SIM_CAUSES /* .. and how many */
};

enum { SIM_TURNS = 8 };

enum sim_fp {
#define FP(name, ...) SIM_FP_##name,
#include "wire.def"
	SIM_NFP
};

enum sim_end {
	SIM_END_EXIT,   /* end_code is the exit status */
	SIM_END_SIGNAL, /* killed; end_code is the signal, 0 when not known */
	SIM_END_LIMIT,  /* the time limit was reached: counts of a part */
	SIM_END_ENOUGH, /* it was stopped on request: the same */
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

/* Executions of an instruction by all threads but the first. */
struct sim_shares {
	size_t n;
	struct sim_share {
		uint32_t thread; /* may be that of one that has ended */
		uint64_t exec;
	} * of;
};

/* Of n calls of a mathematical function, those with the arguments of the call
 * before, and those with some of the last 2,048, about; index 0: by the first
 * argument, 1: by two */
struct sim_arguments {
	double n, same[2], known[2];
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
	/* the store of its module that most often wrote what is loaded; of so
	 * many loads (0: not known) those from it, and its executions since */
	uint64_t flow_store, flow_loads, flow_of, flow_ahead;
	double line_bytes_used; /* of each line fetched, mean; NAN if unknown */
	double lines_touched;   /* distinct lines fetched, about; NAN if none */
	double places_touched;  /* distinct addresses for which; NAN if none */
	/* of so many sampled accesses, those to lines in which two threads use
	 * different places; 0: none were seen */
	/* share of the lines fetched that a first cache without sets would
	 * have kept */
	double conflicts;
	/* of so many loads whose values were sampled, those of zeros, and of
	 * subnormal numbers of 32 and of 64 bits; 0: none were */
	uint64_t values_seen, zeros, subnormal32, subnormal64;
	uint64_t shared_samples, shared_of;
	const struct sim_work *work;           /* or NULL */
	const struct sim_arguments *arguments; /* or NULL */
	const struct sim_shares *shares;       /* NULL: only the first thread */
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
	const char *program; /* the file, as the system names it; or NULL */
	int pid, parent_pid;
	int rank; /* of a parallel program; -1: none is known */
	/* of a kind of process of which not all are simulated: from 1 in the
	 * table of kinds.h, 0: none; which one it is; and for how many it was
	 * simulated, at most */
	int kind;
	unsigned number, each;
	unsigned threads; /* created in all, with the first */
	/* how often the program asked for the time, and its last CPU time, by
	 * the simulator's clock */
	uint64_t clock_reads;
	double clock_cpu_s;
	/* the timing model: 0 when it did not run */
	unsigned ticks_per_cycle;
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
