#include "phases.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "changes.h"
#include "check.h"
#include "evaluate.h"

enum {
	SHORTEST = 50,  /* this part of the run */
	MOST_ROWS = 512 /* that are looked at; more are joined */
};

/* A count of the distributions: a clock sample is 1 ms. */
static const double sample_s = 1e-3;

/* Phases are alike if at most this share of their time differs. */
static const double alike = 0.1;

/* A time that is slept, or what comes from outside, stays what it is. */
static bool for_threads(const struct timeline_kind *k)
{
	return k->wait != WAIT_NONE && k->wait != WAIT_SLEEP &&
	       k->wait != WAIT_IO;
}

static void set_free(struct phases *p)
{
	const struct timeline *t = &p->timeline;

	p->free_s = mem_alloc(t->n * t->bins, sizeof(*p->free_s));
	for (unsigned i = 0; i < t->bins; i++) {
		double cpu_s = 0, had;

		for (size_t k = 0; k < t->n; k++)
			cpu_s += t->kind[k].wait == WAIT_NONE
			                 ? t->v[k * t->bins + i]
			                 : 0;
		had = t->delay_s[i] > 0 ? cpu_s / (cpu_s + t->delay_s[i]) : 1;
		for (size_t k = 0; k < t->n; k++)
			p->free_s[k * t->bins + i] =
				t->v[k * t->bins + i] *
				(for_threads(&t->kind[k]) ? had : 1);
	}
}

/* The time line, or every so many bins of it together, as counts */
static double *make_rows(const struct phases *p, unsigned together, size_t *n)
{
	const struct timeline *t = &p->timeline;
	double *rows;

	*n = (t->bins + together - 1) / together;
	rows = mem_alloc(*n * t->n, sizeof(*rows));
	for (size_t k = 0; k < t->n; k++) {
		for (unsigned i = 0; i < t->bins; i++)
			rows[i / together * t->n + k] +=
				p->free_s[k * t->bins + i] / sample_s;
	}
	return rows;
}

static void composition(const struct phases *p, unsigned from, unsigned to,
                        double *share)
{
	const struct timeline *t = &p->timeline;
	double all = 0;

	for (size_t k = 0; k < t->n; k++) {
		share[k] = 0;
		for (unsigned i = from; i < to; i++)
			share[k] += p->free_s[k * t->bins + i];
		all += share[k];
	}
	for (size_t k = 0; k < t->n; k++)
		share[k] = all > 0 ? share[k] / all : 0;
}

/* Half the sum of the differences: the share of time that is elsewhere */
static double distance(const struct phases *p, const unsigned *a,
                       const unsigned *b)
{
	double x[TIMELINE_KINDS], y[TIMELINE_KINDS], sum = 0;

	composition(p, a[0], a[1], x);
	composition(p, b[0], b[1], y);
	for (size_t k = 0; k < p->timeline.n; k++)
		sum += fabs(x[k] - y[k]);
	return sum / 2;
}

/* What is known of the time of some bins, as on a free machine */
static double known_s(const struct phases *p, const unsigned *of)
{
	const struct timeline *t = &p->timeline;
	double sum = 0;

	for (size_t k = 0; k < t->n; k++) {
		for (unsigned i = of[0]; i < of[1]; i++)
			sum += p->free_s[k * t->bins + i];
	}
	return sum;
}

/* The effective number of independent samples: a thread that waits for
 * processors runs in time slices, and does one thing in most of them. */
static double told(const struct phases *p, const unsigned *of)
{
	const struct timeline *t = &p->timeline;
	double cpu_s = 0, delay_s = 0;

	for (unsigned i = of[0]; i < of[1]; i++) {
		delay_s += t->delay_s[i];
		for (size_t k = 0; k < t->n; k++)
			cpu_s += t->kind[k].wait == WAIT_NONE
			                 ? t->v[k * t->bins + i]
			                 : 0;
	}
	if (delay_s > 0)
		delay_s = cpu_s * delay_s / (cpu_s + delay_s);
	return fmax(1, (known_s(p, of) - delay_s) / sample_s);
}

