#include "compare.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/segments.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/clock/stacks.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "profile/profile.h"
#include "measure/collect/simulate/sample/marker.h"
#include "measure/collect/simulate/sample/timeline.h"
#include "measure/collect/simulate/sample/watch.h"
#include "measure/run/session.h"

/* Whole runs: the native ones, and the one that found the part. */
enum { RUNS = NATIVE_MAX_RUNS + 1 };

/* Samples of one place. */
struct place {
	uint32_t section; /* of the watch */
	double part, whole[RUNS];
};

struct comparison {
	struct attribution b;
	struct ids sections; /* pointer -> index in the watch */
	uint32_t others;     /* of those that are one together, or IDS_NONE */
	struct ids spots;    /* address in its module -> index in v */
	struct place *v;
	size_t n, cap;
};

static void find_watched(struct comparison *c, const struct watch *w)
{
	c->others = IDS_NONE;
	for (size_t i = 0; i < w->n; i++) {
		if (!w->v[i].path) {
			c->others = (uint32_t)i;
			continue;
		}
		const struct spot at = attribution_spot_vaddr(
			&c->b, w->v[i].path, w->v[i].vaddr);

		ids_add(&c->sections, (uintptr_t)at.section, (uint32_t)i);
	}
}

static struct place *place_at(struct comparison *c, const struct spot *at,
                              uint64_t address, uint32_t section)
{
	const uint64_t key =
		(uintptr_t)at->section ^ address * 0x9e3779b97f4aULL;
	const uint32_t i = ids_add(&c->spots, key, (uint32_t)c->n);

	if (i == c->n) {
		c->v = mem_grow(c->v, &c->cap, c->n + 1, sizeof(*c->v));
		c->v[c->n++] = (struct place){ .section = section };
	}
	return &c->v[i];
}

static void add_samples(struct comparison *c, const struct samples *samples,
                        bool part)
{
	size_t n;
	const struct sample_count *all = samples_all(samples, &n);

	for (size_t i = 0; i < n; i++) {
		const uint64_t offset = all[i].key.offset;
		const char *path =
			samples_module_path(samples, all[i].key.module);
		const struct spot at =
			attribution_spot_file(&c->b, path, offset);
		uint32_t k = ids_get(&c->sections, (uintptr_t)at.section);
		struct place *p;

		if (k == IDS_NONE && !marker_for_messages(path))
			k = c->others;
		if (k == IDS_NONE)
			continue;
		p = place_at(c, &at, k == c->others ? 0 : offset, k);
		if (part && all[i].key.run == 0)
			p->part += all[i].samples;
		p->whole[part ? RUNS - 1 : all[i].key.run] += all[i].samples;
	}
}

static double section_differs(const struct comparison *c, uint32_t section,
                              size_t run)
{
	double *part = mem_alloc(c->n + 1, sizeof(*part));
	double *whole = mem_alloc(c->n + 1, sizeof(*whole)), differ;
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		if (c->v[i].section != section)
			continue;
		part[n] = c->v[i].part;
		whole[n++] = c->v[i].whole[run];
	}
	differ = timeline_differ(part, whole, n);
	free(part);
	free(whole);
	return differ;
}

double compare_part(const struct watch *w, const struct session *s,
                    const struct native *n, const struct samples *part,
                    double least)
{
	struct comparison c = { 0 };
	double most = 0;

	attribution_start(&c.b, s, PROFILE_BY_SIMULATE);
	attribution_sections(&c.b);
	find_watched(&c, w);
	add_samples(&c, n->samples, false);
	add_samples(&c, part, true);
	for (size_t i = 0; i < w->n; i++) {
		double differ = section_differs(&c, (uint32_t)i, RUNS - 1);

		/* from all runs: one may have had other neighbours */
		for (size_t r = 0; r < n->nruns; r++)
			differ = fmin(differ,
			              section_differs(&c, (uint32_t)i, r));
		if (w->v[i].share >= least)
			most = fmax(most, differ);
	}
	profile_free(attribution_finish(&c.b));
	ids_release(&c.sections);
	ids_release(&c.spots);
	free(c.v);
	return most;
}

/* Was the instruction executed that the address is in? known: so was some of
 * that file. */
static bool executed_by(const struct simout *out, const char *path,
                        uint64_t vaddr, bool *known)
{
	uint32_t last = UINT32_MAX;
	bool same = false;

	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];

		if (in->module != last)
			same = strcmp(out->modules[in->module].path, path) == 0;
		last = in->module;
		*known |= same;
		if (same && vaddr >= in->addr && vaddr - in->addr < in->size)
			return true;
	}
	return false;
}

/* True also where nothing of the file was: that is another kind of process, or
 * made anew. */
static bool was_executed(const struct simulation *sim, const char *path,
                         uint64_t vaddr)
{
	bool known = false;

	for (size_t i = 0; i < sim->n; i++) {
		if (executed_by(sim->outs[i], path, vaddr, &known))
			return true;
	}
	return !known;
}

bool compare_calls(const struct session *s, const struct native *n,
                   const struct simulation *sim, double least)
{
	size_t nnodes;
	const struct stacks_node *nodes =
		stacks_all(samples_stacks(n->waits), &nnodes);
	double *all_s = mem_alloc(nnodes, sizeof(*all_s));
	char program[PATH_MAX];
	bool missing = false;

	/* parents have lower numbers */
	for (size_t i = nnodes; i-- > 1;) {
		all_s[i] += nodes[i].own_s;
		all_s[nodes[i].parent] += all_s[i];
	}
	if (!realpath(s->program.path, program))
		*program = '\0';
	for (size_t i = 1; i < nnodes && !missing; i++) {
		const char *path =
			samples_module_path(n->waits, nodes[i].module);
		struct segments segments;

		/* what has no more than its own time calls nothing */
		if (all_s[i] < least * all_s[0] || all_s[i] <= nodes[i].own_s ||
		    !marker_counted_alike(path, program))
			continue;
		segments_read(&segments, path);
		missing = !was_executed(
			sim, path, segments_vaddr(&segments, nodes[i].offset));
	}
	free(all_s);
	return missing;
}
