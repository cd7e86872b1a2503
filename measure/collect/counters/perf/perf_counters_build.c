/* perf_counters_build.c - from samples of counters to a measurement */
#include "perf_counters.h"
#include "perf_names.h"
#include "perf_timeline.h"

#include <math.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/canonical.h"
#include "measure/plan/plan.h"
#include "measure/run/session.h"
#include "measure/collect/clock/samples.h"
#include "profile/profile.h"

/* A native event in the profile. */
struct column {
	size_t event; /* of the profile */
	double unit;  /* one count in units of the event */
	double runs;  /* that sampled it */
	bool silent;  /* it may not be there, and counted nothing */
};

struct build {
	struct attribution b;
	struct perf_counters *c;
	struct column columns[PERF_COUNTERS_MAX_NATIVES];
	/* counts of a run have to be multiplied with it: events that took
	 * turns on the counters were seen for a part of the time only */
	double turns[PERF_COUNTERS_MAX_RUNS];
	int system; /* SYS_CYC; -1: samples of the kernel are not allowed */
	struct spot *spots; /* of each sample */
};

/* No run counted one, though a program that starts has some of all: it was not
 * measured. */
static bool is_silent(const struct perf_counters *c, size_t native)
{
	struct perf_stream_event e = { 0 };

	if (!perf_names_event(c->natives[native], &e) ||
	    !perf_pmu_unsure(&c->pmu, &e))
		return false;
	for (size_t i = 0; i < c->nruns; i++) {
		const struct perf_counters_run *r = &c->runs[i];

		for (size_t k = 0; k < c->plan->runs[r->set].ncounts; k++) {
			if (r->native[k] == native &&
			    r->stream.totals[k].value > 0)
				return false;
		}
	}
	return true;
}

static void add_events(struct build *w)
{
	const struct perf_counters *c = w->c;

	for (size_t i = 0; i < c->nnatives; i++) {
		const struct machine_native *n = c->natives[i];
		const struct machine_event *e =
			canonical_alone(c->s->machine, n);
		struct column *to = &w->columns[i];

		to->event = profile_event_add(w->b.p, e ? e->name : n->name,
		                              n->name, PROFILE_SAMPLED);
		to->unit = e ? canonical_constant(c->s->machine, e) : 1;
		to->silent = is_silent(c, i);
		if (e && strcmp(e->name, "TOT_CYC") == 0)
			w->b.cycles = to->event;
	}
	w->system = c->runs[0].stream.kernel
	                    ? (int)profile_event_add(w->b.p, "SYS_CYC",
	                                             c->natives[0]->name,
	                                             PROFILE_SAMPLED)
	                    : -1;
	for (size_t i = 0; i < c->nruns; i++) {
		const struct plan_run *set = &c->plan->runs[c->runs[i].set];

		for (size_t k = 0; k < set->ncounts; k++)
			w->columns[c->runs[i].native[k]].runs++;
	}
}

/* The clock that ran: cycles over CPU time, when a counter counted them. */
static double clock_of(const struct build *w, size_t run)
{
	const struct perf_counters_run *r = &w->c->runs[run];
	double cpu_s = r->launch.user_s;

	if (r->stream.kernel)
		cpu_s += r->launch.sys_s;
	if (plan_software(w->c->natives[0]))
		return machine_param(w->c->s->machine, "CPU_freq");
	return cpu_s > 0.1 ? r->stream.totals[0].value * w->turns[run] / cpu_s
	                   : NAN;
}

static void set_turns(struct build *w, size_t run)
{
	const struct perf_stream_total *t = &w->c->runs[run].stream.totals[0];

	w->turns[run] = t->running_s > 0 && t->running_s < t->enabled_s
	                        ? t->enabled_s / t->running_s
	                        : 1;
}

static void add_run(struct build *w, size_t i)
{
	const struct perf_counters_run *r = &w->c->runs[i];
	struct strbuf purpose = STRBUF_INIT;
	struct profile_run *run;

	strbuf_addf(&purpose, "counter set %zu of %zu", r->set + 1,
	            w->c->plan->nruns);
	run = attribution_run(&w->b, purpose.s, &r->launch);
	run->samples = r->samples;
	run->lost = r->stream.lost;
	set_turns(w, i);
	run->clock_hz = clock_of(w, i);
	strbuf_release(&purpose);
}

