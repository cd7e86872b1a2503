/*
 * The time line: what ran when, the phases of the run, and each thread. Its
 * size is bounded: a picture has so many columns, a page so many threads.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "diagnose/phases.h"
#include "html.h"
#include "page_private.h"
#include "report/phases.h"

enum {
	WIDTH = 900,
	LEFT = 110,
	RIGHT = 10,
	PLOT = 150, /* height of what runs */
	TOP = 18,   /* phases' letters */
	STRIP = 26, /* height of the strips below it */
	LANE = 14,
	COLUMNS = 200,
	LANES = 16,
	WAITS = ACCOUNT_PARTS + 1, /* colours: causes, unknown, waiting */
	COLORS
};

struct view {
	struct report_page *p;
	size_t input;
	struct phases phases;
	const struct timeline *t;
	unsigned columns;
	double most;                    /* thread time of a column, s */
	unsigned color[TIMELINE_KINDS]; /* what most of each kind goes to */
};

static void find_colors(struct view *v)
{
	double share[ACCOUNT_PARTS];

	for (size_t k = 0; k < v->t->n; k++) {
		const struct timeline_kind *kind = &v->t->kind[k];
		const struct assess_section *s =
			phases_kind_section(v->p->a, v->input, kind);

		v->color[k] = s ? report_causes(v->p->a, s, v->input, share)
		              : kind->section || kind->wait == WAIT_NONE
		                      ? 0
		                      : WAITS;
	}
}

/* Its class in the style, for at least 8 characters */
static const char *class_of(char *text, unsigned color)
{
	snprintf(text, 8, color == WAITS ? "wait" : "c%u", color);
	return text;
}

static double at_x(const struct view *v, double bin)
{
	return LEFT + bin / v->t->bins * (WIDTH - LEFT - RIGHT);
}

static unsigned column_from(const struct view *v, unsigned column)
{
	return column * v->t->bins / v->columns;
}

static double sum(const struct view *v, const double *bins, unsigned column)
{
	double all = 0;

	for (unsigned i = column_from(v, column);
	     i < column_from(v, column + 1); i++)
		all += bins[i];
	return all;
}

/* A stepped area between two lines; nothing where it is empty */
static void add_area(struct view *v, const double *low, const double *high,
                     double y, double height)
{
	struct strbuf *b = &v->p->b;
	double last = NAN;

	strbuf_addf(b, "M%.1f %.1f", at_x(v, 0), y - low[0] * height);
	for (unsigned i = 0; i < v->columns; i++) {
		if (isnan(last) || fabs(high[i] - last) * height >= 0.05)
			strbuf_addf(b, "V%.1f", y - high[i] * height);
		last = high[i];
		strbuf_addf(b, "H%.1f", at_x(v, column_from(v, i + 1)));
	}
	for (unsigned i = v->columns; i-- > 0;) {
		strbuf_addf(b, "V%.1f", y - low[i] * height);
		strbuf_addf(b, "H%.1f", at_x(v, column_from(v, i)));
	}
	strbuf_adds(b, "Z");
}

/* Kinds of one colour are one area, on top of those before. */
static void add_stack(struct view *v)
{
	const struct timeline *t = v->t;
	double low[COLUMNS] = { 0 }, high[COLUMNS];
	char class[8];

	/* what is not known on top */
	for (unsigned n = 1; n <= COLORS; n++) {
		const unsigned color = n % COLORS;
		double any = 0;

		memcpy(high, low, sizeof(high));
		for (size_t k = 0; k < t->n; k++) {
			if (v->color[k] != color)
				continue;
			for (unsigned i = 0; i < v->columns; i++)
				high[i] +=
					sum(v, t->v + k * t->bins, i) / v->most;
			any += t->kind[k].time_s;
		}
		if (any > 0) {
			strbuf_addf(&v->p->b, "<path class=\"%s\" d=\"",
			            class_of(class, color));
			add_area(v, low, high, TOP + PLOT, PLOT);
			strbuf_adds(&v->p->b, "\"/>");
		}
		memcpy(low, high, sizeof(low));
	}
}

static void add_label(struct strbuf *b, double y, const char *text)
{
	strbuf_addf(b,
	            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
	            LEFT - 6, y, text);
}

