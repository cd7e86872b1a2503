#include "build_simulated.h"
#include "build_regions.h"

#include <math.h>
#include <string.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "build_brief.h"
#include "build_instructions.h"
#include "build_joined.h"
#include "build_notes.h"
#include "build_started.h"
#include "build_threads.h"
#include "build_timeline.h"
#include "build_waits.h"
#include "measure/attribute/arguments.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/call_graph.h"
#include "measure/attribute/caused.h"
#include "measure/attribute/section_facts.h"
#include "measure/run/session.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/clock/stacks.h"
#include "profile/profile.h"
#include "measure/collect/simulate/extrapolate/scale.h"
#include "measure/collect/simulate/extrapolate/share.h"
#include "measure/collect/simulate/protocol/sim_events.h"
#include "measure/collect/simulate/sample/steer.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "unmatched.h"
#include "simulated_facts.h"

struct build {
	struct attribution b;
	const struct native *n;
	const struct simulation *sim; /* NULL: no events, only time */
	const struct share *share;
	const struct steer *steer; /* or NULL */
	struct scale *scale;
	struct waits *waits;
	struct threads *threads;
	size_t system, faults, wait, waited, blocked, caused; /* events */
	size_t wait_ins;      /* with a simulation only */
	size_t sim_events;    /* index of the first simulated event */
	struct spot *samples; /* of each clock sample */
	struct spot **instrs; /* of each instruction of each process */
	const struct unmatched *missing; /* processes without counts, or NULL */
	struct ids wanting;              /* sections that they have much of */
};

/* The clock that turns CPU time into cycles, for one run. */
static double clock_of(const struct build *w, size_t run)
{
	double hz = w->n->runs[run].clock_hz;

	if (w->b.p->estimated || isnan(hz))
		return machine_param(w->b.s->machine, "CPU_freq");
	return hz;
}

static void describe(struct build *w)
{
	const struct session *s = w->b.s;

	w->b.p->estimated =
		strcmp(machine_name(s->machine), machine_name(s->host)) != 0;
	w->b.p->ranks = 1;
	w->threads = threads_new(w->n->waits, w->n->samples);
}

static void add_runs(struct build *w)
{
	struct profile *p = w->b.p;
	double clock = 0, wall = 0, threads = 0;

	for (size_t i = 0; i < w->n->nruns; i++) {
		const struct native_run *r = &w->n->runs[i];
		struct profile_run *run =
			attribution_run(&w->b, "native", &r->launch);

		run->samples = r->sampler.samples;
		run->lost = r->sampler.lost;
		run->clock_hz = clock_of(w, i);
		clock += run->clock_hz;
		wall += r->launch.wall_s;
		threads = fmax(threads, r->sampler.threads);
	}
	p->clock_hz = clock / (double)w->n->nruns;
	p->runtime_s = wall / (double)w->n->nruns;
	p->threads = threads;
	threads_count(w->threads, &p->ranks, &p->threads);
	if (!w->sim)
		return;
	attribution_run(&w->b, "simulated", &w->sim->launch);
	/* 0: a part, and it is not known which */
	p->simulated_share = !w->share                ? 1
	                     : isnan(w->share->share) ? 0
	                                              : w->share->share;
	if (w->share)
		p->simulated_error = w->share->error;
	if (w->steer) {
		p->simulated_share *= steer_watched(w->steer);
		p->simulated_bars = steer_bars(w->steer);
	}
}

/* Did the timing model run, in any of the processes? */
static bool was_modelled(const struct build *w)
{
	for (size_t i = 0; i < w->sim->n; i++) {
		if (w->sim->outs[i]->ticks_per_cycle)
			return true;
	}
	return false;
}

static void add_events(struct build *w)
{
	struct profile *p = w->b.p;

	w->b.cycles = profile_event_add(p, "TOT_CYC", w->n->sampler->name,
	                                p->estimated ? PROFILE_ESTIMATED
	                                             : PROFILE_SAMPLED);
	w->system = profile_event_add(p, "SYS_CYC", w->n->sampler->name,
	                              PROFILE_SAMPLED);
	w->faults = profile_event_add(p, "PAGE_FAULTS", "page-faults",
	                              PROFILE_SAMPLED);
	w->wait = profile_event_add(p, "WAIT_CYC", NULL, PROFILE_SAMPLED);
	w->waited = profile_event_add(p, "WAITED_CYC", NULL, PROFILE_SAMPLED);
	w->blocked = profile_event_add(p, "BLOCKED_S", NULL, PROFILE_SAMPLED);
	w->caused = profile_event_add(p, "CAUSED_CYC", NULL, PROFILE_SAMPLED);
	if (!w->sim)
		return;
	w->wait_ins = profile_event_add(p, "WAIT_INS", NULL, PROFILE_DERIVED);
	w->sim_events = sim_events_add(p, machine_geometry(w->b.s->machine),
	                               was_modelled(w));
}

