#include "merge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "merge_series.h"
#include "merge_sets.h"
#include "mpi.h"
#include "ports.h"
#include "profile.h"

/* Of ranks that ended badly so many are named. */
enum { MOST_SAID = 8 };

struct merge {
	struct profile *p;    /* NULL: nothing yet */
	struct map *by_place; /* parent, kind, names, file, line -> section */
	struct merge_sets *sets;
	/* of the part that is added: where its i-th event is in p */
	size_t event_of[PROFILE_MAX_EVENTS];
	size_t threads;      /* of all parts */
	double span_s;       /* the longest first run of them */
	size_t parts, first; /* its first thread in p */
	struct strbuf ended; /* the ranks that ended badly, and how */
	size_t nended;
};

struct merge *merge_new(void)
{
	struct merge *m = mem_alloc(1, sizeof(*m));

	m->by_place = map_new();
	m->sets = merge_sets_new();
	strbuf_init(&m->ended);
	return m;
}

static void add(double *to, double value)
{
	if (!isnan(value))
		*to = isnan(*to) ? value : *to + value;
}

/* What describes all parts is taken from the first. */
static void begin(struct merge *m, const struct profile *p)
{
	struct profile *q = m->p = profile_new();
	struct arena *a = q->arena;

	q->program = p->program ? arena_strdup(a, p->program) : NULL;
	q->build_id = p->build_id ? arena_strdup(a, p->build_id) : NULL;
	q->host = p->host ? arena_strdup(a, p->host) : NULL;
	q->cpu = p->cpu ? arena_strdup(a, p->cpu) : NULL;
	q->start = p->start ? arena_strdup(a, p->start) : NULL;
	q->collector = arena_strdup(a, p->collector);
	q->collector_version = p->collector_version
	                               ? arena_strdup(a, p->collector_version)
	                               : NULL;
	q->machine = p->machine ? arena_strdup(a, p->machine) : NULL;
	q->estimated = p->estimated;
	q->simulated_share = p->simulated_share;
	q->simulated_error = p->simulated_error;
	q->clock_hz = 0;
	q->runtime_s = NAN;
	q->threads = q->ranks = 0;
	for (size_t i = 0; i < p->nargs; i++)
		profile_arg_add(q, p->args[i]);
	if (merge_sets_any(m->sets))
		merge_sets_events(m->sets, q);
	else
		profile_events_copy(q, p);
	for (size_t i = 0; i < p->nruns; i++) {
		struct profile_run *r = profile_run_add(q);

		r->purpose = p->runs[i].purpose
		                     ? arena_strdup(a, p->runs[i].purpose)
		                     : NULL;
		if (merge_sets_any(m->sets))
			r->purpose = "counter sets, one a rank";
		r->command = p->runs[i].command
		                     ? arena_strdup(a, p->runs[i].command)
		                     : NULL;
		r->limited = p->runs[i].limited;
	}
	profile_root(q)->name = arena_strdup(a, p->root->name);
}

static void add_notes(struct profile *q, const struct profile *p)
{
	for (size_t i = 0; i < p->nnotes; i++) {
		bool known = false;

		for (size_t k = 0; k < q->nnotes; k++)
			known |= strcmp(q->notes[k], p->notes[i]) == 0;
		if (!known)
			profile_note(q, "%s", p->notes[i]);
	}
}

static double longer(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : fmax(a, b);
}

/* Of a rank whose first bad end is this one. */
static void add_end(struct merge *m, const struct profile *p, int rank)
{
	for (size_t i = 0; i < p->nruns; i++) {
		const struct profile_run *r = &p->runs[i];

		if (r->limited || (!r->exit_status && !r->signal))
			continue;
		if (m->nended++ >= MOST_SAID)
			return;
		strbuf_addf(&m->ended, "%s%d (%s %d)", m->ended.len ? ", " : "",
		            rank, r->signal ? "signal" : "status",
		            r->signal ? r->signal : r->exit_status);
		return;
	}
}

static void add_run(struct profile_run *to, const struct profile_run *r,
                    size_t nevents, const size_t *event_of)
{
	to->wall_s = longer(to->wall_s, r->wall_s);
	add(&to->user_s, r->user_s);
	add(&to->sys_s, r->sys_s);
	add(&to->peak_bytes, r->peak_bytes);
	add(&to->samples, r->samples);
	add(&to->lost, r->lost);
	to->clock_hz = longer(to->clock_hz, r->clock_hz);
	if (r->exit_status && !r->limited) {
		to->exit_status = r->exit_status;
		to->signal = r->signal;
	}
	to->limited &= r->limited;
	for (size_t i = 0; i < nevents; i++) {
		const size_t k = event_of[i];

		add(&to->total[k], r->total[i]);
		to->period[k] = longer(to->period[k], r->period[i]);
	}
}