static void add_phases(struct view *v, double bottom)
{
	struct strbuf *b = &v->p->b;

	for (size_t i = 0; i < v->phases.n; i++) {
		const struct phase *p = &v->phases.phase[i];

		strbuf_addf(b,
		            "<text x=\"%.1f\" y=\"12\" text-anchor=\"middle\">"
		            "%c</text>",
		            (at_x(v, p->from) + at_x(v, p->to)) / 2,
		            phases_name(p->label));
		if (i)
			strbuf_addf(b,
			            "<path class=\"cut\" d=\"M%.1f 4V%.1f\"/>",
			            at_x(v, p->from), bottom);
	}
}

/* A step for the axis: 1, 2 or 5 times a power of ten, at most ten of them */
static double step_of(double span)
{
	const double ten = pow(10, floor(log10(span / 10)));

	return span / ten <= 10   ? ten
	       : span / ten <= 20 ? 2 * ten
	       : span / ten <= 50 ? 5 * ten
	                          : 10 * ten;
}

static void add_axis(struct view *v, double y)
{
	const double span = v->t->bins * v->t->bin_s, step = step_of(span);
	struct strbuf *b = &v->p->b;

	for (unsigned i = 0; i * step <= span * 1.0001; i++)
		strbuf_addf(b,
		            "<path class=\"axis\" d=\"M%.1f %.1fv4\"/><text "
		            "x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.6g"
		            "%s</text>",
		            at_x(v, i * step / v->t->bin_s), y,
		            at_x(v, i * step / v->t->bin_s), y + 15, i * step,
		            i ? "" : " s");
}

/* Page faults and lack of processors: up to the largest value, or full */
static double add_strip(struct view *v, const char *name, const double *bins,
                        double full, double y)
{
	double low[COLUMNS] = { 0 }, high[COLUMNS], most = 0;

	for (unsigned i = 0; i < v->columns; i++) {
		high[i] = sum(v, bins, i);
		most = fmax(most, high[i]);
	}
	if (!(most > 0))
		return y;
	most = fmax(most, full);
	for (unsigned i = 0; i < v->columns; i++)
		high[i] /= most;
	add_label(&v->p->b, y + STRIP - 6, name);
	strbuf_adds(&v->p->b, "<path class=\"wait\" d=\"");
	add_area(v, low, high, y + STRIP - 2, STRIP - 6);
	strbuf_adds(&v->p->b, "\"/>");
	return y + STRIP;
}

/* A ratio of each column, up to the largest, which is in its name */
static double
add_ratio(struct view *v, const char *name, double unit,
          double (*of)(const struct timeline *, unsigned, unsigned), double y)
{
	double low[COLUMNS] = { 0 }, high[COLUMNS], most = 0;
	char label[40];

	for (unsigned i = 0; i < v->columns; i++) {
		const double value =
			of(v->t, column_from(v, i), column_from(v, i + 1));

		high[i] = isnan(value) ? 0 : value * unit;
		most = fmax(most, high[i]);
	}
	if (!(most > 0))
		return y;
	for (unsigned i = 0; i < v->columns; i++)
		high[i] /= most;
	snprintf(label, sizeof(label), "%s, to %.3g", name, most);
	add_label(&v->p->b, y + STRIP - 6, label);
	strbuf_adds(&v->p->b, "<path class=\"wait\" d=\"");
	add_area(v, low, high, y + STRIP - 2, STRIP - 6);
	strbuf_adds(&v->p->b, "\"/>");
	return y + STRIP;
}

static size_t most_of(const struct view *v, const double *own, unsigned column)
{
	return timeline_most(v->t, own, column_from(v, column),
	                     column_from(v, column + 1));
}

static void add_lane(struct view *v, unsigned thread, double *own, double y)
{
	const struct timeline *t = v->t;
	struct strbuf name = STRBUF_INIT;
	char class[8];
	unsigned i = 0;

	phases_thread_title(&name, v->p->a, v->input, thread);
	add_label(&v->p->b, y + LANE - 3, name.s);
	strbuf_release(&name);
	timeline_thread(t, thread, own);
	while (i < v->columns) {
		const size_t kind = most_of(v, own, i);
		const unsigned from = i;

		while (i < v->columns && most_of(v, own, i) == kind)
			i++;
		if (kind < t->n)
			strbuf_addf(&v->p->b,
			            "<rect class=\"%s\" x=\"%.1f\" "
			            "y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>",
			            class_of(class, v->color[kind]),
			            at_x(v, column_from(v, from)), y,
			            at_x(v, column_from(v, i)) -
			                    at_x(v, column_from(v, from)),
			            LANE - 3);
	}
}

static unsigned lanes_of(const struct timeline *t)
{
	return t->threads < 2 ? 0 : t->threads < LANES ? t->threads : LANES;
}

