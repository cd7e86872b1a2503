/* perf_counters_build.c - from samples of counters to a measurement */
#include "perf_counters.h"

#include <math.h>

#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "canonical.h"
#include "describe.h"
#include "facts.h"
#include "measure/structure/structure.h"
#include "modules.h"
#include "plan.h"
#include "profile/profile.h"
#include "samples.h"
#include "session.h"
#include "slices.h"

/* A native event in the profile. */
struct column {
	size_t event; /* of the profile */
	double unit;  /* one count in units of the event */
	double runs;  /* that sampled it */
};

struct builder {
	struct perf_counters *c;
	struct profile *p;
	struct modules *modules;
	struct column columns[PERF_COUNTERS_MAX_NATIVES];
	/* counts of a run have to be multiplied with it: events that took
	 * turns on the counters were seen for a part of the time only */
	double turns[PERF_COUNTERS_MAX_RUNS];
	size_t cycles;
	int system; /* SYS_CYC; -1: samples of the kernel are not allowed */
	struct slices slices;
};

static void add_events(struct builder *b)
{
	const struct perf_counters *c = b->c;

	for (size_t i = 0; i < c->nnatives; i++) {
		const struct machine_native *n = c->natives[i];
		const struct machine_event *e =
			canonical_alone(c->s->machine, n);
		struct column *to = &b->columns[i];

		to->event = profile_event_add(b->p, e ? e->name : n->name,
		                              n->name, PROFILE_SAMPLED);
		to->unit = e ? canonical_constant(c->s->machine, e) : 1;
		if (e && strcmp(e->name, "TOT_CYC") == 0)
			b->cycles = to->event;
	}
	b->system = c->runs[0].stream.kernel
	                    ? (int)profile_event_add(b->p, "SYS_CYC",
	                                             c->natives[0]->name,
	                                             PROFILE_SAMPLED)
	                    : -1;
	for (size_t i = 0; i < c->nruns; i++) {
		const struct plan_run *set = &c->plan->runs[c->runs[i].set];

		for (size_t k = 0; k < set->ncounts; k++)
			b->columns[c->runs[i].native[k]].runs++;
	}
}

/* The clock that ran: cycles over CPU time, when a counter counted them. */
static double clock_of(const struct builder *b, size_t run)
{
	const struct perf_counters_run *r = &b->c->runs[run];
	double cpu_s = r->launch.user_s;

	if (r->stream.kernel)
		cpu_s += r->launch.sys_s;
	if (plan_software(b->c->natives[0]))
		return machine_param(b->c->s->machine, "CPU_freq");
	return cpu_s > 0.1 ? r->stream.totals[0].value * b->turns[run] / cpu_s
	                   : NAN;
}

static void set_turns(struct builder *b, size_t run)
{
	const struct perf_stream_total *t = &b->c->runs[run].stream.totals[0];

	b->turns[run] = t->running_s > 0 && t->running_s < t->enabled_s
	                        ? t->enabled_s / t->running_s
	                        : 1;
}

static void add_run(struct builder *b, size_t i)
{
	const struct perf_counters_run *r = &b->c->runs[i];
	struct profile_run *run = profile_run_add(b->p);
	struct strbuf purpose = STRBUF_INIT;
	const char *path;
	char **command = session_command(b->c->s, NULL, NULL, &path);

	strbuf_addf(&purpose, "counter set %zu of %zu", r->set + 1,
	            b->c->plan->nruns);
	describe_run(b->p, run, arena_strdup(b->p->arena, purpose.s), command,
	             &r->launch);
	run->samples = r->samples;
	run->lost = r->stream.lost;
	set_turns(b, i);
	run->clock_hz = clock_of(b, i);
	free(command);
	strbuf_release(&purpose);
}

static void add_runs(struct builder *b)
{
	double wall = 0, clock = 0, clocks = 0, threads = 0;

	for (size_t i = 0; i < b->c->nruns; i++) {
		add_run(b, i);
		wall += b->c->runs[i].launch.wall_s;
		threads = fmax(threads, b->c->runs[i].stream.threads);
		if (!isnan(b->p->runs[i].clock_hz)) {
			clock += b->p->runs[i].clock_hz;
			clocks++;
		}
	}
	b->p->runtime_s = wall / (double)b->c->nruns;
	b->p->clock_hz = clocks > 0 ? clock / clocks : NAN;
	b->p->threads = threads;
}

static double plus(double sum, double value)
{
	return isnan(sum) ? value : sum + value;
}

/* The whole count of a place in its run, in units of the event. */
static double value_of(const struct builder *b, const struct sample_count *s)
{
	const struct column *c = &b->columns[s->key.event];

	return s->samples * b->c->periods[s->key.event] * c->unit *
	       b->turns[s->key.run];
}

static struct profile_section *place_of(struct builder *b,
                                        const struct sample_count *s,
                                        struct structure_place *place)
{
	struct module *m = modules_get(
		b->modules, samples_module_path(b->c->samples, s->key.module));

	return module_section(b->modules, m, module_vaddr(m, s->key.offset),
	                      place);
}