/* Cycles of a place's samples, in their run. */
static double cycles_of(const struct build *w, const struct sample_count *c)
{
	return (c->user_s + c->system_s) * clock_of(w, c->key.run);
}

static void add_sample(struct build *w, const struct sample_count *c,
                       const struct spot *at)
{
	double runs = (double)w->n->nruns, cycles = cycles_of(w, c);

	if (c->faults > 0)
		attribution_add(at->section, w->faults, c->faults / runs);
	if (!(c->samples > 0) && c->system_s == 0 && c->user_s == 0)
		return; /* only page faults were seen here */
	attribution_sampled(
		&w->b, at,
		&(struct attribution_sample){
			.event = w->b.cycles,
			.run = c->key.run,
			.thread = threads_clock(w->threads, c->key.run,
	                                        c->key.thread),
			.in_run = cycles,
			.mean = cycles / runs,
			.samples = c->samples,
		});
	waits_time(w->waits, at->section, cycles / runs);
	attribution_add(at->section, w->system,
	                c->system_s * clock_of(w, c->key.run) / runs);
}

static void add_samples(struct build *w)
{
	size_t n;
	const struct sample_count *counts = samples_all(w->n->samples, &n);

	w->samples = mem_alloc(n + 1, sizeof(*w->samples));
	for (size_t i = 0; i < n; i++) {
		const struct sample_count *c = &counts[i];

		w->samples[i] = attribution_spot_file(
			&w->b,
			samples_module_path(w->n->samples, c->key.module),
			c->key.offset);
		add_sample(w, c, &w->samples[i]);
	}
	waits_charge(w->waits, w->wait, w->waited, w->blocked);
}

static void add_totals(struct build *w)
{
	struct profile *p = w->b.p;
	const double *cycles = profile_run_cycles(p, p->root);

	for (size_t i = 0; i < w->n->nruns; i++) {
		p->runs[i].total[w->b.cycles] = cycles[i];
		p->runs[i].period[w->b.cycles] =
			w->n->runs[i].period_ns * 1e-9 * clock_of(w, i);
	}
}

static size_t values_of(const struct build *w, const struct simout *out,
                        const struct sim_instr *in, double *values)
{
	size_t n = sim_events_values(in, machine_geometry(w->b.s->machine),
	                             values);

	return out->ticks_per_cycle ? n + sim_events_model(out, in, values + n)
	                            : n;
}

static void add_instruction(struct build *w, const struct spot *at,
                            const struct simout *out,
                            const struct sim_instr *in)
{
	double values[SIM_EVENTS_MAX];
	struct profile_section *s = at->section;
	size_t n = values_of(w, out, in, values);

	for (size_t k = 0; k < n; k++) {
		size_t event = w->sim_events + k;

		/* a first 0 says that it was measured */
		if (isnan(values[k]) ||
		    (values[k] == 0 && !isnan(s->sum[event])))
			continue;
		attribution_add(s, event,
		                values[k] * scale_event(w->scale, s, k));
	}
	/* TOT_INS is the first of them */
	attribution_add(s, w->wait_ins,
	                values[0] * scale_of(w->scale, s) *
	                        waits_share(w->waits, s));
}

static struct spot *add_simulated(struct build *w, const struct simout *out)
{
	struct spot *spots = mem_alloc(out->n_instrs + 1, sizeof(*spots));

	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];

		spots[i] = attribution_spot_vaddr(
			&w->b, out->modules[in->module].path, in->addr);
		add_instruction(w, &spots[i], out, in);
	}
	return spots;
}

static bool is_wanting(const struct build *w, const struct profile_section *s)
{
	return w->missing && ids_get(&w->wanting, (uintptr_t)s) != IDS_NONE;
}

/* Counts of code that processes without counts had much of the time of */
static void drop_wanting(struct build *w)
{
	const struct profile *p = w->b.p;

	if (!w->missing)
		return;
	unmatched_sections(w->missing, w->n->samples, w->samples, &w->wanting);
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (!is_wanting(w, s))
			continue;
		s->sum[w->wait_ins] = NAN;
		for (size_t k = w->sim_events; k < p->nevents; k++)
			s->sum[k] = NAN;
	}
}

static void sample_line(struct build *w, const struct sample_count *c,
                        const struct spot *at)
{
	double *sum = attribution_line(&w->b, at);

	if (!sum)
		return;
	sum += w->b.cycles;
	*sum = (isnan(*sum) ? 0 : *sum) + cycles_of(w, c) / (double)w->n->nruns;
}

