/* tree_profile.c - the profile of a tree */
#include "tree.h"

#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "hpctoolkit.h"
#include "known_metrics.h"
#include "known_names.h"
#include "profile/profile.h"

struct build {
	struct tree *t;
	struct profile *p;
	size_t *event; /* [nseries] the event of a series */
	double *runs;  /* [nevents] runs that have the event */
	bool *keep;    /* [nnodes] */
	struct profile_section **sections; /* [nnodes] */
	int time_event; /* what sections are ranked by, or -1 */
};

/* Its counts, wherever they are */
static void drop_series(struct tree *t, size_t at)
{
	for (size_t i = 0; i < t->nnodes; i++) {
		struct tree_node *n = &t->nodes[i];
		size_t rest;

		if (at >= n->nseries)
			continue;
		rest = n->nseries - at - 1;
		memmove(&n->sum[at], &n->sum[at + 1], rest * sizeof(*n->sum));
		if (n->stats)
			memmove(&n->stats[at], &n->stats[at + 1],
			        rest * sizeof(*n->stats));
		n->nseries--;
	}
	t->nseries--;
	memmove(&t->series[at], &t->series[at + 1],
	        (t->nseries - at) * sizeof(*t->series));
}

static double total_of(const struct tree *t, const char *name)
{
	const struct tree_node *root = &t->nodes[TREE_ROOT];
	double sum = 0;

	for (size_t i = 0; i < t->nseries && i < root->nseries; i++) {
		if (!name || strcmp(t->series[i].name, name) == 0)
			sum += root->sum[i];
	}
	return sum;
}

/* The last series of that name; the number of all: there is none */
static size_t last_called(const struct tree *t, const char *name)
{
	for (size_t i = t->nseries; i-- > 0;) {
		if (strcmp(t->series[i].name, name) == 0)
			return i;
	}
	return t->nseries;
}

/* Another metric of that run means the same, and had to keep its own name. */
static void hand_name_on(struct tree *t, unsigned run, const char *name)
{
	for (size_t i = 0; i < t->nseries; i++) {
		struct tree_series *s = &t->series[i];
		const struct hpctoolkit_metric m =
			events_translate(t->options, s->native, s->period);

		if (s->run != run || strcmp(m.name, name) != 0)
			continue;
		s->name = tree_intern(t, m.name);
		s->scale = m.scale;
		return;
	}
}

/*
 * A metric may be in the list without ever having been sampled. Of what no
 * program does without that is no count of 0: it was not measured.
 */
static void drop_unsampled(struct tree *t)
{
	static const char *const always[] = { "TOT_CYC", "CPU_TIME", "TOT_INS",
		                              "L1_DCA",  "L1_ICA",   "BR_INS" };

	if (!(total_of(t, NULL) > 0))
		return;
	for (size_t k = 0; k < sizeof(always) / sizeof(*always); k++) {
		bool said = false;
		size_t i;

		while (!(total_of(t, always[k]) > 0) &&
		       (i = last_called(t, always[k])) < t->nseries) {
			const unsigned run = t->series[i].run;

			if (!said)
				tree_note(t,
				          "'%s' is listed in the database but "
				          "has no samples, so it counts as not "
				          "measured",
				          t->series[i].native);
			said = true;
			drop_series(t, i);
			hand_name_on(t, run, always[k]);
		}
	}
}

static void add_events(struct build *b)
{
	struct tree *t = b->t;

	b->event = mem_alloc(t->nseries + 1, sizeof(*b->event));
	b->runs = mem_alloc(PROFILE_MAX_EVENTS, sizeof(*b->runs));
	for (size_t i = 0; i < t->nseries; i++) {
		b->event[i] =
			profile_event_add(b->p, t->series[i].name,
		                          t->series[i].native, PROFILE_SAMPLED);
		b->runs[b->event[i]]++;
	}
	b->time_event = profile_event(b->p, "TOT_CYC");
	if (b->time_event < 0)
		b->time_event = profile_event(b->p, "CPU_TIME");
}

/* A series' sum at a node, in units of the canonical event. */
static double sum_of(const struct build *b, const struct tree_node *node,
                     size_t series)
{
	double scale = b->t->series[series].scale;

	return series < node->nseries ? node->sum[series] * scale : 0;
}

/* Sums don't have the period, but from 2017.10 on the number of samples. */
static void find_periods(struct tree *t)
{
	const struct tree_node *root = &t->nodes[TREE_ROOT];

	for (size_t i = 0; i < t->nseries && i < root->nseries; i++) {
		struct tree_series *s = &t->series[i];

		if (s->period <= 0 && s->samples > 0)
			s->period = root->sum[i] / s->samples;
	}
}

/* Of what is it not known how many samples there were? */
static void note_unknown(struct build *b)
{
	enum { MOST = 6 };
	struct strbuf list = STRBUF_INIT;
	size_t n = 0;

	for (size_t e = 0; e < b->p->nevents; e++) {
		bool known = false;

		for (size_t i = 0; i < b->t->nseries; i++)
			known |= b->event[i] == e && b->t->series[i].period > 0;
		if (known || n++ >= MOST)
			continue;
		strbuf_addf(&list, "%s%s", n > 1 ? ", " : "",
		            b->p->events[e].name);
	}
	if (n > MOST)
		strbuf_addf(&list, " and %zu more", n - MOST);
	if (n)
		profile_note(b->p,
		             "the database does not give the number of samples "
		             "of these counts: %s",
		             list.s);
	strbuf_release(&list);
}

