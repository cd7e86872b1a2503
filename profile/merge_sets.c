#include "merge_sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "profile.h"

/* Work that differs by less than this is the same, but for what samples err. */
static const double alike = 0.1;
/* Sections that matter are compared, too. */
static const double large = 0.1;

enum { SETS_MOST = 64, SAID_MOST = 8 };

/* Ranks that counted the same events. */
struct set {
	char *events; /* their names, a blank after each */
	size_t ranks;
};

/* What a rank, or a set of them, counted of the event that all counted. */
struct work {
	double count, samples;
};

struct expected {
	int rank;
	size_t set;
	struct work all, cycles; /* of TOT_INS and TOT_CYC */
};

struct merge_sets {
	struct set sets[SETS_MOST];
	size_t nsets;
	struct expected *ranks;
	size_t nranks, cap;
	struct profile *events; /* those of all parts */
	struct map *by_section; /* -> struct work[SETS_MOST] */
	bool spread, too_many;
};

struct merge_sets *merge_sets_new(void)
{
	struct merge_sets *m = mem_alloc(1, sizeof(*m));

	m->events = profile_new();
	m->by_section = map_new();
	return m;
}

void merge_sets_free(struct merge_sets *m)
{
	for (size_t i = 0; i < map_size(m->by_section); i++)
		free(map_value(m->by_section, i));
	for (size_t i = 0; i < m->nsets; i++)
		free(m->sets[i].events);
	map_free(m->by_section);
	profile_free(m->events);
	free(m->ranks);
	free(m);
}

/* The set of a part; a new one where it is none of those that there are. */
static size_t set_of(struct merge_sets *m, const struct profile *p)
{
	struct strbuf names = STRBUF_INIT;
	size_t i = 0;

	for (size_t k = 0; k < p->nevents; k++)
		strbuf_addf(&names, "%s ", p->events[k].name);
	while (i < m->nsets && strcmp(m->sets[i].events, names.s) != 0)
		i++;
	if (i == SETS_MOST) {
		m->too_many = true;
		i = 0;
	} else if (i == m->nsets) {
		m->sets[m->nsets++].events = mem_strdup(names.s);
	}
	strbuf_release(&names);
	return i;
}

static struct work work_of(const struct profile *p,
                           const struct profile_section *s, const char *event)
{
	const int i = profile_event(p, event);
	struct work w = { NAN, NAN };

	if (i >= 0) {
		w.count = s->sum[i];
		w.samples = s->samples ? s->samples[i] : NAN;
	}
	return w;
}

void merge_sets_expect(struct merge_sets *m, const struct profile *p, int rank)
{
	struct expected *e;

	m->spread |= !isnan(p->counter_set);
	for (size_t i = 0; i < p->nevents; i++) {
		const struct profile_event *v = &p->events[i];
		struct arena *a = m->events->arena;

		if (m->events->nevents < PROFILE_MAX_EVENTS &&
		    profile_event(m->events, v->name) < 0)
			profile_event_add(m->events, arena_strdup(a, v->name),
			                  v->native ? arena_strdup(a, v->native)
			                            : NULL,
			                  v->how);
	}
	m->ranks =
		mem_grow(m->ranks, &m->cap, m->nranks + 1, sizeof(*m->ranks));
	e = &m->ranks[m->nranks++];
	*e = (struct expected){ .rank = rank,
		                .set = set_of(m, p),
		                .all = work_of(p, p->root, "TOT_INS"),
		                .cycles = work_of(p, p->root, "TOT_CYC") };
	m->sets[e->set].ranks++;
}

bool merge_sets_any(const struct merge_sets *m)
{
	return m->spread && m->nsets > 1;
}

void merge_sets_events(const struct merge_sets *m, struct profile *q)
{
	profile_events_copy(q, m->events);
}

static bool counts(const struct set *s, const char *event)
{
	struct strbuf word = STRBUF_INIT;
	const char *at = s->events;

	strbuf_addf(&word, "%s ", event);
	while ((at = strstr(at, word.s)) && at != s->events && at[-1] != ' ')
		at++;
	strbuf_release(&word);
	return at != NULL;
}

/* The event that measures the work: instructions, if all counted them. */
static const char *shared(const struct merge_sets *m)
{
	for (size_t i = 0; i < m->nsets; i++) {
		if (!counts(&m->sets[i], "TOT_INS"))
			return "TOT_CYC";
	}
	return "TOT_INS";
}

void merge_sets_section(struct merge_sets *m, const struct profile_section *to,
                        const struct profile *part,
                        const struct profile_section *s)
{
	const struct work w = work_of(part, s, shared(m));
	struct strbuf key = STRBUF_INIT;
	struct work *of;
	size_t set;

	if (isnan(w.count))
		return;
	set = set_of(m, part);
	strbuf_addf(&key, "%p", (const void *)to);
	of = map_get(m->by_section, key.s);
	if (!of) {
		of = mem_alloc(SETS_MOST, sizeof(*of));
		map_put(m->by_section, key.s, of);
	}
	of[set].count += w.count;
	of[set].samples += w.samples;
	strbuf_release(&key);
}

/* ---- is it the same work? ---- */

