#include "build_regions.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/region/regions.h"
#include "measure/run/session.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "profile/profile.h"
#include "measure/collect/simulate/protocol/sim_events.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"

enum { MOST_WITHIN = 32, MOST_FAULTS = 20 };

struct work {
	struct attribution *b;
	const struct region_source *from;
	struct regions *regions;
	const struct regions_node *nodes;
	size_t n;
	struct profile_section **section; /* by node; [0] is NULL */
	struct profile_region **of;       /* by node, to be filled */
	uint64_t *simulated;              /* entries, by node */
};

/* Is it the outermost of its name on the path? Inner ones are in its counts. */
static bool outermost(const struct work *w, uint32_t node)
{
	for (uint32_t k = w->nodes[node].parent; k; k = w->nodes[k].parent) {
		if (w->section[k] == w->section[node])
			return false;
	}
	return true;
}

static bool same_region(const struct work *w, size_t a, size_t b)
{
	return w->nodes[a].number == w->nodes[b].number &&
	       strcmp(w->nodes[a].name, w->nodes[b].name) == 0;
}

static void make_sections(struct work *w)
{
	struct profile *p = w->b->p;

	for (size_t i = 1; i < w->n; i++) {
		const struct profile_region unknown = {
			.number = w->nodes[i].number,
			.entries = NAN,
			.elapsed_s = NAN,
			.pairs = NAN,
			.pair_s = regions_pair_s(w->regions),
		};
		size_t k = 1;

		while (k < i && !same_region(w, k, i))
			k++;
		if (k < i) {
			w->section[i] = w->section[k];
			w->of[i] = w->of[k];
		} else if (p->nregions < PROFILE_MAX_REGIONS) {
			w->section[i] = profile_region_add(p, w->nodes[i].name,
			                                   &unknown);
			w->of[i] = w->section[i]->region;
		}
	}
}

static void plus(double *sum, double value)
{
	*sum = isnan(*sum) ? value : *sum + value;
}

/* Add a value of a node to its own region, and to all that it lies in. */
static void add_value(const struct work *w, uint32_t node, size_t event,
                      double value)
{
	if (w->of[node])
		plus(&w->of[node]->own[event], value);
	for (uint32_t k = node; k; k = w->nodes[k].parent) {
		if (w->section[k] && outermost(w, k))
			plus(&w->section[k]->sum[event], value);
	}
}

static void add_sample(const struct work *w, const struct sample_count *c)
{
	const struct region_source *f = w->from;
	const double runs = (double)f->native->nruns;
	const double hz = f->clock(f->ctx, c->key.run);
	const double cycles = (c->user_s + c->system_s) * hz;

	if (c->faults > 0)
		add_value(w, c->key.region, f->faults, c->faults / runs);
	if (!(c->samples > 0) && c->system_s == 0)
		return;
	add_value(w, c->key.region, w->b->cycles, cycles / runs);
	add_value(w, c->key.region, f->system, c->system_s * hz / runs);
	for (uint32_t k = c->key.region; k; k = w->nodes[k].parent) {
		struct profile_section *s = w->section[k];

		if (!s || !outermost(w, k))
			continue;
		plus(&profile_samples(w->b->p, s)[w->b->cycles], c->samples);
		plus(&profile_run_cycles(w->b->p, s)[c->key.run], cycles);
		slices_add(&w->b->slices, s, c->key.thread, cycles / runs);
	}
}

static void add_simulated(struct work *w, const struct simout *out)
{
	uint32_t *ours = mem_alloc(out->n_regions + 1, sizeof(*ours));
	const struct machine_geometry *g = machine_geometry(w->b->s->machine);

	for (size_t i = 0; i < out->n_regions; i++) {
		const struct sim_region *r = &out->regions[i];
		double v[SIM_EVENTS_MAX];
		size_t n = sim_events_values(&r->counts, g, v);
		uint32_t node = ours[i + 1] = regions_at(
			w->regions, ours[r->parent], r->name, r->number);

		if (out->ticks_per_cycle)
			n += sim_events_model(out, &r->counts, v + n);
		w->simulated[node] += r->entries;
		for (size_t k = 0; k < n; k++)
			add_value(w, node, w->from->sim_events + k,
			          v[k] * w->from->scale);
	}
	free(ours);
}

/* The simulated pass may have seen paths that no native run did. */
static void know_simulated(struct work *w)
{
	const struct simulation *sim = w->from->sim;

	for (size_t i = 0; sim && i < sim->n; i++) {
		const struct simout *out = sim->outs[i];
		uint32_t *ours = mem_alloc(out->n_regions + 1, sizeof(*ours));

		for (size_t k = 0; k < out->n_regions; k++)
			ours[k + 1] = regions_at(
				w->regions, ours[out->regions[k].parent],
				out->regions[k].name, out->regions[k].number);
		free(ours);
	}
	w->nodes = regions_all(w->regions, &w->n);
}

/* Whole runs count exactly; the simulated one also where no native run could be
 * asked. */
static void add_entries(struct work *w)
{
	const double runs = (double)regions_runs(w->regions);

	for (size_t i = 1; i < w->n; i++) {
		const struct regions_node *n = &w->nodes[i];
		double entries = n->entries / runs;

		if (!w->of[i])
			continue;
		if (!(n->entries > 0) && w->from->scale == 1)
			entries = (double)w->simulated[i];
		plus(&w->of[i]->entries, entries);
		for (uint32_t k = (uint32_t)i; k; k = w->nodes[k].parent) {
			if (!w->of[k] || !outermost(w, k))
				continue;
			plus(&w->of[k]->pairs, entries);
			if (n->elapsed_s > 0)
				plus(&w->of[k]->elapsed_s, n->elapsed_s / runs);
		}
	}
}