static double add_lanes(struct view *v, double y)
{
	const struct timeline *t = v->t;
	double *own = mem_alloc(t->n * t->bins, sizeof(*own));

	for (unsigned i = 0; i < lanes_of(t); i++) {
		add_lane(v, i, own, y + 2);
		y += LANE;
	}
	free(own);
	return y;
}

/* The highest column is the whole height, whole threads. */
static void scale(struct view *v)
{
	const struct timeline *t = v->t;
	double threads = 1;

	v->columns = t->bins < COLUMNS ? t->bins : COLUMNS;
	for (unsigned i = 0; i < v->columns; i++) {
		const unsigned n = column_from(v, i + 1) - column_from(v, i);
		double all = 0;

		for (size_t k = 0; k < t->n; k++)
			all += sum(v, t->v + k * t->bins, i);
		threads = fmax(threads, all / (n * t->bin_s));
	}
	v->most = ceil(threads - 0.2) * t->bin_s * t->bins / v->columns;
}

static unsigned strips_of(const struct timeline *t)
{
	unsigned n = 2;

	n += isnan(timeline_cpi(t, 0, t->bins)) ? 0 : 1;
	n += isnan(timeline_clock_hz(t, 0, t->bins)) ? 0 : 1;
	return n;
}

static void add_picture(struct view *v)
{
	const double height = TOP + PLOT + 24 +
	                      (double)strips_of(v->t) * STRIP +
	                      LANE * lanes_of(v->t);
	struct strbuf *b = &v->p->b;
	double y = TOP + PLOT;

	strbuf_addf(b,
	            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	            "aria-label=\"Time line\">\n<svg class=\"timeline\" "
	            "viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"What "
	            "runs when; the table below holds the phases\">",
	            WIDTH, height);
	add_stack(v);
	strbuf_addf(b,
	            "<path class=\"axis\" d=\"M%d %dV%dH%d\"/><text x=\"%d\" "
	            "y=\"%d\" text-anchor=\"end\">%.0f thread%s</text>",
	            LEFT, TOP, TOP + PLOT, WIDTH - RIGHT, LEFT - 6, TOP + 10,
	            v->most * v->columns / v->t->bins / v->t->bin_s,
	            v->most * v->columns / v->t->bins / v->t->bin_s > 1.5 ? "s"
	                                                                  : "");
	add_axis(v, y);
	y += 20;
	y = add_lanes(v, y);
	y = add_strip(v, "page faults", v->t->faults, 0, y);
	y = add_strip(v, "no processor", v->t->delay_s, v->most, y);
	y = add_ratio(v, "CPI", 1, timeline_cpi, y);
	y = add_ratio(v, "clock, GHz", 1e-9, timeline_clock_hz, y);
	add_phases(v, y);
	strbuf_adds(b, "</svg>\n</div>\n");
}

/* "data from L3: relax, smooth" */
static void add_color(struct view *v, unsigned color)
{
	enum { MOST = 4 };
	const struct timeline *t = v->t;
	struct strbuf *b = &v->p->b, name = STRBUF_INIT;
	size_t n = 0;
	char class[8];

	for (size_t k = 0; k < t->n; k++) {
		if (v->color[k] != color || !(t->kind[k].time_s > 0))
			continue;
		if (n++ < MOST) {
			strbuf_adds(&name, n > 1 ? ", " : ": ");
			phases_kind_title(&name, v->p->a, v->input,
			                  &t->kind[k]);
		}
	}
	if (n > 0) {
		strbuf_addf(b,
		            "<li><svg viewBox=\"0 0 10 10\" "
		            "aria-hidden=\"true\"><rect class=\"%s\" "
		            "width=\"10\" height=\"10\"/></svg>%s",
		            class_of(class, color),
		            color == WAITS ? "waits"
		                           : report_cause_label(
						     v->p->a, v->input, color));
		html_name(b, name.s);
		strbuf_adds(b, n > MOST ? " and others</li>" : "</li>");
	}
	strbuf_release(&name);
}

static void add_key(struct view *v)
{
	strbuf_adds(&v->p->b, "<ul class=\"key\">");
	for (unsigned color = 1; color < COLORS; color++)
		add_color(v, color);
	add_color(v, 0);
	strbuf_adds(&v->p->b, "</ul>\n");
}

