#include "scaling.h"

#include <math.h>
#include <stdlib.h>

#include "assessment.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/str.h"

/* No loss is reported from this efficiency on, or below this share of a run */
static const double good_efficiency = 0.85, least_lost = 0.01;
/* Counts of so much more are taken as the same: part of a run was counted. */
static const double equal_counts = 1.1;

/* What one section did in one measurement. */
struct cost {
	double busiest_s, work_s; /* of one thread; of all */
	double waits_s;           /* mean over the threads */
	double instructions;      /* without those of waiting; NAN: unknown */
	bool alone;               /* one thread runs it */
};

static double positive(double v)
{
	return v > 0 ? v : 0;
}

static double workers_of(const struct assess_input *in)
{
	const struct profile *p = in->profile;

	if (p->nthread)
		return (double)p->nthread;
	return fmax(1, positive(p->threads)) * fmax(1, positive(p->ranks));
}

/* What the run takes: on a machine that is free, where that is known. */
static double run_s(const struct assess_input *in)
{
	if (in->elapsed.known)
		return in->elapsed.path_s;
	return isnan(in->elapsed_s) ? in->runtime_s : in->elapsed_s;
}

static struct cost cost_of(const struct assess_input *in,
                           const struct assess_value *v, double workers)
{
	const struct profile *p = in->profile;
	const double busiest_s = v->runtime_s > 0 ? v->path * run_s(in) : 0;

	return (struct cost){
		.busiest_s = busiest_s,
		.work_s = positive(v->runtime_s),
		.waits_s = (positive(v->waited) * in->runtime_s +
		            positive(v->blocked_s)) /
		           workers,
		.instructions =
			profile_value(p, v->section, "TOT_INS") -
			positive(profile_value(p, v->section, "WAIT_INS")),
		.alone = busiest_s > 0.9 * v->runtime_s,
	};
}

static double time_of(const struct cost *c)
{
	return c->busiest_s + c->waits_s;
}

/* Where the time of the last goes that perfect speed-up would not take. */
static void tell_apart(struct scaling_row *r, const struct cost *a,
                       const struct cost *b, double workers_a, double workers_b)
{
	const double more = b->instructions / a->instructions;
	const double grown = more > equal_counts ? a->work_s * (more - 1) : 0;
	enum scaling_loss most = SCALING_NONE;

	if (b->alone && workers_b > 1) {
		r->loss_s[SCALING_SERIAL] = positive(
			b->busiest_s - a->busiest_s * workers_a / workers_b);
	} else {
		r->loss_s[SCALING_MORE_WORK] = grown / workers_b;
		r->loss_s[SCALING_SHARED] =
			positive(b->work_s - a->work_s - grown) / workers_b;
		r->loss_s[SCALING_UNEVEN] =
			positive(b->busiest_s - b->work_s / workers_b);
	}
	r->loss_s[SCALING_WAITING] =
		positive(b->waits_s - a->waits_s * workers_a / workers_b);
	for (int k = 1; k < SCALING_NLOSSES; k++) {
		if (r->loss_s[k] > r->loss_s[most])
			most = (enum scaling_loss)k;
	}
	r->loss = most;
}

static void set_row(const struct scaling *s, struct scaling_row *r,
                    const struct assess_value *const *v)
{
	const size_t last = s->n - 1;
	const double k = s->workers[last] / s->workers[0];
	struct cost cost[SCALING_INPUTS] = { { 0 } };

	for (size_t i = 0; i < s->n; i++) {
		r->time_s[i] = r->speedup[i] = r->efficiency[i] = NAN;
		if (!v[i])
			continue;
		cost[i] = cost_of(&s->a[i]->in[0], v[i], s->workers[i]);
		r->time_s[i] =
			r->section ? time_of(&cost[i]) : run_s(&s->a[i]->in[0]);
	}
	for (size_t i = 0; i < s->n; i++) {
		r->speedup[i] = r->time_s[0] / r->time_s[i];
		r->efficiency[i] =
			r->speedup[i] * s->workers[0] / s->workers[i];
	}
	r->lost_s = positive(r->time_s[last] - r->time_s[0] / k);
	if (k > 1 && v[0] && v[last] && r->efficiency[last] < good_efficiency &&
	    r->lost_s > least_lost * run_s(&s->a[last]->in[0]))
		tell_apart(r, &cost[0], &cost[last], s->workers[0],
		           s->workers[last]);
}

