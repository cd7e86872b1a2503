/* plan_build.c - the runs of a plan, with their counters and periods */
#include "plan_private.h"

#include "arch/events.h"
#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"

/* Runs in the order of the catalogue: the one with TOT_INS first. */
static void sort_runs(struct planner *p)
{
	const struct plan_solution *s = &p->solution;
	size_t n = 0;
	uint64_t done = 0;

	for (size_t i = 0; i < p->ncandidates; i++) {
		const struct candidate *c = &p->candidates[i];
		unsigned run;

		if (c->item == PLAN_MAX)
			continue;
		run = s->run[c->item];
		if (done >> run & 1)
			continue;
		done |= (uint64_t)1 << run;
		p->runs[n] = p->problem.base;
		for (size_t k = 0; k < p->problem.nitems; k++) {
			if (s->run[k] == run)
				p->runs[n] |= p->problem.items[k];
		}
		n++;
	}
	if (n == 0)
		p->runs[n++] = p->problem.base;
	p->plan->nruns = n;
}

/* Fill free counters: TOT_INS first, then events that were not requested. */
static void fill_up(struct planner *p)
{
	for (size_t r = 0; r < p->plan->nruns; r++) {
		if (plan_fits(&p->problem, p->runs[r] | p->instructions))
			p->runs[r] |= p->instructions;
	}
	for (size_t i = 0; i < p->ncandidates; i++) {
		const struct candidate *c = &p->candidates[i];
		bool placed = c->want != WANT_FREE || !c->event;

		for (size_t r = 0; r < p->plan->nruns && !placed; r++) {
			placed =
				plan_fits(&p->problem, p->runs[r] | c->natives);
			if (placed)
				p->runs[r] |= c->natives;
		}
	}
}

/* Events that a run gives; a native two of them share counts for both. */
static void add_events(struct planner *p, struct plan_run *run,
                       uint64_t natives)
{
	run->events = arena_alloc(p->plan->arena, p->ncandidates + 1,
	                          sizeof(struct machine_event *));
	for (size_t i = 0; i < p->ncandidates; i++) {
		const struct candidate *c = &p->candidates[i];

		if (c->event && c->want != WANT_NOT && !(c->natives & ~natives))
			run->events[run->nevents++] = c->event;
	}
}

/* A native's period: for the event that has it most seldom. */
static void set_period(struct planner *p, struct plan_count *c, size_t native)
{
	struct plan_count one = *c;

	for (size_t i = 0; i < p->ncandidates; i++) {
		const struct candidate *e = &p->candidates[i];

		if (e->want == WANT_NOT || !(e->natives >> native & 1))
			continue;
		plan_period(&one, p->r->machine, e->what->name, p->r->rate);
		if (c->period == 0 || one.period < c->period)
			*c = one;
	}
	if (p->r->each)
		plan_each(c);
}

/* The periods of a run differ, so that events are not sampled in step. */
static void separate(const struct plan_run *run, struct plan_count *c)
{
	for (size_t i = 0; i < run->ncounts;) {
		if (run->counts[i].period == c->period && c->period > 1000) {
			c->period = plan_prime(c->period + 1);
			i = 0;
		} else {
			i++;
		}
	}
}

static void add_counts(struct planner *p, struct plan_run *run,
                       uint64_t natives)
{
	const uint64_t cycles = plan_find(p, "TOT_CYC")->natives;
	const uint64_t order[] = { cycles, natives & ~cycles };

	run->counts = arena_alloc(p->plan->arena, p->nnatives + 1,
	                          sizeof(*run->counts));
	for (size_t k = 0; k < 2; k++) {
		for (uint64_t left = order[k]; left; left &= left - 1) {
			size_t i = (size_t)__builtin_ctzll(left);
			struct plan_count c = { .native = p->natives[i] };

			set_period(p, &c, i);
			if (p->least_period[i] == 0)
				separate(run, &c);
			else
				c.period = p->least_period[i];
			p->least_period[i] = c.period;
			run->counts[run->ncounts++] = c;
		}
	}
}

void plan_build(struct planner *p)
{
	struct plan *plan = p->plan;

	sort_runs(p);
	fill_up(p);
	plan->runs = arena_alloc(plan->arena, plan->nruns, sizeof(*plan->runs));
	for (size_t r = 0; r < plan->nruns; r++) {
		add_counts(p, &plan->runs[r], p->runs[r]);
		add_events(p, &plan->runs[r], p->runs[r]);
	}
}
