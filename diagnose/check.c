#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "account.h"
#include "arch/events.h"
#include "arch/machine.h"
#include "assessment.h"
#include "base/banned.h"
#include "transfer.h"
#include "base/io.h"
#include "confidence.h"

/* More runs than these are nothing to advise. */
#define MOST_RUNS_ADVISED 40

int check_time_event(const struct profile *p)
{
	int cycles = profile_event(p, "TOT_CYC");

	return cycles >= 0 ? cycles : profile_event(p, "CPU_TIME");
}

double check_period(const struct profile *p, size_t event)
{
	for (size_t i = 0; i < p->nruns; i++) {
		if (p->runs[i].period[event] > 0)
			return p->runs[i].period[event];
	}
	return NAN;
}

double check_samples(const struct profile *p, const struct profile_section *s)
{
	int cycles = check_time_event(p);

	if (cycles < 0)
		return NAN;
	if (s->samples && !isnan(s->samples[cycles]))
		return s->samples[cycles];
	return s->sum[cycles] / check_period(p, (size_t)cycles);
}

bool check_hopeless(const struct profile *p)
{
	return check_samples(p, p->root) < CHECK_NO_SAMPLES;
}

double check_variation(const double *values, size_t n, double samples)
{
	double least = INFINITY, most = -INFINITY, sum = 0, seen = 0;

	for (size_t i = 0; i < n; i++) {
		if (isnan(values[i]))
			continue;
		least = fmin(least, values[i]);
		most = fmax(most, values[i]);
		sum += values[i];
		seen++;
	}
	if (seen < 2 || !(most > 0))
		return NAN;
	if (!isnan(samples)) {
		/* samples are Poisson: the variance is their number */
		double per_value = samples / sum;
		double chance = 2 * sqrt((most + least) * per_value);

		if ((most - least) * per_value <= chance)
			return 0;
	}
	return (most - least) / most;
}

/* Totals of one event over the runs that hold it. */
static double runs_variation(const struct profile *p, const char *event,
                             double samples)
{
	int at = profile_event(p, event);
	double v[PROFILE_MAX_RUNS];

	if (at < 0)
		return NAN;
	for (size_t i = 0; i < p->nruns; i++)
		v[i] = p->runs[i].total[at];
	return check_variation(v, p->nruns, samples);
}

/* Runs after which the samples suffice, or 0 where that is too many. */
static double runs_needed(const struct profile *p, double samples)
{
	const int cycles = check_time_event(p);
	double runs = 0, needed;

	if (!p->collector || strcmp(p->collector, PROFILE_BY_SIMULATE) != 0)
		return 0;
	for (size_t i = 0; i < p->nruns; i++)
		runs += !isnan(p->runs[i].total[cycles]);
	needed = ceil(CHECK_MIN_SAMPLES * runs / samples);
	return needed <= MOST_RUNS_ADVISED ? needed : 0;
}

static void warn_samples(struct assessment *a, size_t i, double samples)
{
	struct assess_input *in = &a->in[i];
	const double runs = runs_needed(in->profile, samples);
	char more[64] = "";

	if (runs > 0)
		snprintf(more, sizeof(more), " or more runs (-n %.0f)", runs);
	CHECK_WARN(
		a, &in->warnings, ASSESS_TOO_SHORT, i, NULL,
		"the program ran too briefly to assess: %.0f clock samples, at "
		"least %.0f are needed: measure it with more work (a larger "
		"input, more steps)%s",
		samples, CHECK_MIN_SAMPLES, more);
}

static void check_length(struct assessment *a, size_t i)
{
	struct assess_input *in = &a->in[i];
	double samples = check_samples(in->profile, in->profile->root);

	if (samples < CHECK_MIN_SAMPLES)
		warn_samples(a, i, samples);
	else if (isnan(samples) && in->runtime_s < CHECK_MIN_RUNTIME_S)
		CHECK_WARN(a, &in->warnings, ASSESS_TOO_SHORT, i, NULL,
		           "the program ran too briefly to assess: %.2f s, "
		           "%.0f s or "
		           "more are needed",
		           in->runtime_s, CHECK_MIN_RUNTIME_S);
}

