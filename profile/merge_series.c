#include "merge_series.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "profile.h"
#include "series.h"

void merge_series_begin(struct profile *q, const struct profile *part,
                        double span_s)
{
	const struct profile_timeline *t = &part->timeline;

	if (q->timeline.bins || !t->bins)
		return;
	q->timeline.bins = t->bins;
	q->timeline.bin_s = fmax(t->bin_s, span_s / t->bins);
}

/*
 * A value of the bin that begins at_s and lasts old_s, dealt out to those of a
 * time line. Shares are of the bin's length, counts are of the bin.
 */
static void deal_out(double *out, const struct profile_timeline *t, double at_s,
                     double old_s, double value, bool count)
{
	const double new_s = t->bin_s, end_s = at_s + old_s;

	if (!(at_s / new_s < t->bins))
		return;
	for (unsigned k = (unsigned)(at_s / new_s);
	     k < t->bins && k * new_s < end_s; k++) {
		const double from_s = fmax(at_s, k * new_s);
		const double to_s = fmin(end_s, (k + 1) * new_s);

		if (to_s > from_s)
			out[k] += value * (to_s - from_s) /
			          (count ? old_s : new_s);
	}
}

static void add_one(struct profile *q, struct profile_section *to,
                    const struct profile *part, const struct profile_series *s,
                    unsigned first)
{
	const struct profile_timeline *t = &q->timeline;
	const double old_s = part->timeline.bin_s;
	const bool count = strcmp(s->of, PROFILE_OF_FAULTS) == 0;
	double sum[PROFILE_MAX_BINS] = { 0 };
	float value[PROFILE_MAX_BINS];
	struct profile_series new = *s;
	unsigned end = t->bins;

	for (unsigned i = 0; i < s->n; i++)
		deal_out(sum, t, (s->from + i) * old_s, old_s,
		         (double)s->value[i], count);
	new.from = 0;
	while (new.from < end && !(sum[new.from] > 0))
		new.from++;
	while (end > new.from && !(sum[end - 1] > 0))
		end--;
	new.n = end - new.from;
	for (unsigned i = 0; i < new.n; i++)
		value[i] = (float)fmin(sum[new.from + i], PROFILE_MAX_FAULTS);
	new.value = value;
	new.thread += first;
	if (new.thread < PROFILE_MAX_LANES)
		profile_series_add(q, to, &new);
}

void merge_series_add(struct profile *q, struct profile_section *to,
                      const struct profile *part,
                      const struct profile_series *list, unsigned first)
{
	if (!q->timeline.bins || !part->timeline.bins)
		return;
	for (const struct profile_series *s = list; s; s = s->next)
		add_one(q, to, part, s, first);
}