static void add_runs(struct build *b)
{
	struct tree *t = b->t;
	const struct tree_node *root = &t->nodes[TREE_ROOT];
	struct strbuf purpose = STRBUF_INIT;

	for (unsigned i = 0; i < t->nruns; i++) {
		struct profile_run *run = profile_run_add(b->p);

		strbuf_clear(&purpose);
		strbuf_addf(&purpose, "counter set %u of %u", i + 1, t->nruns);
		run->purpose = arena_strdup(b->p->arena, purpose.s);
	}
	strbuf_release(&purpose);
	for (size_t i = 0; i < t->nseries; i++) {
		const struct tree_series *s = &t->series[i];
		struct profile_run *run = &b->p->runs[s->run];
		double samples;

		run->total[b->event[i]] = sum_of(b, root, i);
		if (s->period <= 0)
			continue;
		run->period[b->event[i]] = s->period * s->scale;
		samples = run->total[b->event[i]] / run->period[b->event[i]];
		run->samples = (isnan(run->samples) ? 0 : run->samples) +
		               round(samples);
	}
}

/* Statistics of a series at a node over all threads of the run: those without
 * a value here have 0. */
static struct profile_stats
stats_of(const struct build *b, const struct tree_node *node, size_t series)
{
	const struct tree_series *s = &b->t->series[series];
	struct tree_stats own = { 0 };
	double n = s->threads, zeros, mean, squares;

	if (series < node->nseries)
		own = node->stats[series];
	n = fmax(n, own.n);
	zeros = n - own.n;
	if (n == 0 || s->no_stats)
		return (struct profile_stats){ NAN, NAN, NAN, NAN, NAN };
	mean = own.mean * own.n / n;
	squares = own.squares + own.mean * own.mean * own.n * zeros / n;
	return (struct profile_stats){
		.n = n,
		.min = zeros > 0 ? 0 : own.min * s->scale,
		.max = own.max * s->scale,
		.mean = mean * s->scale,
		.sd = sqrt(squares / n) * s->scale,
	};
}

/* The statistics of an event in several runs are the means of each run's. */
static void set_stats(struct build *b, const struct tree_node *node,
                      struct profile_section *section)
{
	struct profile_stats *stats = profile_stats(b->p, section);
	double *seen = mem_alloc(b->p->nevents + 1, sizeof(*seen));

	for (size_t i = 0; i < b->t->nseries; i++) {
		struct profile_stats *s = &stats[b->event[i]];
		struct profile_stats one = stats_of(b, node, i);
		double n = seen[b->event[i]];

		if (isnan(one.n))
			continue;
		seen[b->event[i]]++;
		if (n == 0) {
			*s = one;
			continue;
		}
		s->n = fmax(s->n, one.n);
		s->min += (one.min - s->min) / (n + 1);
		s->max += (one.max - s->max) / (n + 1);
		s->mean += (one.mean - s->mean) / (n + 1);
		s->sd += (one.sd - s->sd) / (n + 1);
	}
	free(seen);
}

/* The count of an event is the mean over the runs that have it. */
static void set_sums(const struct build *b, const struct tree_node *node,
                     double *sum)
{
	for (size_t i = 0; i < b->p->nevents; i++)
		sum[i] = 0;
	for (size_t i = 0; i < b->t->nseries; i++)
		sum[b->event[i]] += sum_of(b, node, i) / b->runs[b->event[i]];
}

static void set_counts(struct build *b, const struct tree_node *node,
                       struct profile_section *section)
{
	struct tree *t = b->t;

	set_sums(b, node, section->sum);
	for (size_t i = 0; i < t->nseries; i++) {
		const struct tree_series *s = &t->series[i];
		double *samples;

		if (strcmp(s->name, "TOT_CYC") == 0)
			profile_run_cycles(b->p, section)[s->run] =
				sum_of(b, node, i);
		if (s->period <= 0)
			continue;
		samples = &profile_samples(b->p, section)[b->event[i]];
		if (isnan(*samples))
			*samples = 0;
		if (i < node->nseries)
			*samples += round(node->sum[i] / s->period);
	}
	if (!t->options || !t->options->no_details)
		set_stats(b, node, section);
}

static void set_place(struct build *b, const struct tree_node *node,
                      struct profile_section *section)
{
	section->file = node->file;
	section->line = node->line;
	if (node->kind == TREE_MODULE)
		section->file = node->name[0] == '<' ? NULL : node->name;
	if (section->file)
		section->file = arena_intern(b->p->arena, section->file);
	if (node->kind == TREE_PROCEDURE &&
	    strcmp(node->name, section->name) != 0)
		section->raw_name = arena_intern(b->p->arena, node->name);
}