/* The distance that two parts of one mixture have by chance, at most about: the
 * mean of each share's difference, and its spread, as the cut was sought. */
static double by_chance(const struct phases *p, const unsigned *a,
                        const unsigned *b)
{
	static const double spread = 3;
	const double n = 1 / told(p, a) + 1 / told(p, b);
	const unsigned both[] = { a[0], b[1] };
	double share[TIMELINE_KINDS], sum = 0;

	composition(p, both[0], both[1], share);
	for (size_t k = 0; k < p->timeline.n; k++)
		sum += sqrt(M_2_PI * share[k] * (1 - share[k]) * n);
	return spread * sum / 2;
}

/* The first of the two neighbours that are most alike, as those are of which
 * one is known for less than least_s; n: none are alike. */
static size_t most_alike(const struct phases *p, const size_t *ends, size_t n,
                         double least_s)
{
	double least = alike;
	size_t best = n;

	for (size_t i = 0; i + 1 < n; i++) {
		const unsigned a[] = { i ? (unsigned)ends[i - 1] : 0,
			               (unsigned)ends[i] };
		const unsigned b[] = { a[1], (unsigned)ends[i + 1] };
		double d = distance(p, a, b) - by_chance(p, a, b);

		if (known_s(p, a) < least_s || known_s(p, b) < least_s)
			d *= alike / 2;

		if (d < least) {
			least = d;
			best = i;
		}
	}
	return best;
}

/* Join neighbours that are alike, the most alike first; before these any with
 * one of which hardly anything is known. */
static size_t join(const struct phases *p, size_t *ends, size_t n)
{
	const unsigned run[] = { 0, p->timeline.bins };
	const double least_s = known_s(p, run) / SHORTEST;

	while (n > 1) {
		const size_t best = most_alike(p, ends, n, least_s);

		if (best == n)
			break;
		memmove(ends + best, ends + best + 1,
		        (n - best - 1) * sizeof(*ends));
		n--;
	}
	return n;
}

/* The bin after the last one of each phase. */
static size_t cut(const struct phases *p, size_t *ends)
{
	const struct timeline *t = &p->timeline;
	unsigned together = 1 + (t->bins - 1) / MOST_ROWS;

	for (;; together *= 2) {
		size_t n, rows;
		double *counts = make_rows(p, together, &rows);

		n = changes_find(counts, rows, t->n,
		                 rows / SHORTEST ? rows / SHORTEST : 1, ends);
		free(counts);
		for (size_t i = 0; i < n; i++)
			ends[i] = ends[i] * together < t->bins
			                  ? ends[i] * together
			                  : t->bins;
		n = join(p, ends, n);
		if (n <= PHASES_MOST)
			return n;
	}
}

static void set_parts(const struct phases *all, struct phase *p)
{
	const struct timeline *t = &all->timeline;
	static const double least = 0.05;
	double share[TIMELINE_KINDS] = { 0 };

	composition(all, p->from, p->to, share);
	while (p->nparts < PHASES_PARTS) {
		size_t best = 0;

		for (size_t k = 1; k < t->n; k++)
			best = share[k] > share[best] ? k : best;
		if (share[best] < least)
			return;
		p->part[p->nparts].kind = best;
		p->part[p->nparts++].share = share[best];
		share[best] = 0;
	}
}

static void set_times(const struct timeline *t, struct phase *p)
{
	p->from_s = p->from * t->bin_s;
	p->to_s = p->to * t->bin_s;
	p->cpi = timeline_cpi(t, p->from, p->to);
	p->clock_hz = timeline_clock_hz(t, p->from, p->to);
	for (unsigned i = p->from; i < p->to; i++) {
		p->delay_s += t->delay_s[i];
		p->faults += t->faults[i];
		for (size_t k = 0; k < t->n; k++)
			*(t->kind[k].wait == WAIT_NONE ? &p->cpu_s
			                               : &p->wait_s) +=
				t->v[k * t->bins + i];
	}
}

