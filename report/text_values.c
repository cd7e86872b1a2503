#include "text_values.h"

#include <math.h>
#include <stdint.h>

#include "arch/lcpi.h"
#include "diagnose/assessment.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "diagnose/evaluate.h"

/* The first column is as wide as the labels of the bars. */
enum { LABEL = 34, COLUMN = 20, INTERVAL = 24 };

enum style { STYLE_RATIO, STYLE_SECONDS, STYLE_PERCENT, STYLE_COUNT };

static void add_cell(struct strbuf *b, double value, enum style style)
{
	char text[64];

	if (isnan(value)) {
		strbuf_addf(b, "%*s", COLUMN, "not measured");
		return;
	}
	switch (style) {
	case STYLE_RATIO:
		snprintf(text, sizeof(text), "%.3f", value);
		break;
	case STYLE_SECONDS:
		snprintf(text, sizeof(text), "%.2f s", value);
		break;
	case STYLE_PERCENT:
		snprintf(text, sizeof(text), "%.1f %%", 100 * value);
		break;
	case STYLE_COUNT:
		num_grouped(text, sizeof(text), value);
		break;
	}
	strbuf_addf(b, "%*s", COLUMN, text);
}

static void add_label(struct strbuf *b, const char *indent, const char *label,
                      const char *more)
{
	size_t start = b->len;

	strbuf_adds(b, indent);
	escape_terminal_buf(b, label);
	strbuf_adds(b, more);
	start = b->len - start;
	if (start < LABEL)
		strbuf_addn(b, ' ', LABEL - start);
}

static void add_row(struct strbuf *b, const struct assessment *a,
                    const char *indent, const char *label, const double *values,
                    enum style style)
{
	add_label(b, indent, label, "");
	for (size_t i = 0; i < a->n; i++)
		add_cell(b, values[i], style);
	strbuf_addc(b, '\n');
}

void report_interval(struct strbuf *b, const struct assess_interval *of,
                     int digits)
{
	if (isnan(of->high))
		return;
	if (digits)
		strbuf_addf(b, "%.*g..%.*g", digits, of->low, digits, of->high);
	else
		strbuf_addf(b, "%.3f..%.3f", of->low, of->high);
}

/* An interval in a column of the given width, blank where there is none */
static void add_interval(struct strbuf *b, const struct assess_interval *of,
                         enum style style, size_t width)
{
	struct strbuf text = STRBUF_INIT;

	/* two columns are close together */
	report_interval(&text, of,
	                style != STYLE_COUNT ? 0
	                : width < INTERVAL   ? 3
	                                     : 4);
	if (text.len < width)
		strbuf_addn(b, ' ', width - text.len);
	strbuf_adds(b, text.s);
	strbuf_release(&text);
}

/* A value and how sure it is: in the same row for one input, else below it. */
struct sure_row {
	const char *label;
	double values[ASSESS_INPUTS], samples[ASSESS_INPUTS];
	struct assess_interval intervals[ASSESS_INPUTS];
	enum style style;
};

static void add_sure_row(struct strbuf *b, const struct assessment *a,
                         const struct sure_row *row)
{
	char number[48] = "", more[64] = "";
	bool sampled = false, known = false;

	for (size_t i = 0; i < a->n; i++) {
		sampled |= !isnan(row->samples[i]);
		known |= !isnan(row->intervals[i].high);
	}
	if (a->n == 1 && sampled)
		snprintf(more, sizeof(more), " (%s sample%s)",
		         num_grouped(number, sizeof(number), row->samples[0]),
		         row->samples[0] == 1 ? "" : "s");
	add_label(b, "- ", row->label, more);
	for (size_t i = 0; i < a->n; i++)
		add_cell(b, row->values[i], row->style);
	if (a->n == 1 && known)
		add_interval(b, &row->intervals[0], row->style, INTERVAL);
	strbuf_addc(b, '\n');
	if (a->n == 1)
		return;
	if (sampled)
		add_row(b, a, "    ", "samples", row->samples, STYLE_COUNT);
	if (known) {
		add_label(b, "    ", "95 % interval", "");
		for (size_t i = 0; i < a->n; i++)
			add_interval(b, &row->intervals[i], row->style, COLUMN);
		strbuf_addc(b, '\n');
	}
}

static bool any(const struct assessment *a, const double *values)
{
	for (size_t i = 0; i < a->n; i++) {
		if (!isnan(values[i]))
			return true;
	}
	return false;
}

