#include "balance.h"

#include <math.h>

#include "assessment.h"
#include "base/banned.h"

/* Less than this is no imbalance: the busiest thread's work by the mean's. */
static const double least_imbalance = 1.1;

static const struct balance_row unknown = {
	NAN, NAN, NAN, NAN, NAN, NAN, 0, 0
};

static struct balance_row row_of(const double *v, size_t n, double unit)
{
	struct balance_row r = { .min = INFINITY };
	double squares = 0;

	if (!v || !n)
		return unknown;
	for (size_t i = 0; i < n; i++) {
		const double x = v[i] / unit;

		if (isnan(x))
			return unknown;
		r.sum += x;
		squares += x * x;
		if (x < r.min) {
			r.min = x;
			r.least_at = i;
		}
		if (!i || x > r.max) {
			r.max = x;
			r.most_at = i;
		}
	}
	r.mean = r.sum / (double)n;
	r.sd = sqrt(fmax(0, squares / (double)n - r.mean * r.mean));
	r.par_e = r.max > 0 ? r.mean / r.max : NAN;
	return r;
}

/*
 * Where the instructions are as uneven as the time, the work is. Where they are
 * not, the same work takes longer in some threads: they contend for something,
 * or have a slower processor.
 */
static enum balance_verdict verdict_of(const struct balance *b)
{
	const double time = b->work.max / b->work.mean;
	const double work = b->instructions.max / b->instructions.mean;

	if (!(time > least_imbalance))
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

	if (p->nthread < 2 || !s || !s->spread[PROFILE_SPREAD_CYCLES])
		return false;
	*b = (struct balance){
		.work = row_of(s->spread[PROFILE_SPREAD_CYCLES], p->nthread,
		               in->clock_hz),
		.waited =
			row_of(s->spread[PROFILE_SPREAD_WAITED], p->nthread, 1),
		.instructions = row_of(s->spread[PROFILE_SPREAD_INSTRUCTIONS],
		                       p->nthread, 1),
	};
	if (!(b->work.sum >= 0))
		return false;
	b->gain_s = b->work.max - b->work.mean;
	b->verdict = verdict_of(b);
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
	return true;
}
