#include "turns.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/banned.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/sample/sampling.h"

enum { MOST_DEGREE = 2 /* of how turns change */ };

void turns_see(struct turns *t, double count, double cpu_s)
{
	if (t->every == 0)
		t->every = 1;
	if (++t->passed < t->every)
		return;
	t->passed = 0;
	if (t->n == TURNS_POINTS) {
		for (size_t i = 0; i < t->n / 2; i++)
			t->v[i] = t->v[2 * i + 1];
		t->n /= 2;
		t->every *= 2;
	}
	t->v[t->n++] = (struct turns_point){ count, cpu_s };
}

/* When the count was reached, between points; NAN: not seen. */
static double time_at(const struct turns *t, double count)
{
	for (size_t i = 1; i < t->n; i++) {
		const struct turns_point *a = &t->v[i - 1], *b = &t->v[i];

		if (count < a->count || count > b->count ||
		    !(a->count < b->count))
			continue;
		return a->cpu_s + (b->cpu_s - a->cpu_s) * (count - a->count) /
		                          (b->count - a->count);
	}
	return NAN;
}

bool turns_fade(const struct turns *t, double count)
{
	/* of data that grow, so that each takes longer than the one before, a
	 * half to two thirds are */
	const double end_s = time_at(t, count);

	return time_at(t, sampling.fade_count * count) <
	       sampling.fade_time * end_s;
}

double turns_begin(const struct turns *t, double count)
{
	const double early = sampling.setup_count;
	const double early_s = time_at(t, early * count);
	const double pace = (time_at(t, count) - early_s) / (1 - early);

	return fmax(0, early_s - early * pace); /* 0 instead of NAN */
}

double turns_slower(const struct turns *t, double count)
{
	const double end_s = time_at(t, count);
	const double each_s = (end_s - time_at(t, count / 2)) / (count / 2);

	if (t->n == 0 || !(each_s > 0) || !(t->v[t->n - 1].count > count))
		return NAN;
	const struct turns_point *last = &t->v[t->n - 1];

	return (count + (last->cpu_s - end_s) / each_s) / last->count;
}

/* How turns change: the last one, what it has more than the one before, what
 * that is more than .., of which the last does not change. */
struct rule {
	double last[MOST_DEGREE + 1];
	size_t degree;
};

static double next_turn(struct rule *r)
{
	for (size_t k = r->degree; k > 0; k--)
		r->last[k - 1] += r->last[k];
	return r->last[0];
}

/* The work of that many further iterations; NAN if the rule gives a negative
 * value */
static double sum_of(struct rule r, double turns)
{
	double sum = 0;

	for (uint64_t i = 0; (double)i < turns; i++) {
		const double w = next_turn(&r);

		if (w < 0)
			return NAN;
		sum += w;
	}
	return sum;
}

/* Find the rule of growth of the work, in the order of the turns or reversed.
 */
static bool find_rule(struct rule *r, const double *work, size_t n,
                      double turns)
{
	double d[SIM_TURNS], most = 0, choose = 1;

	memcpy(d, work, n * sizeof(*d));
	for (r->degree = 0;
	     (double)n >= (double)r->degree + 1 + sampling.turns_spare;
	     r->degree++) {
		const size_t left = n - r->degree - 1;

		if (r->degree > MOST_DEGREE)
			return false;
		r->last[r->degree] = d[left];
		most = 0;
		for (size_t i = 0; i < left; i++) {
			d[i] = d[i + 1] - d[i];
			most = fmax(most, fabs(d[i]));
		}
		/* summed twice over all further turns */
		choose = turns;
		for (size_t k = 1; k < r->degree + 2; k++)
			choose *= (turns + (double)k) / (double)(k + 1);
		if (most * choose <= sampling.least_exact * sum_of(*r, turns))
			return true;
	}
	return false;
}

/*
 * By how much the times of equal pieces of the rest differ; NAN: they are too
 * short.
 */
static double pieces_differ(const struct turns *t, struct rule r, double count,
                            double total)
{
	const double turns = total - count;
	const double all_s = time_at(t, total) - time_at(t, count);
	const double pieces =
		fmin(sampling.rest_pieces, fmin(turns / sampling.piece_turns,
	                                        all_s / sampling.piece_s));
	const double all = sum_of(r, turns);
	double from_s = time_at(t, count), done = 0, first_s = NAN, differ = 0;
	double piece = 1;

	if (!(pieces >= 2))
		return NAN;
	for (uint64_t i = 0; (double)i < turns && piece <= pieces; i++) {
		double at_s, took_s;

		done += next_turn(&r);
		if (done < all * piece / floor(pieces) * (1 - 1e-9))
			continue;
		at_s = time_at(t, count + (double)i + 1);
		took_s = at_s - from_s;
		if (piece++ < 2)
			first_s = took_s;
		differ = fmax(differ,
		              fabs(took_s - first_s) / fmin(took_s, first_s));
		from_s = at_s;
	}
	return differ;
}

/* Do the turns before those seen add up, by the same rule, to the work done? */
static double part_of(const struct sim_turns *w, double count)
{
	double back[SIM_TURNS], seen = 0, sum;
	const double before = count - 1 - (double)w->n;
	struct rule r;

	for (size_t i = 0; i < w->n; i++) {
		back[i] = w->work[w->n - 1 - i];
		seen += back[i];
	}
	if (!find_rule(&r, back, w->n, before))
		return NAN;
	sum = seen + sum_of(r, before);
	return sum <= w->done * (1 + sampling.least_exact) &&
	                       (r.degree == 0 || sum >= w->done / 2)
	               ? sum
	               : NAN;
}

/* Each turn does about what the last ones did. */
static struct turns_growth by_number(const struct turns *t,
                                     const struct sim_turns *w, double count,
                                     double total)
{
	/* what is done between two hits may be done, begun or not */
	const double done = count - 0.5;
	const struct rule same = { .last = { 1 } };
	const double differ = pieces_differ(t, same, count, total);
	struct turns_growth g = { fmax(1, total / done), 0.5 / done, false };
	double mean = 0;

	for (size_t i = 0; i < w->n; i++)
		mean += w->work[i] / (double)w->n;
	/* earlier ones did less */
	if (done * mean > w->done * (1 + sampling.most_alike))
		return g;
	g.regular = isnan(differ) || differ <= sampling.most_alike;
	if (g.regular && differ > 0)
		g.error = hypot(g.error, differ);
	return g;
}

struct turns_growth turns_growth(const struct turns *t,
                                 const struct sim_turns *work, bool alike,
                                 double count, double total)
{
	const double turns = total - count + 1;
	const double part = part_of(work, count);
	struct rule r;
	double rest;

	if (part > 0 && find_rule(&r, work->work, work->n, turns)) {
		rest = sum_of(r, turns);
		if (rest >= 0 &&
		    !(pieces_differ(t, r, count, total) > sampling.most_exact))
			return (struct turns_growth){ 1 + rest / part,
				                      r.last[0] / 2 / part,
				                      true };
	}
	if (alike)
		return by_number(t, work, count, total);
	return (struct turns_growth){ fmax(1, total / (count - 0.5)),
		                      0.5 / (count - 0.5), false };
}
