#include "timeline.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "sampling.h"

enum { BINS = 64 /* of a run's samples */ };

struct cell {
	double a, b;
};

static double part_of(struct cell c, double ratio)
{
	const double d = c.a / ratio - c.b * ratio;

	return c.a + c.b > 0 ? d * d / (c.a + c.b) : 0;
}

double timeline_differ(const double *a, const double *b, size_t n)
{
	double na = 0, nb = 0, square = 0, cells = 0, least, excess;
	struct cell others = { 0, 0 };

	for (size_t i = 0; i < n; i++) {
		na += a[i];
		nb += b[i];
	}
	if (na < sampling.least_placed || nb < sampling.least_placed)
		return 0;
	least = fmin(na, nb) / (na + nb);
	for (size_t i = 0; i < n; i++) {
		const struct cell c = { a[i], b[i] };

		if ((c.a + c.b) * least < sampling.least_cell) {
			others.a += c.a;
			others.b += c.b;
			continue;
		}
		square += part_of(c, sqrt(na / nb));
		cells++;
	}
	if (others.a + others.b > 0) {
		square += part_of(others, sqrt(na / nb));
		cells++;
	}
	excess = square - (cells - 1);
	if (cells < 2 ||
	    excess < sampling.surely_otherwise * sqrt(2 * (cells - 1)))
		return 0;
	/* lower bound: two standard deviations of the noncentral chi-square
	 * distribution, whose variance is 2 (df + 2 excess) */
	excess -= 2 * sqrt(2 * (cells - 1 + 2 * excess));
	return fmin(1, sqrt(fmax(0, excess) * (na + nb) / (na * nb)) / 2);
}

/* One sample of a section, and when it was taken. */
struct hit {
	uint32_t section, place, bin;
};

static int by_section(const void *a, const void *b)
{
	const struct hit *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* The samples of watched sections in one run; *found: their number. */
static struct hit *find_hits(const struct timeline_sample *samples, size_t n,
                             size_t *found)
{
	struct hit *hits = mem_alloc(n + 1, sizeof(*hits));

	*found = 0;
	for (size_t i = 0; i < n; i++) {
		if (samples[i].section == TIMELINE_NONE)
			continue;
		hits[(*found)++] = (struct hit){
			.section = samples[i].section,
			.place = samples[i].place,
			.bin = (uint32_t)(i * BINS / n),
		};
	}
	return hits;
}

/* Samples by place and bin, of one section. */
struct table {
	double (*v)[BINS];
	size_t places;
	double bin[BINS], all; /* sums over the places */
};

static struct table table_of(const struct hit *h, size_t n)
{
	struct table t = { .v = mem_alloc(n + 1, sizeof(*t.v)) };

	for (size_t i = 0; i < n; i++) {
		if (i == 0 || h[i].place != h[i - 1].place)
			t.places++;
		t.v[t.places - 1][h[i].bin]++;
		t.bin[h[i].bin]++;
	}
	t.all = (double)n;
	return t;
}

/* Do the section's first bins, up to end, represent the whole section? */
static bool represents_all(const struct table *t, size_t end)
{
	double *first = mem_alloc(t->places + 1, sizeof(*first));
	double *rest = mem_alloc(t->places + 1, sizeof(*rest));
	double n = 0, differ;

	for (size_t p = 0; p < t->places; p++) {
		for (size_t k = 0; k < BINS; k++)
			*(k < end ? &first[p] : &rest[p]) += t->v[p][k];
		n += first[p];
	}
	/* its share of the whole is the same already */
	differ = timeline_differ(first, rest, t->places) * (1 - n / t->all);
	free(first);
	free(rest);
	return differ < sampling.much_elsewhere;
}

static struct timeline_need need_of(const struct table *t)
{
	struct timeline_need need = { 0 };
	double sum = 0;
	size_t begin = 0, end = BINS;

	while (begin < BINS && sum < sampling.begun * t->all)
		sum += t->bin[begin++];
	need.begins = (double)begin / BINS;
	/* from the end, because the beginning may have too few samples */
	while (end > begin && represents_all(t, end - 1))
		end--;
	need.need = (double)end / BINS;
	return need;
}

/* One run: what it needs less than those before, or as the first. */
static void lessen(const struct timeline_sample *samples, size_t n,
                   size_t nsections, bool first, struct timeline_need *need)
{
	size_t found, end;
	struct hit *hits = find_hits(samples, n, &found);

	qsort(hits, found, sizeof(*hits), by_section);
	for (size_t i = 0; i < found; i = end) {
		struct timeline_need *to = &need[hits[i].section];
		struct timeline_need here = { 0, 0 };
		struct table t;

		end = i;
		while (end < found && hits[end].section == hits[i].section)
			end++;
		if (hits[i].section >= nsections)
			continue;
		t = table_of(&hits[i], end - i);
		if ((double)(end - i) >= sampling.least_placed)
			here = need_of(&t);
		free(t.v);
		if (first || here.begins < to->begins)
			to->begins = here.begins;
		if (first || here.need < to->need)
			to->need = here.need;
	}
	free(hits);
}

void timeline_needs(const struct timeline_sample *samples, const size_t *run,
                    size_t nruns, size_t nsections, struct timeline_need *need)
{
	size_t first = 0;

	for (size_t i = 0; i < nsections; i++)
		need[i] = (struct timeline_need){ 0 };
	for (size_t r = 0; r < nruns; r++) {
		lessen(samples + first, run[r] - first, nsections, r == 0,
		       need);
		first = run[r];
	}
}