/* ---- what runs in a region ---- */

struct within {
	struct profile_section *section;
	double cycles;
};

static int by_cycles(const void *one, const void *two)
{
	const struct within *a = one, *b = two;

	return (a->cycles < b->cycles) - (a->cycles > b->cycles);
}

static void add_within(struct within **list, size_t *n, size_t *cap,
                       struct profile_section *s, double cycles)
{
	size_t i = 0;

	while (i < *n && (*list)[i].section != s)
		i++;
	if (i == *n) {
		*list = mem_grow(*list, cap, *n + 1, sizeof(**list));
		(*list)[(*n)++] = (struct within){ .section = s };
	}
	(*list)[i].cycles += cycles;
}

static void fact_within(struct work *w, struct profile_section *region,
                        const struct within *at)
{
	const struct profile_section *s = at->section, *procedure = s;
	char line[16], share[32];
	struct profile_attr attrs[6];
	size_t n = 0;

	while (procedure->kind == PROFILE_LOOP)
		procedure = procedure->parent;
	snprintf(line, sizeof(line), "%u", s->line);
	snprintf(share, sizeof(share), "%.4f",
	         at->cycles / region->sum[w->b->cycles]);
	attrs[n++] =
		(struct profile_attr){ "kind", profile_kind_name(s->kind) };
	attrs[n++] = (struct profile_attr){ "procedure", procedure->name };
	attrs[n++] = (struct profile_attr){ "share", share };
	attrs[n++] = (struct profile_attr){ "module", procedure->parent->name };
	if (s->file && s->line) {
		attrs[n++] = (struct profile_attr){ "file", s->file };
		attrs[n++] = (struct profile_attr){ "line", line };
	}
	profile_fact_add(w->b->p, region, "within", attrs, n);
}

static bool lies_in(const struct work *w, uint32_t node,
                    const struct profile_section *region)
{
	while (node && w->section[node] != region)
		node = w->nodes[node].parent;
	return node != 0;
}

/* The procedures and loops that take most of a region's time. */
static void add_contents(struct work *w, struct profile_section *region)
{
	struct within *list = NULL;
	size_t n = 0, cap = 0, nsamples;
	const struct sample_count *c =
		samples_all(w->from->native->samples, &nsamples);

	for (size_t i = 0; i < nsamples; i++) {
		struct profile_section *s = w->from->spots[i].section;

		if (!lies_in(w, c[i].key.region, region))
			continue;
		for (; s && s->kind >= PROFILE_PROCEDURE; s = s->parent)
			add_within(&list, &n, &cap, s,
			           (c[i].user_s + c[i].system_s) *
			                   w->from->clock(w->from->ctx,
			                                  c[i].key.run) /
			                   (double)w->from->native->nruns);
	}
	if (n)
		qsort(list, n, sizeof(*list), by_cycles);
	for (size_t i = 0; i < n && i < MOST_WITHIN; i++)
		fact_within(w, region, &list[i]);
	free(list);
}

/* ---- notes ---- */

static void note_fault(const struct work *w, const struct regions_fault *f)
{
	char own[PATH_MAX];
	const char *path = *f->path ? f->path
	                   : realpath(w->b->s->program.path, own)
	                           ? own
	                           : w->b->s->program.path;
	struct spot at = { 0 };

	/* a return address is after its call */
	if (f->vaddr)
		at = attribution_spot_vaddr(w->b, path, f->vaddr - 1);
	if (at.file && at.line)
		profile_note(w->b->p, "%s (%s:%u)", f->text,
		             io_basename(at.file), at.line);
	else if (f->vaddr)
		profile_note(w->b->p, "%s (at 0x%llx in %s)", f->text,
		             (unsigned long long)f->vaddr, io_basename(path));
	else
		profile_note(w->b->p, "%s", f->text);
}

static void add_notes(const struct work *w)
{
	size_t n;
	const struct regions_fault *faults = regions_faults(w->regions, &n);

	for (size_t i = 0; i < n && i < MOST_FAULTS; i++)
		note_fault(w, &faults[i]);
	if (n > MOST_FAULTS)
		profile_note(w->b->p,
		             "%zu more begins and ends of regions don't match",
		             n - MOST_FAULTS);
	if (regions_dropped(w->regions) > 0)
		profile_note(w->b->p,
		             "%.0f begins of regions were not counted: too "
		             "many of them, or of threads",
		             regions_dropped(w->regions));
}

void build_regions(struct attribution *b, const struct region_source *from)
{
	struct work w = { .b = b,
		          .from = from,
		          .regions = samples_regions(from->native->samples) };
	size_t n;
	const struct sample_count *c = samples_all(from->native->samples, &n);

	know_simulated(&w);
	w.section = mem_alloc(w.n, sizeof(struct profile_section *));
	w.of = mem_alloc(w.n, sizeof(struct profile_region *));
	w.simulated = mem_alloc(w.n, sizeof(*w.simulated));
	make_sections(&w);
	for (size_t i = 0; w.n > 1 && i < n; i++)
		add_sample(&w, &c[i]);
	for (size_t i = 0; from->sim && i < from->sim->n; i++)
		add_simulated(&w, from->sim->outs[i]);
	add_entries(&w);
	for (struct profile_section *s = b->p->regions; s; s = s->next)
		add_contents(&w, s);
	add_notes(&w);
	free(w.section);
	free(w.of);
	free(w.simulated);
}