static void add_lcpi(struct strbuf *b, const struct assessment *a,
                     const struct assess_section *s)
{
	double v[ASSESS_INPUTS];

	for (size_t c = 0; c < a->ncategories; c++) {
		const struct assess_category *category = &a->categories[c];
		struct sure_row row = { .label = category->label,
			                .style = STYLE_RATIO };

		for (size_t i = 0; i < a->n; i++) {
			row.values[i] = s->in[i].lcpi[c];
			row.samples[i] = NAN;
			row.intervals[i] = s->in[i].lcpi_interval[c];
		}
		add_sure_row(b, a, &row);
		for (size_t k = 0; k < category->nparts; k++) {
			size_t at = category->first_part + k;

			for (size_t i = 0; i < a->n; i++)
				v[i] = s->in[i].parts[at];
			/* parts of formulas that were not used stay away */
			if (any(a, v))
				add_row(b, a, "    ", a->parts[at].label, v,
				        STYLE_RATIO);
		}
	}
}

static void add_time(struct strbuf *b, const struct assessment *a,
                     const struct assess_section *s)
{
	double runtime[ASSESS_INPUTS], fraction[ASSESS_INPUTS];
	double samples[ASSESS_INPUTS], ipc[ASSESS_INPUTS];
	double imbalance[ASSESS_INPUTS];

	for (size_t i = 0; i < a->n; i++) {
		runtime[i] = s->in[i].runtime_s;
		fraction[i] = s->in[i].fraction;
		samples[i] = s->in[i].samples;
		imbalance[i] = s->in[i].imbalance;
		ipc[i] = a->ncategories ? 1 / s->in[i].lcpi[0] : NAN;
	}
	add_row(b, a, "- ", "instructions per cycle", ipc, STYLE_RATIO);
	add_row(b, a, "- ", "runtime", runtime, STYLE_SECONDS);
	add_row(b, a, "- ", "share of the total runtime", fraction,
	        STYLE_PERCENT);
	add_row(b, a, "- ", "clock samples", samples, STYLE_COUNT);
	if (any(a, imbalance))
		add_row(b, a, "- ", "busiest thread / mean of threads",
		        imbalance, STYLE_RATIO);
}

static void add_place(struct strbuf *b, const struct assess_section *s)
{
	strbuf_adds(b, "module ");
	escape_terminal_buf(b, io_basename(s->module));
	if (s->file) {
		strbuf_adds(b, ", ");
		escape_terminal_buf(b, s->file);
	}
	if (s->line)
		strbuf_addf(b, ":%u", s->line);
	if (s->end_line > s->line)
		strbuf_addf(b, "-%u", s->end_line);
	strbuf_addc(b, '\n');
}

static bool any_interval(const struct assessment *a,
                         const struct assess_section *s)
{
	bool any = false;

	for (size_t k = 0; k < a->nevents; k++)
		any |= !isnan(s->in[0].event_interval[k].high);
	return any;
}

void report_values(struct strbuf *b, const struct assessment *a,
                   const struct assess_section *s)
{
	strbuf_addf(b, "%-*s", LABEL, "values");
	for (size_t i = 0; i < a->n; i++) {
		if (a->n > 1)
			strbuf_addf(b, "%*s%zu", COLUMN - 1, "input ", i + 1);
		else
			strbuf_addf(b, "%*s", COLUMN, "cycles/instruction");
	}
	if (a->n == 1 && any_interval(a, s))
		strbuf_addf(b, "%*s", INTERVAL, "95 % interval");
	strbuf_addc(b, '\n');
	add_lcpi(b, a, s);
	strbuf_adds(b, "measured in ");
	add_place(b, s);
	add_time(b, a, s);
	for (size_t k = 0; k < a->nevents; k++) {
		struct sure_row row = { .label = a->events[k],
			                .style = STYLE_COUNT };

		for (size_t i = 0; i < a->n; i++) {
			row.values[i] = s->in[i].events[k];
			row.samples[i] = s->in[i].event_samples[k];
			row.intervals[i] = s->in[i].event_interval[k];
		}
		add_sure_row(b, a, &row);
	}
}

void report_formula(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s, size_t c, size_t i)
{
	const struct evaluate_counts counts = { a->in[i].profile,
		                                s->in[i].section };
	size_t at = a->categories[c].index[i];

	if (counts.section && at != SIZE_MAX)
		lcpi_explain(a->in[i].machine, at, evaluate_event, &counts, b);
}

void report_formulas(struct strbuf *b, const struct assessment *a,
                     const struct assess_section *s)
{
	for (size_t i = 0; i < a->n; i++) {
		if (!s->in[i].section)
			continue;
		strbuf_adds(b, "formulas, with the parameters of ");
		escape_terminal_buf(b, a->in[i].machine_name);
		if (a->n > 1)
			strbuf_addf(b, ", input %zu", i + 1);
		strbuf_addc(b, '\n');
		for (size_t c = 0; c < a->ncategories; c++)
			report_formula(b, a, s, c, i);
	}
}