static void check_runs(struct assessment *a, size_t i)
{
	struct assess_input *in = &a->in[i];
	const struct profile *p = in->profile;
	double cycles = runs_variation(p, "TOT_CYC", check_samples(p, p->root));
	double instructions = NAN;

	/* a simulated run that was stopped early counts fewer */
	if (!(p->simulated_share < 1))
		instructions = runs_variation(p, "TOT_INS", NAN);
	if (cycles > CHECK_MAX_VARIATION)
		CHECK_WARN(a, &in->warnings, ASSESS_VARIES, i, "overall",
		           "the program's cycles vary by %.3g %% between runs",
		           100 * cycles);
	if (instructions > CHECK_MAX_VARIATION)
		CHECK_WARN(a, &in->warnings, ASSESS_VARIES, i, NULL,
		           "the program's instructions vary by %.3g %% between "
		           "runs: "
		           "it does not do the same work each time",
		           100 * instructions);
}

/* Did the runs of the program itself end otherwise than they should? */
static void check_ends(struct assessment *a, size_t i)
{
	struct assess_input *in = &a->in[i];
	const struct profile_run *bad = NULL;
	size_t all = 0, nbad = 0, alike = 0, which = 0;
	const char *than = "";

	for (size_t k = 0; k < in->profile->nruns; k++) {
		const struct profile_run *r = &in->profile->runs[k];

		/* the simulator ends on our request */
		if (r->limited ||
		    (r->purpose && strcmp(r->purpose, "simulated") == 0))
			continue;
		all++;
		if (!r->exit_status && !r->signal)
			continue;
		if (!nbad++) {
			bad = r;
			which = all;
		}
		alike += !r->signal && r->exit_status == bad->exit_status;
	}
	if (!nbad)
		return;
	/* solvers return their result in it */
	if (alike > 1 && alike == all) {
		CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, NULL,
		           "all %zu runs exited with status %d, so this is "
		           "taken as "
		           "normal",
		           all, bad->exit_status);
		return;
	}
	if (nbad < all)
		than = ", unlike the others; the runs may not be "
		       "comparable";
	if (bad->signal)
		CHECK_WARN(a, &in->warnings, ASSESS_ENDED, i, NULL,
		           "run %zu of %zu was ended by signal %d (%s)%s",
		           which, all, bad->signal, strsignal(bad->signal),
		           than);
	else
		CHECK_WARN(a, &in->warnings, ASSESS_ENDED, i, NULL,
		           "run %zu of %zu ended with status %d%s", which, all,
		           bad->exit_status, than);
}

/* By name, or by the name of the file where it is one of the user's own. */
bool assess_own_machine(const struct assess_input *in)
{
	const char *measured = in->profile->machine;

	return !measured || strcmp(measured, machine_name(in->machine)) == 0 ||
	       (strchr(measured, '/') &&
	        strcmp(io_basename(measured),
	               io_basename(machine_file(in->machine))) == 0);
}

/* What the figures were measured on, and for which machine they are */
static void note_machine(struct assessment *a, size_t i)
{
	struct assess_input *in = &a->in[i];
	const struct profile *p = in->profile;

	if (in->machine_guessed)
		CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, NULL,
		           "the measurement does not name its machine: the "
		           "parameters of this host ('%s') are used; --machine "
		           "selects another",
		           in->machine_name);
	if (in->simulated)
		CHECK_WARN(
			a, &in->warnings, ASSESS_NOTE, i, "overall",
			"overall of '%s' is a first-order estimate: the "
			"account of '%s', rescaled with the parameters of "
			"the other machine; runtimes are those of the machine "
			"on which the program ran; 'perfexpert-run --machine' "
			"also simulates the other machine's caches",
			in->machine_name, p->machine);
	else if (!assess_own_machine(in))
		CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, NULL,
		           "measured for machine '%s', assessed with the "
		           "parameters of '%s'",
		           p->machine, in->machine_name);
	if (p->estimated && !in->simulated)
		CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, "overall",
		           "machine '%s' was simulated on another machine: "
		           "overall is %s estimate, runtimes are those of the "
		           "machine on which the program ran",
		           in->machine_name,
		           account_modelled(in) ? "a model" : "an");
}

