#include "share.h"

#include <math.h>

#include "base/banned.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"

double share_error(const struct share_doubts *d)
{
	static const double z = 1.96, longest = 3; /* what lasts longer does
	                                            * so in the rest, too */
	const double times = z * fmin(longest, sqrt((1 - d->share) / d->share));

	return hypot(hypot(d->end, d->hits), d->runs * fmax(1, times));
}

double share_modelled(const struct simulation *sim)
{
	double done = 0, cycles = 0;

	for (size_t i = 0; i < sim->n; i++) {
		const struct simout *out = sim->outs[i];

		done += (double)out->total[SIM_MODELLED];
		for (size_t k = 0; k < SIM_NCAUSES && out->ticks_per_cycle; k++)
			cycles += (double)out->total[SIM_MODEL_USEFUL + k] /
			          out->ticks_per_cycle;
	}
	return cycles > 0 ? done / cycles : NAN;
}

bool share_is_possible(const struct share_speed *speed)
{
	static const double wrong = 8;
	const double width = speed->width ? speed->width : (double)INFINITY;
	const double most = fmin(width, wrong * speed->modelled);
	const double least = speed->modelled / wrong;

	return !(speed->instructions > most * speed->most_cycles) &&
	       !(speed->instructions < least * speed->user_cycles);
}

double share_slower(const struct share *share)
{
	static const double least_sure = 0.05, least_part = 0.1;
	const double part = share->share - share->setup;
	double slower = 1;

	if (share->times_error <= least_sure && !share->regular &&
	    part >= least_part * share->share)
		slower = (1 - share->setup) / part / share->times;
	if (!(share->later > 0))
		return slower;
	return slower > 1 ? fmin(slower, fmax(1, share->later))
	                  : fmax(slower, fmin(1, share->later));
}

bool share_count_tells(const struct share *share, bool agree)
{
	static const double most = 1.5;

	return agree || share->regular ||
	       fabs(log(share->times * share->share)) <= log(most);
}

bool share_is_believed(struct share *share, double error, bool passed)
{
	static const double nothing = 1.01, most = 0.9;

	if (!(share->times < nothing && share->share * (1 + error) < most))
		return true;
	if (passed)
		share->times = share->times_error = NAN;
	return passed;
}
