#include "watch.h"

#include <stdbool.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/modules.h"
#include "measure/run/session.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "measure/binary/structure.h"
#include "profile/profile.h"
#include "marker.h"
#include "sampling.h"
#include "timeline.h"

struct range {
	const char *path;
	uint64_t low, high;
	uint32_t section; /* index in watch.v */
};

struct finder {
	struct watch *w;
	struct attribution b;
	struct ids sections; /* pointer -> index in times, then in watch.v */
	const struct profile_section **of; /* each of the samples' counters */
	double *times;
	size_t ntimes, cap_times;
	double total_s;
	struct range *ranges;
	size_t nranges, cap_ranges;
};

static void add_times(struct finder *f, const struct samples *samples)
{
	size_t n;
	const struct sample_count *c = samples_all(samples, &n);

	f->of = mem_alloc(n + 1, sizeof(*f->of));
	for (size_t i = 0; i < n; i++) {
		const double time_s = c[i].user_s + c[i].system_s;
		const char *path =
			samples_module_path(samples, c[i].key.module);
		struct spot at =
			attribution_spot_file(&f->b, path, c[i].key.offset);

		f->of[i] = at.section;
		if (marker_for_messages(path))
			continue;
		const uint32_t k = ids_add(&f->sections, (uintptr_t)at.section,
		                           (uint32_t)f->ntimes);

		if (k == f->ntimes) {
			f->times = mem_grow(f->times, &f->cap_times,
			                    f->ntimes + 1, sizeof(*f->times));
			f->times[f->ntimes++] = 0;
		}
		f->times[k] += time_s;
		f->total_s += time_s;
	}
}

/* The path goes into a line of text. */
static bool can_be_watched(const struct made_section *m)
{
	return m->proc && !strchr(module_path(m->module), '\n');
}

/* Many that take a little each represent the program together. */
static void choose_others(struct finder *f, const struct made_section *made,
                          size_t n, struct ids *chosen)
{
	struct watch *w = f->w;
	double all_s = 0;

	for (size_t i = 0; i < n; i++) {
		const uintptr_t key = (uintptr_t)made[i].section;
		const uint32_t k = ids_get(&f->sections, key);

		if (k == IDS_NONE || !can_be_watched(&made[i]) ||
		    !(f->times[k] > 0) || ids_get(chosen, key) != IDS_NONE)
			continue;
		all_s += f->times[k];
		ids_add(chosen, key, (uint32_t)w->n);
	}
	if (!(all_s > 0))
		return; /* none is chosen then */
	w->v = mem_grow(w->v, &w->cap, w->n + 1, sizeof(*w->v));
	w->v[w->n++] = (struct watched){ .share = all_s / f->total_s };
	w->seen += all_s / f->total_s;
}

/* From now on the sections' numbers are those in watch.v. */
static void choose(struct finder *f, const struct made_section *made, size_t n)
{
	struct ids chosen = { 0 };
	struct watch *w = f->w;

	for (size_t i = 0; i < n; i++) {
		const uintptr_t key = (uintptr_t)made[i].section;
		const uint32_t k = ids_get(&f->sections, key);

		if (k == IDS_NONE || !can_be_watched(&made[i]) ||
		    !(f->times[k] > 0) ||
		    f->times[k] < sampling.least_share * f->total_s)
			continue;
		w->v = mem_grow(w->v, &w->cap, w->n + 1, sizeof(*w->v));
		w->v[w->n] = (struct watched){
			.path = mem_strdup(module_path(made[i].module)),
			.share = f->times[k] / f->total_s,
		};
		w->seen += w->v[w->n].share;
		ids_add(&chosen, key, (uint32_t)w->n++);
	}
	if (w->seen < sampling.least_seen)
		choose_others(f, made, n, &chosen);
	ids_release(&f->sections);
	f->sections = chosen;
}

static void add_range(struct finder *f, const struct range *r)
{
	struct range *last = f->nranges ? &f->ranges[f->nranges - 1] : NULL;

	if (last && last->section == r->section && last->high == r->low) {
		last->high = r->high;
		return;
	}
	f->ranges = mem_grow(f->ranges, &f->cap_ranges, f->nranges + 1,
	                     sizeof(*f->ranges));
	f->ranges[f->nranges++] = *r;
	f->w->v[r->section].vaddr = r->low;
}

static void scan(struct finder *f, struct module *m, uint64_t low,
                 uint64_t high)
{
	for (uint64_t a = low; a < high; a++) {
		const struct profile_section *s =
			module_section(f->b.modules, m, a, NULL);
		const uint32_t k = ids_get(&f->sections, (uintptr_t)s);

		if (k != IDS_NONE)
			add_range(f, &(struct range){ module_path(m), a, a + 1,
			                              k });
	}
}

