/*
 * balance.h - how evenly threads and ranks share the work, and what that costs
 *
 * Efficiencies are POP's (Performance Optimisation and Productivity Centre of
 * Excellence, standard metrics for parallel performance analysis):
 *
 *     load balance   = mean work / most work        of the threads
 *     communication  = most work / elapsed time     what waits in the busiest
 *     parallel       = load balance * communication = mean work / elapsed time
 *
 * Par.E is the SR8000's: sum / (most * threads), of each quantity.
 */
#ifndef PERFEXPERT_DIAGNOSE_BALANCE_H
#define PERFEXPERT_DIAGNOSE_BALANCE_H

#include <stdbool.h>
#include <stddef.h>

struct profile;
struct profile_section;
struct assess_input;

/* Over the threads that take part; all NAN where it is not known. */
struct balance_row {
	double sum, min, mean, max, sd;
	double par_e;             /* 0 to 1 */
	size_t least_at, most_at; /* threads, as in profile.thread */
};

enum balance_verdict {
	BALANCE_EVEN,        /* nothing to gain, or not known */
	BALANCE_UNEVEN_WORK, /* more cycles where there are more instructions */
	BALANCE_UNEVEN_SPEED, /* more cycles for the same instructions */
	BALANCE_UNEVEN        /* more cycles, instructions are not known */
};

struct balance {
	size_t n; /* threads that take part; of the program: all of them */
	struct balance_row work;         /* seconds of work */
	struct balance_row waited;       /* seconds spun and blocked */
	struct balance_row instructions; /* not those of waiting */
	/* the instructions of the thread that works most, by the mean; NAN:
	 * not known */
	double busiest_instructions;
	enum balance_verdict verdict;
	double gain_s; /* the busiest thread's work beyond the mean */
};

/*
 * balance_of - of a section; false where nothing is known by thread
 *
 * Over the threads that take part in it: a thread that never comes there is no
 * sign of uneven work there, but of a section that not all threads run.
 */
bool balance_of(const struct assess_input *in, const struct profile_section *s,
                struct balance *b);

/* balance_takes_part - does the section have work or waits of the thread? Of
 * the program all take part. */
bool balance_takes_part(const struct profile *p,
                        const struct profile_section *s, size_t thread);

/* The whole run's, 0 to 1; NAN: not known. */
struct balance_run {
	double parallel, load, communication;
	size_t idle; /* threads that do next to no work */
};

/* balance_of_run - false where nothing is known by thread */
bool balance_of_run(const struct assess_input *in, struct balance_run *r);

#endif