/* Of how much of the run its events are */
static void note_share(struct assessment *a, size_t i)
{
	struct assess_input *in = &a->in[i];
	const struct profile *p = in->profile;

	if (p->simulated_share == 0)
		CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, "overall",
		           "events were counted for an unknown part of the "
		           "run: overall is not measured");
	else if (p->simulated_share < 1 && !isnan(p->simulated_bars))
		CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, NULL,
		           "simulated %.2g %% of the run; bars within +-%.0f "
		           "character%s (95 %%; --values shows the intervals)",
		           100 * p->simulated_share,
		           fmax(1, ceil(p->simulated_bars)),
		           p->simulated_bars > 1 ? "s" : "");
	else if (p->simulated_share < 1)
		CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, NULL,
		           "events were counted for about %.2g %% of the "
		           "program and extrapolated to all of it%s",
		           100 * p->simulated_share,
		           p->simulated_error > 0.1 ? ", roughly" : "");
}

static void note_origin(struct assessment *a, size_t i)
{
	struct assess_input *in = &a->in[i];
	const struct profile *p = in->profile;

	note_machine(a, i);
	note_share(a, i);
	for (size_t k = 0; !p->estimated && k < p->nevents; k++) {
		/* the account says of what it is made */
		if (p->events[k].how == PROFILE_ESTIMATED &&
		    strncmp(p->events[k].name, "MODEL_", 6) != 0)
			CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, NULL,
			           "%s is an estimate", p->events[k].name);
	}
	for (size_t k = 0; k < p->nnotes; k++)
		CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, NULL, "%s",
		           p->notes[k]);
}

/* Samples that the kernel could not deliver are time that is not seen. */
static void check_lost(struct assessment *a, size_t i)
{
	const struct profile *p = a->in[i].profile;
	double lost = 0, taken = 0;

	for (size_t k = 0; k < p->nruns; k++) {
		if (isnan(p->runs[k].samples) || isnan(p->runs[k].lost))
			continue;
		lost += p->runs[k].lost;
		taken += p->runs[k].samples;
	}
	if (lost > CHECK_MAX_LOST * (lost + taken))
		CHECK_WARN(
			a, &a->in[i].warnings, ASSESS_INCOMPLETE, i, NULL,
			"%.3g %% of the clock samples were lost, so times and "
			"shares are not reliable",
			100 * lost / (lost + taken));
}

/* Of one thread nothing else can make elapsed time longer. */
static void note_elapsed(struct assessment *a, size_t i)
{
	struct assess_input *in = &a->in[i];
	const struct profile *p = in->profile;

	if (in->elapsed.known || !assess_elapsed_differs(in) ||
	    in->elapsed_s < in->runtime_s || p->threads > 1 || p->ranks > 1)
		return;
	CHECK_WARN(a, &in->warnings, ASSESS_NOTE, i, NULL,
	           "it ran for %.2f of %.2f seconds; it was blocked or "
	           "preempted for "
	           "the rest; the times of sections are processor time",
	           in->runtime_s, in->elapsed_s);
}

/*
 * Threads and processes that are shorter than a sampling period have no
 * samples, and neither have those that the sampler did not know of.
 */
static void check_seen(struct assessment *a, size_t i)
{
	static const double least = 0.7, long_enough_s = 0.1;
	const struct profile *p = a->in[i].profile;
	int cycles = profile_event(p, "TOT_CYC");
	double seen_s = 0, used_s = 0;

	for (size_t k = 0; cycles >= 0 && k < p->nruns; k++) {
		const struct profile_run *r = &p->runs[k];

		if (isnan(r->samples) || isnan(r->user_s) || isnan(r->sys_s) ||
		    !(r->clock_hz > 0) || isnan(r->total[cycles]))
			continue;
		seen_s += r->total[cycles] / r->clock_hz;
		used_s += r->user_s + r->sys_s;
	}
	if (used_s > long_enough_s && seen_s < least * used_s)
		CHECK_WARN(
			a, &a->in[i].warnings, ASSESS_INCOMPLETE, i, NULL,
			"clock samples cover %.2f of %.2f seconds of processor "
			"time in all runs: threads or processes that end "
			"before they are sampled are missing",
			seen_s, used_s);
}

/* Threads that wanted a processor at a time, in the mean: one that only deals
 * out the work of others wants it now and then. */
