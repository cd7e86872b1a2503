#include "confidence.h"

#include <math.h>

#include "arch/lcpi.h"
#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/strbuf.h"
#include "check.h"
#include "evaluate.h"

static const struct assess_interval unknown = { NAN, NAN };

/*
 * The mean of which at most k samples are seen with probability p; z is the
 * normal quantile of 1 - p. The limits of a Poisson mean are half a quantile of
 * chi-square with 2k + 2 degrees of freedom. Newton's method from Wilson and
 * Hilferty's value, which lacks 6 digits at most.
 */
static double poisson_mean(double k, double p, double z)
{
	double a = k + 1,
	       mean = a * pow(1 - 1 / (9 * a) + z / (3 * sqrt(a)), 3);

	for (int step = 0; step < 6 && k < CONFIDENCE_EXACT; step++) {
		double term = exp(-mean), sum = term;

		for (int j = 1; j <= (int)k; j++) {
			term *= mean / j;
			sum += term;
		}
		mean += (sum - p) / term; /* the slope is -term */
	}
	return mean;
}

struct assess_interval confidence_poisson(double n)
{
	static const double tail = 0.025, z = 1.959963984540054;

	n = round(n);
	if (!(n >= 0) || isinf(n))
		return unknown;
	return (struct assess_interval){
		.low = n > 0 ? poisson_mean(n - 1, 1 - tail, -z) : 0,
		.high = poisson_mean(n, tail, z),
	};
}

/* What a sample adds to the count, by the periods; a count is the mean over
 * the runs that have the event. */
static double by_period(const struct profile *p, size_t event)
{
	double sum = 0, n = 0;

	for (size_t i = 0; i < p->nruns; i++) {
		if (p->runs[i].period[event] > 0) {
			sum += p->runs[i].period[event];
			n++;
		}
	}
	return n > 0 ? sum / n / n : NAN;
}

/* Samples that a section's count of an event comes from, as recorded with the
 * section; else computed from the count and the periods of the runs. NAN for
 * what was not sampled, or when neither is known. */
static double samples_of(const struct profile *p,
                         const struct profile_section *s, size_t event)
{
	if (s->samples && !isnan(s->samples[event]))
		return s->samples[event];
	return s->sum ? round(s->sum[event] / by_period(p, event)) : NAN;
}

static double worth(const struct profile *p, const struct profile_section *s,
                    size_t event)
{
	for (; s; s = s->parent) {
		double samples = samples_of(p, s, event);

		if (samples > 0 && s->sum[event] > 0)
			return s->sum[event] / samples;
	}
	return by_period(p, event);
}

struct assess_interval confidence_count(const struct profile *p,
                                        const struct profile_section *s,
                                        size_t event)
{
	double samples = samples_of(p, s, event);
	struct assess_interval of = confidence_poisson(samples);
	double each = worth(p, s, event);

	if (isnan(s->sum[event]) || isnan(of.high) || isnan(each))
		return unknown;
	of.low = fmin(of.low * each, s->sum[event]);
	of.high = fmax(of.high * each, s->sum[event]);
	return of;
}

/* The relative 95 % error of a section's simulated counts: of a run that was
 * ended early, counts are multiplied by how much more time the section has in
 * the whole program than in the part, samples of the clock in both, and the
 * error of the share where one is too short to be sampled. 0 for a whole run,
 * NAN when the share is not known. */
static double extrapolation_error(const struct profile *p,
                                  const struct profile_section *s)
{
	static const double z = 1.959963984540054;
	double share = p->simulated_share, n = check_samples(p, s), runs = 0;
	double error = isnan(p->simulated_error) ? 0 : p->simulated_error;

	if (isnan(share) || share >= 1)
		return 0;
	if (!(share > 0) || !(n > 0))
		return NAN;
	for (size_t i = 0; i < p->nruns; i++)
		runs += p->runs[i].samples > 0;
	/* samples of all runs, and of one more that was as long as the part */
	return hypot(error, z * sqrt(1 / n + fmax(1, runs) / (n * share)));
}

/* Error of a count per instruction, as stored in the section, or NAN */
static double rate_error(const struct profile *p,
                         const struct profile_section *s, size_t event)
{
	return s->errors && (int)event != profile_event(p, "TOT_INS")
	               ? s->errors[event]
	               : NAN;
}

