/*
 * plan.h - which events go into which run, and how often each is sampled
 *
 * Made from a machine file: few runs, as its counters allow, for the paper's
 * events, TOT_CYC in each of them (the runs' variation is checked with it),
 * TOT_INS wherever a counter is free. Events of a formula are in one run where
 * that takes no further one. Events
 * that refine a formula are added as far as they need no further run, before
 * those the ones of the account of cycles, which may take two further runs.
 *
 * What a machine can't count is named in the notes and never replaced.
 */
#ifndef PERFEXPERT_MEASURE_PLAN_PLAN_H
#define PERFEXPERT_MEASURE_PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct arena;
struct err;
struct machine;
struct machine_event;
struct machine_native;

/* A native event in a run. */
struct plan_count {
	const struct machine_native *native;
	double period; /* native counts between two samples, a prime number */
	double per_s;  /* samples expected in a second of CPU time, at the rate
	                  at which code typically has this event */
};

struct plan_run {
	struct plan_count *counts; /* those of TOT_CYC first */
	size_t ncounts;
	const struct machine_event **events; /* canonical, TOT_CYC first */
	size_t nevents;
};

struct plan {
	struct arena *arena;
	const struct machine *machine;
	struct plan_run *runs;
	size_t nruns;
	const char **notes; /* "not measured: X, because ..." */
	size_t nnotes;
	const char **left_out; /* events that would need a further run */
	size_t nleft_out;
};

struct plan_request {
	const struct machine *machine;
	unsigned taken;     /* counters that others hold */
	double rate;        /* samples wanted per second and event */
	bool each;          /* the kernel's events but clocks: with period 1 */
	const char *events; /* NULL: the paper's and what refines them; "all";
	                       or names with commas between */
	/* why a native can't be counted here, or NULL when it can; may be
	 * NULL: all can */
	const char *(*refused)(void *ctx, const struct machine_native *n);
	void *ctx;
};

/*
 * plan_make - the plan of a machine; release with plan_free
 *
 * Errors: ERR_UNSUPPORTED when TOT_CYC can't be counted, ERR_USAGE for an
 *         unknown event name
 */
struct plan *plan_make(const struct plan_request *request, struct err *err);
void plan_free(struct plan *p);

/* plan_period - set period and per_s of a count of this canonical event */
void plan_period(struct plan_count *c, const struct machine *m,
                 const char *event, double rate);

/* plan_each - of an event of the kernel's that is no clock, take each */
void plan_each(struct plan_count *c);

/* plan_prime - the smallest prime number that is at least n */
double plan_prime(double n);

/* plan_software - the kernel counts this event, no counter of the core does */
bool plan_software(const struct machine_native *n);

/* plan_watchdog - counters of this machine that the kernel's watchdog holds;
 * only the host's can be asked */
unsigned plan_watchdog(const struct machine *m, const struct machine *host);

/*
 * plan_foreign - are these the counters of another processor than the host?
 *
 * Cycles derived from the kernel's clock are possible everywhere.
 */
bool plan_foreign(const struct machine *m, const struct machine *host);

#endif