static void add_counted(struct view *v, const struct phase *p)
{
	struct strbuf *b = &v->p->b;

	if (!isnan(timeline_cpi(v->t, 0, v->t->bins)))
		strbuf_addf(b, isnan(p->cpi) ? "<td>-</td>" : "<td>%.2f</td>",
		            p->cpi);
	if (!isnan(timeline_clock_hz(v->t, 0, v->t->bins)))
		strbuf_addf(b,
		            isnan(p->clock_hz) ? "<td>-</td>"
		                               : "<td>%.2f GHz</td>",
		            p->clock_hz * 1e-9);
}

static void add_row(struct view *v, const struct phase *p)
{
	const double elapsed_s = p->to_s - p->from_s;
	struct strbuf *b = &v->p->b, text = STRBUF_INIT;

	strbuf_addf(b,
	            "<tr><th scope=\"row\">%c</th><td>%.2f to %.2f s</td>"
	            "<td>%.1f %%</td><td>%.2f</td><td>%.2f</td><td>%.0f</td>",
	            phases_name(p->label), p->from_s, p->to_s,
	            100 * (p->to - p->from) / (double)v->t->bins,
	            p->cpu_s / elapsed_s, p->wait_s / elapsed_s, p->faults);
	add_counted(v, p);
	strbuf_adds(b, "<td>");
	phases_parts(&text, v->p->a, v->input, &v->phases, p);
	html_name_whole(b, text.s);
	strbuf_clear(&text);
	strbuf_adds(b, "</td><td>");
	phases_assessment(&text, v->p->a, v->input, p);
	html_text(b, text.s);
	strbuf_adds(b, "</td></tr>\n");
	strbuf_release(&text);
}

static void add_table(struct view *v)
{
	const struct {
		const char *name;
		bool left_out;
	} heads[] = {
		{ "phase", false },
		{ "elapsed", false },
		{ "of the run", false },
		{ "threads work", false },
		{ "wait", false },
		{ "page faults", false },
		{ "CPI", isnan(timeline_cpi(v->t, 0, v->t->bins)) },
		{ "clock", isnan(timeline_clock_hz(v->t, 0, v->t->bins)) },
		{ "what runs", false },
		{ "assessment", false },
	};
	struct strbuf *b = &v->p->b, text = STRBUF_INIT;

	strbuf_adds(
		b, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
		   "aria-label=\"Phases\"><table class=\"phases\"><thead><tr>");
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		if (!heads[i].left_out)
			strbuf_addf(b, "<th scope=\"col\">%s</th>",
			            heads[i].name);
	}
	strbuf_adds(b, "</tr></thead><tbody>\n");
	for (size_t i = 0; i < v->phases.n; i++)
		add_row(v, &v->phases.phase[i]);
	strbuf_adds(b, "</tbody></table></div>\n");
	phases_uncounted(&text, v->t);
	if (text.len) {
		strbuf_adds(b, "<p class=\"small\">");
		html_text(b, text.s);
		strbuf_adds(b, ".</p>\n");
	}
	strbuf_release(&text);
}

static void add_input(struct view *v)
{
	struct strbuf *b = &v->p->b;

	if (v->p->a->n > 1)
		strbuf_addf(b, "<h3>Input %zu</h3>\n", v->input + 1);
	find_colors(v);
	scale(v);
	add_picture(v);
	add_key(v);
	if (lanes_of(v->t) && lanes_of(v->t) < v->t->threads)
		strbuf_addf(b, "<p>The first %u of %u threads.</p>\n",
		            lanes_of(v->t), v->t->threads);
	add_table(v);
}

bool report_has_timeline(const struct report_page *p)
{
	for (size_t i = 0; i < p->a->n; i++) {
		if (p->a->in[i].profile->timeline.series)
			return true;
	}
	return false;
}

void report_add_timeline(struct report_page *p)
{
	struct strbuf *b = &p->b;

	if (!report_has_timeline(p))
		return;
	strbuf_adds(b,
	            "<section aria-labelledby=\"line\">\n<h2 id=\"line\">Time "
	            "line</h2>\n<p class=\"lead\">What the threads of the "
	            "first run did, and the phases of this run. Phases are "
	            "assessed by the sections that run in them. Similar phases "
	            "have the same letter.</p>\n");
	for (size_t i = 0; i < p->a->n; i++) {
		struct view v = { .p = p, .input = i };

		/* what is computed of phases lives beside the assessment's */
		phases_find(&v.phases, p->a, i);
		v.t = &v.phases.timeline;
		if (v.phases.n)
			add_input(&v);
		phases_release(&v.phases);
	}
	strbuf_adds(b, "</section>\n");
}