static void add_runs(struct build *w)
{
	double wall = 0, clock = 0, clocks = 0, threads = 0;

	for (size_t i = 0; i < w->c->nruns; i++) {
		add_run(w, i);
		wall += w->c->runs[i].launch.wall_s;
		threads = fmax(threads, w->c->runs[i].stream.threads);
		if (!isnan(w->b.p->runs[i].clock_hz)) {
			clock += w->b.p->runs[i].clock_hz;
			clocks++;
		}
	}
	w->b.p->runtime_s = wall / (double)w->c->nruns;
	w->b.p->clock_hz = clocks > 0 ? clock / clocks : NAN;
	w->b.p->threads = threads;
}

/* The whole count of a place in its run, in units of the event. */
static double value_of(const struct build *w, const struct sample_count *s)
{
	const struct column *c = &w->columns[s->key.event];

	return s->samples * w->c->periods[s->key.event] * c->unit *
	       w->turns[s->key.run];
}

static void add_sample(struct build *w, const struct sample_count *count,
                       const struct spot *at)
{
	const struct column *c = &w->columns[count->key.event];
	double value = value_of(w, count), mean = value / c->runs;

	attribution_sampled(&w->b, at,
	                    &(struct attribution_sample){
				    .event = c->event,
				    .run = count->key.run,
				    .thread = count->key.thread,
				    .in_run = value,
				    .mean = mean,
				    .samples = count->samples,
			    });
	if (c->event == w->b.cycles && w->system >= 0)
		attribution_add(at->section, (size_t)w->system,
		                mean * count->system_s / count->samples);
}

static void add_samples(struct build *w)
{
	size_t n;
	const struct sample_count *counts = samples_all(w->c->samples, &n);

	w->spots = mem_alloc(n + 1, sizeof(*w->spots));
	for (size_t i = 0; i < n; i++) {
		const struct sample_count *c = &counts[i];

		w->spots[i] = attribution_spot_file(
			&w->b,
			samples_module_path(w->c->samples, c->key.module),
			c->key.offset);
		if (c->key.event != PERF_COUNTERS_CLOCK)
			add_sample(w, c, &w->spots[i]);
	}
}

/* Is this event of the profile one that did not count? */
static bool not_counted(const struct build *w, size_t event)
{
	for (size_t i = 0; i < w->c->nnatives; i++) {
		if (w->columns[i].event == event)
			return w->columns[i].silent;
	}
	return false;
}

/* All of the program was watched: what has no samples has none, which is not
 * the same as not being measured. */
static void set_zeros(struct build *w)
{
	for (struct profile_section *s = profile_root(w->b.p); s;
	     s = profile_next(s)) {
		double *samples = profile_samples(w->b.p, s);

		for (size_t i = 0; i < w->b.p->nevents; i++) {
			if (not_counted(w, i))
				continue;
			if (isnan(s->sum[i]))
				s->sum[i] = 0;
			if (isnan(samples[i]) && (int)i != w->system)
				samples[i] = 0;
		}
	}
}

static void add_totals(struct build *w)
{
	const struct sample_count *counts;
	size_t n;

	counts = samples_all(w->c->samples, &n);
	for (size_t i = 0; i < w->c->nruns; i++) {
		const struct perf_counters_run *r = &w->c->runs[i];
		const struct plan_run *set = &w->c->plan->runs[r->set];

		for (size_t k = 0; k < set->ncounts; k++) {
			const struct column *c = &w->columns[r->native[k]];

			w->b.p->runs[i].total[c->event] = c->silent ? NAN : 0;
			w->b.p->runs[i].period[c->event] =
				set->counts[k].period * c->unit * w->turns[i];
		}
	}
	for (size_t i = 0; i < n; i++) {
		if (counts[i].key.event == PERF_COUNTERS_CLOCK)
			continue;
		w->b.p->runs[counts[i].key.run]
			.total[w->columns[counts[i].key.event].event] +=
			value_of(w, &counts[i]);
	}
}

