#include "phases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/bar.h"
#include "diagnose/phases.h"
#include "report.h"
#include "base/short_name.h"

enum {
	LABEL = 26, /* columns of a row's name */
	STRIP = 52, /* and of its time line */
	WIDTH = 79,
	MOST_ROWS = 10,
	MOST_LANES = 16
};

/* With less work than this by its waiting, a phase is not assessed. */
#define MUCH 0.05

struct view {
	const struct assessment *a;
	struct phases phases;
	const struct timeline *t;
	struct strbuf b;
	bool all;
};

static const struct assess_section *
find_section(struct assess_section *const *list, size_t n, size_t input,
             const struct profile_section *wanted)
{
	for (size_t i = 0; i < n; i++) {
		const struct assess_section *s = list[i];

		if (s->in[input].section == wanted)
			return s;
		s = find_section(s->child, s->nchildren, input, wanted);
		if (s)
			return s;
	}
	return NULL;
}

const struct assess_section *
phases_kind_section(const struct assessment *a, size_t input,
                    const struct timeline_kind *kind)
{
	return kind->section ? find_section(a->procedures, a->nprocedures,
	                                    input, kind->section)
	                     : NULL;
}

void phases_kind_title(struct strbuf *b, const struct assessment *a,
                       size_t input, const struct timeline_kind *kind)
{
	const struct assess_section *s;

	if (!kind->section) {
		strbuf_adds(b, kind->wait == WAIT_NONE
		                       ? "others"
		                       : wait_kind_name(kind->wait));
		return;
	}
	s = phases_kind_section(a, input, kind);
	if (s)
		report_title(b, s, false);
	else
		short_name(b, kind->section->name);
}

void phases_thread_title(struct strbuf *b, const struct assessment *a,
                         size_t input, unsigned thread)
{
	const struct profile *p = a->in[input].profile;
	const struct profile_thread *t =
		thread < p->nthread ? &p->thread[thread] : NULL;

	if (t && !isnan(t->rank))
		strbuf_addf(b, "rank %.0f ", t->rank);
	strbuf_addf(b, "thread %.0f",
	            t && !isnan(t->number) ? t->number : (double)thread);
}

void phases_parts(struct strbuf *b, const struct assessment *a, size_t input,
                  const struct phases *all, const struct phase *p)
{
	for (size_t i = 0; i < p->nparts; i++) {
		strbuf_adds(b, i ? ", " : "");
		phases_kind_title(b, a, input,
		                  &all->timeline.kind[p->part[i].kind]);
		strbuf_addf(b, " %.0f%%", 100 * p->part[i].share);
	}
}

void phases_assessment(struct strbuf *b, const struct assessment *a,
                       size_t input, const struct phase *p)
{
	const struct assess_value *v = &p->section.in[input];
	const double good = a->in[input].good_cpi;
	bool any = false, known = false;

	for (size_t c = 0; c < a->ncategories; c++)
		known |= !isnan(v->lcpi[c]);
	if (p->cpu_s < MUCH * p->wait_s || !known) {
		strbuf_adds(b, p->cpu_s < MUCH * p->wait_s ? "waiting"
		                                           : "not assessed");
		return;
	}
	strbuf_addf(b, "overall %s",
	            bar_rating_name(bar_rating(v->lcpi[0], good)));
	if (!isnan(v->lcpi[0]))
		strbuf_addf(b, " (%.2f cycles per instruction)", v->lcpi[0]);
	for (int r = BAR_PROBLEMATIC; r >= BAR_OKAY; r--) {
		for (size_t c = 1; c < a->ncategories; c++) {
			if ((int)bar_rating(v->lcpi[c], good) != r)
				continue;
			strbuf_addf(b, "%s%s %s", any ? ", " : "; at most ",
			            a->categories[c].label,
			            bar_rating_name((enum bar_rating)r));
			any = true;
		}
	}
}

void phases_uncounted(struct strbuf *b, const struct timeline *t)
{
	if (isnan(timeline_clock_hz(t, 0, t->bins)))
		strbuf_adds(b, "CPI and clock over time are not measured: no "
		               "counter counted cycles in the first run");
	else if (isnan(timeline_cpi(t, 0, t->bins)))
		strbuf_adds(b, "CPI over time is not measured: the first run "
		               "did not count instructions");
}

static void start(struct view *v, const struct assessment *a)
{
	*v = (struct view){ .a = a, .b = STRBUF_INIT, .all = a->all };
	/* what is computed of phases lives beside the assessment's own */
	phases_find(&v->phases, a, 0);
	v->t = &v->phases.timeline;
}

