/*
 * plan_private.h - a plan while it is made
 */
#ifndef PERFEXPERT_MEASURE_PLAN_PLAN_PRIVATE_H
#define PERFEXPERT_MEASURE_PLAN_PLAN_PRIVATE_H

#include "plan.h"
#include "plan_search.h"

struct event;

enum { PLAN_MAX_SETS = 64 };

/* Why an event is in the plan. */
enum want {
	WANT_NOT,
	WANT_FREE,    /* goes where a counter is left over */
	WANT_REFINE,  /* if it needs no further run */
	WANT_ACCOUNT, /* for the account of cycles: at most a few */
	WANT_NEED
};

/* An event of the machine, while the plan is made. */
struct candidate {
	const struct event *what;
	const struct machine_event *event;
	enum want want;
	uint64_t natives;
	size_t item; /* in the problem; PLAN_MAX: none */
};

struct planner {
	const struct plan_request *r;
	struct plan *plan;
	struct candidate *candidates;
	size_t ncandidates;
	const struct machine_native *natives[PLAN_MAX];
	double least_period[PLAN_MAX];
	size_t nnatives;
	uint64_t exclusions[PLAN_MAX];
	struct plan_set sets[PLAN_MAX_SETS];
	struct plan_problem problem;
	struct plan_solution solution;
	uint64_t runs[PLAN_MAX]; /* natives of each, sorted for the plan */
	uint64_t instructions;   /* natives of TOT_INS; 0: none */
};

/* plan_find - the candidate of that name, or NULL */
struct candidate *plan_find(struct planner *p, const char *name);

/* plan_add - put it into the problem; false: it can't be, or is there already
 */
bool plan_add(struct planner *p, struct candidate *c);

/* plan_drop - take it out of the problem again */
void plan_drop(struct planner *p, struct candidate *c);

/* plan_has - will some run count it? */
bool plan_has(const struct planner *p, const struct candidate *c);

/* plan_account - add what the account of cycles needs (plan_account.c) */
void plan_account(struct planner *p);

/* plan_for_account - is it an event of the machine's account? */
bool plan_for_account(const struct machine *m, const char *event);

/* plan_build - the plan's runs from the solution (plan_build.c) */
void plan_build(struct planner *p);

#endif
