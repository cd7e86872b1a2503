/*
 * check_section.c - is a section's time known well enough, do its counts agree
 * with each other, and do the bounds explain its cycles?
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "account.h"
#include "arch/events.h"
#include "arch/machine.h"
#include "assessment.h"
#include "base/banned.h"
#include "confidence.h"
#include "evaluate.h"

/* Share of a section's cycles that the operating system took on its behalf */
static double system_share(const struct profile *p,
                           const struct profile_section *s)
{
	const int system = profile_event(p, "SYS_CYC");
	const int cycles = profile_event(p, "TOT_CYC");

	if (system < 0 || cycles < 0 || !(s->sum[cycles] > 0))
		return NAN;
	return s->sum[system] / s->sum[cycles];
}

static void check_time(struct assessment *a, struct assess_section *s, size_t i)
{
	const struct assess_value *v = &s->in[i];
	const struct profile *p = a->in[i].profile;
	double varies = NAN;

	/* system time is known without samples of the clock */
	if (v->samples < CHECK_MIN_SAMPLES &&
	    !(v->samples == 0 && system_share(p, v->section) > 0.5))
		CHECK_WARN(a, &s->warnings, ASSESS_TOO_SHORT, i, NULL,
		           "too short to assess: %.0f clock samples, at least "
		           "%.0f "
		           "are needed",
		           v->samples, CHECK_MIN_SAMPLES);
	else if (isnan(v->samples) && v->runtime_s < CHECK_MIN_RUNTIME_S)
		CHECK_WARN(a, &s->warnings, ASSESS_TOO_SHORT, i, NULL,
		           "too short to assess: %.2f s, %.0f s or more are "
		           "needed",
		           v->runtime_s, CHECK_MIN_RUNTIME_S);
	if (v->section->run_cycles && v->fraction >= a->threshold)
		varies = check_variation(v->section->run_cycles, p->nruns,
		                         v->samples);
	if (varies > CHECK_MAX_VARIATION)
		CHECK_WARN(a, &s->warnings, ASSESS_VARIES, i, "overall",
		           "its cycles vary by %.3g %% between runs",
		           100 * varies);
}

static void check_possible(struct assessment *a, struct assess_section *s,
                           size_t i)
{
	const struct assess_input *in = &a->in[i];

	if (isnan(s->in[i].impossible_ipc))
		return;
	CHECK_WARN(
		a, &s->warnings, ASSESS_INCONSISTENT, i, "overall",
		"its counts and its time do not belong to the same work: %.3g "
		"instructions per cycle, at most %u are possible; overall is "
		"not "
		"shown",
		s->in[i].impossible_ipc,
		machine_peak(in->machine)->issue_width);
}

/* A section without instructions beside others that have them. */
static void check_complete(struct assessment *a, struct assess_section *s,
                           size_t i)
{
	const struct profile *p = a->in[i].profile;
	int instructions = profile_event(p, "TOT_INS");

	if (instructions >= 0 && isnan(s->in[i].section->sum[instructions]))
		CHECK_WARN(a, &s->warnings, ASSESS_INCOMPLETE, i, NULL,
		           "its time was measured, but its events were not");
}

static bool said_already(const struct assess_section *s, size_t i,
                         const char *text)
{
	for (size_t k = 0; k < s->warnings.n; k++) {
		if (s->warnings.w[k].input == i &&
		    strcmp(s->warnings.w[k].text, text) == 0)
			return true;
	}
	return false;
}

/* Counts that add up how uncertain they are. */
struct uncertain {
	struct evaluate_counts counts;
	double *variance;
};

/*
 * An event's count. Of n samples with period p it is n*p, and as samples are
 * Poisson, its variance is n*p*p; at least one sample may always be missing.
 */
static double uncertain_event(const void *ctx, const char *name)
{
	const struct uncertain *u = ctx;
	double sum = evaluate_event(&u->counts, name);
	int event = profile_event(u->counts.profile, name);
	double period =
		event < 0 ? NAN
			  : check_period(u->counts.profile, (size_t)event);

	if (!isnan(sum) && !isnan(period))
		*u->variance += fmax(sum, period) * period;
	return sum;
}

/* A relation that does not hold, by more than two standard deviations. */
static bool is_broken(const struct events *events, size_t k,
                      const struct evaluate_counts *counts)
{
	double variance = 0, left, right;
	const struct uncertain u = { *counts, &variance };

	return events_check(events, k, uncertain_event, &u, &left, &right) ==
	               EVENTS_BROKEN &&
	       left - right > 2 * sqrt(variance);
}

static void check_relations(struct assessment *a, struct assess_section *s,
                            size_t i)
{
	const struct events *events = machine_catalogue(a->in[i].machine);
	const struct evaluate_counts c = { a->in[i].profile, s->in[i].section };
	const struct event_relation *list;
	size_t n = events_relations(events, &list);

	for (size_t k = 0; k < n; k++) {
		if (!is_broken(events, k, &c) ||
		    said_already(s, i, list[k].message))
			continue;
		CHECK_WARN(a, &s->warnings, ASSESS_INCONSISTENT, i,
		           list[k].ncategories ? list[k].categories[0] : NULL,
		           "%s", list[k].message);
	}
}

/* What has most of the account's cycles may be in no category. */
static void say_unexplained(struct assessment *a, struct assess_section *s,
                            size_t i)
{
	struct account account;

	account_make(&account, &a->in[i], s->in[i].section);

	const size_t most = account_largest(&account, 0);

	if (account.why_not || account.doubtful || most == ACCOUNT_USEFUL ||
	    most == ACCOUNT_ALL)
		CHECK_WARN(
			a, &s->warnings, ASSESS_NOTE, i, "overall",
			"overall exceeds all bounds together: something "
			"outside "
			"these categories takes the time (integer division, "
			"waiting, bandwidth, work that differs between runs)");
	else
		CHECK_WARN(
			a, &s->warnings, ASSESS_NOTE, i, "overall",
			"overall exceeds all bounds together: %.0f %% of the "
			"%scycles %s",
			100 * account.part[most] / account.modelled,
			account.counted ? "" : "modelled ",
			account_parts[most].phrase);
}

/*
 * Each category's bound is the most that it can cost, so what overall has
 * beyond the sum of all bounds is due to something else: integer division,
 * waiting for another thread or for the memory's bandwidth, or a program that
 * did different work in the runs that gave time and counts.
 */
static void check_explained(struct assessment *a, struct assess_section *s,
                            size_t i)
{
	const struct assess_value *v = &s->in[i];
	const double system = system_share(a->in[i].profile, v->section);
	double overall = NAN, sum = 0;

	for (size_t c = 0; c < a->ncategories; c++) {
		if (strcmp(a->categories[c].id, "overall") == 0)
			overall = v->lcpi[c];
		else
			sum += v->lcpi[c]; /* NAN when one is not measured */
	}
	if (!(overall > a->in[i].good_cpi))
		return;
	if (system > 0.5)
		CHECK_WARN(
			a, &s->warnings, ASSESS_NOTE, i, "overall",
			"%.0f %% of its cycles are in the kernel: input and "
			"output, fresh memory, other system calls; the bounds "
			"cover the program only",
			100 * system);
	else if (overall > sum)
		say_unexplained(a, s, i);
}

void check_section(struct assessment *a, struct assess_section *s, size_t i)
{
	if (assess_only_waits(a, s, i))
		return;
	check_time(a, s, i);
	check_complete(a, s, i);
	check_possible(a, s, i);
	check_relations(a, s, i);
	check_explained(a, s, i);
	confidence_check(a, s, i);
}