static bool same(const struct assess_section *a, const struct assess_section *b)
{
	return a->kind == b->kind && a->line == b->line &&
	       a->ordinal == b->ordinal && a->depth == b->depth &&
	       str_same(a->name, b->name) &&
	       str_same(a->procedure, b->procedure) &&
	       str_same(a->inlined, b->inlined);
}

static const struct assess_section *find(const struct assessment *a,
                                         const struct assess_section *wanted)
{
	for (size_t i = 0; i < a->nshown; i++) {
		if (same(a->shown[i], wanted))
			return a->shown[i];
	}
	return NULL;
}

/* Its first row is that of the input in which it was met first. */
static bool met_before(const struct scaling *s, size_t input,
                       const struct assess_section *wanted)
{
	for (size_t i = 0; i < input; i++) {
		if (find(s->a[i], wanted))
			return true;
	}
	return false;
}

/* A loop with nearly all of the time of what it is in says the same again. */
static bool says_the_same(const struct assess_section *loop)
{
	static const double nearly_all = 0.9;
	const struct assess_section *in = loop->parent;

	return in && loop->in[0].runtime_s >= nearly_all * in->in[0].runtime_s;
}

static void add_section(struct scaling *s, const struct assess_section *of,
                        double threshold)
{
	struct scaling_row *r = &s->rows[s->nrows];
	const struct assess_value *v[SCALING_INPUTS] = { NULL };
	bool matters = false;

	*r = (struct scaling_row){ .section = of };
	for (size_t i = 0; i < s->n; i++) {
		const struct assess_section *here = find(s->a[i], of);

		v[i] = here ? &here->in[0] : NULL;
		r->section = here ? here : r->section;
	}
	set_row(s, r, v);
	for (size_t i = 0; i < s->n; i++)
		matters |= r->time_s[i] >= threshold * run_s(&s->a[i]->in[0]);
	s->nrows += matters && !says_the_same(r->section);
}

static int by_loss(const void *x, const void *y)
{
	const struct scaling_row *a = x, *b = y;

	if (a->lost_s != b->lost_s)
		return a->lost_s > b->lost_s ? -1 : 1;
	return strcmp(a->section->name, b->section->name);
}

static void add_program(struct scaling *s)
{
	struct scaling_row *r = &s->rows[s->nrows++];
	const struct assess_value *v[SCALING_INPUTS] = { NULL };

	*r = (struct scaling_row){ .section = NULL };
	for (size_t i = 0; i < s->n; i++)
		v[i] = &s->a[i]->program.in[0];
	set_row(s, r, v);
}

static int by_workers(const void *x, const void *y)
{
	const struct assessment *const *a = x, *const *b = y;
	const double m = workers_of(&(*a)->in[0]), n = workers_of(&(*b)->in[0]);

	return (m > n) - (m < n);
}

struct scaling *scaling_new(const struct assessment *const *a, size_t n,
                            double threshold)
{
	struct scaling *s = mem_alloc(1, sizeof(*s));
	size_t most = 1;

	s->arena = arena_new();
	s->n = n;
	memcpy(s->a, a, n * sizeof(*a));
	qsort(s->a, n, sizeof(*s->a), by_workers);
	for (size_t i = 0; i < n; i++) {
		s->workers[i] = workers_of(&s->a[i]->in[0]);
		most += s->a[i]->nshown;
	}
	s->rows = arena_alloc(s->arena, most, sizeof(*s->rows));
	add_program(s);
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < s->a[i]->nshown; k++) {
			if (!met_before(s, i, s->a[i]->shown[k]))
				add_section(s, s->a[i]->shown[k], threshold);
		}
	}
	qsort(s->rows + 1, s->nrows - 1, sizeof(*s->rows), by_loss);
	return s;
}

void scaling_free(struct scaling *s)
{
	if (!s)
		return;
	arena_free(s->arena);
	free(s);
}

const char *scaling_loss_name(enum scaling_loss loss)
{
	static const char *const names[] = {
		[SCALING_NONE] = "none",
		[SCALING_SERIAL] = "serial",
		[SCALING_WAITING] = "waiting",
		[SCALING_MORE_WORK] = "more_work",
		[SCALING_SHARED] = "shared",
		[SCALING_UNEVEN] = "uneven",
	};

	return names[loss];
}