static void set_label(struct phases *all, size_t at)
{
	const unsigned me[] = { all->phase[at].from, all->phase[at].to };
	unsigned next = 0;

	for (size_t i = 0; i < at; i++) {
		const struct phase *p = &all->phase[i];
		const unsigned other[] = { p->from, p->to };

		if (distance(all, me, other) < alike) {
			all->phase[at].label = p->label;
			return;
		}
		next = p->label >= next ? p->label + 1 : next;
	}
	all->phase[at].label = next;
}

static double work(const struct profile *p, const struct profile_section *s,
                   size_t event)
{
	const struct evaluate_counts counts = { p, s };

	return evaluate_event(&counts, p->events[event].name);
}

/* What a section did, without the ones below it, and without waiting. */
static double own(const struct profile *p, const struct profile_section *s,
                  size_t event)
{
	double v = work(p, s, event);

	for (const struct profile_section *c = s->child; c; c = c->next)
		v -= fmax(0, work(p, c, event));
	return v;
}

static double share_of(const struct timeline *t, const struct phase *p,
                       size_t kind)
{
	double sum = 0;

	for (unsigned i = p->from; i < p->to; i++)
		sum += t->v[kind * t->bins + i];
	return t->kind[kind].time_s > 0 ? sum / t->kind[kind].time_s : 0;
}

/* What a phase counts: of each section the share of its time in the phase. */
static void add_counts(const struct timeline *t, const struct phase *p,
                       struct profile_section *to)
{
	const struct profile *of = t->profile;
	const size_t others = t->n - 1;

	for (size_t e = 0; e < of->nevents; e++) {
		double rest = work(of, of->root, e);

		to->sum[e] = isnan(rest) ? NAN : 0;
		for (size_t k = 0; k < others; k++) {
			double v;

			if (!t->kind[k].section)
				continue;
			v = own(of, t->kind[k].section, e);
			if (isnan(v))
				continue;
			rest -= v;
			to->sum[e] += fmax(0, v) * share_of(t, p, k);
		}
		to->sum[e] += fmax(0, rest) * share_of(t, p, others);
	}
}

/* Cycles that wait are no work, and have no series. */
static void set_section(const struct assessment *a, size_t input,
                        const struct timeline *t, struct phase *p)
{
	struct profile_section *s = arena_alloc(a->arena, 1, sizeof(*s));
	const struct assess_input *in = &a->in[input];

	s->kind = PROFILE_PROCEDURE;
	s->name = "";
	s->parent = in->profile->root;
	s->sum = arena_alloc(a->arena, in->profile->nevents + 1,
	                     sizeof(*s->sum));
	add_counts(t, p, s);
	for (size_t e = 0; e < in->profile->nevents; e++) {
		const char *name = in->profile->events[e].name;

		if (strcmp(name, "WAIT_CYC") == 0 ||
		    strcmp(name, "WAIT_INS") == 0)
			s->sum[e] = 0;
	}
	p->section = (struct assess_section){ .kind = PROFILE_PROCEDURE,
		                              .name = "" };
	for (size_t i = 0; i < a->n; i++)
		p->section.in[i] = (struct assess_value){
			.section = i == input ? s : NULL,
			.runtime_s = NAN,
			.fraction = NAN,
			.samples = NAN,
			.imbalance = NAN,
			.impossible_ipc = NAN,
		};
	evaluate_section(a, &p->section);
}

void phases_find(struct phases *p, const struct assessment *a, size_t input)
{
	size_t *ends;

	*p = (struct phases){ 0 };
	if (timeline_make(&p->timeline, a->in[input].profile) != 0)
		return;
	ends = mem_alloc(p->timeline.bins, sizeof(*ends));
	set_free(p);
	p->n = cut(p, ends);
	for (size_t i = 0; i < p->n; i++) {
		struct phase *one = &p->phase[i];

		one->from = i ? (unsigned)ends[i - 1] : 0;
		one->to = (unsigned)ends[i];
		set_times(&p->timeline, one);
		set_parts(p, one);
		set_label(p, i);
		set_section(a, input, &p->timeline, one);
	}
	free(ends);
}

void phases_release(struct phases *p)
{
	timeline_release(&p->timeline);
	free(p->free_s);
}

char phases_name(unsigned label)
{
	return (char)('A' + label % 26);
}