/* Their deviations as if all values were known: by sums of squares. */
static void add_stats(struct profile_stats *to, const struct profile_stats *s)
{
	double n, mean, squares;

	if (isnan(s->n) || !(s->n > 0))
		return;
	if (isnan(to->n)) {
		*to = *s;
		return;
	}
	n = to->n + s->n;
	mean = (to->n * to->mean + s->n * s->mean) / n;
	squares = to->n * (to->sd * to->sd + to->mean * to->mean) +
	          s->n * (s->sd * s->sd + s->mean * s->mean);
	to->min = fmin(to->min, s->min);
	to->max = fmax(to->max, s->max);
	to->sd = sqrt(fmax(0, squares / n - mean * mean));
	to->mean = mean;
	to->n = n;
}

/* Times of a wait add up; other facts are those of the first that has them. */
static bool adds_up(const char *fact)
{
	return strcmp(fact, "wait") == 0 || strcmp(fact, "waits") == 0 ||
	       strcmp(fact, "elapsed") == 0 || strcmp(fact, "caused") == 0;
}

static bool is_time(const char *attribute)
{
	const size_t n = strlen(attribute);

	return (n > 2 && strcmp(attribute + n - 2, "_s") == 0) ||
	       strcmp(attribute, "cycles") == 0 ||
	       strcmp(attribute, "calls") == 0;
}

static bool same_fact(const struct profile_fact *a,
                      const struct profile_fact *b)
{
	if (strcmp(a->name, b->name) != 0)
		return false;
	/* of a kind there is one, where most of it is is the first's */
	if (strcmp(a->name, "elapsed") == 0)
		return true;
	if (strcmp(a->name, "waits") == 0) {
		const char *x = profile_fact_attr(a, "kind");
		const char *y = profile_fact_attr(b, "kind");

		return x && y && strcmp(x, y) == 0;
	}
	for (size_t i = 0; i < b->nattrs; i++) {
		const char *old = profile_fact_attr(a, b->attrs[i].name);

		/* what takes most of it is the first's */
		if (!is_time(b->attrs[i].name) &&
		    strcmp(b->attrs[i].name, "inner") != 0 &&
		    (!old || strcmp(old, b->attrs[i].value) != 0))
			return false;
	}
	return true;
}

static void sum_fact(struct profile *q, struct profile_fact *to,
                     const struct profile_fact *f)
{
	struct profile_attr *attrs = arena_alloc(
		q->arena, to->nattrs + f->nattrs + 1, sizeof(*attrs));
	size_t n = to->nattrs;

	memcpy(attrs, to->attrs, n * sizeof(*attrs));
	for (size_t i = 0; i < f->nattrs; i++) {
		const struct profile_attr *new = &f->attrs[i];
		char text[NUM_SHORTEST];
		double old;
		size_t k = 0;

		if (!is_time(new->name))
			continue;
		while (k < n && strcmp(attrs[k].name, new->name) != 0)
			k++;
		old = k < n ? profile_fact_number(to, new->name) : 0;
		num_shortest(text, old + profile_fact_number(f, new->name));
		if (k == n)
			attrs[n++].name = arena_strdup(q->arena, new->name);
		attrs[k].value = arena_strdup(q->arena, text);
	}
	to->attrs = attrs;
	to->nattrs = n;
}

static void add_facts(struct merge *m, struct profile_section *to,
                      const struct profile_section *s, bool known)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		const struct profile_fact *f = &s->facts[i];
		size_t k = 0;

		if (!adds_up(f->name)) {
			if (!known)
				profile_fact_add(m->p, to, f->name, f->attrs,
				                 f->nattrs);
			continue;
		}
		while (k < to->nfacts && !same_fact(&to->facts[k], f))
			k++;
		if (k == to->nfacts)
			profile_fact_add(m->p, to, f->name, f->attrs,
			                 f->nattrs);
		else
			sum_fact(m->p, &to->facts[k], f);
	}
}

static void add_values(struct merge *m, struct profile_section *to,
                       const struct profile_section *s,
                       const struct profile *part, size_t part_threads)
{
	const size_t n = part->nevents;

	for (size_t i = 0; i < n; i++) {
		const size_t k = m->event_of[i];

		add(&to->sum[k], s->sum[i]);
		if (s->samples)
			add(&profile_samples(m->p, to)[k], s->samples[i]);
		if (s->stats)
			add_stats(&profile_stats(m->p, to)[k], &s->stats[i]);
	}
	if (merge_sets_any(m->sets))
		merge_sets_section(m->sets, to, part, s);
	for (size_t i = 0; s->run_cycles && i < m->p->nruns; i++)
		add(&profile_run_cycles(m->p, to)[i], s->run_cycles[i]);
	for (size_t k = 0; k < s->nlines; k++) {
		const struct profile_line *l = &s->lines[k];
		double *sum =
			profile_line_add(m->p, to,
		                         arena_intern(m->p->arena, l->file),
		                         l->line)
				->sum;

		for (size_t i = 0; i < n; i++)
			add(&sum[m->event_of[i]], l->sum[i]);
	}
	for (int k = 0; k < PROFILE_NSPREADS; k++) {
		double *all;

		if (!s->spread[k])
			continue;
		all = profile_spread(m->p, to, (enum profile_spread)k);
		for (size_t i = 0; i < part_threads; i++)
			all[m->first + i] = s->spread[k][i];
	}
}

