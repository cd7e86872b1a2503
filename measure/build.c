#include "build.h"

#include <math.h>

#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "describe.h"
#include "facts.h"
#include "modules.h"
#include "native.h"
#include "profile/profile.h"
#include "samples.h"
#include "scale.h"
#include "session.h"
#include "share.h"
#include "sim_events.h"
#include "simout.h"
#include "simulate.h"
#include "slices.h"
#include "measure/structure/structure.h"

struct builder {
	const struct session *s;
	const struct native *n;
	const struct simulation *sim;
	const struct share *share;
	struct profile *p;
	struct scale *scale;
	struct modules *modules;
	size_t cycles, system, faults; /* events */
	size_t sim_events;             /* index of the first simulated event */
	struct slices slices;          /* of cycles */
};

/* The clock that turns CPU time into cycles, for one run. */
static double clock_of(const struct builder *b, size_t run)
{
	double hz = b->n->runs[run].clock_hz;

	if (b->p->estimated || isnan(hz))
		return machine_param(b->s->machine, "CPU_freq");
	return hz;
}

static void describe(struct builder *b)
{
	const struct session *s = b->s;

	describe_profile(b->p, s, "simulate", PERFEXPERT_VERSION);
	b->p->estimated =
		strcmp(machine_name(s->machine), machine_name(s->host)) != 0;
	b->p->ranks = 1;
}

static void add_run(struct builder *b, const char *purpose,
                    const struct launch_result *l)
{
	struct profile_run *run = profile_run_add(b->p);
	const char *path;
	char **command = session_command(b->s, NULL, NULL, &path);

	describe_run(b->p, run, purpose, command, l);
	free(command);
}

static void add_runs(struct builder *b)
{
	double clock = 0, wall = 0, threads = 0;

	for (size_t i = 0; i < b->n->nruns; i++) {
		const struct native_run *r = &b->n->runs[i];
		struct profile_run *run;

		add_run(b, "native", &r->launch);
		run = &b->p->runs[b->p->nruns - 1];
		run->samples = r->sampler.samples;
		run->lost = r->sampler.lost;
		run->clock_hz = clock_of(b, i);
		clock += run->clock_hz;
		wall += r->launch.wall_s;
		threads = fmax(threads, r->sampler.threads);
	}
	b->p->clock_hz = clock / (double)b->n->nruns;
	b->p->runtime_s = wall / (double)b->n->nruns;
	b->p->threads = threads;
	if (b->sim && b->sim->n) {
		add_run(b, "simulated", &b->sim->launch);
		/* 0: a part, and it is not known which */
		b->p->simulated_share = !b->share ? 1
		                        : isnan(b->share->share)
		                                ? 0
		                                : b->share->share;
	}
}

static void add_events(struct builder *b)
{
	struct profile *p = b->p;

	b->cycles = profile_event_add(p, "TOT_CYC", b->n->sampler->name,
	                              p->estimated ? PROFILE_ESTIMATED
	                                           : PROFILE_SAMPLED);
	b->system = profile_event_add(p, "SYS_CYC", b->n->sampler->name,
	                              PROFILE_SAMPLED);
	b->faults = profile_event_add(p, "PAGE_FAULTS", "page-faults",
	                              PROFILE_SAMPLED);
	if (b->sim && b->sim->n)
		b->sim_events =
			sim_events_add(p, machine_geometry(b->s->machine));
}

/* Add to a section and all above it. */
static void add_up(struct profile_section *s, size_t event, double value)
{
	for (; s; s = s->parent)
		profile_add(s, event, value);
}

