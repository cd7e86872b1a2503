/*
 * search.h - a native run that looks for the end of the simulated part: its
 * state, for share.c, and its markers, chosen in search.c
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_SEARCH_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/err.h"
#include "measure/collect/clock/sampler.h"
#include "measure/collect/simulate/sample/marker.h"
#include "turns.h"

struct session;
struct sim_turns;
struct simulation;

enum {
	CANDIDATES = MARKER_SLOTS,
	REST = 1, /* number of the samples after the part */
};

/* The run that looks for the part's end. */
struct search {
	struct session *s;
	const struct sampler_ops *ops;
	struct sampler *sampler;
	struct marker markers[CANDIDATES];
	size_t n;
	uint64_t total; /* of the marker that was counted to the end, or 0 */
	double longest; /* that the part can be, in times of reached_s */
	const struct sim_turns *work; /* what was done in turns, simulated */
	struct turns turns;           /* of the marker that is kept */
	int rank; /* that the markers are of, with a launcher; or -1 */
	int finish_rc;
	double before; /* the share that another run gave, or NAN */
	struct err failed;
	struct markers counted;
	pid_t pid;       /* of the program, or its launcher */
	clockid_t clock; /* processor time */
	bool cut_off;    /* the whole runs were, by a limit */
	bool timed;      /* the end is known by the kernel's clock */
	bool regular;    /* what ended the simulation does so natively, too:
	                  * the others keep up with it */
	bool alike;      /* and was done in turns that are, simulated */
	bool one;        /* process that did what they count, of all */
	bool again;      /* after another run that did otherwise */
	bool waits;      /* for the process that has them to start */
	bool clocked;
	bool passed;      /* one was: the end is known to be before */
	double before_s;  /* when not all had been reached yet */
	double reached_s; /* when they had; 0: not yet */
	double end_s;     /* when one was passed, or could have been; or 0 */
	struct sampler_result sampled;
};

/* search_choose - the markers, by what the simulation executed late */
void search_choose(struct search *q, const struct simulation *sim,
                   const char *program);

/* search_keep - chooses the marker that is counted to the end, of q->n, at
 * least one */
void search_keep(struct search *q);

/* search_is_of_one - did one process alone execute anything of the file? Then
 * it is known of which one the markers are, wherever it is started. */
bool search_is_of_one(const struct simulation *sim, const char *path);

#endif