static void simulated_line(struct build *w, const struct simout *out,
                           const struct sim_instr *in, const struct spot *at)
{
	double values[SIM_EVENTS_MAX];
	double *sum = attribution_line(&w->b, at);
	size_t n;

	if (!sum || is_wanting(w, at->section))
		return;
	n = values_of(w, out, in, values);
	sum += w->sim_events;
	for (size_t k = 0; k < n; k++) {
		if (values[k] != 0 && !isnan(values[k]))
			sum[k] = (isnan(sum[k]) ? 0 : sum[k]) +
			         values[k] *
			                 scale_event(w->scale, at->section, k);
	}
}

/* Worth a row for each thread: a hundredth of the time, or of the waiting */
static bool spreads(const struct build *w, const struct profile_section *s)
{
	static const double least = 0.01;
	const double *all = w->b.p->root->sum;

	return s->sum[w->b.cycles] >= least * all[w->b.cycles] ||
	       s->sum[w->waited] >= least * all[w->b.cycles] ||
	       s->sum[w->blocked] >= least * all[w->blocked];
}

static void add_spread(struct build *w)
{
	struct profile *p = w->b.p;
	size_t n;
	const struct sample_count *c = samples_all(w->n->samples, &n);

	/* other ranks' threads may be joined */
	if (p->nthread < 2 && !w->b.s->once)
		return;
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (spreads(w, s))
			profile_spread(p, s, PROFILE_SPREAD_CYCLES);
	}
	for (size_t i = 0; i < n; i++) {
		struct profile_section *s = w->samples[i].section;
		uint32_t thread = threads_clock(w->threads, c[i].key.run,
		                                c[i].key.thread);
		double work = cycles_of(w, &c[i]) / (double)w->n->nruns *
		              (1 - waits_share(w->waits, s));

		for (; s && thread < p->nthread; s = s->parent) {
			if (s->spread[PROFILE_SPREAD_CYCLES])
				s->spread[PROFILE_SPREAD_CYCLES][thread] +=
					work;
		}
	}
	waits_spread(w->waits);
	if (w->sim)
		instructions_spread(p, &(struct instructions){
					       w->sim, w->instrs, w->threads,
					       w->scale, w->waits });
}

/* What needs the totals: lines and facts of the sections that matter. */
static void add_details(struct build *w)
{
	const struct simulated simulated = {
		.outs = w->sim ? w->sim->outs : NULL,
		.spots = w->instrs,
		.n = w->sim ? w->sim->n : 0,
		.scale = w->scale,
		.wanted = attribution_matters,
		.ctx = &w->b,
	};
	const struct facts_source source = { simulated_trips, &simulated };
	size_t n;
	const struct sample_count *counts = samples_all(w->n->samples, &n);

	for (size_t i = 0; i < n; i++)
		sample_line(w, &counts[i], &w->samples[i]);
	for (size_t i = 0; w->sim && i < w->sim->n; i++) {
		const struct simout *out = w->sim->outs[i];

		for (size_t k = 0; k < out->n_instrs; k++)
			simulated_line(w, out, &out->instrs[k],
			               &w->instrs[i][k]);
	}
	attribution_details(&w->b, w->sim ? &source : NULL);
	if (w->sim) {
		struct simulated once = simulated;
		struct joined joined;

		joined_make(&joined, &w->b, w->sim);
		once.outs = joined.outs;
		once.spots = joined.spots;
		once.n = joined.n;
		simulated_facts(w->b.p, &once);
		joined_release(&joined);
	}
	waits_facts(w->waits);
	threads_elapsed(w->b.p, w->threads, native_watched(w->n));
	started_facts(&w->b, w->threads, w->n->waits, native_watched(w->n));
	add_spread(w);
}

static double clock_of_run(const void *ctx, size_t run)
{
	return clock_of(ctx, run);
}

/* Before the details: statistics are over threads. */
static void add_regions(struct build *w)
{
	const struct region_source from = {
		.native = w->n,
		.sim = w->sim,
		.spots = w->samples,
		.clock = clock_of_run,
		.ctx = w,
		.system = w->system,
		.faults = w->faults,
		.sim_events = w->sim_events,
		.scale = !w->share                ? 1
		         : isnan(w->share->share) ? NAN
		                                  : 1 / w->share->share,
	};

	build_regions(&w->b, &from);
}

/* Is it a frame of ours? */
static bool is_preloaded(const char *path)
{
	return strstr(path, "/perfexpert-preload.so") != NULL ||
	       strstr(path, "/perfexpert-mpi.so") != NULL;
}

static const struct arguments_again *again_of(const struct sim_instr *in,
                                              struct arguments_again *to)
{
	const struct sim_arguments *a = in->arguments;

	if (!a)
		return NULL;
	*to = (struct arguments_again){
		.n = a->n,
		.same = { a->same[0], a->same[1] },
		.known = { a->known[0], a->known[1] },
	};
	return to;
}

