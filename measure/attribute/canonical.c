#include "canonical.h"

#include <math.h>

#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "profile/profile.h"

enum { MAX_NATIVES = 16 }; /* of one event; the loader allows no more */

/* Where an event of the result comes from. */
struct source {
	const struct machine_event *event; /* NULL: the old one, unchanged */
	size_t old[MAX_NATIVES];           /* events of the profile */
	double unit[MAX_NATIVES];          /* native counts in one of it */
	double constant; /* result = old[0] x it; NAN: a formula */
};

struct change {
	struct profile *p;
	const struct machine *m;
	struct source from[PROFILE_MAX_EVENTS];
	struct profile_event events[PROFILE_MAX_EVENTS];
	size_t n;
};

double canonical_constant(const struct machine *m,
                          const struct machine_event *event)
{
	const double one = 1;

	if (event->nnatives != 1 || event->formula)
		return NAN;
	return machine_event_count(m, event, &one);
}

static bool needs(const struct machine_event *e, const struct machine_native *n)
{
	for (size_t i = 0; i < e->nnatives; i++) {
		if (e->natives[i] == n)
			return true;
	}
	return false;
}

const struct machine_event *canonical_alone(const struct machine *m,
                                            const struct machine_native *n)
{
	const struct machine_event *list, *found = NULL;
	size_t count = machine_events(m, &list);

	for (size_t i = 0; i < count; i++) {
		if (!needs(&list[i], n))
			continue;
		/* cycles are read directly, even if other events use it */
		if (strcmp(list[i].name, "TOT_CYC") == 0) {
			found = &list[i];
			break;
		}
		if (found)
			return NULL;
		found = &list[i];
	}
	return found && !isnan(canonical_constant(m, found)) ? found : NULL;
}

/*
 * The profile's event that holds a native's count, and how many native counts
 * one of it is; -1 when there is none.
 */
static int find_native(const struct change *c, const struct machine_native *n,
                       double *unit)
{
	const struct machine_event *alone = canonical_alone(c->m, n);
	int i = profile_event(c->p, n->name);

	*unit = 1;
	if (i >= 0 || !alone)
		return i;
	*unit = 1 / canonical_constant(c->m, alone);
	return profile_event(c->p, alone->name);
}

static bool is_native(const struct change *c, const char *name)
{
	const struct machine_event *list;
	size_t n = machine_events(c->m, &list);

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < list[i].nnatives; k++) {
			if (strcmp(list[i].natives[k]->name, name) == 0)
				return true;
		}
	}
	return false;
}

static void add(struct change *c, const struct source *from,
                const struct profile_event *event)
{
	if (c->n == PROFILE_MAX_EVENTS)
		return;
	c->from[c->n] = *from;
	c->events[c->n++] = *event;
}

static const char *native_names(struct change *c, const struct machine_event *e)
{
	size_t n = 1;
	char *text;

	for (size_t i = 0; i < e->nnatives; i++)
		n += strlen(e->natives[i]->name) + 1;
	text = arena_alloc(c->p->arena, n, 1);
	for (size_t i = 0, at = 0; i < e->nnatives; i++)
		at += (size_t)snprintf(text + at, n - at, "%s%s", i ? " " : "",
		                       e->natives[i]->name);
	return text;
}

/* An event of the machine, when all its natives were measured. */
static void add_event(struct change *c, const struct machine_event *e)
{
	struct source from = { .event = e };
	struct profile_event event = { .name = e->name,
		                       .how = PROFILE_DERIVED };

	if (profile_event(c->p, e->name) >= 0)
		return; /* it is there already */
	for (size_t i = 0; i < e->nnatives; i++) {
		int old = find_native(c, e->natives[i], &from.unit[i]);

		if (old < 0)
			return;
		from.old[i] = (size_t)old;
	}
	from.constant = canonical_constant(c->m, e) * from.unit[0];
	if (!isnan(from.constant))
		event.how = c->p->events[from.old[0]].how;
	event.name = arena_intern(c->p->arena, e->name);
	event.native = native_names(c, e);
	add(c, &from, &event);
}

static void find_sources(struct change *c)
{
	const struct machine_event *list;
	size_t n = machine_events(c->m, &list);

	for (size_t i = 0; i < c->p->nevents; i++) {
		struct source same = { .old = { i },
			               .unit = { 1 },
			               .constant = 1 };

		if (!is_native(c, c->p->events[i].name))
			add(c, &same, &c->p->events[i]);
	}
	for (size_t i = 0; i < n; i++)
		add_event(c, &list[i]);
}

