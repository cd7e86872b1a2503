#include "summary_threads.h"

#include <math.h>
#include <stdlib.h>

#include "arch/machine.h"
#include "arch/metrics.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"

enum { LABEL = 34, NUMBER = 14 };

/* A thread, or the threads of a rank. */
struct part {
	double rank, number; /* number NAN: of a rank */
	double cpu_s, blocked_s, delay_s;
	double cycles, instructions;
	const struct assess_input *in;
};

struct parts {
	struct part *v;
	size_t n;
};

static double event_of(const void *ctx, const char *name)
{
	const struct part *p = ctx;

	if (strcmp(name, "TOT_CYC") == 0)
		return p->cycles;
	if (strcmp(name, "TOT_INS") == 0)
		return p->instructions;
	return strcmp(name, "WALL_TIME") == 0 ? p->in->elapsed_s : NAN;
}

static double spread_at(const struct profile *p, enum profile_spread what,
                        size_t thread)
{
	return p->root->spread[what] ? p->root->spread[what][thread] : NAN;
}

static struct parts threads_of(const struct assess_input *in)
{
	const struct profile *p = in->profile;
	struct parts all = { mem_alloc(p->nthread + 1, sizeof(*all.v)), 0 };

	/* of an unknown part of the run, counts don't go with times */
	const bool counted = p->simulated_share != 0;

	for (size_t i = 0; i < p->nthread; i++)
		all.v[all.n++] = (struct part){
			.rank = p->thread[i].rank,
			.number = p->thread[i].number,
			.cpu_s = p->thread[i].cpu_s,
			.blocked_s = p->thread[i].blocked_s,
			.delay_s = p->thread[i].delay_s,
			.cycles = spread_at(p, PROFILE_SPREAD_CYCLES, i),
			.instructions =
				counted ? spread_at(p,
			                            PROFILE_SPREAD_INSTRUCTIONS,
			                            i)
					: NAN,
			.in = in,
		};
	return all;
}

/* The threads of a rank follow each other. */
static struct parts ranks_of(const struct parts *threads)
{
	struct parts all = { mem_alloc(threads->n + 1, sizeof(*all.v)), 0 };

	for (size_t i = 0; i < threads->n; i++) {
		const struct part *t = &threads->v[i];
		struct part *r = all.n ? &all.v[all.n - 1] : NULL;

		if (isnan(t->rank))
			continue;
		if (!r || r->rank != t->rank) {
			all.v[all.n] = *t;
			all.v[all.n++].number = NAN;
			continue;
		}
		r->cpu_s += t->cpu_s;
		r->blocked_s += t->blocked_s;
		r->delay_s += t->delay_s;
		r->cycles += t->cycles;
		r->instructions += t->instructions;
	}
	return all;
}

/* The rows of a part: three times, then the metrics. */
enum { TIMES = 3 };

static const struct {
	const char *id, *label;
} times[TIMES] = {
	{ "cpu_s", "processor time" },
	{ "blocked_s", "blocked" },
	{ "delay_s", "waited for a processor" },
};

static double value_of(const struct part *p, size_t row)
{
	switch (row) {
	case 0:
		return p->cpu_s;
	case 1:
		return p->blocked_s;
	case 2:
		return p->delay_s;
	default:
		return lcpi_eval(p->in->machine,
		                 metrics_category(p->in->machine, row - TIMES),
		                 event_of, p);
	}
}

/* Over the parts that have it */
struct row {
	double mean, least, most;
	size_t n, least_at, most_at;
	const char *id, *label, *unit;
};

/* false: no part has it, or all have the same by what it is */
static bool row_of(const struct parts *parts, const struct assess_input *in,
                   size_t number, struct row *r)
{
	const struct lcpi_category *list;
	double sum = 0;

	metrics(in->machine, &list);
	*r = (struct row){ .least = INFINITY, .most = -INFINITY };
	r->id = number < TIMES ? times[number].id : list[number - TIMES].id;
	r->label = number < TIMES ? times[number].label
	                          : list[number - TIMES].label;
	r->unit = number < TIMES ? "s" : list[number - TIMES].unit;
	if (strcmp(r->id, "wall_time") == 0)
		return false;
	for (size_t i = 0; i < parts->n; i++) {
		const double v = value_of(&parts->v[i], number);

		if (isnan(v))
			continue;
		sum += v;
		r->n++;
		if (v < r->least) {
			r->least = v;
			r->least_at = i;
		}
		if (v > r->most) {
			r->most = v;
			r->most_at = i;
		}
	}
	r->mean = sum / (double)r->n;
	return r->n > 0;
}

