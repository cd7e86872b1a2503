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
	REST = 1, /* run number of the samples after the part */
};

/* A native run that finds the end of the simulated part by its markers. */
struct search {
	struct session *s;
	const struct sampler_ops *ops;
	struct sampler *sampler;
	struct marker markers[CANDIDATES];
	size_t n;
	uint64_t total; /* final count of the kept marker, or 0 */
	double longest; /* maximum length of the part / reached_s */
	const struct sim_turns *work; /* work of each turn, simulated */
	struct turns turns;           /* executions of the kept marker */
	int rank; /* rank that has the markers, with a launcher; or -1 */
	int finish_rc;
	double before; /* share found by an earlier search, or NAN */
	struct err failed;
	struct markers counted;
	pid_t pid;       /* of the program, or its launcher */
	clockid_t clock; /* processor time */
	bool cut_off;    /* --limit ended the native runs */
	bool timed;      /* the kernel's clock gives the end */
	bool regular;    /* the end point's count grows natively like those
	                  * of the other markers */
	bool alike;      /* its turns did about equal work, simulated */
	bool one;        /* a single process executed the markers' code */
	bool again;      /* second search, as the first run differed */
	bool waits;      /* the process with the markers has not started */
	bool clocked;
	bool passed;      /* a marker was: the end is earlier than that */
	double before_s;  /* last time at which not all were reached */
	double reached_s; /* first time at which all were; 0: not yet */
	double end_s;     /* when one was passed, or may have been; or 0 */
	struct sampler_result sampled;
};

/* search_choose - markers among the instructions that were simulated late */
void search_choose(struct search *q, const struct simulation *sim,
                   const char *program);

/* search_keep - of the q->n markers (at least 1), choose the one that is
 * counted to the end of the run */
void search_keep(struct search *q);

/* search_is_of_one - did a single simulated process execute code of this file?
 * Then the markers belong to the native process that executes it. */
bool search_is_of_one(const struct simulation *sim, const char *path);

#endif
