#include "rank.h"

#include <math.h>
#include <string.h>

#include "assessment.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/map.h"
#include "base/mem.h"
#include "check.h"
#include "profile/profile.h"
#include "region.h"
#include "threshold.h"

/* A sort that is stable needs the place that each had. */
struct entry {
	struct assess_section *section;
	double share;
	size_t place;
};

static int compare(const void *one, const void *two)
{
	const struct entry *a = one, *b = two;

	if (a->share != b->share)
		return a->share > b->share ? -1 : 1;
	return a->place < b->place ? -1 : 1;
}

static void sort(struct assess_section **sections, size_t n)
{
	struct entry *entries = mem_alloc(n + 1, sizeof(*entries));

	for (size_t i = 0; i < n; i++) {
		double share = assess_largest(sections[i]);

		entries[i] = (struct entry){ sections[i],
			                     isnan(share) ? -1 : share, i };
	}
	qsort(entries, n, sizeof(*entries), compare);
	for (size_t i = 0; i < n; i++)
		sections[i] = entries[i].section;
	free(entries);
	for (size_t i = 0; i < n; i++)
		sort(sections[i]->child, sections[i]->nchildren);
}

void rank_sections(struct assessment *a)
{
	sort(a->procedures, a->nprocedures);
	sort(a->regions, a->nregions);
}

double rank_threshold(const struct assessment *a)
{
	static const double enough = 0.8;
	double sum = 0, last = 1;

	for (size_t i = 0; i < a->nprocedures && i < 10 && sum < enough; i++) {
		const double share = fmax(assess_largest(a->procedures[i]),
		                          assess_most_caused(a->procedures[i]));

		if (!(share >= ASSESS_WORTH))
			break;
		sum += share;
		last = share;
	}
	return fmin(last, THRESHOLD_DEFAULT);
}

/* Do the processes that the program starts live long enough to be what the
 * time goes to, and not that they come and go? */
static bool has_working_processes(const struct profile *p)
{
	static const double least_s = 0.02;

	for (size_t i = 0; i < p->root->nfacts; i++) {
		const struct profile_fact *f = &p->root->facts[i];
		const char *kind = profile_fact_attr(f, "kind");

		if (strcmp(f->name, "started") == 0 && kind &&
		    strcmp(kind, "processes") == 0)
			return profile_fact_number(f, "life_s") >= least_s;
	}
	return false;
}

/* Waits for the end of processes, which work meanwhile: a script's, or those
 * of a compiler's driver. */
static double process_waits(const struct assess_value *v)
{
	static const char *const calls[] = { "wait",   "wait3",  "wait4",
		                             "waitid", "system", "waitpid",
		                             "pclose" };
	double sum_s = 0;

	for (size_t i = 0; i < v->nwaits; i++) {
		const struct assess_wait *w = &v->waits[i];

		for (size_t c = 0; c < sizeof(calls) / sizeof(*calls); c++) {
			if (w->kind == WAIT_JOIN && w->call &&
			    strcmp(w->call, calls[c]) == 0)
				sum_s += w->blocked_s;
		}
	}
	return sum_s;
}

/* Does it take that share of the elapsed time of all threads, waiting? */
static bool blocks(const struct assessment *a, const struct assess_section *s)
{
	bool yes = false;

	for (size_t i = 0; i < a->n; i++) {
		const struct assess_elapsed *e = &a->in[i].elapsed;
		double blocked_s = s->in[i].blocked_s;

		if (has_working_processes(a->in[i].profile))
			blocked_s -= process_waits(&s->in[i]);
		yes |= e->known && blocked_s >= a->threshold * e->all_s;
	}
	return yes;
}

/* Was any input sampled often enough to say where its time goes? */
static bool any_told(const struct assessment *a)
{
	bool yes = false;

	for (size_t i = 0; i < a->n; i++)
		yes |= !check_hopeless(a->in[i].profile);
	return yes;
}

static bool wanted(const struct assessment *a, const struct assess_section *s)
{
	if (!a->region)
		return a->all || blocks(a, s) ||
		       (fmax(assess_largest(s), assess_most_caused(s)) >=
		                a->threshold &&
		        any_told(a));
	if (s->kind == PROFILE_REGION)
		return region_named(a, s);
	return region_within(a, s) >= (a->all ? 1e-6 : a->threshold);
}

/* Count, or when there is a list, fill it. */
static void select_from(struct assessment *a, struct assess_section **sections,
                        size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct assess_section *s = sections[i];

		s->shown = wanted(a, s);
		if (!s->shown)
			continue;
		if (a->shown)
			a->shown[a->nshown] = s;
		a->nshown++;
		select_from(a, s->child, s->nchildren);
	}
}

static void find_namesakes(struct assessment *a)
{
	struct map *seen = map_new();

	for (size_t i = 0; i < a->nprocedures; i++) {
		struct assess_section *s = a->procedures[i], *other;

		if (!s->shown)
			continue;
		other = map_get(seen, s->name);
		if (other)
			other->namesake = s->namesake = true;
		else
			map_put_static(seen, s->name, s);
	}
	map_free(seen);
}

void rank_select(struct assessment *a)
{
	a->shown = NULL;
	a->nshown = 0;
	select_from(a, a->regions, a->nregions);
	select_from(a, a->procedures, a->nprocedures);
	a->shown = arena_alloc(a->arena, a->nshown + 1, sizeof(*a->shown));
	a->nshown = 0;
	select_from(a, a->regions, a->nregions);
	a->nshown_regions = a->nshown;
	select_from(a, a->procedures, a->nprocedures);
	find_namesakes(a);
}