static void release(struct view *v)
{
	phases_release(&v->phases);
	strbuf_release(&v->b);
}

/* ---- text ---- */

/* The bins below a column of the strip */
static void column(const struct view *v, unsigned at, unsigned *from,
                   unsigned *to)
{
	*from = at * v->t->bins / STRIP;
	*to = (at + 1) * v->t->bins / STRIP;
	if (*to == *from)
		++*to;
}

static double sum(const struct view *v, const double *bins, unsigned at)
{
	unsigned from, to;
	double all = 0;

	column(v, at, &from, &to);
	for (unsigned i = from; i < to; i++)
		all += bins[i];
	return all;
}

static void add_label(struct view *v, const char *name)
{
	const size_t start = v->b.len;
	char cut[4 * LABEL];

	escape_terminal(cut, LABEL - 1, name);
	strbuf_adds(&v->b, cut);
	if (v->b.len - start < LABEL)
		strbuf_addn(&v->b, ' ', LABEL - (v->b.len - start));
}

static void end_row(struct view *v)
{
	while (v->b.len && v->b.s[v->b.len - 1] == ' ')
		v->b.s[--v->b.len] = '\0';
	strbuf_addc(&v->b, '\n');
}

/* Shares of what is full, in four steps */
static void add_strip(struct view *v, const double *bins, const double *full,
                      double most)
{
	static const char steps[] = " .:*#";

	for (unsigned i = 0; i < STRIP; i++) {
		const double all = full ? sum(v, full, i) : most;
		const double share = all > 0 ? sum(v, bins, i) / all : 0;

		strbuf_addc(
			&v->b,
			steps[share < 0.02 ? 0
		                           : 1 + (int)(fmin(share, 0.99) * 4)]);
	}
	end_row(v);
}

static void add_phase_row(struct view *v)
{
	add_label(v, "phase");
	for (unsigned i = 0; i < STRIP; i++) {
		unsigned from, to;
		size_t k = 0;

		column(v, i, &from, &to);
		while (k + 1 < v->phases.n &&
		       v->phases.phase[k].to <= (from + to) / 2)
			k++;
		strbuf_addc(&v->b, phases_name(v->phases.phase[k].label));
	}
	end_row(v);
}

static char letter(const struct view *v, size_t kind)
{
	if (v->t->kind[kind].wait != WAIT_NONE)
		return '-';
	if (v->t->kind[kind].section && kind < 26)
		return (char)('a' + kind);
	return 'o';
}

static void add_kind(struct view *v, size_t kind, const double *all)
{
	const struct timeline *t = v->t;
	struct strbuf name = STRBUF_INIT;

	strbuf_addf(&name, "%c ", letter(v, kind));
	phases_kind_title(&name, v->a, 0, &t->kind[kind]);
	add_label(v, name.s);
	add_strip(v, t->v + kind * t->bins, all, 0);
	strbuf_release(&name);
}

/* The most that a column has */
static double most_of(const struct view *v, const double *bins)
{
	double most = 0;

	for (unsigned i = 0; i < STRIP; i++)
		most = fmax(most, sum(v, bins, i));
	return most;
}

/* A ratio in each column, as steps up to the largest */
static void add_ratio(struct view *v, const char *name, double unit,
                      double (*of)(const struct timeline *, unsigned, unsigned))
{
	double value[STRIP], most = 0;
	char label[LABEL];

	for (unsigned i = 0; i < STRIP; i++) {
		unsigned from, to;

		column(v, i, &from, &to);
		value[i] = of(v->t, from, to) * unit;
		most = fmax(most, value[i]);
	}
	if (!(most > 0))
		return;
	snprintf(label, sizeof(label), "  %s, # to %.3g", name, most);
	add_label(v, label);
	for (unsigned i = 0; i < STRIP; i++)
		strbuf_addc(&v->b,
		            isnan(value[i])
		                    ? ' '
		                    : " .:*#"[1 + (int)(fmin(value[i] / most,
		                                             0.99) *
		                                        4)]);
	end_row(v);
}

