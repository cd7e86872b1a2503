/*
 * floor.h - what a section could cost at best on a machine
 *
 * The larger of two bounds, of the instructions that were really executed: what
 * the core's widths and pipes need for the operations, dealt out to the pipes
 * in the best way; and the longest chain of operations of which each needs the
 * result of the one before, or the place in the window that it leaves. Data is
 * in L1, code is there, no branch is mispredicted.
 *
 * The first is computed here from counts by class of operation, so it can be
 * had for any machine; the second was found while the program ran, with the
 * latencies of the machine that was simulated.
 */
#ifndef PERFEXPERT_DIAGNOSE_FLOOR_H
#define PERFEXPERT_DIAGNOSE_FLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct profile_section;
struct strbuf;

enum floor_limit {
	FLOOR_WIDTH,  /* operations dispatched or retired in a cycle */
	FLOOR_PIPES,  /* .pipes, all of them busy */
	FLOOR_UNIT,   /* a unit that takes a while: divides, roots */
	FLOOR_BRANCH, /* taken branches in a row */
	FLOOR_CHAIN,  /* a chain of dependences */
	FLOOR_WINDOW  /* the same, as long as the window lets it be */
};

/* Operations of n instructions, by class as machine_model_ops() sorts them */
enum { FLOOR_CLASSES = 64 };

struct floor_work {
	double instructions, slots, taken;
	double ops[FLOOR_CLASSES];
};

struct floor {
	double cpi; /* cycles per instruction; NAN: not known */
	enum floor_limit limit;
	uint32_t pipes;       /* of the machine, for FLOOR_PIPES */
	double throughput;    /* cycles per instruction by the work alone, .. */
	double chain;         /* .. and by the chain alone; NAN */
	const char *of;       /* class of most of the chain or of the unit */
	const char *file;     /* where most of the chain is, or NULL */
	unsigned line;        /* 0: not known */
	double per_iteration; /* cycles of a loop's iteration; NAN */
	bool doubtful;        /* it was faster, as measured */
};

/*
 * floor_bound - makes a section's floor consistent with its account
 *
 * modelled, measured: cycles per instruction of the section; NAN: not known.
 * A floor above the modelled cycles is dropped: then cycles of the section's
 * work are charged to its callees or callers. cpi becomes NAN, unless it is
 * nearly the same. A floor above the measured cycles is doubtful.
 */
void floor_bound(struct floor *floor, double modelled, double measured);

/* floor_throughput - sets cpi, throughput, limit, pipes and of */
void floor_throughput(struct floor *floor, const struct machine *m,
                      const struct floor_work *work);

/*
 * floor_make - a section's, with all the sections in it
 *
 * simulated is the machine of which the chain was found, NULL where it is m:
 * its operations are given the latencies of m. cpi is NAN where the measurement
 * has not what is needed.
 */
void floor_make(struct floor *floor, const struct machine *m,
                const struct machine *simulated,
                const struct profile_section *s);

/* floor_work_of - what a section and all in it gave a core to do, as of m */
void floor_work_of(struct floor_work *work, const struct machine *m,
                   const struct profile_section *s);

/* floor_limit_name - "width", "pipes", "unit", "taken", "chain" or "window" */
const char *floor_limit_name(enum floor_limit limit);

/*
 * floor_sentence - "best case: 0.25 CPI, limited by the width of the core",
 * without a full stop; nothing when it is unknown
 */
void floor_sentence(struct strbuf *b, const struct floor *floor,
                    const struct machine *m);

#endif
