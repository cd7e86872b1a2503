/*
 * The paper's format, to the character (SC'10, Figs 2, 3, 6 to 9). Its lines
 * have no room for warnings: they are below the line of dashes.
 */
#include "report.h"

#include <math.h>

#include "diagnose/assessment.h"
#include "diagnose/bar.h"
#include "diagnose/check.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "knowledge/suggest.h"
#include "suggestions.h"
#include "account.h"
#include "balance.h"
#include "text_values.h"
#include "waits.h"

/* Figs 2, 3, 6, 7 and 8 have 76 dashes (Fig. 9 has 75). */
enum { DASHES = 76, LABEL = 24, WIDTH = 79 };

struct text {
	const struct assessment *a;
	const struct suggest *suggest; /* or NULL */
	const struct report_options *options;
	struct map *said; /* for suggestions_text */
	struct strbuf b;
	bool guesses_said; /* of the machines' models */
};

static void color_on(struct text *t, const char *sgr)
{
	if (t->options->color)
		strbuf_addf(&t->b, "\x1b[%sm", sgr);
}

static void color_off(struct text *t)
{
	if (t->options->color)
		strbuf_adds(&t->b, "\x1b[0m");
}

static void add_warnings(struct text *t, const struct assess_warnings *w,
                         bool notes)
{
	for (size_t i = 0; i < w->n; i++) {
		bool note = w->w[i].check == ASSESS_NOTE;
		const char *word = note ? "note: " : "WARNING: ";
		size_t column = strlen(word);
		size_t start;

		if (note != notes)
			continue;
		color_on(t, note ? "36" : "1;33");
		start = t->b.len;
		strbuf_adds(&t->b, word);
		if (t->a->n > 1)
			strbuf_addf(&t->b, "input %zu:", w->w[i].input + 1);
		escape_terminal_wrapped(&t->b, w->w[i].text, t->b.len - start,
		                        column, WIDTH);
		color_off(t);
		strbuf_addc(&t->b, '\n');
	}
}

static void add_runtime(struct strbuf *b, double runtime_s, const char *unit)
{
	if (isnan(runtime_s))
		strbuf_adds(b, "not measured");
	else
		strbuf_addf(b, "%.2f%s", runtime_s, unit);
}

/* Nothing where it is the same: the paper's line to the character. */
static void add_elapsed(struct strbuf *b, const struct assess_input *in)
{
	const struct profile *p = in->profile;

	if (assess_elapsed_differs(in))
		strbuf_addf(b, " of processor time, %.2f seconds elapsed",
		            in->elapsed_s);
	else if (isnan(in->elapsed_s) && (p->threads > 1 || p->ranks > 1))
		strbuf_adds(b, " of processor time");
}

static void add_header(struct text *t)
{
	const struct assessment *a = t->a;

	for (size_t i = 0; i < a->n; i++) {
		struct strbuf line = STRBUF_INIT;

		strbuf_addf(&line, "total runtime in %s is ", a->in[i].file);
		add_runtime(&line, a->in[i].runtime_s, " seconds");
		add_elapsed(&line, &a->in[i]);
		escape_terminal_wrapped(&t->b, line.s, 0, 2, WIDTH);
		strbuf_addc(&t->b, '\n');
		strbuf_release(&line);
	}
	for (size_t i = 0; i < a->n; i++)
		report_waits_program(&t->b, a, i);
	for (size_t i = 0; i < a->n; i++)
		add_warnings(t, &a->in[i].warnings, false);
	for (size_t i = 0; i < a->n; i++)
		add_warnings(t, &a->in[i].warnings, true);
	strbuf_adds(&t->b, "\nSuggestions on how to alleviate performance "
	                   "bottlenecks are available at:\n");
	escape_terminal_buf(&t->b, t->options->suggestions);
	strbuf_addc(&t->b, '\n');
}