static void add_kinds(struct view *v)
{
	const struct timeline *t = v->t;
	double *all = mem_alloc(t->bins, sizeof(*all));
	double time_s = 0;

	for (size_t k = 0; k < t->n; k++) {
		time_s += t->kind[k].time_s;
		for (unsigned i = 0; i < t->bins; i++)
			all[i] += t->v[k * t->bins + i];
	}
	for (size_t k = 0; k < t->n && (v->all || k < MOST_ROWS); k++) {
		if (t->kind[k].time_s >= 0.01 * time_s)
			add_kind(v, k, all);
	}
	if (most_of(v, t->faults) > 0) {
		add_label(v, "  page faults");
		add_strip(v, t->faults, NULL, most_of(v, t->faults));
	}
	if (most_of(v, t->delay_s) > 0.05 * most_of(v, all)) {
		add_label(v, "  wait for a processor");
		for (unsigned i = 0; i < t->bins; i++)
			all[i] += t->delay_s[i];
		add_strip(v, t->delay_s, all, 0);
	}
	add_ratio(v, "CPI", 1, timeline_cpi);
	add_ratio(v, "clock, GHz", 1e-9, timeline_clock_hz);
	free(all);
}

/* A thread: in each column what it did most. */
static void add_lane(struct view *v, unsigned thread, double *own)
{
	const struct timeline *t = v->t;
	struct strbuf name = STRBUF_INIT;

	phases_thread_title(&name, v->a, 0, thread);
	add_label(v, name.s);
	timeline_thread(t, thread, own);
	for (unsigned i = 0; i < STRIP; i++) {
		unsigned from, to;
		size_t best;

		column(v, i, &from, &to);
		best = timeline_most(t, own, from, to);
		strbuf_addc(&v->b, (char)(best < t->n ? letter(v, best) : ' '));
	}
	end_row(v);
	strbuf_release(&name);
}

static void add_lanes(struct view *v)
{
	const struct timeline *t = v->t;
	const unsigned n =
		v->all || t->threads <= MOST_LANES ? t->threads : MOST_LANES;
	double *own;

	if (t->threads < 2)
		return;
	own = mem_alloc(t->n * t->bins, sizeof(*own));
	strbuf_addc(&v->b, '\n');
	for (unsigned i = 0; i < n; i++)
		add_lane(v, i, own);
	if (n < t->threads)
		strbuf_addf(&v->b, "%u more threads: --all\n", t->threads - n);
	free(own);
}

static void add_wrapped(struct view *v, const char *text)
{
	strbuf_adds(&v->b, "   ");
	escape_terminal_wrapped(&v->b, text, 3, 3, WIDTH);
	strbuf_addc(&v->b, '\n');
}

static void add_phase(struct view *v, const struct phase *p)
{
	const double elapsed_s = p->to_s - p->from_s;
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&v->b, "%c  %.2f to %.2f s (%.1f%%): %.2f threads work",
	            phases_name(p->label), p->from_s, p->to_s,
	            100 * (p->to - p->from) / (double)v->t->bins,
	            p->cpu_s / elapsed_s);
	if (p->wait_s >= 0.005 * elapsed_s)
		strbuf_addf(&v->b, ", %.2f wait", p->wait_s / elapsed_s);
	if (p->delay_s >= 0.005 * elapsed_s)
		strbuf_addf(&v->b, ", %.2f have no processor",
		            p->delay_s / elapsed_s);
	if (p->faults > 0)
		strbuf_addf(&v->b, ", %.0f page faults", p->faults);
	strbuf_addc(&v->b, '\n');
	if (!isnan(p->cpi))
		strbuf_addf(&text, "CPI %.2f%s", p->cpi,
		            isnan(p->clock_hz) ? "" : ", ");
	if (!isnan(p->clock_hz))
		strbuf_addf(&text, "%.2f GHz", p->clock_hz * 1e-9);
	if (text.len) {
		strbuf_adds(&text, " by counters");
		add_wrapped(v, text.s);
	}
	strbuf_clear(&text);
	phases_parts(&text, v->a, 0, &v->phases, p);
	if (text.len)
		add_wrapped(v, text.s);
	strbuf_clear(&text);
	phases_assessment(&text, v->a, 0, p);
	add_wrapped(v, text.s);
	strbuf_release(&text);
}

static void add_uncounted(struct view *v)
{
	struct strbuf text = STRBUF_INIT;

	phases_uncounted(&text, v->t);
	if (text.len) {
		escape_terminal_wrapped(&v->b, text.s, 0, 0, WIDTH);
		strbuf_addc(&v->b, '\n');
	}
	strbuf_release(&text);
}

