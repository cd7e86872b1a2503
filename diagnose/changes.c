#include "changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/mem.h"

struct changes {
	size_t n, k;
	double *sums; /* of all rows before: [n + 1][k] */
	double phi, penalty;
};

/* How badly one distribution explains the rows from first to before end */
static double cost(const struct changes *c, size_t first, size_t end)
{
	const double *a = c->sums + first * c->k, *b = c->sums + end * c->k;
	double all = 0, sum = 0;

	for (size_t i = 0; i < c->k; i++) {
		const double v = b[i] - a[i];

		if (v > 1e-9) {
			all += v;
			sum -= v * log(v);
		}
	}
	return all > 0 ? sum + all * log(all) : 0;
}

static size_t categories(const struct changes *c, size_t first, size_t end)
{
	size_t n = 0;

	for (size_t i = 0; i < c->k; i++)
		n += c->sums[end * c->k + i] - c->sums[first * c->k + i] > 1e-9;
	return n;
}

static int ascending(const void *one, const void *two)
{
	const double a = *(const double *)one, b = *(const double *)two;

	return (a > b) - (a < b);
}

/* Twice the gain of a cut between two rows is chi-squared, with as many degrees
 * as there are categories less one, if nothing changes there. */
static void measure_noise(struct changes *c)
{
	double *ratio = mem_alloc(c->n, sizeof(*ratio));
	double kinds = 0, sum = 0;
	size_t n = 0, most, last = 0, pairs = 0;

	/* from one row that has something to the next: threads that lack a
	 * processor leave rows empty between their turns */
	for (size_t i = 1; i < c->n; i++) {
		const size_t d = categories(c, last, i + 1);
		const double gain = cost(c, last, i + 1) -
		                    cost(c, last, last + 1) - cost(c, i, i + 1);

		if (!categories(c, i, i + 1))
			continue;
		kinds += (double)categories(c, last, last + 1);
		pairs++;
		if (d > 1)
			ratio[n++] = 2 * gain / (double)(d - 1);
		last = i;
	}
	if (n)
		qsort(ratio, n, sizeof(*ratio), ascending);
	most = n - n / 10;
	for (size_t i = 0; i < most; i++)
		sum += ratio[i];
	c->phi = most ? fmax(1, sum / (double)most) : 1;
	if (pairs)
		kinds /= (double)pairs;
	c->penalty = (fmax(2, kinds) + 1) / 2 * log((double)c->n + 1);
	free(ratio);
}

static void add_up(struct changes *c, const double *counts)
{
	c->sums = mem_alloc((c->n + 1) * c->k + 1, sizeof(*c->sums));
	for (size_t i = 0; i < c->n * c->k; i++)
		c->sums[i + c->k] = c->sums[i] + counts[i];
}

/* The last segment of the rows before end, by what is best before it */
static void find_last(const struct changes *c, size_t shortest, size_t end,
                      double *best, size_t *from)
{
	best[end] = INFINITY;
	from[end] = 0;
	for (size_t first = 0; first + shortest <= end; first++) {
		const double v =
			best[first] + c->penalty + cost(c, first, end) / c->phi;

		if (v < best[end]) {
			best[end] = v;
			from[end] = first;
		}
	}
}

/* best[e]: the least cost of the rows before e; from[e]: where its last segment
 * begins. */
static void partition(const struct changes *c, size_t shortest, double *best,
                      size_t *from)
{
	best[0] = 0;
	for (size_t end = 1; end <= c->n; end++)
		find_last(c, shortest, end, best, from);
}

size_t changes_find(const double *counts, size_t n, size_t k, size_t shortest,
                    size_t *ends)
{
	struct changes c = { .n = n, .k = k };
	double *best;
	size_t *from, segments = 0, at = n;

	if (n == 0)
		return 0;
	if (shortest > n)
		shortest = n;
	best = mem_alloc(n + 1, sizeof(*best));
	from = mem_alloc(n + 1, sizeof(*from));
	add_up(&c, counts);
	measure_noise(&c);
	partition(&c, shortest, best, from);
	for (size_t end = n; end > 0; end = from[end])
		segments++;
	for (size_t i = segments; i-- > 0; at = from[at])
		ends[i] = at;
	free(c.sums);
	free(best);
	free(from);
	return segments;
}
