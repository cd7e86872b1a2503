#include "build_timeline.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "build_threads.h"
#include "build_waits.h"
#include "measure/attribute/attribution.h"
#include "measure/sample/moments.h"
#include "measure/sample/sample_waits.h"
#include "measure/sample/samples.h"
#include "profile/profile.h"
#include "profile/series.h"
#include "profile/waits.h"

enum {
	MOST_BINS = 400,
	FEW_BINS = 64,
	MOST_CELLS = 1 << 15, /* of all threads: fewer bins for more */
	MOST_THREADS = 256,
	GAP = 6 /* zeros that end a series */
};

/* A bin has some samples of a thread that works: they are 1 ms apart. */
static const double shortest_bin_s = 0.01;

/* A section with less of the time has no series of its own. */
static const double least = 0.001;

/* What a row counts; from OF_WAIT on kinds of waiting */
enum { OF_CPU, OF_DELAY, OF_FAULTS, OF_WAIT, OF_END = OF_WAIT + WAIT_NKINDS };

struct row {
	struct profile_section *section; /* NULL: all of the thread */
	unsigned of, thread;
	float *value;
};

struct timeline {
	const struct timeline_source *from;
	struct profile *p;
	size_t cycles; /* event */
	uint64_t origin;
	unsigned bins;
	double bin_s;
	struct ids sections, by_key;
	struct row *rows;
	size_t n, cap;
	bool dropped; /* threads beyond the limit */
};

static float *row_of(struct timeline *t, struct profile_section *s, unsigned of,
                     unsigned thread)
{
	const uint32_t number = s ? ids_add(&t->sections, (uintptr_t)s,
	                                    (uint32_t)t->sections.n + 1)
	                          : 0;
	const uint64_t key =
		((uint64_t)number * OF_END + of) * MOST_THREADS + thread;
	const uint32_t i = ids_add(&t->by_key, key, (uint32_t)t->n);

	if (i == t->n) {
		t->rows =
			mem_grow(t->rows, &t->cap, t->n + 1, sizeof(*t->rows));
		t->rows[t->n++] = (struct row){
			.section = s,
			.of = of,
			.thread = thread,
			.value = mem_alloc(t->bins, sizeof(float)),
		};
	}
	return t->rows[i].value;
}

/* An amount that is spread evenly over the time from begin to end */
static void spread(const struct timeline *t, float *value, double begin,
                   double end, double amount)
{
	const double last = t->bins - 1;
	double first = fmax(0, fmin(last, floor(begin / t->bin_s)));

	if (!(end > begin)) {
		value[(size_t)first] += (float)amount;
		return;
	}
	for (; first <= last && first * t->bin_s < end; first++) {
		const double from = fmax(begin, first * t->bin_s);
		const double to = fmin(end, (first + 1) * t->bin_s);

		if (to > from)
			value[(size_t)first] +=
				(float)(amount * (to - from) / (end - begin));
	}
}

static void add(struct timeline *t, struct profile_section *s, unsigned of,
                const struct moment *m, unsigned thread, double amount)
{
	const double end = ((double)m->ns - (double)t->origin) * 1e-9;
	const double begin = end - (double)m->span_ns * 1e-9;

	if (amount > 0)
		spread(t, row_of(t, s, of, thread), begin, end,
		       of == OF_FAULTS ? amount : amount / t->bin_s);
}

static bool known(struct timeline *t, uint32_t thread)
{
	if (thread == THREADS_NONE)
		return false;
	t->dropped |= thread >= MOST_THREADS;
	return thread < MOST_THREADS;
}

/* Work of the clock's samples, and page faults */
static void add_clock(struct timeline *t)
{
	const struct timeline_source *from = t->from;
	const bool both = from->clock == from->timed;
	uint32_t every;
	size_t n, places;
	const struct moment *m =
		moments_all(samples_moments(from->clock, 0), &n, &every);
	const struct sample_count *counts = samples_all(from->clock, &places);

	for (size_t i = 0; i < n; i++) {
		struct profile_section *s;
		double amount = m[i].amount * every;
		uint32_t thread;

		if (m[i].kind > MOMENT_FAULTS)
			continue;
		thread = threads_clock(from->threads, 0, m[i].thread);
		if (!known(t, thread))
			continue;
		if (m[i].kind == MOMENT_FAULTS) {
			add(t, NULL, OF_FAULTS, &m[i], thread, amount);
			continue;
		}
		s = from->spots[m[i].place].section;
		if (!both)
			amount *= 1 - waits_share(from->waits, s);
		else if (counts[m[i].place].key.call)
			continue;
		add(t, s, OF_CPU, &m[i], thread, amount);
		add(t, NULL, OF_CPU, &m[i], thread, amount);
	}
}

