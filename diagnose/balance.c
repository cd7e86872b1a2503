#include "balance.h"

#include <math.h>

#include "assessment.h"
#include "base/banned.h"

/* Less than this is no imbalance: the busiest thread's work by the mean's. */
static const double least_imbalance = 1.1;

/* Nor is what all of the run would gain less than that by. */
static const double least_gain = 0.01;

/* What is less than that of the busiest thread's does not count. */
static const double next_to_nothing = 0.01;

static const struct balance_row unknown = {
	NAN, NAN, NAN, NAN, NAN, NAN, 0, 0
};

static double most_of(const double *v, size_t n)
{
	double most = 0;

	for (size_t i = 0; v && i < n; i++)
		most = fmax(most, v[i]);
	return most;
}

/* A thread with at least so much takes part; 0: every thread. */
struct least {
	double work, waited;
};

static struct least least_of(const struct profile *p,
                             const struct profile_section *s)
{
	if (s == p->root)
		return (struct least){ 0 };
	return (struct least){
		next_to_nothing *
			most_of(s->spread[PROFILE_SPREAD_CYCLES], p->nthread),
		next_to_nothing *
			most_of(s->spread[PROFILE_SPREAD_WAITED], p->nthread),
	};
}

static bool reaches(const double *v, size_t thread, double least)
{
	return v && v[thread] > 0 && v[thread] >= least;
}

static bool takes_part(const struct profile *p, const struct profile_section *s,
                       const struct least *least, size_t thread)
{
	return s == p->root ||
	       reaches(s->spread[PROFILE_SPREAD_CYCLES], thread, least->work) ||
	       reaches(s->spread[PROFILE_SPREAD_WAITED], thread, least->waited);
}

bool balance_takes_part(const struct profile *p,
                        const struct profile_section *s, size_t thread)
{
	const struct least least = least_of(p, s);

	return takes_part(p, s, &least, thread);
}

static struct balance_row row_of(const struct profile *p,
                                 const struct profile_section *s,
                                 enum profile_spread of, double unit)
{
	const struct least least = least_of(p, s);
	const double *v = s->spread[of];
	struct balance_row r = { .min = INFINITY };
	double squares = 0, n = 0;

	for (size_t i = 0; v && i < p->nthread; i++) {
		const double x = v[i] / unit;

		if (!takes_part(p, s, &least, i))
			continue;
		if (isnan(x))
			return unknown;
		n++;
		r.sum += x;
		squares += x * x;
		if (x < r.min) {
			r.min = x;
			r.least_at = i;
		}
		if (n == 1 || x > r.max) {
			r.max = x;
			r.most_at = i;
		}
	}
	if (n < 1)
		return unknown;
	r.mean = r.sum / n;
	r.sd = sqrt(fmax(0, squares / n - r.mean * r.mean));
	r.par_e = r.max > 0 ? r.mean / r.max : NAN;
	return r;
}

/*
 * Where the instructions are as uneven as the time, the work is. Where they are
 * not, the same work takes longer in some threads: they contend for something,
 * or have a slower processor.
 */
static enum balance_verdict verdict_of(const struct assess_input *in,
                                       const struct balance *b)
{
	const double time = b->work.max / b->work.mean;
	const double work = b->busiest_instructions;

	if (!(time > least_imbalance) || b->gain_s < least_gain * in->elapsed_s)
		return BALANCE_EVEN;
	if (isnan(work))
		return BALANCE_UNEVEN;
	return work - 1 > (time - 1) / 2 ? BALANCE_UNEVEN_WORK
	                                 : BALANCE_UNEVEN_SPEED;
}

bool balance_of(const struct assess_input *in, const struct profile_section *s,
                struct balance *b)
{
	const struct profile *p = in->profile;
	const double *instructions;

	if (p->nthread < 2 || !s || !s->spread[PROFILE_SPREAD_CYCLES])
		return false;
	instructions = s->spread[PROFILE_SPREAD_INSTRUCTIONS];
	*b = (struct balance){
		.work = row_of(p, s, PROFILE_SPREAD_CYCLES, in->clock_hz),
		.waited = row_of(p, s, PROFILE_SPREAD_WAITED, 1),
		.instructions = row_of(p, s, PROFILE_SPREAD_INSTRUCTIONS, 1),
	};
	for (size_t i = 0; i < p->nthread; i++)
		b->n += balance_takes_part(p, s, i);
	if (!(b->work.sum >= 0))
		return false;
	b->gain_s = b->work.max - b->work.mean;
	b->busiest_instructions = NAN;
	if (instructions && !isnan(b->instructions.mean))
		b->busiest_instructions =
			instructions[b->work.most_at] / b->instructions.mean;
	b->verdict = verdict_of(in, b);
	return true;
}

bool balance_of_run(const struct assess_input *in, struct balance_run *r)
{
	struct balance b;

	if (!balance_of(in, in->profile->root, &b) || !in->elapsed.known)
		return false;
	*r = (struct balance_run){
		.parallel = fmin(1, b.work.mean / in->elapsed.path_s),
		.load = b.work.par_e,
		.communication = fmin(1, b.work.max / in->elapsed.path_s),
	};
	for (size_t i = 0; i < in->profile->nthread; i++)
		r->idle += in->profile->root->spread[PROFILE_SPREAD_CYCLES][i] <
		           next_to_nothing * b.work.max * in->clock_hz;
	return true;
}