/* Of the section's instructions */
static double instructions_error(const struct profile *p,
                                 const struct profile_section *s)
{
	const int ins = profile_event(p, "TOT_INS");

	return s->errors && ins >= 0 && !isnan(s->errors[ins])
	               ? s->errors[ins]
	               : extrapolation_error(p, s);
}

/* Simulated counts of a part of the program, extrapolated to all of it */
static struct assess_interval extrapolated(const struct profile *p,
                                           const struct profile_section *s,
                                           size_t event)
{
	double error = instructions_error(p, s), sum = s->sum[event];
	double rate = rate_error(p, s, event);

	if (!isnan(rate))
		error = hypot(error, rate);

	if (p->events[event].how != PROFILE_SIMULATED || !(error > 0) ||
	    isnan(sum))
		return unknown;
	return (struct assess_interval){ sum / (1 + error), sum * (1 + error) };
}

/* Of cycles by instructions only the latter are extrapolated; in the other
 * categories both are, by the same factor. */
static void widen_overall(const struct assess_input *in, struct assess_value *v,
                          double overall, struct assess_interval *of)
{
	double error = instructions_error(in->profile, v->section);

	if (isnan(overall) || !(error > 0))
		return;
	if (isnan(of->high))
		of->low = of->high = overall;
	of->low = overall -
	          hypot(overall - of->low, overall * error / (1 + error));
	of->high = overall + hypot(of->high - overall, overall * error);
	of->low = fmax(0, of->low);
}

bool confidence_sampled(const struct assessment *a, size_t k)
{
	for (size_t i = 0; i < a->n; i++) {
		const struct profile *p = a->in[i].profile;
		int e = profile_event(p, a->events[k]);

		if (e >= 0 && !isnan(samples_of(p, p->root, (size_t)e)))
			return true;
	}
	return false;
}

/* A section's counts, one of which is taken to be another; and which of them
 * are asked for. */
struct supposed {
	struct evaluate_counts counts;
	int event;
	double value;
	bool *asked; /* [nevents], or NULL */
};

static double supposed_event(const void *ctx, const char *name)
{
	const struct supposed *s = ctx;
	int event = profile_event(s->counts.profile, name);

	if (event < 0)
		return NAN;
	if (s->asked)
		s->asked[event] = true;
	return event == s->event ? s->value : evaluate_event(&s->counts, name);
}

/* One category in one input: its value, and with one count being another. */
struct category {
	const struct machine *machine;
	size_t index;
	struct supposed with;
	double value;
};

static bool start(struct category *c, const struct assessment *a,
                  const struct assess_section *s, size_t at, size_t i,
                  bool *asked)
{
	const struct assess_value *v = &s->in[i];

	*c = (struct category){
		.machine = a->in[i].machine,
		.index = a->categories[at].index[i],
		.with = { .counts = { a->in[i].profile, v->section },
		          .event = -1,
		          .asked = asked },
	};
	if (!v->section || c->index == SIZE_MAX)
		return false;
	for (size_t e = 0; e < a->in[i].profile->nevents; e++)
		asked[e] = false;
	c->value = lcpi_eval(c->machine, c->index, supposed_event, &c->with);
	c->with.asked = NULL;
	/* what is held back for another reason stays so */
	return isnan(v->lcpi[at]) == isnan(c->value);
}

static double suppose(struct category *c, size_t event, double value)
{
	c->with.event = (int)event;
	c->with.value = value;
	return lcpi_eval(c->machine, c->index, supposed_event, &c->with);
}

static void bound_category(struct category *c, const bool *asked,
                           struct assess_interval *of)
{
	const struct profile *p = c->with.counts.profile;
	double up = 0, down = 0, alike = 0;
	bool any = false;

	for (size_t e = 0; e < p->nevents; e++) {
		struct assess_interval count = unknown;
		double low, high, rate;

		if (asked[e])
			count = confidence_count(p, c->with.counts.section, e);
		rate = asked[e] ? rate_error(p, c->with.counts.section, e)
		                : NAN;
		/* what misses one level misses the next: errors add up */
		if (!isnan(rate)) {
			any = true;
			alike += fabs(
				suppose(c, e,
			                (1 + rate) * c->with.counts.section
			                                     ->sum[e]) -
				c->value);
		}
		if (isnan(count.high))
			continue;
		any = true;
		low = suppose(c, e, count.low) - c->value;
		high = suppose(c, e, count.high) - c->value;
		up += pow(fmax(0, fmax(low, high)), 2);
		down += pow(fmin(0, fmin(low, high)), 2);
	}
	if (any && !isnan(c->value))
		*of = (struct assess_interval){
			.low = fmax(0, c->value - hypot(sqrt(down), alike)),
			.high = c->value + hypot(sqrt(up), alike),
		};
}