static void add_sample(struct builder *b, const struct sample_count *c)
{
	const char *path = samples_module_path(b->n->samples, c->key.module);
	struct module *m = modules_get(b->modules, path);
	struct structure_place place;
	struct profile_section *inner = module_section(
		b->modules, m, module_vaddr(m, c->key.offset), &place);
	double hz = clock_of(b, c->key.run), runs = (double)b->n->nruns;
	double cycles = (c->user_s + c->system_s) * hz;

	if (c->faults)
		add_up(inner, b->faults, c->faults / runs);
	if (!c->samples && c->system_s == 0)
		return; /* only page faults were seen here */
	add_up(inner, b->cycles, cycles / runs);
	add_up(inner, b->system, c->system_s * hz / runs);
	for (struct profile_section *s = inner; s; s = s->parent) {
		double *per_run = profile_run_cycles(b->p, s);
		double *samples = profile_samples(b->p, s);

		if (isnan(per_run[c->key.run]))
			per_run[c->key.run] = 0;
		per_run[c->key.run] += cycles;
		if (isnan(samples[b->cycles]))
			samples[b->cycles] = 0;
		samples[b->cycles] += c->samples;
		slices_add(&b->slices, s, c->key.thread, cycles / runs);
	}
}

static void add_totals(struct builder *b)
{
	const double *cycles = profile_run_cycles(b->p, b->p->root);

	for (size_t i = 0; i < b->n->nruns; i++) {
		b->p->runs[i].total[b->cycles] = cycles[i];
		b->p->runs[i].period[b->cycles] =
			SAMPLER_PERIOD_NS * 1e-9 * clock_of(b, i);
	}
}

static void add_instruction(struct builder *b, struct module *m,
                            const struct sim_instr *in)
{
	double values[SIM_EVENTS_MAX];
	struct structure_place place;
	struct profile_section *s =
		module_section(b->modules, m, in->addr, &place);
	size_t n =
		sim_events_values(in, machine_geometry(b->s->machine), values);
	double scale = scale_of(b->scale, s);

	for (size_t k = 0; k < n; k++) {
		size_t event = b->sim_events + k;

		/* a first 0 says that it was measured */
		if (values[k] == 0 && !isnan(s->sum[event]))
			continue;
		add_up(s, event, values[k] * scale);
	}
}

static void add_simulated(struct builder *b, const struct simout *out)
{
	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];

		add_instruction(
			b,
			modules_get(b->modules, out->modules[in->module].path),
			in);
	}
}

/*
 * Lines and facts are kept for sections that matter to somebody: at least a
 * thousandth of the time or of the instructions.
 */
static bool matters(const struct builder *b, const struct profile_section *s)
{
	static const double least = 0.001;
	int ins = profile_event(b->p, "TOT_INS");
	const double *all = b->p->root->sum;

	return s->sum[b->cycles] >= least * all[b->cycles] ||
	       (ins >= 0 && s->sum[ins] >= least * all[ins]);
}

/* Add to the line of the section that a place is at, where that is known. */
static void add_line(struct builder *b, struct profile_section *s,
                     const struct structure_place *place, size_t event,
                     double value)
{
	double *sum;

	if (!place->file)
		return;
	sum = profile_line_add(b->p, s, place->file, place->line)->sum;
	sum[event] = isnan(sum[event]) ? value : sum[event] + value;
}

static bool matters_to(const void *ctx, const struct profile_section *s)
{
	return matters(ctx, s);
}

static void sample_line(struct builder *b, const struct sample_count *c)
{
	const char *path = samples_module_path(b->n->samples, c->key.module);
	struct module *m = modules_get(b->modules, path);
	struct structure_place place;
	struct profile_section *s = module_section(
		b->modules, m, module_vaddr(m, c->key.offset), &place);
	double cycles = (c->user_s + c->system_s) * clock_of(b, c->key.run) /
	                (double)b->n->nruns;

	if (matters(b, s))
		add_line(b, s, &place, b->cycles, cycles);
}