static void write_text(const struct assessment *a,
                       const struct suggest *suggest,
                       const struct report_options *options, FILE *f)
{
	struct view v;

	(void)suggest;
	(void)options;
	start(&v, a);
	if (v.phases.n == 0) {
		fputs("no time line: measure again with --collector simulate "
		      "or perf\n",
		      f);
		release(&v);
		return;
	}
	strbuf_adds(&v.b, "time line of ");
	escape_terminal_buf(&v.b, a->in[0].file);
	strbuf_addf(&v.b,
	            ": the first run, %.2f s elapsed, %.3g s a column\n\n",
	            v.t->bins * v.t->bin_s, v.t->bins * v.t->bin_s / STRIP);
	add_phase_row(&v);
	add_kinds(&v);
	add_lanes(&v);
	strbuf_adds(&v.b, "\nphases, assessed by the sections that run in "
	                  "them; the same letter marks similar phases\n");
	for (size_t i = 0; i < v.phases.n; i++)
		add_phase(&v, &v.phases.phase[i]);
	add_uncounted(&v);
	fwrite(v.b.s, 1, v.b.len, f);
	release(&v);
}

/* ---- JSON ---- */

static void json_phase(struct json *j, const struct view *v,
                       const struct phase *p)
{
	const struct assessment *a = v->a;
	const char label[] = { phases_name(p->label), '\0' };

	json_line(j);
	json_object(j, NULL);
	json_text(j, "label", label);
	json_number(j, "from_s", p->from_s);
	json_number(j, "to_s", p->to_s);
	json_number(j, "work_s", p->cpu_s);
	json_number(j, "wait_s", p->wait_s);
	json_number(j, "processor_wait_s", p->delay_s);
	json_number(j, "page_faults", p->faults);
	json_number(j, "cpi", p->cpi);
	json_digits(j, "clock_hz", p->clock_hz, 6);
	json_array(j, "parts");
	for (size_t i = 0; i < p->nparts; i++) {
		json_object(j, NULL);
		json_number(j, "kind", (double)p->part[i].kind);
		json_number(j, "share", p->part[i].share);
		json_end(j);
	}
	json_end(j);
	json_object(j, "lcpi");
	for (size_t c = 0; c < a->ncategories; c++)
		json_number(j, a->categories[c].id, p->section.in[0].lcpi[c]);
	json_end(j);
	json_end(j);
}

static void json_kinds(struct json *j, const struct view *v)
{
	const struct timeline *t = v->t;

	json_array(j, "kinds");
	for (size_t k = 0; k < t->n; k++) {
		struct strbuf name = STRBUF_INIT;

		phases_kind_title(&name, v->a, 0, &t->kind[k]);
		json_line(j);
		json_object(j, NULL);
		json_text(j, "name", name.s);
		json_bool(j, "wait", t->kind[k].wait != WAIT_NONE);
		json_number(j, "time_s", t->kind[k].time_s);
		json_array(j, "s");
		for (unsigned i = 0; i < t->bins; i++)
			json_digits(j, NULL, t->v[k * t->bins + i], 3);
		json_end(j);
		json_end(j);
		strbuf_release(&name);
	}
	json_end(j);
}

static void
json_ratio(struct json *j, const char *name, const struct timeline *t,
           double (*of)(const struct timeline *, unsigned, unsigned))
{
	json_array(j, name);
	for (unsigned i = 0; i < t->bins; i++)
		json_digits(j, NULL, of(t, i, i + 1), 4);
	json_end(j);
}

static void fill(struct json *j, const struct assessment *a,
                 const struct suggest *suggest,
                 const struct report_options *options)
{
	struct view v;

	(void)suggest;
	(void)options;
	start(&v, a);
	json_text(j, "file", a->in[0].file);
	json_number(j, "bin_s", v.phases.n ? v.t->bin_s : NAN);
	json_number(j, "bins", v.t->bins);
	json_array(j, "phases");
	for (size_t i = 0; i < v.phases.n; i++)
		json_phase(j, &v, &v.phases.phase[i]);
	json_end(j);
	json_kinds(j, &v);
	json_numbers(j, "page_faults", v.t->faults, v.t->bins);
	json_numbers(j, "processor_wait_s", v.t->delay_s, v.t->bins);
	json_ratio(j, "cpi", v.t, timeline_cpi);
	json_ratio(j, "clock_hz", v.t, timeline_clock_hz);
	release(&v);
}

const struct report report_phases = {
	.name = "phases", .details = true, .whole = true, .write = write_text
};
const struct report report_phases_data = { .name = "phases",
	                                   .table = "phases",
	                                   .details = true,
	                                   .whole = true,
	                                   .fill = fill };
