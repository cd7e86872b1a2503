/* header.c - the tables in front of the call paths of experiment.xml */
#include "experiment.h"

#include <math.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/num.h"
#include "tree.h"

static bool has_value(const struct xml_element *e, const char *name,
                      const char *value)
{
	char *s = element_attribute(e, name);
	bool equal = s && strcmp(s, value) == 0;

	free(s);
	return equal;
}

/* The attribute i of a table's row. */
static int row_id(struct experiment *x, const struct xml_element *e,
                  uint64_t *id)
{
	char *i = element_attribute(e, "i");
	bool ok = i && num_u64(i, id);

	free(i);
	if (ok)
		return 0;
	experiment_fail(x, "<%.40s> has no number i", (const char *)e->name);
	return -1;
}

/* A row of the tables of modules, files and procedures. */
static int take_row(struct experiment *x, const struct xml_element *e,
                    struct ids *table)
{
	char *n = element_attribute(e, "n");
	const char *text = n ? n : "";
	uint64_t id;
	int rc = row_id(x, e, &id);

	if (table == &x->modules)
		text = names_module(text);
	else if (table == &x->files)
		text = names_file(text);
	if (rc == 0) {
		x->strings = mem_grow(x->strings, &x->cap_strings,
		                      x->nstrings + 1, sizeof(*x->strings));
		x->strings[x->nstrings] = tree_intern(x->t, text);
		ids_add(table, id, (uint32_t)x->nstrings++);
	}
	free(n);
	return rc;
}

static int take_metric(struct experiment *x, const struct xml_element *e)
{
	char *n = element_attribute(e, "n"), *v = element_attribute(e, "v");
	char *partner = element_attribute(e, "partner");
	char *es = element_attribute(e, "es");
	struct metric_column column = { .series = IDS_NONE };
	uint64_t id;
	int rc = row_id(x, e, &id);

	if (rc != 0)
		goto out;
	column.text = mem_strdup(n ? n : "");
	column.raw = !v || strcmp(v, "raw") == 0;
	column.inclusive = has_value(e, "t", "inclusive");
	column.exclusive = has_value(e, "t", "exclusive");
	column.partner = partner != NULL;
	if (!es || !num_count(es, &column.samples))
		column.samples = 0;
	if (!names_metric(column.text, &column.name) ||
	    (v && strcmp(v, "derived") == 0))
		column.name.what = NAMES_OTHER;
	x->columns = mem_grow(x->columns, &x->cap_columns, x->ncolumns + 1,
	                      sizeof(*x->columns));
	x->columns[x->ncolumns] = column;
	if (ids_add(&x->column_ids, id, (uint32_t)x->ncolumns) != x->ncolumns)
		rc = experiment_fail(x, "two metrics have the number %llu",
		                     (unsigned long long)id);
	x->ncolumns++;
out:
	free(n);
	free(v);
	free(partner);
	free(es);
	return rc;
}

/* <Metric><Info><NV n="period" v="..."/> */
static void take_value(struct experiment *x, const struct xml_element *e)
{
	char *v;

	if (!x->in_metric || x->ncolumns == 0 || !has_value(e, "n", "period"))
		return;
	v = element_attribute(e, "v");
	if (!v || !num_count(v, &x->columns[x->ncolumns - 1].period))
		x->columns[x->ncolumns - 1].period = 0;
	free(v);
}

static void take_program(struct experiment *x, const struct xml_element *e)
{
	char *n = element_attribute(e, "n");

	if (n && !x->t->program)
		x->t->program = tree_intern(x->t, n);
	free(n);
}

int header_element(struct experiment *x, const struct xml_element *e)
{
	const char *name = (const char *)e->name;

	if (strcmp(name, "Metric") == 0) {
		x->in_metric = true;
		return take_metric(x, e);
	}
	if (strcmp(name, "NV") == 0)
		take_value(x, e);
	else if (strcmp(name, "LoadModule") == 0)
		return take_row(x, e, &x->modules);
	else if (strcmp(name, "File") == 0)
		return take_row(x, e, &x->files);
	else if (strcmp(name, "Procedure") == 0)
		return take_row(x, e, &x->procedures);
	else if (strcmp(name, "MetricDB") == 0)
		x->metric_dbs++;
	else if (strcmp(name, "Header") == 0)
		take_program(x, e);
	return 0;
}

/*
 * Which counts are taken: each thread's own where they are there (raw), else
 * the sums over threads. A sum is inclusive; its exclusive partner has changed
 * its meaning from release to release and is not needed.
 */
static bool wanted(const struct experiment *x, const struct metric_column *c)
{
	if (c->name.what == NAMES_OTHER)
		return false;
	if (c->exclusive && c->partner)
		return false;
	if (x->raw)
		return c->raw && c->name.what == NAMES_RAW;
	return c->inclusive || c->exclusive;
}