/* "(99.9% of the total runtime)", or both runtimes */
static void add_share(struct text *t, const struct assess_section *s)
{
	static const char *const which[] = { "first", "second" };

	if (t->a->n == 1 && isnan(s->in[0].fraction)) {
		strbuf_adds(&t->b, "(runtime not measured)");
	} else if (t->a->n == 1) {
		strbuf_addf(&t->b, "(%.1f%% of the total runtime",
		            100 * s->in[0].fraction);
		if (s->in[0].waited >= REPORT_WAITS)
			strbuf_addf(&t->b, ", and %.1f%% waiting",
			            100 * s->in[0].waited);
		if (s->in[0].caused - s->in[0].fraction >= REPORT_WAITS)
			strbuf_addf(
				&t->b, ", and %.1f%% in what it calls",
				100 * (s->in[0].caused - s->in[0].fraction));
		strbuf_addc(&t->b, ')');
	} else if (s->in[0].section && s->in[1].section) {
		strbuf_adds(&t->b, "(runtimes are ");
		add_runtime(&t->b, s->in[0].runtime_s, "s");
		strbuf_adds(&t->b, " and ");
		add_runtime(&t->b, s->in[1].runtime_s, "s");
		strbuf_addc(&t->b, ')');
	} else {
		size_t only = s->in[0].section ? 0 : 1;

		strbuf_adds(&t->b, "(runtime is ");
		add_runtime(&t->b, s->in[only].runtime_s, "s");
		strbuf_addf(&t->b, ", in the %s input only)", which[only]);
	}
}

/* Colour of a bar: the worse of the inputs decides. */
static const char *bar_color(const double *values, const double *good, size_t n)
{
	static const char *const sgr[] = {
		"32", "32", "33", "31", "1;31", "0"
	};
	enum bar_rating worst = BAR_UNKNOWN;

	for (size_t i = 0; i < n; i++) {
		enum bar_rating r = bar_rating(values[i], good[i]);

		if (r != BAR_UNKNOWN && (worst == BAR_UNKNOWN || r > worst))
			worst = r;
	}
	return sgr[worst];
}

/* "- data accesses        ": the bars begin in one column */
static void add_label(struct strbuf *b, const char *label)
{
	const size_t start = b->len;

	strbuf_adds(b, "- ");
	escape_terminal_buf(b, label);
	if (b->len - start < LABEL)
		strbuf_addn(b, ' ', LABEL - (b->len - start));
}

/* One category: label and bar, or which input did not measure it. */
static void add_category(struct text *t, const struct assess_section *s,
                         size_t c)
{
	double values[ASSESS_INPUTS], good[ASSESS_INPUTS];
	size_t n = 0, missing = 0, present = 0;

	for (size_t i = 0; i < t->a->n; i++) {
		if (!s->in[i].section)
			continue;
		present++;
		if (isnan(s->in[i].lcpi[c]))
			missing = i + 1;
		else
			values[n] = s->in[i].lcpi[c],
			good[n++] = t->a->in[i].good_cpi;
	}
	add_label(&t->b, t->a->categories[c].label);
	if (n == 0) {
		strbuf_adds(&t->b, "not measured\n");
		return;
	}
	color_on(t, bar_color(values, good, n));
	bar_render(&t->b, values, good, n);
	color_off(t);
	if (n < present)
		strbuf_addf(&t->b, " (not measured in input %zu)", missing);
	strbuf_addc(&t->b, '\n');
}

/* Its bars, or a line where there is none to draw */
static void add_bars(struct text *t, const struct assess_section *s)
{
	bool some = false, works = false;

	for (size_t i = 0; i < t->a->n; i++)
		works |= s->in[i].section && !assess_only_waits(t->a, s, i);
	if (!works)
		return;
	for (size_t i = 0; i < t->a->n; i++) {
		for (size_t c = 0; s->in[i].section && c < t->a->ncategories;
		     c++)
			some |= !isnan(s->in[i].lcpi[c]);
	}
	if (!some) {
		strbuf_adds(&t->b, "only its time was measured\n");
		return;
	}
	strbuf_addf(&t->b, "%-*s%s\n", LABEL, "performance assessment",
	            bar_scale);
	for (size_t c = 0; c < t->a->ncategories; c++) {
		add_category(t, s, c);
		if (c == 0)
			strbuf_adds(&t->b, "upper bound by category\n");
	}
}

static void add_section(struct text *t, const struct assess_section *s)
{
	struct strbuf title = STRBUF_INIT;

	strbuf_addc(&t->b, '\n');
	report_title(&title, s, t->options->values);
	color_on(t, "1");
	escape_terminal_buf(&t->b, title.s);
	strbuf_addc(&t->b, ' ');
	add_share(t, s);
	color_off(t);
	strbuf_addc(&t->b, '\n');
	strbuf_addn(&t->b, '-', DASHES);
	strbuf_addc(&t->b, '\n');
	add_warnings(t, &s->warnings, false);
	add_warnings(t, &s->warnings, true);
	for (size_t i = 0; i < t->a->n; i++)
		report_waits(&t->b, t->a, s, i);
	add_bars(t, s);
	strbuf_release(&title);
}

