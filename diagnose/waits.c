#include "waits.h"

#include <math.h>
#include <stdlib.h>

#include "assessment.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/str.h"
#include "check.h"

static enum wait_kind named(const struct profile_section *procedure)
{
	return wait_by_name(procedure->parent->name, procedure->name);
}

/* Where it was not measured: all of a procedure waits, or nothing. */
static double spent_by_name(const struct profile *p,
                            const struct profile_section *s)
{
	const int time = check_time_event(p);
	const struct profile_section *procedure = s;
	double sum = 0;

	while (procedure->kind > PROFILE_PROCEDURE)
		procedure = procedure->parent;
	if (procedure->kind == PROFILE_PROCEDURE)
		return named(procedure) && s->sum[time] > 0 ? s->sum[time] : 0;
	for (const struct profile_section *c = s->child; c; c = c->next)
		sum += spent_by_name(p, c);
	return sum;
}

double waits_spent(const struct profile *p, const struct profile_section *s)
{
	const int wait = profile_event(p, "WAIT_CYC");

	if (wait < 0)
		return spent_by_name(p, s);
	return s->sum[wait] > 0 ? s->sum[wait] : 0;
}

double waits_work(const struct profile *p, const struct profile_section *s)
{
	double all = profile_value(p, s, "TOT_INS");
	double waiting = profile_value(p, s, "WAIT_INS");

	if (!(all > 0) || !(waiting > 0))
		return 1;
	return fmax(0, 1 - waiting / all);
}

static double zero_or(double v)
{
	return v > 0 ? v : 0;
}

/* A fact as a wait; the texts are the profile's. */
static struct assess_wait wait_of(const struct profile_fact *f)
{
	const double line = profile_fact_number(f, "line");

	return (struct assess_wait){
		.kind = wait_kind_of(profile_fact_attr(f, "kind")),
		.call = profile_fact_attr(f, "call"),
		.file = profile_fact_attr(f, "file"),
		.line = line > 0 && line < PROFILE_MAX_LINE ? (unsigned)line
		                                            : 0,
		.cpu_s = zero_or(profile_fact_number(f, "cpu_s")),
		.blocked_s = zero_or(profile_fact_number(f, "blocked_s")),
	};
}

static bool same(const struct assess_wait *a, const struct assess_wait *b)
{
	return a->kind == b->kind && a->line == b->line &&
	       str_same(a->call, b->call) && str_same(a->file, b->file);
}

struct list {
	struct assess_wait *w;
	size_t n, cap;
};

static void add(struct list *l, const struct assess_wait *w)
{
	for (size_t i = 0; i < l->n; i++) {
		if (same(&l->w[i], w)) {
			l->w[i].cpu_s += w->cpu_s;
			l->w[i].blocked_s += w->blocked_s;
			return;
		}
	}
	l->w = mem_grow(l->w, &l->cap, l->n + 1, sizeof(*l->w));
	l->w[l->n++] = *w;
}

static void add_facts(struct list *l, const struct profile_section *s,
                      const char *name)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		struct assess_wait w;

		if (strcmp(s->facts[i].name, name) != 0)
			continue;
		w = wait_of(&s->facts[i]);
		if (w.kind != WAIT_NONE)
			add(l, &w);
	}
}

static void add_sections(struct list *l, const struct profile_section *s)
{
	add_facts(l, s, "wait");
	for (const struct profile_section *c = s->child; c; c = c->next)
		add_sections(l, c);
}