static void bound_input(const struct assessment *a, struct assess_section *s,
                        size_t i)
{
	struct assess_value *v = &s->in[i];
	const struct profile *p = a->in[i].profile;
	bool asked[PROFILE_MAX_EVENTS];
	struct category c;

	for (size_t k = 0; v->section && k < a->nevents; k++) {
		int e = profile_event(p, a->events[k]);

		if (e < 0)
			continue;
		v->event_samples[k] = samples_of(p, v->section, (size_t)e);
		v->event_interval[k] =
			confidence_count(p, v->section, (size_t)e);
		if (isnan(v->event_interval[k].high))
			v->event_interval[k] =
				extrapolated(p, v->section, (size_t)e);
	}
	for (size_t k = 0; k < a->ncategories; k++) {
		if (start(&c, a, s, k, i, asked))
			bound_category(&c, asked, &v->lcpi_interval[k]);
		if (v->section && strcmp(a->categories[k].id, "overall") == 0)
			widen_overall(&a->in[i], v, v->lcpi[k],
			              &v->lcpi_interval[k]);
	}
}

void confidence_section(const struct assessment *a, struct assess_section *s)
{
	for (size_t i = 0; i < a->n; i++) {
		struct assess_value *v = &s->in[i];

		v->event_samples = arena_alloc(a->arena, a->nevents + 1,
		                               sizeof(*v->event_samples));
		v->event_interval = arena_alloc(a->arena, a->nevents + 1,
		                                sizeof(*v->event_interval));
		v->lcpi_interval = arena_alloc(a->arena, a->ncategories + 1,
		                               sizeof(*v->lcpi_interval));
		for (size_t k = 0; k < a->nevents; k++) {
			v->event_samples[k] = NAN;
			v->event_interval[k] = unknown;
		}
		for (size_t k = 0; k < a->ncategories; k++)
			v->lcpi_interval[k] = unknown;
		bound_input(a, s, i);
	}
}

/* How much of the category's value is due to the event, when its count is at
 * the upper end of its interval? All of it where nothing is left without. */
static double weight(struct category *c, size_t event)
{
	struct assess_interval count = confidence_count(
		c->with.counts.profile, c->with.counts.section, event);
	double most = suppose(c, event, count.high);
	double without = suppose(c, event, 0);

	/* fmax passes over NAN: nothing can be divided by 0 instructions */
	return isnan(without) ? fmax(most, c->value) : fabs(most - without);
}

/* The fewest samples of an event that weighs enough, or NAN. */
static double few_samples(struct category *c, const bool *asked, double enough)
{
	const struct profile *p = c->with.counts.profile;
	double few = NAN;

	for (size_t e = 0; e < p->nevents; e++) {
		double n = asked[e] ? samples_of(p, c->with.counts.section, e)
		                    : NAN;

		if (n < CHECK_MIN_SAMPLES && weight(c, e) >= enough)
			few = fmin(few, n);
	}
	return few;
}

void confidence_check(struct assessment *a, struct assess_section *s, size_t i)
{
	bool asked[PROFILE_MAX_EVENTS];
	struct strbuf list = STRBUF_INIT;
	const char *id = NULL;
	struct category c;
	size_t n = 0;

	for (size_t k = 0; k < a->ncategories; k++) {
		double few;

		if (!start(&c, a, s, k, i, asked) ||
		    (s->in[i].samples < CHECK_MIN_SAMPLES &&
		     strcmp(a->categories[k].id, "overall") == 0))
			continue;
		few = few_samples(&c, asked, a->in[i].good_cpi / 10);
		if (isnan(few))
			continue;
		strbuf_addf(&list, "%s%s (%.0f)", n ? ", " : "",
		            a->categories[k].label, few);
		id = n++ ? NULL : a->categories[k].id;
	}
	if (n)
		assess_warn(
			a, &s->warnings,
			&(struct assess_warning){ .check = ASSESS_FEW_SAMPLES,
		                                  .input = i,
		                                  .category = id },
			"few samples for %s: at least %.0f are needed", list.s,
			CHECK_MIN_SAMPLES);
	strbuf_release(&list);
}