static void key_of(struct strbuf *b, const struct profile_section *parent,
                   const struct profile_section *s)
{
	strbuf_clear(b);
	strbuf_addf(b, "%p %d %u %s\n%s\n%s", (const void *)parent,
	            (int)s->kind, s->line, s->name,
	            s->raw_name ? s->raw_name : "", s->file ? s->file : "");
}

static const char *copied(struct merge *m, const char *text)
{
	return text ? arena_intern(m->p->arena, text) : NULL;
}

static void add_section(struct merge *m, struct profile_section *to,
                        const struct profile_section *s, bool known,
                        const struct profile *part, size_t part_threads)
{
	struct strbuf key = STRBUF_INIT;

	add_values(m, to, s, part, part_threads);
	add_facts(m, to, s, known);
	merge_series_add(m->p, to, part, s->series, (unsigned)m->first);
	for (const struct profile_section *c = s->child; c; c = c->next) {
		struct profile_section *same;
		bool old;

		key_of(&key, to, c);
		same = map_get(m->by_place, key.s);
		old = same != NULL;
		if (!old) {
			same = profile_section_add(m->p, to, c->kind, c->name);
			same->raw_name = copied(m, c->raw_name);
			same->file = copied(m, c->file);
			same->line = c->line;
			same->end_line = c->end_line;
			map_put(m->by_place, key.s, same);
		}
		add_section(m, same, c, old, part, part_threads);
	}
	strbuf_release(&key);
}

/* Where the part's events are; unless ranks shared them, all have all. */
static int find_events(struct merge *m, const struct profile *p,
                       struct err *err)
{
	const struct profile *q = m->p;
	bool same = q->nruns == p->nruns &&
	            (merge_sets_any(m->sets) || q->nevents == p->nevents);

	for (size_t i = 0; same && i < p->nevents; i++) {
		const int k = profile_event(q, p->events[i].name);

		same = k >= 0;
		m->event_of[i] = (size_t)k;
	}
	return same ? 0
	            : err_set(err, ERR_FORMAT,
	                      "its events or its number of runs differ from "
	                      "those of the other ranks");
}

/* The threads of all ranks, before there are sections. */
static void add_threads(struct merge *m, const struct profile *p, int rank)
{
	m->first = m->p->nthread;
	for (size_t i = 0; i < p->nthread && m->p->nthread < m->threads; i++) {
		struct profile_thread t = p->thread[i];

		t.rank = rank;
		profile_thread_add(m->p, &t);
	}
}

void merge_expect(struct merge *m, const struct profile *p, int rank)
{
	m->threads += p->nthread;
	if (p->nruns)
		m->span_s = fmax(m->span_s, p->runs[0].wall_s);
	merge_sets_expect(m->sets, p, rank);
}

int merge_add(struct merge *m, const struct profile *p, int rank,
              struct err *err)
{
	struct profile *q;
	size_t seen;

	if (!m->p)
		begin(m, p);
	q = m->p;
	if (find_events(m, p, err) != 0)
		return -1;
	add_notes(q, p);
	add_end(m, p, rank);
	add_threads(m, p, rank);
	seen = q->nthread;
	/* arrays over threads are made for all of them */
	q->nthread = m->threads;
	for (size_t i = 0; i < q->nruns; i++)
		add_run(&q->runs[i], &p->runs[i], p->nevents, m->event_of);
	merge_series_begin(q, p, m->span_s);
	merge_series_add(q, NULL, p, p->timeline.series, (unsigned)m->first);
	add_section(m, profile_root(q), p->root, m->parts > 0, p,
	            seen - m->first);
	q->nthread = seen;
	q->clock_hz = (q->clock_hz * (double)m->parts + p->clock_hz) /
	              (double)(m->parts + 1);
	q->runtime_s = longer(q->runtime_s, p->runtime_s);
	q->threads = fmax(q->threads, isnan(p->threads) ? 1 : p->threads);
	q->ranks++;
	profile_mpi_merge(q, p);
	for (size_t i = 0; i < p->nports; i++)
		profile_port_add(q, &p->ports[i]);
	m->parts++;
	return 0;
}

struct profile *merge_finish(struct merge *m, struct strbuf *left_out)
{
	struct profile *p = m->p;
	struct strbuf why = STRBUF_INIT;

	if (p && merge_sets_any(m->sets) &&
	    merge_sets_finish(m->sets, p, &why)) {
		profile_note(p, "%s", why.s);
		if (left_out)
			strbuf_adds(left_out, why.s);
	}
	strbuf_release(&why);

	if (p && m->nended)
		profile_note(p, "%zu of %zu ranks failed: %s%s", m->nended,
		             m->parts, m->ended.s,
		             m->nended > MOST_SAID ? " and others" : "");
	merge_sets_free(m->sets);
	strbuf_release(&m->ended);
	map_free(m->by_place);
	free(m);
	return p;
}
