#include "batch.h"

#include <math.h>

#include "base/banned.h"
#include "sampling.h"
#include "trend.h"

bool batch_next_window(const struct batch *b, size_t n, struct batch_window *w)
{
	double watched = 0, passed;

	w->from = w->end;
	if (w->from == n)
		return false;
	do {
		watched += b[w->end++].events[0];
	} while (w->end < n && b[w->end].window == b[w->from].window);
	passed = b[w->end - 1].passed / (w->end < n ? 2 : 1);
	if (w->from)
		passed += b[w->from - 1].passed / 2;
	w->times = 1 + passed / watched;
	return true;
}

size_t batch_half(const struct batch *b, size_t n)
{
	struct batch_window w = { 0 };
	size_t windows = 0, k = 0;

	while (batch_next_window(b, n, &w))
		windows++;
	if (windows < 2)
		return n / 2;
	w = (struct batch_window){ 0 };
	while (k++ < windows / 2)
		batch_next_window(b, n, &w);
	return w.end;
}

double batch_plain_mean(const struct batch *b, size_t n, batch_value *value,
                        size_t which)
{
	double weight = 0, sum = 0;

	for (size_t i = 0; i < n; i++) {
		weight += b[i].events[0];
		sum += b[i].events[0] * value(&b[i], which);
	}
	return sum / weight;
}

double batch_mean(const struct batch *b, size_t n, batch_value *value,
                  size_t which)
{
	struct batch_window w = { 0 };
	double sum = 0, weight = 0;

	while (batch_next_window(b, n, &w)) {
		for (size_t i = w.from; i < w.end; i++) {
			const double ins = w.times * b[i].events[0];

			weight += ins;
			sum += ins * value(&b[i], which);
		}
	}
	return sum / weight;
}

/*
 * Of a value to the next, from that of n of them, which is too small by
 * (1 + 4r) / n (Marriott and Pope, Biometrika 41, 1954).
 */
static double correlation(double r, double n)
{
	return fmin(sampling.most_correlated, fmax(0, r + (1 + 4 * r) / n));
}

/* Deviations of consecutive values from their mean, each by its weight */
struct spread {
	double n, square, lag;
	double steps; /* squares of what one differs by from the next */
	double last;
};

static void add_deviation(struct spread *s, double d)
{
	s->lag += s->n > 0 ? d * s->last : 0;
	s->steps += s->n > 0 ? pow(d - s->last, 2) : 0;
	s->square += d * d;
	s->last = d;
	s->n++;
}

/* r: of one to the next */
static double error_of(const struct spread *s, double r, double weight)
{
	if (!(s->n > 2))
		return INFINITY;
	return student_t(s->n * (1 - r) / (1 + r)) *
	       sqrt(s->square * s->n / (s->n - 1) * (1 + r) / (1 - r)) / weight;
}

/* From the differences of successive windows: n differences are worth two
 * thirds of n independent values */
static double error_of_steps(const struct spread *s, double weight)
{
	return student_t(s->n * 2 / 3) *
	       sqrt(s->steps / 2 * s->n / (s->n - 1)) / weight;
}

/* Too few for a good estimate of their spread: the values' range decides. */
static double few_windows(const struct spread *s, double weight)
{
	return s->n < 2 ? 0
	                : student_t(INFINITY) *
	                          sqrt(s->square * s->n / (s->n - 1)) / weight;
}

/* Of batches and of windows */
struct spreads {
	struct spread batches, windows;
	double watched; /* instructions */
	double unequal; /* reduction of the effective number of windows, because
	                   their weights differ */
};

static struct spreads spreads_of(const struct batch *b, size_t n,
                                 batch_value *value, size_t which)
{
	const double mean = batch_plain_mean(b, n, value, which);
	struct spreads s = { 0 };
	struct batch_window w = { 0 };
	double weight = 0, square = 0;

	while (batch_next_window(b, n, &w)) {
		double watched = 0, window = 0;

		for (size_t i = w.from; i < w.end; i++) {
			const double d =
				b[i].events[0] * (value(&b[i], which) - mean);

			add_deviation(&s.batches, d);
			window += d;
			watched += b[i].events[0];
		}
		add_deviation(&s.windows, window);
		s.watched += watched;
		weight += w.times * watched;
		square += pow(w.times * watched, 2);
	}
	s.unequal = sqrt(s.windows.n * square) / weight;
	return s;
}

double batch_error(const struct batch *b, size_t n, batch_value *value,
                   size_t which)
{
	const struct spreads s = spreads_of(b, n, value, which);
	double r = 0;

	if (s.windows.n >= sampling.least_windows)
		return s.unequal * error_of(&s.windows, 0, s.watched);
	if (s.batches.square > 0)
		r = correlation(s.batches.lag / s.batches.square, s.batches.n);
	return s.unequal * hypot(error_of(&s.batches, r, s.watched),
	                         few_windows(&s.windows, s.watched));
}

double batch_error_between(const struct batch *b, size_t n, batch_value *value,
                           size_t which)
{
	const struct spreads s = spreads_of(b, n, value, which);

	return s.windows.n >= sampling.least_windows
	               ? s.unequal * error_of_steps(&s.windows, s.watched)
	               : batch_error(b, n, value, which);
}

double batch_chance(const struct batch *b, size_t n, batch_value *value,
                    size_t which)
{
	const struct spreads s = spreads_of(b, n, value, which);

	return s.windows.n >= sampling.least_windows
	               ? s.unequal * error_of_steps(&s.windows, s.watched)
	               : 0;
}