static void simulated_line(struct builder *b, const struct simout *out,
                           const struct sim_instr *in)
{
	double values[SIM_EVENTS_MAX], scale;
	struct structure_place place;
	struct profile_section *s = module_section(
		b->modules,
		modules_get(b->modules, out->modules[in->module].path),
		in->addr, &place);
	size_t n =
		sim_events_values(in, machine_geometry(b->s->machine), values);

	if (!matters(b, s))
		return;
	scale = scale_of(b->scale, s);
	for (size_t k = 0; k < n; k++) {
		if (values[k] != 0)
			add_line(b, s, &place, b->sim_events + k,
			         values[k] * scale);
	}
}

/* What needs the totals: lines and facts of the sections that matter. */
static void add_details(struct builder *b)
{
	const struct sample_count *counts;
	const struct made_section *made;
	size_t n;

	counts = samples_all(b->n->samples, &n);
	for (size_t i = 0; i < n; i++)
		sample_line(b, &counts[i]);
	for (size_t i = 0; b->sim && i < b->sim->n; i++) {
		const struct simout *out = b->sim->outs[i];

		for (size_t k = 0; k < out->n_instrs; k++)
			simulated_line(b, out, &out->instrs[k]);
	}
	n = modules_sections(b->modules, &made);
	for (size_t i = 0; i < n; i++) {
		if (!matters(b, made[i].section))
			continue;
		facts_add_static(b->p, &made[i], b->s->machine, b->sim);
	}
	facts_add_program(b->p);
	for (size_t i = 0; b->sim && i < b->sim->n; i++)
		facts_add_simulated(b->p, b->modules, b->sim->outs[i],
		                    matters_to, b);
	modules_note(b->modules, 0.01 * b->p->root->sum[b->cycles], b->cycles);
}

/* Whether --limit ended the runs: time and events are then of a part. */
static void note_limit(const struct builder *b)
{
	bool simulated = b->sim && b->sim->launch.limited;

	for (size_t i = 0; b->sim && i < b->sim->n; i++)
		simulated |= b->sim->outs[i]->end == SIM_END_LIMIT;
	if (b->n->runs[0].launch.limited)
		profile_note(b->p,
		             "the limit of %g s ended the program: time "
		             "is that of its first part",
		             b->s->limit_s);
	if (simulated)
		profile_note(b->p,
		             "the limit of %g s ended the simulated run: "
		             "events are those of what it reached",
		             b->s->limit_s);
}

static void add_notes(struct builder *b)
{
	const struct native *n = b->n;

	if (n->why_not[0])
		profile_note(b->p, "time is from %s, because %s",
		             n->sampler->name, n->why_not);
	if (b->s->program.script)
		profile_note(b->p,
		             "the program is a script: what is measured is its "
		             "interpreter and what it starts");
	if (!b->sim || !b->sim->n)
		profile_note(b->p, "only the time was measured%s%s",
		             b->sim && b->sim->problem ? ": " : "",
		             b->sim && b->sim->problem ? b->sim->problem : "");
	else if (b->sim->problem)
		profile_note(b->p, "%s", b->sim->problem);
	note_limit(b);
}

struct profile *build_profile(const struct session *s, const struct native *n,
                              const struct simulation *sim,
                              const struct share *share)
{
	struct builder b = {
		.s = s, .n = n, .sim = sim, .share = share, .p = profile_new()
	};
	const struct sample_count *counts;
	size_t ncounts;

	describe(&b);
	add_events(&b);
	add_runs(&b);
	profile_root(b.p)->name =
		arena_strdup(b.p->arena, io_basename(s->argv[0]));
	b.modules = modules_new(b.p);
	counts = samples_all(n->samples, &ncounts);
	for (size_t i = 0; i < ncounts; i++)
		add_sample(&b, &counts[i]);
	b.scale = scale_new(b.modules, n, share);
	for (size_t i = 0; sim && i < sim->n; i++)
		add_simulated(&b, sim->outs[i]);
	slices_stats(&b.slices, b.p, b.cycles);
	add_totals(&b);
	add_notes(&b);
	add_details(&b);
	scale_free(b.scale);
	modules_free(b.modules);
	return b.p;
}
