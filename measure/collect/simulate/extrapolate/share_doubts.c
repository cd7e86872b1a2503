#include "share.h"

#include <math.h>

#include "base/banned.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "measure/collect/simulate/sample/sampling.h"

double share_error(const struct share_doubts *d)
{
	static const double z = 1.96;
	const double times = z * fmin(sampling.longest_doubt,
	                              sqrt((1 - d->share) / d->share));

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
	const double wrong = sampling.most_wrong;
	const double width = speed->width ? speed->width : (double)INFINITY;
	const double most = fmin(width, wrong * speed->modelled);
	const double least = speed->modelled / wrong;

	return !(speed->instructions > most * speed->most_cycles) &&
	       !(speed->instructions < least * speed->user_cycles);
}

double share_slower(const struct share *share)
{
	const double part = share->share - share->setup;
	double slower = 1;

	if (share->times_error <= sampling.sure_count && !share->regular &&
	    part >= sampling.least_setup_part * share->share)
		slower = (1 - share->setup) / part / share->times;
	if (!(share->later > 0))
		return slower;
	return slower > 1 ? fmin(slower, fmax(1, share->later))
	                  : fmax(slower, fmin(1, share->later));
}

bool share_count_usable(const struct share *share, bool agree)
{
	return agree || share->regular ||
	       fabs(log(share->times * share->share)) <=
	               log(sampling.most_disagree);
}

bool share_is_believed(struct share *share, double error, bool passed)
{
	if (!(share->times < sampling.nothing_more &&
	      share->share * (1 + error) < sampling.most_of_all))
		return true;
	if (passed)
		share->times = share->times_error = NAN;
	return passed;
}
