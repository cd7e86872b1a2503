/*
 * The time line for viewers, in Chrome's trace event format: a process for each
 * rank, a thread for each thread, bars for each stretch of time in which it did
 * mostly one thing, a loop's in its procedure's; beside them the phases, how
 * many threads did what, page faults, CPI and clock. Source: Trace Event Format
 * (Google, 2016): "X", "B", "E", "C" and "M" events.
 */
#include "formats.h"

#include <math.h>
#include <stdlib.h>

#include "bars.h"
#include "base/banned.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/phases.h"
#include "report/phases.h"

/* The process for the whole program; ranks are 1 and more. */
enum { WHOLE = 0, RANKS = 1 };

struct trace {
	const struct assessment *a;
	struct phases phases;
	const struct timeline *t;
	struct strbuf b;
	struct json j;
	double pid, tid; /* of the bars */
};

static double at_us(const struct trace *t, unsigned bin)
{
	return round(bin * t->t->bin_s * 1e6);
}

static void event(struct trace *t, const char *name, const char *ph, double pid,
                  double tid)
{
	json_line(&t->j);
	json_object(&t->j, NULL);
	json_text(&t->j, "name", name);
	json_text(&t->j, "ph", ph);
	json_number(&t->j, "pid", pid);
	json_number(&t->j, "tid", tid);
}

static void called(struct trace *t, const char *what, double pid, double tid,
                   const char *name)
{
	event(t, what, "M", pid, tid);
	json_object(&t->j, "args");
	json_text(&t->j, "name", name);
	json_end(&t->j);
	json_end(&t->j);
}

/* From the bin of[0] to before of[1] */
static void complete(struct trace *t, const char *name, const char *category,
                     double pid, double tid, const unsigned *of)
{
	event(t, name, "X", pid, tid);
	json_text(&t->j, "cat", category);
	json_number(&t->j, "ts", at_us(t, of[0]));
	json_number(&t->j, "dur", at_us(t, of[1]) - at_us(t, of[0]));
	json_end(&t->j);
}

static void add_phases(struct trace *t)
{
	called(t, "process_name", WHOLE, 0, "program");
	called(t, "thread_name", WHOLE, 0, "phases");
	for (size_t i = 0; i < t->phases.n; i++) {
		const struct phase *p = &t->phases.phase[i];
		const unsigned of[] = { p->from, p->to };
		struct strbuf name = STRBUF_INIT;

		strbuf_addf(&name, "%c: ", phases_name(p->label));
		phases_parts(&name, t->a, 0, &t->phases, p);
		complete(t, name.s, "phase", WHOLE, 0, of);
		strbuf_release(&name);
	}
}

static void add_counter(struct trace *t, const char *name, const double *bins)
{
	double last = 0;

	for (unsigned i = 0; i < t->t->bins; i++) {
		if (bins[i] == last)
			continue;
		event(t, name, "C", WHOLE, 0);
		json_number(&t->j, "ts", at_us(t, i));
		json_object(&t->j, "args");
		json_digits(&t->j, name, bins[i], 3);
		json_end(&t->j);
		json_end(&t->j);
		last = bins[i];
	}
}

/* A ratio of each part of the run; 0 where it is not known */
static void add_ratio(struct trace *t, const char *name, double unit,
                      double (*of)(const struct timeline *, unsigned, unsigned))
{
	double *bins = mem_alloc(t->t->bins, sizeof(*bins));

	for (unsigned i = 0; i < t->t->bins; i++) {
		const double v = of(t->t, i, i + 1);

		bins[i] = isnan(v) ? 0 : v * unit;
	}
	add_counter(t, name, bins);
	free(bins);
}

/* Does each kind have as much in a bin as in the one before? */
static bool as_before(const struct timeline *line, unsigned bin)
{
	for (size_t k = 0; k < line->n; k++) {
		const double *v = &line->v[k * line->bins + bin];

		if (bin == 0 || v[0] != v[-1])
			return false;
	}
	return true;
}

/* How many threads do what, as one chart */
static void add_kinds(struct trace *t)
{
	const struct timeline *line = t->t;

	for (unsigned i = 0; i < line->bins; i++) {
		if (as_before(line, i))
			continue;
		event(t, "threads in", "C", WHOLE, 0);
		json_number(&t->j, "ts", at_us(t, i));
		json_object(&t->j, "args");
		for (size_t k = 0; k < line->n; k++) {
			struct strbuf name = STRBUF_INIT;

			phases_kind_title(&name, t->a, 0, &line->kind[k]);
			json_digits(&t->j, name.s,
			            line->v[k * line->bins + i] / line->bin_s,
			            3);
			strbuf_release(&name);
		}
		json_end(&t->j);
		json_end(&t->j);
	}
}

static void add_bar(void *ctx, const char *name, bool wait, bool begins,
                    double at_s)
{
	struct trace *t = ctx;

	event(t, name, begins ? "B" : "E", t->pid, t->tid);
	json_text(&t->j, "cat", wait ? "wait" : "work");
	json_number(&t->j, "ts", round(at_s * 1e6));
	json_end(&t->j);
}

static void add_threads(struct trace *t)
{
	const struct profile *p = t->a->in[0].profile;
	double before = NAN;

	for (unsigned i = 0; i < t->t->threads; i++) {
		const bool known = i < p->nthread && !isnan(p->thread[i].rank);
		const double pid = known ? RANKS + p->thread[i].rank : WHOLE;
		struct strbuf name = STRBUF_INIT;

		if (pid != before) {
			if (known)
				strbuf_addf(&name, "rank %.0f",
				            p->thread[i].rank);
			else
				strbuf_adds(&name, "program");
			called(t, "process_name", pid, i + 1, name.s);
			strbuf_clear(&name);
		}
		before = pid;
		phases_thread_title(&name, t->a, 0, i);
		called(t, "thread_name", pid, i + 1, name.s);
		t->pid = pid;
		t->tid = i + 1;
		bars_visit(t->a, t->t, i, add_bar, t);
		strbuf_release(&name);
	}
}

static void write_trace(const struct assessment *a,
                        const struct suggest *suggest,
                        const struct report_options *options, FILE *f)
{
	struct trace t = { .a = a, .b = STRBUF_INIT };

	(void)suggest;
	(void)options;
	/* what is computed of phases lives beside the assessment's own */
	phases_find(&t.phases, a, 0);
	t.t = &t.phases.timeline;
	json_init(&t.j, &t.b);
	json_object(&t.j, NULL);
	json_text(&t.j, "displayTimeUnit", "ms");
	json_array(&t.j, "traceEvents");
	if (t.phases.n) {
		add_phases(&t);
		add_threads(&t);
		add_kinds(&t);
		add_counter(&t, "page faults", t.t->faults);
		add_counter(&t, "wait for a processor, s", t.t->delay_s);
		add_ratio(&t, "CPI", 1, timeline_cpi);
		add_ratio(&t, "clock, GHz", 1e-9, timeline_clock_hz);
	}
	json_end(&t.j);
	json_end(&t.j);
	strbuf_addc(&t.b, '\n');
	fwrite(t.b.s, 1, t.b.len, f);
	phases_release(&t.phases);
	strbuf_release(&t.b);
}

const struct report report_chrome_trace = { .name = "chrome-trace",
	                                    .details = true,
	                                    .whole = true,
	                                    .one = true,
	                                    .write = write_trace };
