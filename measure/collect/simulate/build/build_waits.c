#include "build_waits.h"

#include <math.h>
#include <stdint.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/fact.h"
#include "build_threads.h"
#include "measure/collect/clock/sample_waits.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/clock/stacks.h"
#include "measure/collect/clock/wait_calls.h"
#include "profile/own.h"
#include "profile/profile.h"

/* A section's own time, and what of it the samples say is waiting. */
struct leaf {
	struct profile_section *section;
	double cycles;
	double timed_s, wait_s;
	enum wait_kind by_name;
};

/* A place that waits: a call in a section, or, with none, somewhere. */
struct place {
	struct profile_section *section; /* NULL: not known */
	const char *file;
	unsigned line;
	unsigned call;
	enum wait_kind kind;
	double cycles, blocked_s;
};

/* Samples that waited in a leaf for a place. */
struct use {
	size_t leaf, place;
	double wait_s;
};

/* Seconds of one thread that a place waited, in all runs. */
struct part {
	size_t place;
	uint32_t thread;
	double time_s;
};

struct waits {
	struct attribution *b;
	struct ids by_section; /* pointer -> leaf */
	struct leaf *leaves;
	size_t nleaves, cap_leaves;
	struct place *places;
	size_t nplaces, cap_places;
	struct use *uses;
	size_t nuses, cap_uses;
	struct part *parts;
	size_t nparts, cap_parts;
	const struct threads *threads;
	bool many; /* threads or ranks */
	double runs;
};

static enum wait_kind name_kind(const struct profile_section *s)
{
	const struct profile_section *procedure = s, *module = s;

	while (procedure->kind > PROFILE_PROCEDURE)
		procedure = procedure->parent;
	while (module->kind > PROFILE_MODULE)
		module = module->parent;
	return wait_by_name(module->name, procedure->name);
}

static size_t leaf_of(struct waits *w, struct profile_section *s)
{
	uint32_t i =
		ids_add(&w->by_section, (uintptr_t)s, (uint32_t)w->nleaves);

	if (i == w->nleaves) {
		w->leaves = mem_grow(w->leaves, &w->cap_leaves, i + 1,
		                     sizeof(*w->leaves));
		w->leaves[w->nleaves++] = (struct leaf){
			.section = s,
			.by_name = name_kind(s),
		};
		/* the time's own source has no sample here */
		attribution_add(s, w->b->cycles, 0);
	}
	return i;
}

static size_t place_of(struct waits *w, const struct place *p)
{
	for (size_t i = w->nplaces; i-- > 0;) {
		const struct place *q = &w->places[i];

		if (q->section == p->section && q->file == p->file &&
		    q->line == p->line && q->call == p->call &&
		    q->kind == p->kind)
			return i;
	}
	w->places = mem_grow(w->places, &w->cap_places, w->nplaces + 1,
	                     sizeof(*w->places));
	w->places[w->nplaces] = *p;
	return w->nplaces++;
}

static void add_part(struct waits *w, size_t place, uint32_t thread,
                     double time_s)
{
	if (thread == THREADS_NONE)
		return;
	w->parts = mem_grow(w->parts, &w->cap_parts, w->nparts + 1,
	                    sizeof(*w->parts));
	w->parts[w->nparts++] = (struct part){ place, thread, time_s };
}

static void add_use(struct waits *w, size_t leaf, const struct place *p,
                    uint32_t thread, double wait_s)
{
	size_t place = place_of(w, p);

	add_part(w, place, thread, wait_s);

	w->leaves[leaf].wait_s += wait_s;
	for (size_t i = w->nuses; i-- > 0;) {
		struct use *u = &w->uses[i];

		if (u->leaf == leaf && u->place == place) {
			u->wait_s += wait_s;
			return;
		}
	}
	w->uses =
		mem_grow(w->uses, &w->cap_uses, w->nuses + 1, sizeof(*w->uses));
	w->uses[w->nuses++] = (struct use){ leaf, place, wait_s };
}

static struct spot spot_of(struct waits *w, const struct samples *timed,
                           uint32_t module, uint64_t offset)
{
	return attribution_spot_file(w->b, samples_module_path(timed, module),
	                             offset);
}

/*
 * What is in the same file as the call is the program's own: a task that is
 * done while its thread waits, an operation of a reduction.
 */
static bool is_waiting(unsigned call, const struct spot *leaf,
                       const struct spot *site)
{
	return sample_is_waiting(call) &&
	       (!site->section || site->module != leaf->module);
}

/* Of a region, its line: what its code begins with may be another function's
 * that was inlined. */
static void set_site(struct place *p, const struct spot *site, unsigned call)
{
	const struct profile_section *s = site->section;

	p->section = site->section;
	p->file = site->file;
	p->line = site->line;
	while (s && s->kind > PROFILE_PROCEDURE)
		s = s->parent;
	if (s && WAIT_AT_BODY(call) && s->file && s->line) {
		p->file = s->file;
		p->line = s->line;
	}
}