static void add_section(struct build *b, size_t i)
{
	static const enum profile_kind kinds[] = {
		[TREE_MODULE] = PROFILE_MODULE,
		[TREE_PROCEDURE] = PROFILE_PROCEDURE,
		[TREE_LOOP] = PROFILE_LOOP,
	};
	const struct tree_node *node = &b->t->nodes[i];
	struct profile_section *parent = b->sections[node->parent];
	struct strbuf name = STRBUF_INIT;

	if (node->kind == TREE_MODULE)
		strbuf_adds(&name, io_basename(node->name));
	else if (node->kind == TREE_PROCEDURE)
		names_procedure(node->name, NULL, node->file, &name);
	b->sections[i] =
		profile_section_add(b->p, parent, kinds[node->kind], name.s);
	strbuf_release(&name);
	set_place(b, node, b->sections[i]);
	set_counts(b, node, b->sections[i]);
}

static void add_line(struct build *b, const struct tree_node *node,
                     struct profile_section *s)
{
	struct arena *a = b->p->arena;
	struct profile_line *line;

	if (!s->lines)
		s->lines = arena_alloc(a, s->cap_lines, sizeof(*s->lines));
	line = &s->lines[s->nlines++];
	line->file = arena_intern(a, node->file);
	line->line = node->line;
	line->sum = arena_alloc(a, b->p->nevents, sizeof(*line->sum));
	set_sums(b, node, line->sum);
}

/* The lines of all sections. They are known to differ, so they are put into
 * place without the search that profile_line_add makes for each. */
static void add_lines(struct build *b)
{
	struct tree *t = b->t;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 1; i < t->nnodes; i++) {
			const struct tree_node *node = &t->nodes[i];
			struct profile_section *s;

			if (!b->keep[i] || node->kind != TREE_LINE ||
			    !node->line)
				continue;
			s = b->sections[node->parent];
			if (pass == 0)
				s->cap_lines++;
			else
				add_line(b, node, s);
		}
	}
}

/* Nodes with counts, and a large enough share of the time. */
static void choose(struct build *b)
{
	const struct tree *t = b->t;
	double least = t->options ? t->options->min_fraction : 0;
	double *sum = mem_alloc(b->p->nevents + 1, sizeof(*sum));

	set_sums(b, &t->nodes[TREE_ROOT], sum);
	least = b->time_event < 0 ? 0 : least * sum[b->time_event];
	b->keep = mem_alloc(t->nnodes, sizeof(*b->keep));
	b->keep[TREE_ROOT] = true;
	for (size_t i = 1; i < t->nnodes; i++) {
		const struct tree_node *node = &t->nodes[i];

		set_sums(b, node, sum);
		for (size_t j = 0; j < b->p->nevents; j++)
			b->keep[i] |= sum[j] > 0;
		if (node->kind != TREE_LINE && least > 0 &&
		    sum[b->time_event] < least)
			b->keep[i] = false;
		b->keep[i] &= b->keep[node->parent];
	}
	free(sum);
}

/* Wall time of a run where a clock was sampled per thread: the longest. The
 * same whether statistics are wanted or not. */
static double runtime(const struct build *b)
{
	const struct tree_node *root = &b->t->nodes[TREE_ROOT];
	int time = profile_event(b->p, "CPU_TIME");
	double sum = 0, n = 0;

	for (size_t i = 0; i < b->t->nseries; i++) {
		double most = stats_of(b, root, i).max;

		if ((int)b->event[i] != time || isnan(most))
			continue;
		sum += most;
		n++;
	}
	return n > 0 ? sum / n : NAN;
}

static void describe(struct build *b)
{
	struct tree *t = b->t;
	struct profile *p = b->p;

	p->program = arena_intern(p->arena, t->program ? t->program : "");
	p->collector = PROFILE_BY_HPCTOOLKIT;
	p->collector_version =
		arena_intern(p->arena, t->version ? t->version : "");
	p->ranks = t->ranks;
	p->threads = t->threads;
	for (size_t i = 0; i < t->nnotes; i++)
		profile_note(p, "%s", t->notes[i]);
	if (t->dropped_metrics)
		profile_note(p,
		             "%zu metrics are left out: there are more than "
		             "%d, or a name is used twice",
		             t->dropped_metrics, PROFILE_MAX_EVENTS);
}

struct profile *tree_profile(struct tree *t)
{
	struct build b = { .t = t, .p = profile_new() };

	drop_unsampled(t);
	describe(&b);
	find_periods(t);
	add_events(&b);
	note_unknown(&b);
	add_runs(&b);
	choose(&b);
	b.sections = mem_alloc(t->nnodes, sizeof(*b.sections));
	b.sections[TREE_ROOT] = profile_root(b.p);
	b.p->root->name = b.p->program;
	set_counts(&b, &t->nodes[TREE_ROOT], b.p->root);
	for (size_t i = 1; i < t->nnodes; i++) {
		if (b.keep[i] && t->nodes[i].kind != TREE_LINE)
			add_section(&b, i);
	}
	if (!t->options || !t->options->no_details)
		add_lines(&b);
	b.p->runtime_s = runtime(&b);
	free(b.event);
	free(b.runs);
	free(b.keep);
	free(b.sections);
	return b.p;
}
