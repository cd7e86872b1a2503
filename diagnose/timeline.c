#include "timeline.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/mem.h"
#include "profile/profile.h"

/* Before kinds are chosen. */
struct found {
	struct timeline_kind *kind;
	size_t n, cap;
};

static bool is(const struct profile_series *s, const char *of)
{
	return strcmp(s->of, of) == 0;
}

static enum wait_kind wait_of(const struct profile_series *s)
{
	return is(s, PROFILE_OF_CPU) || is(s, PROFILE_OF_DELAY) ||
	                       is(s, PROFILE_OF_FAULTS) ||
	                       is(s, PROFILE_OF_CYCLES) || is(s, PROFILE_OF_INS)
	               ? WAIT_NONE
	               : wait_kind_of(s->of);
}

static double sum_of(const struct profile_series *s, double bin_s)
{
	double sum = 0;

	for (unsigned i = 0; i < s->n; i++)
		sum += (double)s->value[i] * bin_s;
	return sum;
}

static struct timeline_kind *found_at(struct found *f,
                                      const struct profile_section *section,
                                      enum wait_kind wait)
{
	for (size_t i = f->n; i-- > 0;) {
		if (f->kind[i].section == section && f->kind[i].wait == wait)
			return &f->kind[i];
	}
	f->kind = mem_grow(f->kind, &f->cap, f->n + 1, sizeof(*f->kind));
	f->kind[f->n] = (struct timeline_kind){ section, wait, 0 };
	return &f->kind[f->n++];
}

static int by_time(const void *one, const void *two)
{
	const struct timeline_kind *a = one, *b = two;

	return (a->time_s < b->time_s) - (a->time_s > b->time_s);
}

static void find_kinds(struct timeline *t, struct found *f)
{
	for (struct profile_section *s = t->profile->root; s;
	     s = profile_next(s)) {
		struct timeline_kind *at =
			s->series ? found_at(f, s, WAIT_NONE) : NULL;

		for (const struct profile_series *i = s->series; i; i = i->next)
			at->time_s += sum_of(i, t->bin_s);
	}
	for (const struct profile_series *i = t->profile->timeline.series; i;
	     i = i->next) {
		const enum wait_kind wait = wait_of(i);

		if (wait != WAIT_NONE)
			found_at(f, NULL, wait)->time_s += sum_of(i, t->bin_s);
		t->threads =
			i->thread >= t->threads ? i->thread + 1 : t->threads;
	}
	if (f->n)
		qsort(f->kind, f->n, sizeof(*f->kind), by_time);
}

/* Waits are few and always there; the rest is for sections and others. */
static void choose_kinds(struct timeline *t, const struct found *f)
{
	size_t room = TIMELINE_KINDS - 1, waits = 0;

	for (size_t i = 0; i < f->n; i++)
		waits += f->kind[i].wait != WAIT_NONE;
	room -= waits;
	for (size_t i = 0; i < f->n; i++) {
		if (f->kind[i].wait == WAIT_NONE && room == 0)
			continue;
		room -= f->kind[i].wait == WAIT_NONE;
		t->kind[t->n++] = f->kind[i];
	}
	t->kind[t->n++] = (struct timeline_kind){ NULL, WAIT_NONE, 0 };
}

static void add(const struct timeline *t, double *to,
                const struct profile_series *s, double unit)
{
	for (unsigned i = 0; i < s->n && s->from + i < t->bins; i++)
		to[s->from + i] += (double)s->value[i] * unit;
}