/* Where the program called the library in which a sample was taken, by the call
 * paths of the samples there: the place below which most of their time is. */
static struct spot caller_of(struct waits *w, const struct samples *timed,
                             const struct sample_key *key)
{
	size_t n, best = 0;
	const struct stacks_node *v = stacks_all(samples_stacks(timed), &n);

	for (size_t i = 1; i < n; i++) {
		if (v[i].module == key->module && v[i].offset == key->offset &&
		    (!best || v[i].own_s > v[best].own_s))
			best = i;
	}
	for (; best; best = v[best].parent) {
		const struct spot at =
			spot_of(w, timed, v[best].module, v[best].offset);

		if (at.section && own_module(w->b->p, at.section))
			return at;
	}
	return (struct spot){ 0 };
}

static void add_sample(struct waits *w, const struct samples *timed,
                       const struct sample_count *c)
{
	struct spot at = spot_of(w, timed, c->key.module, c->key.offset);
	struct spot site = { 0 };
	struct place p = { .kind = sample_wait_kind(c->key.call),
		           .call = c->key.call };
	size_t leaf = leaf_of(w, at.section);
	double time_s = c->user_s + c->system_s;
	uint32_t thread = threads_timed(w->threads, c->key.run, c->key.thread);

	w->leaves[leaf].timed_s += time_s;
	if (c->key.call && c->key.site_module != SAMPLES_NO_SITE)
		site = spot_of(w, timed, c->key.site_module, c->key.site);
	if (is_waiting(c->key.call, &at, &site)) {
		set_site(&p, &site, c->key.call);
		add_use(w, leaf, &p, thread, time_s);
	} else if (!c->key.call && w->leaves[leaf].by_name) {
		p.kind = w->leaves[leaf].by_name;
		site = caller_of(w, timed, &c->key);
		set_site(&p, &site, 0);
		add_use(w, leaf, &p, thread, time_s);
	} else if (!c->key.call && at.spins && w->many) {
		/* a loop of the program's own */
		p.kind = WAIT_CONDITION;
		set_site(&p, &at, 0);
		add_use(w, leaf, &p, thread, time_s);
	}
	if (site.section)
		leaf_of(w, site.section);
}

/* Elapsed time of the program's threads in which they did not run. */
static void add_blocked(struct waits *w, struct samples *timed)
{
	size_t n;
	const struct sample_count *c = samples_all(samples_blocked(timed), &n);

	for (size_t i = 0; i < n; i++) {
		const struct sample_key *key = &c[i].key;
		struct place p = { .kind = sample_wait_kind(key->call),
			           .call = key->call };
		struct spot site = { 0 };
		uint32_t thread =
			threads_timed(w->threads, key->run, key->thread);
		size_t place;

		if (thread == THREADS_NONE)
			continue;
		if (p.kind == WAIT_NONE)
			p.kind = WAIT_OTHER;
		if (key->call && key->site_module != SAMPLES_NO_SITE) {
			site = spot_of(w, timed, key->site_module, key->site);
			set_site(&p, &site, key->call);
			leaf_of(w, site.section);
		}
		place = place_of(w, &p);
		w->places[place].blocked_s += c[i].user_s / w->runs;
		add_part(w, place, thread, c[i].user_s);
	}
}

struct waits *waits_new(struct attribution *b, struct samples *timed,
                        const struct threads *threads, size_t runs)
{
	struct waits *w = mem_alloc(1, sizeof(*w));
	double ranks, most;
	size_t n;
	const struct sample_count *c = samples_all(timed, &n);

	w->b = b;
	w->threads = threads;
	threads_count(threads, &ranks, &most);
	w->many = ranks * most > 1;
	w->runs = (double)runs;
	for (size_t i = 0; i < n; i++)
		add_sample(w, timed, &c[i]);
	add_blocked(w, timed);
	return w;
}

void waits_free(struct waits *w)
{
	if (!w)
		return;
	ids_release(&w->by_section);
	free(w->leaves);
	free(w->places);
	free(w->uses);
	free(w->parts);
	free(w);
}

void waits_time(struct waits *w, struct profile_section *s, double cycles)
{
	const size_t leaf = leaf_of(w, s);

	w->leaves[leaf].cycles += cycles;
}

double waits_share(struct waits *w, struct profile_section *s)
{
	const size_t leaf = leaf_of(w, s);
	const struct leaf *l = &w->leaves[leaf];

	if (l->timed_s > 0)
		return fmin(1, l->wait_s / l->timed_s);
	return l->by_name != WAIT_NONE;
}

/* What is known by its name alone has no place. */
static void place_unseen(struct waits *w)
{
	for (size_t i = 0; i < w->nleaves; i++) {
		const struct leaf *l = &w->leaves[i];
		const struct place p = { .kind = l->by_name };
		size_t place;

		if (l->timed_s > 0 || l->by_name == WAIT_NONE ||
		    !(l->cycles > 0))
			continue;
		place = place_of(w, &p);
		w->places[place].cycles += l->cycles;
	}
}