static double compute(const struct change *c, const struct source *from,
                      const double *old)
{
	double counts[MAX_NATIVES];

	if (!isnan(from->constant))
		return old[from->old[0]] * from->constant;
	for (size_t i = 0; i < from->event->nnatives; i++)
		counts[i] = old[from->old[i]] * from->unit[i];
	return machine_event_count(c->m, from->event, counts);
}

static double *computed(const struct change *c, const double *old)
{
	double *values = arena_alloc(c->p->arena, c->n + 1, sizeof(*values));

	for (size_t i = 0; i < c->n; i++)
		values[i] = compute(c, &c->from[i], old);
	return values;
}

/* One native is a thousandth larger: how much does the event grow? */
static double slope(const struct change *c, const struct source *from,
                    const double *old, size_t i)
{
	double counts[MAX_NATIVES], before, step;

	for (size_t k = 0; k < from->event->nnatives; k++)
		counts[k] = old[from->old[k]] * from->unit[k];
	before = machine_event_count(c->m, from->event, counts);
	step = counts[i] * 0.001;
	counts[i] += step;
	return step > 0 ? (machine_event_count(c->m, from->event, counts) -
	                   before) /
	                          step
	                : 0;
}

/*
 * A count of N samples varies by sqrt(N) of them (Poisson), so a sum's or a
 * formula's variance follows from its natives'; N' = value^2 / variance.
 */
static double samples_of(const struct change *c, const struct source *from,
                         const double *old, const double *samples)
{
	double variance = 0, value = compute(c, from, old);

	if (!isnan(from->constant))
		return samples[from->old[0]];
	for (size_t i = 0; i < from->event->nnatives; i++) {
		double count = old[from->old[i]] * from->unit[i];
		double n = samples[from->old[i]];
		double by = slope(c, from, old, i);

		if (n > 0)
			variance += by * by * count * count / n;
	}
	return variance > 0 ? floor(value * value / variance)
	                    : (isnan(value) ? NAN : 0);
}

static void change_stats(const struct change *c, struct profile_section *s)
{
	struct profile_stats *stats;

	if (!s->stats)
		return;
	stats = arena_alloc(c->p->arena, c->n + 1, sizeof(*stats));
	for (size_t i = 0; i < c->n; i++) {
		const struct profile_stats *old = &s->stats[c->from[i].old[0]];
		double f = c->from[i].constant;

		stats[i] = (struct profile_stats){ NAN, NAN, NAN, NAN, NAN };
		if (!isnan(f))
			stats[i] = (struct profile_stats){ old->n, old->min * f,
				                           old->max * f,
				                           old->mean * f,
				                           old->sd * f };
	}
	s->stats = stats;
}

static void change_section(const struct change *c, struct profile_section *s)
{
	const double *old = s->sum;

	s->sum = computed(c, old);
	if (s->samples) {
		const double *samples = s->samples;

		s->samples =
			arena_alloc(c->p->arena, c->n + 1, sizeof(*s->samples));
		for (size_t i = 0; i < c->n; i++)
			s->samples[i] =
				samples_of(c, &c->from[i], old, samples);
	}
	change_stats(c, s);
	for (size_t i = 0; i < s->nlines; i++)
		s->lines[i].sum = computed(c, s->lines[i].sum);
}

static void change_run(const struct change *c, struct profile_run *run)
{
	const double *period = run->period;

	run->total = computed(c, run->total);
	run->period = arena_alloc(c->p->arena, c->n + 1, sizeof(*run->period));
	for (size_t i = 0; i < c->n; i++)
		run->period[i] = period[c->from[i].old[0]] *
		                 c->from[i].constant; /* NAN of a formula */
}

void canonical_events(struct profile *p, const struct machine *m)
{
	struct change *c = arena_alloc(p->arena, 1, sizeof(*c));

	c->p = p;
	c->m = m;
	find_sources(c);
	for (size_t i = 0; i < p->nruns; i++)
		change_run(c, &p->runs[i]);
	for (struct profile_section *s = profile_root(p); s;
	     s = profile_next(s))
		change_section(c, s);
	p->events = arena_alloc(p->arena, c->n + 1, sizeof(*p->events));
	memcpy(p->events, c->events, c->n * sizeof(*p->events));
	p->nevents = c->n;
}