static void add_name(struct strbuf *b, const struct part *p)
{
	if (!isnan(p->rank))
		strbuf_addf(b, "rank %.0f", p->rank);
	if (!isnan(p->number))
		strbuf_addf(b, "%sthread %.0f", isnan(p->rank) ? "" : " ",
		            p->number);
}

static void add_row(struct strbuf *b, const struct parts *parts,
                    const struct row *r)
{
	const double v[] = { r->mean, r->least, r->most };
	size_t at = b->len;

	strbuf_adds(b, "  ");
	escape_terminal_buf(b, r->label);
	strbuf_addn(b, ' ', b->len - at < LABEL ? LABEL - (b->len - at) : 1);
	for (size_t i = 0; i < 3; i++)
		strbuf_addf(b, "%*.*f", NUMBER, fabs(v[i]) < 1e5 ? 3 : 0, v[i]);
	strbuf_addc(b, ' ');
	escape_terminal_buf(b, r->unit);
	if (r->most > r->least) {
		strbuf_adds(b, "; ");
		add_name(b, &parts->v[r->least_at]);
		strbuf_adds(b, ", ");
		add_name(b, &parts->v[r->most_at]);
	}
	strbuf_addc(b, '\n');
}

static void add_parts(struct strbuf *b, const struct assess_input *in,
                      const struct parts *parts, const char *title)
{
	const struct lcpi_category *list;
	const size_t n = TIMES + metrics(in->machine, &list);

	if (parts->n < 2)
		return;
	strbuf_addf(b, "%-*s%*s%*s%*s\n", LABEL, title, NUMBER, "mean", NUMBER,
	            "least", NUMBER, "most");
	for (size_t i = 0; i < n; i++) {
		struct row r;

		if (row_of(parts, in, i, &r))
			add_row(b, parts, &r);
	}
}

void summary_threads(struct strbuf *b, const struct assess_input *in)
{
	struct parts threads = threads_of(in), ranks = ranks_of(&threads);

	add_parts(b, in, &ranks, "by rank, without waiting");
	add_parts(b, in, &threads, "by thread, without waiting");
	free(ranks.v);
	free(threads.v);
}

/* rows: the n rows of a part; those that none has are empty */
static void json_part(struct json *j, const struct part *part,
                      const struct row *rows, size_t n)
{
	json_line(j);
	json_object(j, NULL);
	json_number(j, "rank", part->rank);
	if (!isnan(part->number))
		json_number(j, "thread", part->number);
	for (size_t k = 0; k < n; k++) {
		if (rows[k].n)
			json_number(j, rows[k].id, value_of(part, k));
	}
	json_end(j);
}

static void json_parts(struct json *j, const struct assess_input *in,
                       const struct parts *parts, const char *name)
{
	const struct lcpi_category *list;
	const size_t n = TIMES + metrics(in->machine, &list);
	struct row *rows;

	if (parts->n < 2)
		return;
	rows = mem_alloc(n, sizeof(*rows));
	for (size_t k = 0; k < n; k++) {
		if (!row_of(parts, in, k, &rows[k]))
			rows[k].n = 0;
	}
	json_line(j);
	json_array(j, name);
	for (size_t i = 0; i < parts->n; i++)
		json_part(j, &parts->v[i], rows, n);
	json_end(j);
	free(rows);
}

void summary_threads_json(struct json *j, const struct assess_input *in)
{
	struct parts threads = threads_of(in), ranks = ranks_of(&threads);

	json_parts(j, in, &ranks, "by_rank");
	json_parts(j, in, &threads, "by_thread");
	free(ranks.v);
	free(threads.v);
}