static void add_sample(struct builder *b, const struct sample_count *count)
{
	const struct column *c = &b->columns[count->key.event];
	double value = value_of(b, count), mean = value / c->runs;
	double in_kernel = mean * count->system_s / count->samples;
	struct structure_place place;

	for (struct profile_section *s = place_of(b, count, &place); s;
	     s = s->parent) {
		double *samples = profile_samples(b->p, s);

		profile_add(s, c->event, mean);
		samples[c->event] = plus(samples[c->event], count->samples);
		if (c->event != b->cycles)
			continue;
		if (b->system >= 0)
			profile_add(s, (size_t)b->system, in_kernel);
		profile_run_cycles(b->p, s)[count->key.run] = plus(
			profile_run_cycles(b->p, s)[count->key.run], value);
		slices_add(&b->slices, s, count->key.thread, mean);
	}
}

/* All of the program was watched: what has no samples has none, which is not
 * the same as not being measured. */
static void set_zeros(struct builder *b)
{
	for (struct profile_section *s = profile_root(b->p); s;
	     s = profile_next(s)) {
		double *samples = profile_samples(b->p, s);

		for (size_t i = 0; i < b->p->nevents; i++) {
			if (isnan(s->sum[i]))
				s->sum[i] = 0;
			if (isnan(samples[i]) && (int)i != b->system)
				samples[i] = 0;
		}
	}
}

static void add_totals(struct builder *b)
{
	const struct sample_count *counts;
	size_t n;

	counts = samples_all(b->c->samples, &n);
	for (size_t i = 0; i < b->c->nruns; i++) {
		const struct perf_counters_run *r = &b->c->runs[i];
		const struct plan_run *set = &b->c->plan->runs[r->set];

		for (size_t k = 0; k < set->ncounts; k++) {
			const struct column *c = &b->columns[r->native[k]];

			b->p->runs[i].total[c->event] = 0;
			b->p->runs[i].period[c->event] =
				set->counts[k].period * c->unit * b->turns[i];
		}
	}
	for (size_t i = 0; i < n; i++)
		b->p->runs[counts[i].key.run]
			.total[b->columns[counts[i].key.event].event] +=
			value_of(b, &counts[i]);
}

static bool matters(const struct builder *b, const struct profile_section *s)
{
	static const double least = 0.001;

	return s->sum[b->cycles] >= least * b->p->root->sum[b->cycles];
}

static void add_line(struct builder *b, const struct sample_count *count)
{
	const struct column *c = &b->columns[count->key.event];
	struct structure_place place;
	struct profile_section *s = place_of(b, count, &place);
	double *sum;

	if (!place.file || !matters(b, s))
		return;
	sum = profile_line_add(b->p, s, place.file, place.line)->sum;
	for (size_t i = 0; i < b->p->nevents; i++)
		sum[i] = isnan(sum[i]) ? 0 : sum[i];
	sum[c->event] += value_of(b, count) / c->runs;
}

/* Lines and facts of the sections that matter. */
static void add_details(struct builder *b)
{
	const struct sample_count *counts;
	const struct made_section *made;
	size_t n;

	counts = samples_all(b->c->samples, &n);
	for (size_t i = 0; i < n; i++)
		add_line(b, &counts[i]);
	n = modules_sections(b->modules, &made);
	for (size_t i = 0; i < n; i++) {
		if (matters(b, made[i].section))
			facts_add_static(b->p, &made[i], b->c->s->machine,
			                 NULL);
	}
	modules_note(b->modules, 0.01 * b->p->root->sum[b->cycles], b->cycles);
}

static void add_notes(struct builder *b)
{
	const struct plan *plan = b->c->plan;
	unsigned watchdog = plan_watchdog(b->c->s->machine, b->c->s->host);
	double worst = 1;

	for (size_t i = 0; i < plan->nnotes; i++)
		profile_note(b->p, "%s", plan->notes[i]);
	for (size_t i = 0; i < b->c->nruns; i++)
		worst = fmax(worst, b->turns[i]);
	if (worst > 1.01)
		profile_note(b->p,
		             "others used the counters too: up to %.0f %% of "
		             "a run were not seen and are extrapolated",
		             100 * (1 - 1 / worst));
	if (b->c->taken > watchdog)
		profile_note(b->p,
		             "%u of %u counters could not be used here, so "
		             "there were more runs",
		             b->c->taken,
		             machine_counters(b->c->s->machine)->programmable);
	if (b->system < 0)
		profile_note(b->p, "time in the operating system is not "
		                   "sampled, because "
		                   "kernel.perf_event_paranoid is above 1");
	if (b->c->s->program.script)
		profile_note(b->p,
		             "the program is a script: what is measured is its "
		             "interpreter and what it starts");
}

struct profile *perf_counters_build(struct perf_counters *c)
{
	struct profile *p = profile_new();
	struct builder *b = arena_alloc(p->arena, 1, sizeof(*b));
	const struct sample_count *counts;
	size_t n;

	b->c = c;
	b->p = p;
	describe_profile(p, c->s, "perf", PERFEXPERT_VERSION);
	add_events(b);
	add_runs(b);
	profile_root(p)->name =
		arena_strdup(p->arena, io_basename(c->s->argv[0]));
	b->modules = modules_new(p);
	counts = samples_all(c->samples, &n);
	for (size_t i = 0; i < n; i++)
		add_sample(b, &counts[i]);
	set_zeros(b);
	slices_stats(&b->slices, p, b->cycles);
	add_totals(b);
	add_notes(b);
	add_details(b);
	modules_free(b->modules);
	canonical_events(p, c->s->machine);
	return p;
}