/* By how much both may differ: three times what samples make of nothing. */
static bool differs(double one, double samples, double other)
{
	const double noise = samples > 0 ? 3 / sqrt(samples) : 0;

	return other > 0 && fabs(one / other - 1) > alike + noise;
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static const struct work *rank_work(const struct merge_sets *m, size_t i)
{
	return strcmp(shared(m), "TOT_INS") == 0 ? &m->ranks[i].all
	                                         : &m->ranks[i].cycles;
}

static double median(const struct merge_sets *m)
{
	double *all = mem_alloc(m->nranks, sizeof(*all)), value;
	size_t n = 0;

	for (size_t i = 0; i < m->nranks; i++) {
		if (!isnan(rank_work(m, i)->count))
			all[n++] = rank_work(m, i)->count;
	}
	if (n)
		qsort(all, n, sizeof(*all), by_value);
	value = n ? all[n / 2] : NAN;
	free(all);
	return value;
}

static bool ranks_differ(const struct merge_sets *m, struct strbuf *why)
{
	const double middle = median(m);
	size_t n = 0;

	for (size_t i = 0; i < m->nranks; i++) {
		const struct work *w = rank_work(m, i);

		if (!differs(w->count, w->samples, middle) || n++ >= SAID_MOST)
			continue;
		strbuf_addf(why, "%srank %d has %.2f times the median %s",
		            n > 1 ? ", " : "", m->ranks[i].rank,
		            w->count / middle, shared(m));
	}
	if (n > SAID_MOST)
		strbuf_addf(why, ", and %zu others", n - SAID_MOST);
	return n > 0;
}

/* The ranks of each set do of a section what all do, on the mean? */
static bool section_differs(const struct merge_sets *m,
                            const struct profile_section *s, struct strbuf *why)
{
	struct strbuf key = STRBUF_INIT;
	const struct work *of;
	double all = 0;

	strbuf_addf(&key, "%p", (const void *)s);
	of = map_get(m->by_section, key.s);
	strbuf_release(&key);
	for (size_t i = 0; of && i < m->nsets; i++)
		all += of[i].count;
	for (size_t i = 0; of && i < m->nsets; i++) {
		const double ranks = (double)m->sets[i].ranks;

		if (!differs(of[i].count / ranks, of[i].samples,
		             all / (double)m->nranks))
			continue;
		strbuf_addf(why,
		            "in '%s' the ranks of one counter set have %.2f "
		            "times the mean %s",
		            s->name,
		            of[i].count / ranks * (double)m->nranks / all,
		            shared(m));
		return true;
	}
	return false;
}

static bool work_differs(const struct merge_sets *m, struct profile *q,
                         struct strbuf *why)
{
	const double total = profile_value(q, q->root, "TOT_CYC");

	if (m->too_many) {
		strbuf_addf(why, "there are more than %d counter sets",
		            SETS_MOST);
		return true;
	}
	if (ranks_differ(m, why))
		return true;
	for (struct profile_section *s = q->root; s; s = profile_next(s)) {
		if (profile_value(q, s, "TOT_CYC") >= large * total &&
		    section_differs(m, s, why))
			return true;
	}
	return false;
}

/* ---- the counts of all ranks ---- */

static void scale_section(const struct profile *q, struct profile_section *s,
                          const double *factor)
{
	for (size_t i = 0; i < q->nevents; i++) {
		s->sum[i] *= factor[i];
		for (size_t k = 0; k < s->nlines; k++)
			s->lines[k].sum[i] *= factor[i];
		if (isnan(factor[i]) && s->samples)
			s->samples[i] = NAN;
		if (isnan(factor[i]) && s->stats)
			s->stats[i] = (struct profile_stats){ NAN, NAN, NAN,
				                              NAN, NAN };
	}
}

/* "0, 3, 6 ... 63", in the arena; NULL: all */
static const char *ranks_of(const struct merge_sets *m, struct profile *q,
                            const char *event, size_t *n)
{
	struct strbuf b = STRBUF_INIT;
	const char *text = NULL;
	int last = -1;

	*n = 0;
	for (size_t i = 0; i < m->nranks; i++) {
		if (!counts(&m->sets[m->ranks[i].set], event))
			continue;
		last = m->ranks[i].rank;
		if ((*n)++ < SAID_MOST)
			strbuf_addf(&b, "%s%d", b.len ? ", " : "", last);
	}
	if (*n > SAID_MOST)
		strbuf_addf(&b, " ... %d", last);
	if (*n < m->nranks)
		text = arena_strdup(q->arena, b.s);
	strbuf_release(&b);
	return text;
}

bool merge_sets_finish(struct merge_sets *m, struct profile *q,
                       struct strbuf *why)
{
	double *factor = mem_alloc(q->nevents + 1, sizeof(*factor));
	struct strbuf different = STRBUF_INIT, names = STRBUF_INIT;
	const bool out = work_differs(m, q, &different);

	for (size_t i = 0; i < q->nevents; i++) {
		struct profile_event *e = &q->events[i];
		size_t n;

		e->ranks = ranks_of(m, q, e->name, &n);
		factor[i] =
			out && e->ranks ? NAN : (double)m->nranks / (double)n;
		if (e->ranks)
			strbuf_addf(&names, "%s%s", names.len ? ", " : "",
			            e->name);
		if (out)
			e->ranks = NULL;
		for (size_t k = 0; k < q->nruns; k++)
			q->runs[k].total[i] *= factor[i];
	}
	for (struct profile_section *s = q->root; s; s = profile_next(s))
		scale_section(q, s, factor);
	if (out)
		strbuf_addf(why,
		            "the ranks do different work (%s), so events that "
		            "only some ranks counted are left out (%s); the "
		            "part files of the ranks have them",
		            different.s, names.s);
	else
		profile_note(q,
		             "%zu ranks did the same work (compared by %s) and "
		             "counted %zu sets of events: an event that only "
		             "some ranks counted is their mean times the "
		             "number of ranks (%s)",
		             m->nranks, shared(m), m->nsets, names.s);
	strbuf_release(&different);
	strbuf_release(&names);
	free(factor);
	return out;
}