static void add_nothing_shown(struct text *t)
{
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < t->a->n; i++) {
		if (!check_hopeless(t->a->in[i].profile))
			continue;
		strbuf_adds(&t->b,
		            "\nNothing is shown: there are too few samples to "
		            "locate the time;\n--all shows every section.\n");
		return;
	}
	strbuf_addf(&text,
	            "No procedure takes %g%% of the total runtime or more",
	            100 * t->a->threshold);
	if (t->a->nprocedures &&
	    assess_largest(t->a->procedures[0]) >= REPORT_TELLS) {
		strbuf_adds(&text, " (the most: ");
		report_title(&text, t->a->procedures[0], false);
		strbuf_addf(&text, ", %.1f%%)",
		            100 * assess_largest(t->a->procedures[0]));
	}
	strbuf_adds(&text, ": a lower threshold shows smaller ones, --all "
	                   "shows all.");
	strbuf_addc(&t->b, '\n');
	escape_terminal_wrapped(&t->b, text.s, 0, 0, DASHES);
	strbuf_addc(&t->b, '\n');
	strbuf_release(&text);
}

/* A section, or nothing where an inner loop says the same and there is nothing
 * to add. */
static void add_shown(struct text *t, const struct assess_section *s)
{
	const struct report_options *o = t->options;
	struct strbuf more = STRBUF_INIT;

	if (t->suggest)
		suggestions_text(&more, suggest_find(t->suggest, s), o,
		                 t->said);
	if (t->a->all || more.len || !report_told_by_inner(t->a, s)) {
		add_section(t, s);
		report_account(&t->b, t->a, s, o->account);
		if (o->account && !t->guesses_said)
			report_account_memory(&t->b, t->a);
		if (o->account && o->values && !t->guesses_said)
			report_account_guesses(&t->b, t->a);
		t->guesses_said = true;
		for (size_t i = 0; o->balance && i < t->a->n; i++)
			report_balance(&t->b, t->a, s, i);
		if (o->values)
			report_values(&t->b, t->a, s);
		if (o->formulas)
			report_formulas(&t->b, t->a, s);
		strbuf_add(&t->b, more.s, more.len);
	}
	strbuf_release(&more);
}

void text_section(struct strbuf *b, const struct assessment *a,
                  const struct assess_section *s,
                  const struct report_options *options)
{
	struct text t = { a, NULL, options, NULL, STRBUF_INIT, false };

	add_section(&t, s);
	report_account(&t.b, a, s, true);
	/* a section begins with an empty line */
	strbuf_adds(b, t.b.s + 1);
	strbuf_release(&t.b);
}

/* What calls cost where neither who calls nor what is called is shown */
static void add_elsewhere(struct text *t, const struct suggest_section *s)
{
	strbuf_addc(&t->b, '\n');
	color_on(t, "1");
	strbuf_addf(&t->b,
	            "library and system calls that together take %g%% or more",
	            100 * t->a->threshold);
	color_off(t);
	strbuf_addc(&t->b, '\n');
	strbuf_addn(&t->b, '-', DASHES);
	strbuf_addc(&t->b, '\n');
	suggestions_text(&t->b, s, t->options, t->said);
}

static void write_text(const struct assessment *a,
                       const struct suggest *suggest,
                       const struct report_options *options, FILE *f)
{
	struct text t = { a, suggest, options, map_new(), STRBUF_INIT, false };

	add_header(&t);
	for (size_t i = 0; options->balance && i < a->n; i++)
		report_balance_program(&t.b, a, i);
	if (a->nshown == 0)
		add_nothing_shown(&t);
	for (size_t i = 0; i < a->nshown; i++) {
		add_shown(&t, a->shown[i]);
		fwrite(t.b.s, 1, t.b.len, f);
		strbuf_clear(&t.b);
	}
	if (suggest && suggest->nelsewhere)
		add_elsewhere(&t, &suggest->sections[suggest->n]);
	fwrite(t.b.s, 1, t.b.len, f);
	strbuf_release(&t.b);
	map_free(t.said);
}

const struct report report_text = { .name = "text", .write = write_text };