/* How often the calls were made that the time is charged to; not of a part that
 * is not known, whose counts can't be extrapolated. */
static void count_calls(const struct build *w, struct caused *c)
{
	struct arguments_again again;

	if (w->share && isnan(w->share->share))
		return;
	for (size_t i = 0; w->sim && i < w->sim->n; i++) {
		const struct simout *out = w->sim->outs[i];

		for (size_t k = 0; k < out->n_instrs; k++) {
			const struct spot *at = &w->instrs[i][k];
			const struct sim_instr *in = &out->instrs[k];
			const double calls = (double)sim_count(in, SIM_CALL);

			if (calls > 0)
				caused_count(
					c, at, in->addr,
					calls * scale_of(w->scale, at->section),
					again_of(in, &again));
		}
	}
}

/* Cycles of one run for each second of the stacks: not every sample has a
 * stack. */
static double stacks_clock(const struct build *w,
                           const struct stacks_node *nodes, size_t n)
{
	double sum_s = 0;

	for (size_t i = 0; i < n; i++)
		sum_s += nodes[i].own_s + nodes[i].waits_s;
	return sum_s > 0 ? w->b.p->root->sum[w->b.cycles] / sum_s : 0;
}

static void add_calls(struct build *w)
{
	const struct samples *samples = w->n->waits;
	const struct stacks_node *nodes;
	struct calls_place *places;
	struct caused *caused;
	uint32_t *ours;
	double clock;
	size_t n, kept = 1;

	nodes = stacks_all(samples_stacks(samples), &n);
	clock = stacks_clock(w, nodes, n);
	places = mem_alloc(n, sizeof(*places));
	ours = mem_alloc(n, sizeof(*ours));
	for (size_t i = 1; i < n; i++) {
		const char *path =
			samples_module_path(samples, nodes[i].module);

		if (is_preloaded(path)) {
			/* as if the one that called it had done that itself */
			ours[i] = ours[nodes[i].parent];
			places[ours[i]].cycles += nodes[i].own_s * clock;
			places[ours[i]].waits += nodes[i].waits_s * clock;
			continue;
		}
		places[kept] = (struct calls_place){
			.parent = ours[nodes[i].parent],
			.path = path,
			.offset = nodes[i].offset,
			.cycles = nodes[i].own_s * clock,
			.waits = nodes[i].waits_s * clock,
		};
		ours[i] = (uint32_t)kept++;
	}
	calls_build(&w->b, places, kept);
	caused = caused_new(&w->b, w->caused, places, kept);
	count_calls(w, caused);
	caused_facts(caused);
	free(places);
	free(ours);
}

static void add_timeline(struct build *w)
{
	const struct timeline_source from = {
		.clock = w->n->samples,
		.timed = w->n->waits,
		.spots = w->samples,
		.threads = w->threads,
		.waits = w->waits,
		.wall_s = w->n->runs[0].launch.wall_s,
	};

	build_timeline(&w->b, &from);
}

static void release(struct build *w)
{
	for (size_t i = 0; w->sim && i < w->sim->n; i++)
		free(w->instrs[i]);
	free(w->instrs);
	free(w->samples);
	ids_release(&w->wanting);
	scale_free(w->scale);
	waits_free(w->waits);
	threads_free(w->threads);
}

struct profile *build_simulated(const struct session *s, const struct native *n,
                                const struct simulation *sim,
                                const struct share *share,
                                const struct steer *steer,
                                const struct work *work,
                                const struct unmatched *missing)
{
	struct build w = { .n = n, .share = share, .steer = steer };

	w.sim = sim && sim->n ? sim : NULL;
	w.missing = w.sim ? missing : NULL;
	attribution_start(&w.b, s, PROFILE_BY_SIMULATE);
	describe(&w);
	add_events(&w);
	add_runs(&w);
	attribution_sections(&w.b);
	if (w.sim && !share)
		build_brief(&w.b, n->samples, w.sim);
	w.waits = waits_new(&w.b, n->waits, w.threads, native_watched(n));
	add_samples(&w);
	w.scale = scale_new(&w.b, n, w.samples, share, steer);
	w.instrs = mem_alloc(w.sim ? w.sim->n : 1, sizeof(*w.instrs));
	for (size_t i = 0; w.sim && i < w.sim->n; i++)
		w.instrs[i] = add_simulated(&w, w.sim->outs[i]);
	drop_wanting(&w);
	if (w.sim)
		scale_errors(w.scale, w.b.p, w.sim_events,
		             w.b.p->nevents - w.sim_events);
	add_totals(&w);
	build_notes(&w.b, &(struct notes_source){ n, sim, work, steer });
	add_regions(&w);
	add_timeline(&w);
	add_calls(&w);
	add_details(&w);
	release(&w);
	return attribution_finish(&w.b);
}