static unsigned wait_of(unsigned call)
{
	const enum wait_kind kind = sample_wait_kind(call);

	return OF_WAIT + (kind == WAIT_NONE ? WAIT_OTHER : kind);
}

/* What was waited for, spinning or blocked, and for a processor */
static void add_timed(struct timeline *t)
{
	const struct timeline_source *from = t->from;
	uint32_t every;
	size_t n, places;
	const struct moment *m =
		moments_all(samples_moments(from->timed, 0), &n, &every);
	const struct sample_count *counts = samples_all(from->timed, &places);

	for (size_t i = 0; i < n; i++) {
		const uint32_t thread =
			threads_timed(from->threads, 0, m[i].thread);
		unsigned call = m[i].place, of;

		if (m[i].kind == MOMENT_FAULTS || !known(t, thread))
			continue;
		if (m[i].kind == MOMENT_CPU) {
			call = counts[m[i].place].key.call;
			if (!call)
				continue;
		}
		of = m[i].kind == MOMENT_DELAY ? OF_DELAY : wait_of(call);
		add(t, NULL, of, &m[i], thread, m[i].amount * every);
	}
}

static const char *name_of(unsigned of)
{
	static const char *const names[] = { PROFILE_OF_CPU, PROFILE_OF_DELAY,
		                             PROFILE_OF_FAULTS };

	return of < OF_WAIT ? names[of]
	                    : wait_kind_name((enum wait_kind)(of - OF_WAIT));
}

/* In pieces, without the longer gaps between them */
static void write_row(struct timeline *t, const struct row *r)
{
	const float *v = r->value;
	unsigned i = 0;

	while (i < t->bins) {
		unsigned last = i, end = i;

		if (!(v[i] > 0)) {
			i++;
			continue;
		}
		for (; end < t->bins && end - last < GAP; end++)
			last = v[end] > 0 ? end : last;
		profile_series_add(t->p, r->section,
		                   &(struct profile_series){
					   .of = name_of(r->of),
					   .thread = r->thread,
					   .from = i,
					   .n = last + 1 - i,
					   .value = v + i,
				   });
		i = last + 1;
	}
}

static bool worth(const struct timeline *t, const struct row *r)
{
	const double *all = t->p->root->sum;

	return !r->section ||
	       r->section->sum[t->cycles] >= least * all[t->cycles];
}

static int by_place(const void *one, const void *two)
{
	const struct row *a = one, *b = two;

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	return (a->of > b->of) - (a->of < b->of);
}

static void write_rows(struct timeline *t)
{
	if (t->n)
		qsort(t->rows, t->n, sizeof(*t->rows), by_place);
	for (size_t i = 0; i < t->n; i++) {
		if (worth(t, &t->rows[i]))
			write_row(t, &t->rows[i]);
		free(t->rows[i].value);
	}
	if (t->dropped)
		profile_note(t->p, "the time line shows the first %d threads",
		             MOST_THREADS);
}

void build_timeline(struct attribution *b, const struct timeline_source *from)
{
	struct timeline t = { .from = from, .p = b->p, .cycles = b->cycles };
	const double threads = fmax(1, (double)t.p->threads);
	const double bins =
		fmin(fmin(MOST_BINS, fmax(FEW_BINS, MOST_CELLS / threads)),
	             floor(from->wall_s / shortest_bin_s));

	t.origin = moments_origin(samples_moments(from->clock, 0));
	if (!t.origin || !(bins >= 1))
		return;
	t.bins = (unsigned)bins;
	t.bin_s = from->wall_s / t.bins;
	t.p->timeline.bins = t.bins;
	t.p->timeline.bin_s = t.bin_s;
	add_clock(&t);
	add_timed(&t);
	write_rows(&t);
	free(t.rows);
	ids_release(&t.sections);
	ids_release(&t.by_key);
}