static int by_time(const void *one, const void *two)
{
	const struct assess_wait *a = one, *b = two;

	const double x = a->cpu_s + a->blocked_s, y = b->cpu_s + b->blocked_s;

	if (x != y)
		return x > y ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

/* Sorted and copied to where the assessment is. */
static struct assess_wait *finish(struct assessment *a, struct list *l)
{
	struct assess_wait *w = arena_alloc(a->arena, l->n + 1, sizeof(*w));

	if (l->n) {
		qsort(l->w, l->n, sizeof(*l->w), by_time);
		memcpy(w, l->w, l->n * sizeof(*w));
	}
	free(l->w);
	return w;
}

void waits_of_section(struct assessment *a, const struct assess_input *in,
                      struct assess_value *v)
{
	const double waited =
		profile_value(in->profile, v->section, "WAITED_CYC");
	struct list l = { 0 };

	v->waited = waited > 0 ? waited / in->time : 0;
	v->blocked_s =
		zero_or(profile_value(in->profile, v->section, "BLOCKED_S"));
	add_sections(&l, v->section);
	v->nwaits = l.n;
	v->waits = finish(a, &l);
}

/* By the names of procedures, where nothing else is known. */
static void add_named(struct list *l, const struct assess_input *in)
{
	const int time = check_time_event(in->profile);
	const double unit =
		time < 0 || profile_event(in->profile, "TOT_CYC") < 0
			? 1
			: in->clock_hz;

	for (struct profile_section *s = in->profile->root; s;
	     s = profile_next(s)) {
		struct assess_wait w = { 0 };

		if (s->kind != PROFILE_PROCEDURE || !(s->sum[time] > 0))
			continue;
		w.kind = named(s);
		w.cpu_s = s->sum[time] / unit;
		if (w.kind != WAIT_NONE)
			add(l, &w);
	}
}

/*
 * What the run would take on a machine that is free. Who waits for another
 * thread waits as much longer as that one has to wait for a processor; a time
 * that is slept, or what comes from outside, stays what it is.
 */
static double free_path(const struct assess_input *in,
                        const struct assess_elapsed *e)
{
	const struct profile *p = in->profile;
	double outside_s = 0, most_s = 0, share;

	for (size_t i = 0; i < in->nwaits; i++) {
		if (in->waits[i].kind == WAIT_SLEEP ||
		    in->waits[i].kind == WAIT_IO)
			outside_s += in->waits[i].blocked_s;
	}
	share = e->blocked_s > 0 ? fmin(1, outside_s / e->blocked_s) : 0;
	share += (1 - share) * e->undelayed;
	for (size_t i = 0; i < p->nthread; i++) {
		const struct profile_thread *t = &p->thread[i];

		most_s = fmax(most_s, zero_or(t->cpu_s) +
		                              share * zero_or(t->blocked_s));
	}
	return most_s;
}

/* The work of the thread that works most. */
static double busiest(const struct assess_input *in)
{
	const struct profile *p = in->profile;
	const double *work = p->root->spread[PROFILE_SPREAD_CYCLES];
	double most_s = 0;

	for (size_t i = 0; work && i < p->nthread; i++)
		most_s = fmax(most_s, work[i] / in->clock_hz);
	return work ? most_s : NAN;
}

/* The busiest thread's work, with what it waits for from outside. */
static double path_without_others(const struct assess_input *in)
{
	const struct profile *p = in->profile;
	const double *work = p->root->spread[PROFILE_SPREAD_CYCLES];
	const double *waited = p->root->spread[PROFILE_SPREAD_WAITED];
	double most_s = 0, outside_s = 0, all_s = 0;

	for (size_t i = 0; i < in->nwaits; i++) {
		const struct assess_wait *w = &in->waits[i];

		all_s += w->cpu_s + w->blocked_s;
		if (w->kind == WAIT_SLEEP || w->kind == WAIT_IO)
			outside_s += w->cpu_s + w->blocked_s;
	}
	for (size_t i = 0; work && i < p->nthread; i++)
		most_s = fmax(most_s,
		              work[i] / in->clock_hz +
		                      (waited && all_s > 0
		                               ? waited[i] * outside_s / all_s
		                               : 0));
	return work ? most_s : NAN;
}

/* Code that makes threads, hands out work, links what is loaded */
static bool is_runtime(const char *name)
{
	static const char *const starts[] = {
		"ld-", "ld.", "libgomp.", "libomp.", "libiomp5.",
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
		if (strncmp(name, starts[i], strlen(starts[i])) == 0)
			return true;
	}
	return false;
}

/*
 * The share of the work that is neither the system's, nor the dynamic linker's,
 * nor that of OpenMP's library: what would be left if threads, processes and
 * tasks were there already.
 */
static double own_share(const struct profile *p)
{
	const int time = check_time_event(p);
	double own = 0, all = 0;

	for (const struct profile_section *m = p->root->child; m; m = m->next) {
		const double system = zero_or(profile_value(p, m, "SYS_CYC"));
		const double work =
			zero_or(m->sum[time]) - zero_or(waits_spent(p, m));
		const char *slash = strrchr(m->name, '/');
		const char *name = slash ? slash + 1 : m->name;

		all += work;
		if (!is_runtime(name))
			own += fmax(0, work - system);
	}
	return all > 0 ? own / all : NAN;
}

/* Of the threads that worked, who waited longest for a processor, and how much
 * longer than who waited least. */
static void add_delays(const struct profile *p, struct assess_elapsed *e)
{
	static const double works = 0.01;
	double least_s = INFINITY, most_cpu_s = 0;

	for (size_t i = 0; i < p->nthread; i++)
		most_cpu_s = fmax(most_cpu_s, zero_or(p->thread[i].cpu_s));
	for (size_t i = 0; i < p->nthread; i++) {
		const double delay_s = zero_or(p->thread[i].delay_s);

		e->most_delay_s = fmax(e->most_delay_s, delay_s);
		if (zero_or(p->thread[i].cpu_s) > works * most_cpu_s)
			least_s = fmin(least_s, delay_s);
	}
	e->late_s = fmax(0, e->most_delay_s - least_s);
}

static double uneven_work(const struct assess_input *in)
{
	const struct profile *p = in->profile;
	const double *work = p->root->spread[PROFILE_SPREAD_CYCLES];
	double most = 0, sum = 0;

	if (!work)
		return NAN;
	for (size_t i = 0; i < p->nthread; i++) {
		most = fmax(most, work[i]);
		sum += work[i];
	}
	return ((double)p->nthread * most - sum) / in->clock_hz;
}

/* Processor time is that of the samples, where waiting is known. */
static void add_elapsed(struct assess_input *in)
{
	const struct profile_section *root = in->profile->root;
	struct assess_elapsed *e = &in->elapsed;

	for (size_t i = 0; i < root->nfacts; i++) {
		const struct profile_fact *f = &root->facts[i];
		double cpu_s;

		if (strcmp(f->name, "elapsed") != 0)
			continue;
		e->blocked_s = zero_or(profile_fact_number(f, "blocked_s"));
		e->delay_s = zero_or(profile_fact_number(f, "delay_s"));
		e->spin_s = in->waiting * in->runtime_s;
		e->work_s = in->runtime_s - e->spin_s;
		e->all_s = e->work_s + e->spin_s + e->blocked_s + e->delay_s;
		cpu_s = zero_or(profile_fact_number(f, "cpu_s"));
		e->undelayed = cpu_s > 0 ? cpu_s / (cpu_s + e->delay_s) : 1;
		e->path_s = free_path(in, e);
		add_delays(in->profile, e);
		e->uneven_s = uneven_work(in);
		e->unlocked_s = fmin(e->path_s, path_without_others(in));
		e->busiest_s = busiest(in);
		e->own_s = own_share(in->profile) * e->work_s;
		e->known = e->path_s > 0 && e->work_s >= 0;
	}
}

/* The processors that all threads share; NAN: not known, or of several hosts */
static double shared_processors(const struct profile *p)
{
	return p->ranks <= 1 && p->processors >= 1 ? p->processors : NAN;
}

/*
 * Seconds by which the run is shorter without a section. If other threads have
 * as much work meanwhile, only until these are done; or, if the remaining work
 * is shared anew, the section's mean over the threads. NAN: not known.
 */
static double without_section(const struct assess_input *in,
                              const struct profile_section *s)
{
	const struct profile *p = in->profile;
	const double *all = p->root->spread[PROFILE_SPREAD_CYCLES];
	const double *own = s->spread[PROFILE_SPREAD_CYCLES];
	double most = 0, left = 0, sum = 0, n = 0;

	if (!all || !own || p->nthread < 2)
		return NAN;
	for (size_t i = 0; i < p->nthread; i++)
		most = fmax(most, all[i]);
	for (size_t i = 0; i < p->nthread; i++) {
		left = fmax(left, all[i] - own[i]);
		sum += own[i];
		n += all[i] > 0.01 * most;
	}
	return fmax(most - left, n > 0 ? sum / n : 0) / in->clock_hz;
}

/*
 * By Amdahl: what is saved of a section shortens the run by what it takes of
 * its busiest thread, or of the processors where these are fewer than threads.
 * A thread can't work longer than the run takes.
 */
void waits_set_path(const struct assess_input *in, struct assess_value *v)
{
	const double all = 1 + (isnan(v->imbalance) ? 0 : v->imbalance - 1);
	const int time = check_time_event(in->profile);
	const struct profile_stats *stats =
		v->section->stats ? &v->section->stats[time] : NULL;
	const double processors = shared_processors(in->profile);
	/* fmax takes the other where one is not known */
	const double path_s =
		fmax(in->elapsed.path_s, in->elapsed.work_s / processors);
	double busiest_s = v->runtime_s;

	v->path = v->fraction;
	if (!in->elapsed.known)
		return;
	if (stats && stats->n > 1)
		busiest_s *= all / stats->n;
	if (isgreater(busiest_s, without_section(in, v->section)))
		busiest_s = without_section(in, v->section);
	busiest_s = fmax(busiest_s, v->runtime_s / processors);
	v->path = busiest_s > 0 ? fmin(busiest_s / path_s, 1) : 0;
}

bool assess_only_waits(const struct assessment *a,
                       const struct assess_section *s, size_t input)
{
	static const double least = 0.005;
	const struct assess_value *v = &s->in[input];
	const struct assess_elapsed *e = &a->in[input].elapsed;

	return v->section && !(v->samples >= CHECK_MIN_SAMPLES) &&
	       !(v->fraction >= a->threshold) &&
	       (v->waited >= least || v->caused - v->fraction >= least ||
	        (e->known && v->blocked_s >= least * e->all_s));
}

void waits_of_input(struct assessment *a, struct assess_input *in)
{
	const struct profile *p = in->profile;
	struct list l = { 0 };

	in->waiting = waits_spent(p, p->root) / in->time;
	add_facts(&l, p->root, "waits");
	if (profile_event(p, "WAIT_CYC") < 0)
		add_named(&l, in);
	in->nwaits = l.n;
	in->waits = finish(a, &l);
	add_elapsed(in);
}
