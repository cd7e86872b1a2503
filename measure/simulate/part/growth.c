#include "growth.h"

#include <math.h>

#include "base/banned.h"

const double growth_least_samples = 10;

/*
 * Sections whose growth by time is within this of by_count (a difference of
 * logarithms) did what the marker did, but for how the part was timed; so much
 * of the part's time must be theirs.
 */
static const double alike = 0.4, least_alike = 0.3;

double growth_by_time(const struct growth_times *t, double each)
{
	return each * t->whole_s / t->part_s;
}

double growth_bias(const struct growth_times *t, size_t n, double each,
                   double by_count)
{
	struct growth_times sum = { 0 };
	double all_s = 0;

	for (size_t i = 0; i < n; i++) {
		all_s += t[i].part_s;
		if (t[i].part_samples < growth_least_samples)
			continue;
		/* not where it is NAN */
		if (!(fabs(log(by_count / growth_by_time(&t[i], each))) <=
		      alike))
			continue;
		sum.whole_s += t[i].whole_s;
		sum.part_s += t[i].part_s;
	}
	if (sum.part_s <= 0 || sum.part_s < least_alike * all_s)
		return 1;
	return by_count / growth_by_time(&sum, each);
}
