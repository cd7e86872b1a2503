#include "time_rows.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "attribution.h"
#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "profile/profile.h"
#include "profile/series.h"

enum {
	MOST_BINS = 400,
	FEW_BINS = 64,
	MOST_CELLS = 1 << 15, /* of all threads: fewer bins for more */
	MOST_THREADS = 256,
	GAP = 6 /* zeros that end a series */
};

/* A bin has some samples of a thread that works: they are 1 ms apart. */
static const double shortest_bin_s = 0.01;

/* A section with less of the time has no separate series. */
static const double least = 0.001;

struct row {
	struct profile_section *section; /* NULL: all of the thread */
	unsigned of, thread;
	float *value;
};

struct time_rows {
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

static float *row_of(struct time_rows *t, struct profile_section *s,
                     unsigned of, unsigned thread)
{
	const uint32_t number = s ? ids_add(&t->sections, (uintptr_t)s,
	                                    (uint32_t)t->sections.n + 1)
	                          : 0;
	const uint64_t key =
		((uint64_t)number * TIME_OF_END + of) * MOST_THREADS + thread;
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

/* Distributes a value evenly over the time from begin to end */
static void spread(const struct time_rows *t, float *value, double begin,
                   double end, double amount)
{
	const double last = t->bins - 1;
	unsigned i = (unsigned)fmax(0, fmin(last, floor(begin / t->bin_s)));

	if (!(end > begin)) {
		value[i] += (float)amount;
		return;
	}
	for (; i < t->bins && i * t->bin_s < end; i++) {
		const double from = fmax(begin, i * t->bin_s);
		const double to = fmin(end, (i + 1) * t->bin_s);

		if (to > from)
			value[i] +=
				(float)(amount * (to - from) / (end - begin));
	}
}

void time_rows_add(struct time_rows *t, struct profile_section *s, unsigned of,
                   struct time_span when, unsigned thread, double amount)
{
	const double end = ((double)when.ns - (double)t->origin) * 1e-9;
	const double begin = end - (double)when.span_ns * 1e-9;

	t->dropped |= thread >= MOST_THREADS;
	if (thread < MOST_THREADS && amount > 0)
		spread(t, row_of(t, s, of, thread), begin, end,
		       of == TIME_OF_FAULTS ? amount : amount / t->bin_s);
}

static const char *name_of(unsigned of)
{
	static const char *const names[] = {
		[TIME_OF_CPU] = PROFILE_OF_CPU,
		[TIME_OF_DELAY] = PROFILE_OF_DELAY,
		[TIME_OF_FAULTS] = PROFILE_OF_FAULTS,
		[TIME_OF_CYCLES] = PROFILE_OF_CYCLES,
		[TIME_OF_INS] = PROFILE_OF_INS,
	};

	return of < TIME_OF_WAIT
	               ? names[of]
	               : wait_kind_name((enum wait_kind)(of - TIME_OF_WAIT));
}

/* In pieces, without the longer gaps between them */
static void write_row(struct time_rows *t, const struct row *r)
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

static bool worth(const struct time_rows *t, const struct row *r)
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

static void write_rows(struct time_rows *t)
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

struct time_rows *time_rows_new(struct attribution *b, uint64_t origin_ns,
                                double wall_s)
{
	const double threads = fmax(1, (double)b->p->threads);
	const double bins =
		fmin(fmin(MOST_BINS, fmax(FEW_BINS, MOST_CELLS / threads)),
	             floor(wall_s / shortest_bin_s));
	struct time_rows *t;

	if (!origin_ns || !(bins >= 1))
		return NULL;
	t = mem_alloc(1, sizeof(*t));
	t->p = b->p;
	t->cycles = b->cycles;
	t->origin = origin_ns;
	t->bins = (unsigned)bins;
	t->bin_s = wall_s / t->bins;
	t->p->timeline.bins = t->bins;
	t->p->timeline.bin_s = t->bin_s;
	return t;
}

void time_rows_end(struct time_rows *t)
{
	write_rows(t);
	free(t->rows);
	ids_release(&t->sections);
	ids_release(&t->by_key);
	free(t);
}