static void scan_procedure(struct finder *f, const struct made_section *m)
{
	const struct structure_proc *p = m->proc;

	scan(f, m->module, p->low, p->high);
	for (size_t i = 0; i < p->nranges; i++) {
		if (p->ranges[i].low != p->low)
			scan(f, m->module, p->ranges[i].low, p->ranges[i].high);
	}
}

static int by_address(const void *a, const void *b)
{
	const struct range *x = a, *y = b;
	int order = strcmp(x->path, y->path);

	return order ? order : (x->low > y->low) - (x->low < y->low);
}

static void write_ranges(struct finder *f)
{
	if (f->nranges)
		qsort(f->ranges, f->nranges, sizeof(*f->ranges), by_address);
	for (size_t i = 0; i < f->nranges; i++) {
		const struct range *r = &f->ranges[i];

		strbuf_addf(&f->w->ranges, "%u %llx %llx %s\n", r->section + 1,
		            (unsigned long long)r->low,
		            (unsigned long long)r->high, r->path);
	}
}

/* Each procedure once that holds a chosen section. */
static void scan_all(struct finder *f)
{
	const struct made_section *list;
	struct made_section *made;
	struct ids done = { 0 };
	size_t n = modules_sections(f->b.modules, &list);

	/* looking for others adds to the list */
	made = mem_alloc(n + 1, sizeof(*made));
	for (size_t i = 0; i < n; i++)
		made[i] = list[i];
	choose(f, made, n);
	for (size_t i = 0; i < n; i++) {
		const uintptr_t proc = (uintptr_t)made[i].proc;

		if (ids_get(&f->sections, (uintptr_t)made[i].section) ==
		            IDS_NONE ||
		    ids_get(&done, proc) != IDS_NONE)
			continue;
		ids_add(&done, proc, 1);
		scan_procedure(f, &made[i]);
	}
	ids_release(&done);
	free(made);
}

/* The same place in all runs and threads; of others together, a section. */
static uint32_t place_of(const struct finder *f, struct ids *places,
                         uint32_t section, size_t sample,
                         const struct sample_key *key)
{
	const uint64_t at = (uint64_t)key->module << 44 ^ key->offset;
	const uint32_t next = (uint32_t)places->n;

	if (section != IDS_NONE && !f->w->v[section].path)
		return ids_add(places, (uintptr_t)f->of[sample], next);
	return ids_add(places, (uintptr_t)at, next);
}

/* How much of the run each section needs to be seen. */
static void find_needs(struct finder *f, const struct samples *samples)
{
	struct watch *w = f->w;
	struct timeline_need *need = mem_alloc(w->n + 1, sizeof(*need));
	struct timeline_sample *list;
	struct ids places = { 0 };
	size_t run[NATIVE_MAX_RUNS + 1], nruns = 0, n, ncounts;
	const uint32_t *order = samples_order(samples, &n);
	const struct sample_count *c = samples_all(samples, &ncounts);

	list = mem_alloc(n + 1, sizeof(*list));
	for (size_t i = 0; i < n; i++) {
		const struct sample_count *at = &c[order[i]];
		const uint32_t k =
			ids_get(&f->sections, (uintptr_t)f->of[order[i]]);

		if (i && at->key.run != c[order[i - 1]].key.run)
			run[nruns++] = i;
		list[i] = (struct timeline_sample){
			.section = k == IDS_NONE ? TIMELINE_NONE : k,
			.place = place_of(f, &places, k, order[i], &at->key),
		};
	}
	if (n)
		run[nruns++] = n;
	timeline_needs(list, run, nruns, w->n, need);
	for (size_t i = 0; i < w->n; i++) {
		w->v[i].begins = need[i].begins;
		w->v[i].need = need[i].need;
	}
	ids_release(&places);
	free(list);
	free(need);
}

void watch_find(struct watch *w, const struct session *s,
                const struct native *n)
{
	struct finder f = { .w = w };

	*w = (struct watch){ .ranges = STRBUF_INIT };
	attribution_start(&f.b, s, PROFILE_BY_SIMULATE);
	attribution_sections(&f.b);
	add_times(&f, n->samples);
	scan_all(&f);
	write_ranges(&f);
	find_needs(&f, n->samples);
	profile_free(attribution_finish(&f.b));
	ids_release(&f.sections);
	free(f.times);
	free(f.of);
	free(f.ranges);
}

void watch_release(struct watch *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i].path);
	free(w->v);
	strbuf_release(&w->ranges);
	*w = (struct watch){ .ranges = STRBUF_INIT };
}