/* thread: that one's; UINT_MAX: of all */
static void fill(const struct timeline *t, unsigned thread, double *v)
{
	double *others = v + (t->n - 1) * t->bins;

	for (const struct profile_series *i = t->profile->timeline.series; i;
	     i = i->next) {
		const bool wanted = thread == UINT_MAX || i->thread == thread;

		if (wanted && is(i, PROFILE_OF_CPU))
			add(t, others, i, t->bin_s);
		for (size_t k = 0; wanted && k < t->n; k++) {
			if (t->kind[k].wait != WAIT_NONE &&
			    t->kind[k].wait == wait_of(i))
				add(t, v + k * t->bins, i, t->bin_s);
		}
	}
	for (size_t k = 0; k < t->n; k++) {
		if (!t->kind[k].section)
			continue;
		for (const struct profile_series *i =
		             t->kind[k].section->series;
		     i; i = i->next) {
			if (thread != UINT_MAX && i->thread != thread)
				continue;
			add(t, v + k * t->bins, i, t->bin_s);
			add(t, others, i, -t->bin_s);
		}
	}
	/* values were rounded when they were written */
	for (unsigned i = 0; i < t->bins; i++)
		others[i] = others[i] > 0.02 * t->bin_s ? others[i] : 0;
}

static void fill_sums(struct timeline *t)
{
	const struct {
		const char *of;
		double **to, unit;
	} sums[] = {
		{ PROFILE_OF_DELAY, &t->delay_s, t->bin_s },
		{ PROFILE_OF_FAULTS, &t->faults, 1 },
		{ PROFILE_OF_CPU, &t->cpu_s, t->bin_s },
		{ PROFILE_OF_CYCLES, &t->cycles, 1e9 * t->bin_s },
		{ PROFILE_OF_INS, &t->ins, 1e9 * t->bin_s },
	};

	for (size_t k = 0; k < sizeof(sums) / sizeof(*sums); k++) {
		*sums[k].to = mem_alloc(t->bins, sizeof(**sums[k].to));
		for (const struct profile_series *i =
		             t->profile->timeline.series;
		     i; i = i->next) {
			if (is(i, sums[k].of))
				add(t, *sums[k].to, i, sums[k].unit);
		}
	}
}

int timeline_make(struct timeline *t, const struct profile *p)
{
	struct found f = { 0 };

	*t = (struct timeline){ .profile = p,
		                .bins = p->timeline.bins,
		                .bin_s = p->timeline.bin_s };
	if (!t->bins || !p->timeline.series)
		return -1;
	find_kinds(t, &f);
	choose_kinds(t, &f);
	free(f.kind);
	t->v = mem_alloc(t->n * t->bins, sizeof(*t->v));
	fill(t, UINT_MAX, t->v);
	fill_sums(t);
	for (unsigned i = 0; i < t->bins; i++)
		t->kind[t->n - 1].time_s += t->v[(t->n - 1) * t->bins + i];
	return 0;
}

void timeline_thread(const struct timeline *t, unsigned thread, double *v)
{
	memset(v, 0, t->n * t->bins * sizeof(*v));
	fill(t, thread, v);
}

size_t timeline_most(const struct timeline *t, const double *v, unsigned from,
                     unsigned to)
{
	double most = 0.02 * t->bin_s * (to - from);
	size_t best = t->n;

	for (size_t k = 0; k < t->n; k++) {
		double sum = 0;

		for (unsigned i = from; i < to; i++)
			sum += v[k * t->bins + i];
		if (sum > most) {
			most = sum;
			best = k;
		}
	}
	return best;
}

static double sum_bins(const double *v, unsigned from, unsigned to)
{
	double sum = 0;

	for (unsigned i = from; i < to; i++)
		sum += v[i];
	return sum;
}

double timeline_cpi(const struct timeline *t, unsigned from, unsigned to)
{
	const double ins = sum_bins(t->ins, from, to);
	const double cycles = sum_bins(t->cycles, from, to);

	return ins > 0 && cycles > 0 ? cycles / ins : NAN;
}

double timeline_clock_hz(const struct timeline *t, unsigned from, unsigned to)
{
	/* a sample or two are too few for a clock rate */
	static const double least_s = 3e-3;
	const double cpu_s = sum_bins(t->cpu_s, from, to);
	const double cycles = sum_bins(t->cycles, from, to);

	return cpu_s >= least_s && cycles > 0 ? cycles / cpu_s : NAN;
}

void timeline_release(struct timeline *t)
{
	free(t->cpu_s);
	free(t->cycles);
	free(t->ins);
	free(t->v);
	free(t->delay_s);
	free(t->faults);
	*t = (struct timeline){ 0 };
}