static void add_line(struct build *w, const struct sample_count *count,
                     const struct spot *at)
{
	const struct column *c = &w->columns[count->key.event];
	double *sum = attribution_line(&w->b, at);

	if (!sum)
		return;
	for (size_t i = 0; i < w->b.p->nevents; i++)
		sum[i] = isnan(sum[i]) && !not_counted(w, i) ? 0 : sum[i];
	sum[c->event] += value_of(w, count) / c->runs;
}

/* Lines and facts of the sections that matter. */
static void add_details(struct build *w)
{
	size_t n;
	const struct sample_count *counts = samples_all(w->c->samples, &n);

	for (size_t i = 0; i < n; i++) {
		if (counts[i].key.event != PERF_COUNTERS_CLOCK)
			add_line(w, &counts[i], &w->spots[i]);
	}
	attribution_details(&w->b, NULL);
}

/* Of the sets that no rank counts, as there are fewer ranks. */
static void note_uncounted(struct build *w)
{
	const struct plan *plan = w->c->plan;
	const size_t ranks = (size_t)w->c->s->ranks;
	struct strbuf names = STRBUF_INIT;

	for (size_t i = ranks; i < plan->nruns; i++) {
		for (size_t k = 0; k < plan->runs[i].nevents; k++) {
			const char *name = plan->runs[i].events[k]->name;

			if (profile_event(w->b.p, name) < 0)
				strbuf_addf(&names, "%s%s",
				            names.len ? ", " : "", name);
		}
	}
	if (names.len)
		profile_note(w->b.p,
		             "there are %zu counter sets but only %zu ranks; "
		             "not measured: %s",
		             plan->nruns, ranks, names.s);
	strbuf_release(&names);
}

static void note_silent(struct build *w)
{
	for (size_t i = 0; i < w->c->nnatives; i++) {
		if (w->columns[i].silent)
			profile_note(w->b.p,
			             "not measured: %s, because its counter "
			             "stayed at 0, as one does that the "
			             "processor does not have",
			             w->c->natives[i]->name);
	}
}

static void add_notes(struct build *w)
{
	const struct plan *plan = w->c->plan;
	unsigned watchdog = plan_watchdog(w->c->s->machine, w->c->s->host);
	double worst = 1;

	for (size_t i = 0; i < plan->nnotes; i++)
		profile_note(w->b.p, "%s", plan->notes[i]);
	for (size_t i = 0; i < w->c->nruns; i++)
		worst = fmax(worst, w->turns[i]);
	note_silent(w);
	if (worst > 1.01)
		profile_note(w->b.p,
		             "other users shared the counters: up to %.0f %% "
		             "of a run was not counted and is extrapolated",
		             100 * (1 - 1 / worst));
	if (w->c->taken > watchdog)
		profile_note(w->b.p,
		             "%u of %u counters could not be used here, so "
		             "there were more runs",
		             w->c->taken,
		             machine_counters(w->c->s->machine)->programmable);
	if (perf_counters_shared(w->c->s)) {
		w->b.p->counter_set = (double)w->c->runs[0].set + 1;
		note_uncounted(w);
	}
	if (w->system < 0)
		profile_note(w->b.p, "time in the operating system is not "
		                     "sampled, because "
		                     "kernel.perf_event_paranoid is above 1");
	if (w->c->s->program.script)
		profile_note(w->b.p,
		             "the program is a script: its interpreter and the "
		             "processes that it starts are measured");
}

struct profile *perf_counters_build(struct perf_counters *c)
{
	struct build *w = mem_alloc(1, sizeof(*w));
	struct profile *p;

	w->c = c;
	attribution_start(&w->b, c->s, PROFILE_BY_PERF);
	add_events(w);
	add_runs(w);
	attribution_sections(&w->b);
	add_samples(w);
	set_zeros(w);
	add_totals(w);
	add_notes(w);
	add_details(w);
	perf_timeline_build(&w->b, c, w->spots, w->turns[0]);
	p = attribution_finish(&w->b);
	free(w->spots);
	free(w);
	canonical_events(p, c->s->machine);
	return p;
}