/* What has no place gets one, so that sections add up to the program. */
static void place_lost(struct waits *w)
{
	for (size_t i = 0; i < w->nplaces; i++) {
		struct place *p = &w->places[i];
		const bool idle = p->kind == WAIT_IDLE;

		if (p->section || (p->cycles <= 0 && p->blocked_s <= 0))
			continue;
		p->section = attribution_spot_file(
				     w->b, idle ? "[idle]" : "[waiting]", 0)
		                     .section;
		p->section->name = idle ? "threads without work"
		                        : "waiting at unknown places";
		leaf_of(w, p->section);
	}
}

void waits_charge(struct waits *w, size_t wait, size_t waited, size_t blocked)
{
	struct profile_section *root = profile_root(w->b->p);

	for (size_t i = 0; i < w->nuses; i++) {
		const struct use *u = &w->uses[i];
		const struct leaf *l = &w->leaves[u->leaf];

		w->places[u->place].cycles +=
			l->cycles * u->wait_s / l->timed_s;
	}
	place_unseen(w);
	attribution_add(root, wait, 0);
	attribution_add(root, waited, 0);
	attribution_add(root, blocked, 0);
	place_lost(w);
	for (size_t i = 0; i < w->nleaves; i++) {
		const struct leaf *l = &w->leaves[i];
		double cycles = l->cycles * waits_share(w, l->section);

		if (cycles > 0)
			attribution_add(l->section, wait, cycles);
	}
	for (size_t i = 0; i < w->nplaces; i++) {
		const struct place *p = &w->places[i];

		if (!p->section)
			continue;
		attribution_add(p->section, waited, p->cycles);
		attribution_add(p->section, blocked, p->blocked_s);
	}
}

/* Of a place, seconds over all threads. */
static double waited_s(const struct waits *w, const struct place *p)
{
	return p->cycles / w->b->p->clock_hz + p->blocked_s;
}

static void add_times(struct fact *f, double cpu_s, double blocked_s)
{
	fact_number(f, "cpu_s", cpu_s);
	fact_some(f, "blocked_s", blocked_s);
}

/* By kind, and where most of it is. */
static void kind_fact(struct waits *w, enum wait_kind kind, double least_s)
{
	const struct place *most = NULL;
	struct fact f = { .n = 0 };
	double cycles = 0, blocked_s = 0, hz = w->b->p->clock_hz;

	for (size_t i = 0; i < w->nplaces; i++) {
		const struct place *p = &w->places[i];

		if (p->kind != kind)
			continue;
		cycles += p->cycles;
		blocked_s += p->blocked_s;
		if (p->file && (!most || waited_s(w, p) > waited_s(w, most)))
			most = p;
	}
	if (!(cycles / hz + blocked_s > least_s))
		return;
	fact_text(&f, "kind", wait_kind_name(kind));
	if (most) {
		fact_text(&f, "file", most->file);
		fact_number(&f, "line", most->line);
	}
	add_times(&f, cycles / hz, blocked_s);
	fact_add(w->b->p, profile_root(w->b->p), "waits", &f);
}

static void place_fact(struct waits *w, const struct place *p)
{
	struct fact f = { .n = 0 };

	fact_text(&f, "kind", wait_kind_name(p->kind));
	if (p->call)
		fact_text(&f, "call", sample_wait_name(p->call));
	if (p->file) {
		fact_text(&f, "file", p->file);
		fact_number(&f, "line", p->line);
	}
	add_times(&f, p->cycles / w->b->p->clock_hz, p->blocked_s);
	fact_add(w->b->p, p->section ? p->section : profile_root(w->b->p),
	         "wait", &f);
}

void waits_facts(struct waits *w)
{
	const struct profile *p = w->b->p;
	const double least_s = 1e-4 * p->root->sum[w->b->cycles] / p->clock_hz;

	for (int kind = 1; kind < WAIT_NKINDS; kind++)
		kind_fact(w, (enum wait_kind)kind, least_s);
	for (size_t i = 0; i < w->nplaces; i++) {
		if (waited_s(w, &w->places[i]) > least_s)
			place_fact(w, &w->places[i]);
	}
}

void waits_spread(struct waits *w)
{
	struct profile *p = w->b->p;

	for (size_t i = 0; i < w->nparts; i++) {
		const struct part *part = &w->parts[i];
		struct profile_section *s = w->places[part->place].section;

		if (part->thread >= p->nthread)
			continue;
		for (; s; s = s->parent) {
			if (s->spread[PROFILE_SPREAD_CYCLES])
				profile_spread(
					p, s,
					PROFILE_SPREAD_WAITED)[part->thread] +=
					part->time_s / w->runs;
		}
	}
}