static uint32_t thread_of(struct experiment *x, const struct names_metric *m)
{
	uint64_t key = (uint64_t)m->rank << 32 | m->thread;
	uint32_t i = ids_add(&x->thread_ids, key, (uint32_t)x->nthreads);

	if (i < x->nthreads)
		return i;
	x->threads = mem_grow(x->threads, &x->cap_threads, x->nthreads + 1,
	                      sizeof(*x->threads));
	x->threads[x->nthreads++] =
		(struct thread_metrics){ m->rank, m->thread };
	return i;
}

/* What one thread's columns say about the runs they come from. */
struct sequence {
	char most[sizeof(((struct names_metric *)0)->name)];
	unsigned duplicates; /* of the event that is there most often */
	bool first;          /* that event leads the list */
	unsigned run;        /* of the next column */
	bool any;
};

/*
 * hpcprof lists the metrics of one measurement file after the other. When the
 * same event comes again (PAPI_TOT_CYC.[0,0].1) another run has begun: with it
 * if the whole list begins with it, after it if not.
 */
static unsigned next_run(struct sequence *s, const struct names_metric *m)
{
	bool repeated = s->duplicates && strcmp(m->name, s->most) == 0;
	unsigned run;

	if (repeated && s->first && s->any)
		s->run++;
	run = s->run;
	if (repeated && !s->first)
		s->run++;
	s->any = true;
	return run;
}

static void find_runs(struct experiment *x, unsigned *run)
{
	struct sequence *s = mem_alloc(x->nthreads + 1, sizeof(*s));

	for (size_t i = 0; i < x->ncolumns; i++) {
		const struct metric_column *c = &x->columns[i];

		if (wanted(x, c) &&
		    c->name.duplicate > s[c->thread].duplicates) {
			s[c->thread].duplicates = c->name.duplicate;
			memcpy(s[c->thread].most, c->name.name,
			       sizeof(s->most));
		}
	}
	for (size_t i = 0; i < x->ncolumns; i++) {
		const struct metric_column *c = &x->columns[i];

		if (!wanted(x, c))
			continue;
		if (!s[c->thread].any)
			s[c->thread].first =
				strcmp(s[c->thread].most, c->name.name) == 0;
		run[i] = c->name.group ? c->name.group - 1
		                       : next_run(&s[c->thread], &c->name);
	}
	free(s);
}

/* Runs numbered as they come, after those of databases read before. */
static int number_runs(struct experiment *x, unsigned *run)
{
	struct ids seen = { 0 };
	unsigned first = x->t->nruns, n = 0;

	for (size_t i = 0; i < x->ncolumns; i++) {
		if (!wanted(x, &x->columns[i]))
			continue;
		run[i] = ids_add(&seen, run[i], n);
		if (run[i] == n)
			n++;
		run[i] += first;
	}
	ids_release(&seen);
	x->t->nruns += n ? n : 1;
	if (x->t->nruns > TREE_MAX_RUNS)
		return experiment_fail(x, "%u counter sets are too many",
		                       x->t->nruns);
	return 0;
}

static void count_threads(struct experiment *x)
{
	struct tree *t = x->t;
	struct ids ranks = { 0 };
	uint32_t *n = mem_alloc(x->nthreads + 1, sizeof(*n));
	uint32_t most = 0;

	for (size_t i = 0; i < x->nthreads; i++) {
		uint32_t rank =
			ids_add(&ranks, x->threads[i].rank, (uint32_t)ranks.n);

		n[rank]++;
		most = n[rank] > most ? n[rank] : most;
	}
	if (x->raw && x->nthreads) {
		t->ranks = fmax(t->ranks, (double)ranks.n);
		t->threads = fmax(t->threads, (double)most);
	}
	free(n);
	ids_release(&ranks);
}

/* Each thread that has a column for a series was measured for it. */
static int assign_series(struct experiment *x, const unsigned *run)
{
	for (size_t i = 0; i < x->ncolumns; i++) {
		struct metric_column *c = &x->columns[i];
		int series;

		if (!wanted(x, c))
			continue;
		series = tree_series(x->t, run[i], c->name.name, c->period);
		if (series < 0)
			continue;
		c->series = (uint32_t)series;
		x->t->series[series].samples += c->samples;
		c->summed = c->inclusive;
		if (c->summed)
			c->slot = (uint32_t)x->nslots++;
		if (x->raw)
			x->t->series[series].threads++;
		else
			x->t->series[series].no_stats = !x->want_nodes;
	}
	return 0;
}

int header_finish(struct experiment *x)
{
	unsigned *run = mem_alloc(x->ncolumns + 1, sizeof(*run));
	int rc = -1;

	for (size_t i = 0; i < x->ncolumns; i++) {
		const struct metric_column *c = &x->columns[i];

		x->raw |= c->raw && c->name.what == NAMES_RAW;
	}
	for (size_t i = 0; i < x->ncolumns; i++) {
		struct metric_column *c = &x->columns[i];

		if (wanted(x, c))
			c->thread = thread_of(x, &c->name);
	}
	find_runs(x, run);
	if (number_runs(x, run) != 0)
		goto out;
	count_threads(x);
	rc = assign_series(x, run);
out:
	free(run);
	return rc;
}