static double workers(const struct assess_input *in)
{
	const struct profile *p = in->profile;
	double s = 0;

	for (size_t i = 0; i < p->nthread; i++)
		s += fmin(p->thread[i].cpu_s + p->thread[i].delay_s,
		          in->elapsed_s);
	return round(s / in->elapsed_s);
}

/* Threads with at least half the work of the busiest: they count as workers,
 * even if they wait for each other */
static size_t with_work(const struct profile *p)
{
	double most_s = 0;
	size_t n = 0;

	for (size_t i = 0; i < p->nthread; i++)
		most_s = fmax(most_s, p->thread[i].cpu_s);
	for (size_t i = 0; i < p->nthread; i++)
		n += p->thread[i].cpu_s >= 0.5 * most_s;
	return n;
}

/* More threads than processors, threads bound to the same ones, or another
 * program: to the rest of the program a slow thread, or node. */
static void note_no_processor(struct assessment *a, size_t i)
{
	static const double least = 0.1;
	const struct assess_input *in = &a->in[i];
	const struct assess_elapsed *e = &in->elapsed;
	char why[256] = "there are more threads and ranks than processors for "
			"them, or other programs run there";

	if (!e->known || in->profile->nthread < 2 || !(in->elapsed_s > 0) ||
	    !(e->most_delay_s > least * in->elapsed_s))
		return;
	if (in->profile->processors >= 1 &&
	    workers(in) > in->profile->processors)
		snprintf(
			why, sizeof(why),
			"%.0f threads of the program work on %.0f processor%s: "
			"start fewer threads (OMP_NUM_THREADS) or ranks there",
			workers(in), in->profile->processors,
			in->profile->processors > 1 ? "s" : "");
	else if (in->profile->processors >= 1 &&
	         (double)with_work(in->profile) > in->profile->processors)
		snprintf(why, sizeof(why),
		         "%zu threads of the program share %.0f processor%s, "
		         "perhaps with other programs (OMP_NUM_THREADS sets "
		         "the number of threads)",
		         with_work(in->profile), in->profile->processors,
		         in->profile->processors > 1 ? "s" : "");
	else if (in->profile->processors >= 1)
		snprintf(why, sizeof(why),
		         "other programs run there, or threads are bound to "
		         "the same processor (OMP_PROC_BIND, taskset, the "
		         "launcher's options)");
	CHECK_WARN(
		a, &a->in[i].warnings, ASSESS_NOTE, i, NULL,
		"a thread was ready to run, but had no processor, for %.2f of "
		"%.2f seconds: %s; threads that wait for it wait longer",
		fmin(e->most_delay_s, in->elapsed_s), in->elapsed_s, why);
}

void check_input(struct assessment *a, size_t i)
{
	struct assess_input *in = &a->in[i];

	check_length(a, i);
	check_ends(a, i);
	check_runs(a, i);
	check_lost(a, i);
	check_seen(a, i);
	if (profile_event(in->profile, "TOT_INS") < 0)
		CHECK_WARN(
			a, &in->warnings, ASSESS_INCOMPLETE, i, NULL,
			"instructions were not counted, so there are times but "
			"no cycles per instruction");
	note_origin(a, i);
	note_elapsed(a, i);
	note_no_processor(a, i);
}

void check_pair(struct assessment *a)
{
	const struct assess_input *one = &a->in[0], *two = &a->in[1];
	struct assess_warnings *to = &a->in[1].warnings;
	size_t common = 0;

	for (size_t i = 0; i < a->nprocedures; i++)
		common += a->procedures[i]->in[0].section &&
		          a->procedures[i]->in[1].section;
	if (common == 0)
		CHECK_WARN(
			a, to, ASSESS_UNRELATED, 1, NULL,
			"it has no procedure in common with input 1; is it the "
			"same program?");
	if (strcmp(one->machine_name, two->machine_name) != 0)
		CHECK_WARN(a, to, ASSESS_NOTE, 1, NULL,
		           "its machine is '%s', that of input 1 is '%s': the "
		           "bars of each input use the parameters of its "
		           "machine",
		           two->machine_name, one->machine_name);
	if (strcmp(one->profile->collector, two->profile->collector) != 0)
		CHECK_WARN(
			a, to, ASSESS_NOTE, 1, NULL,
			"it was measured with '%s', input 1 with '%s': small "
			"differences may come from that",
			two->profile->collector, one->profile->collector);
}
