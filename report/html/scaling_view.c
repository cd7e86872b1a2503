/*
 * Scaling: the speed-up of the program and of its sections with more threads or
 * ranks, against what is perfect, and to what they lose. A section's line has
 * the colour of what it loses most to.
 */
#include <math.h>

#include "base/banned.h"
#include "base/short_name.h"
#include "diagnose/assessment.h"
#include "diagnose/scaling.h"
#include "html.h"
#include "page_private.h"
#include "profile/profile.h"
#include "report/report.h"
#include "report/scaling.h"

enum {
	WIDTH = 760,
	HEIGHT = 380,
	LEFT = 64,
	RIGHT = 190,
	TOP = 16,
	BOTTOM = 44,
	LINES = 8, /* with more of them nobody finds one */
	APART = 15 /* of the names at their ends */
};

/* Both axes are logarithmic, to base 2. */
struct chart {
	const struct scaling *s;
	double x_low, x_high, y_low, y_high; /* exponents */
};

static double at_x(const struct chart *c, double workers)
{
	return LEFT + (log2(workers) - c->x_low) / (c->x_high - c->x_low) *
	                      (WIDTH - LEFT - RIGHT);
}

static double at_y(const struct chart *c, double speedup)
{
	return HEIGHT - BOTTOM -
	       (log2(speedup) - c->y_low) / (c->y_high - c->y_low) *
	               (HEIGHT - TOP - BOTTOM);
}

static bool drawn(double speedup)
{
	return isfinite(speedup) && speedup > 0;
}

static size_t lines_of(const struct scaling *s)
{
	return s->nrows < LINES ? s->nrows : LINES;
}

static void fit(struct chart *c, const struct scaling *s)
{
	const double first = s->workers[0], last = s->workers[s->n - 1];

	*c = (struct chart){ .s = s,
		             .x_low = log2(first),
		             .x_high = fmax(log2(last), log2(first) + 1),
		             .y_high = fmax(log2(last / first), 1) };
	for (size_t r = 0; r < lines_of(s); r++) {
		for (size_t i = 0; i < s->n; i++) {
			const double v = s->rows[r].speedup[i];

			if (!drawn(v))
				continue;
			c->y_low = fmin(c->y_low, fmax(floor(log2(v)), -4));
			c->y_high = fmax(c->y_high, ceil(log2(v)));
		}
	}
}

static void add_axes(struct strbuf *b, const struct chart *c)
{
	for (size_t i = 0; i < c->s->n; i++) {
		const double x = at_x(c, c->s->workers[i]);

		strbuf_addf(b,
		            "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text "
		            "x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g"
		            "</text>",
		            x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 16,
		            c->s->workers[i]);
	}
	for (double e = c->y_low; e <= c->y_high; e++) {
		const double y = at_y(c, exp2(e));

		strbuf_addf(b,
		            "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text "
		            "x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g"
		            "</text>",
		            LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, exp2(e));
	}
	strbuf_addf(b,
	            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>"
	            "<text x=\"16\" y=\"%d\" text-anchor=\"middle\" "
	            "transform=\"rotate(-90 16 %d)\">speed-up</text>",
	            (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 8,
	            scaling_workers(c->s), HEIGHT / 2, HEIGHT / 2);
}

static void add_perfect(struct strbuf *b, const struct chart *c)
{
	const double first = c->s->workers[0];
	const double last = c->s->workers[c->s->n - 1];

	strbuf_addf(b,
	            "<path class=\"cut\" d=\"M%.1f %.1fL%.1f %.1f\"/><text "
	            "x=\"%.1f\" y=\"%.1f\">perfect</text>",
	            at_x(c, first), at_y(c, 1), at_x(c, last),
	            at_y(c, last / first), at_x(c, last) + 6,
	            at_y(c, last / first) - 4);
}

/* Where the name of a line is: at its end, but apart from those above */
static double place_name(double y, double *taken, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (fabs(y - taken[i]) < APART) {
			y = taken[i] + APART;
			i = (size_t)-1;
		}
	}
	taken[n] = y;
	return y;
}

static void add_line(struct strbuf *b, const struct chart *c, size_t row,
                     double *taken, size_t *ntaken)
{
	const struct scaling_row *r = &c->s->rows[row];
	struct strbuf name = STRBUF_INIT;
	double x = NAN, y = NAN;

	if (r->section)
		strbuf_addf(b, "<path class=\"loss l%d\" d=\"", (int)r->loss);
	else
		strbuf_adds(b, "<path class=\"loss all\" d=\"");
	for (size_t i = 0; i < c->s->n; i++) {
		if (!drawn(r->speedup[i]))
			continue;
		strbuf_addc(b, isnan(x) ? 'M' : 'L');
		x = at_x(c, c->s->workers[i]);
		y = at_y(c, fmax(r->speedup[i], exp2(c->y_low)));
		strbuf_addf(b, "%.1f %.1f", x, y);
	}
	strbuf_adds(b, "\"/>");
	if (isnan(x))
		return;
	y = place_name(y, taken, (*ntaken)++);
	short_name(&name, r->section ? r->section->name : "the program");
	strbuf_addf(b, "<text x=\"%.1f\" y=\"%.1f\">%zu. ", x + 6, y + 4,
	            row + 1);
	html_name(b, name.s);
	strbuf_adds(b, "</text>");
	strbuf_release(&name);
}

static void add_chart(struct strbuf *b, const struct scaling *s)
{
	double taken[LINES];
	struct chart c;
	size_t n = 0;

	fit(&c, s);
	strbuf_adds(b, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	               "aria-label=\"Speed-up\">\n");
	strbuf_addf(b,
	            "<svg class=\"scaling\" viewBox=\"0 0 %d %d\" role=\"img\" "
	            "aria-label=\"Speed-up of the program and its sections; "
	            "the table below has its numbers\">",
	            WIDTH, HEIGHT);
	add_axes(b, &c);
	add_perfect(b, &c);
	for (size_t r = lines_of(s); r-- > 0;)
		add_line(b, &c, r, taken, &n);
	strbuf_adds(b, "</svg>\n</div>\n");
}

static void add_key(struct strbuf *b, const struct scaling *s)
{
	bool used[SCALING_NLOSSES] = { false };

	for (size_t r = 1; r < lines_of(s); r++)
		used[s->rows[r].loss] = true;
	strbuf_adds(b, "<ul class=\"key\">");
	for (int i = 0; i < SCALING_NLOSSES; i++) {
		if (!used[i])
			continue;
		strbuf_addf(b,
		            "<li><svg viewBox=\"0 0 10 10\" aria-hidden="
		            "\"true\"><path class=\"loss l%d\" d=\"M0 5h10\"/>"
		            "</svg>%s</li>",
		            i,
		            i ? scaling_reason((enum scaling_loss)i)
		              : "loses little");
	}
	strbuf_adds(b, "</ul>\n");
}

/* The section of the page that a row is about, from 1; 0: none */
static size_t number_of(const struct report_page *p,
                        const struct assess_section *s)
{
	const size_t last = p->a->n - 1;

	for (size_t i = 0; s && i < p->a->nshown && i < REPORT_MOST_SECTIONS;
	     i++) {
		if (p->a->shown[i]->in[last].section == s->in[0].section)
			return i + 1;
	}
	return 0;
}

static void add_title(struct report_page *p, const struct assess_section *s,
                      size_t row)
{
	const size_t number = number_of(p, s);
	struct strbuf title = STRBUF_INIT, *b = &p->b;

	if (s)
		report_title(&title, s, false);
	else
		strbuf_adds(&title, "the program");
	strbuf_addf(b, "<tr><th scope=\"row\">%zu. ", row + 1);
	if (number)
		strbuf_addf(b, "<a href=\"#s%zu\">", number);
	html_name(b, title.s);
	strbuf_adds(b, number ? "</a></th>" : "</th>");
	strbuf_release(&title);
}

static void add_row(struct report_page *p, const struct scaling *s, size_t row)
{
	const struct scaling_row *r = &s->rows[row];
	struct strbuf *b = &p->b;

	add_title(p, r->section, row);
	for (size_t i = 0; i < s->n; i++) {
		strbuf_adds(b, "<td class=\"n\">");
		if (isnan(r->time_s[i]))
			strbuf_addc(b, '-');
		else
			html_number(b, r->time_s[i]);
		strbuf_adds(b, "</td>");
	}
	strbuf_adds(b, "<td class=\"n\">");
	html_number(b, r->speedup[s->n - 1]);
	strbuf_adds(b, "</td><td class=\"n\">");
	html_percent(b, r->efficiency[s->n - 1]);
	strbuf_adds(b, "</td><td>");
	if (r->loss != SCALING_NONE) {
		html_number(b, r->lost_s);
		strbuf_addf(b, " s: %s", scaling_reason(r->loss));
	}
	strbuf_adds(b, "</td></tr>\n");
}

static void add_table(struct report_page *p, const struct scaling *s)
{
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	               "aria-label=\"The numbers of the speed-up\"><table>"
	               "<thead><tr><th scope=\"col\">place</th>");
	for (size_t i = 0; i < s->n; i++)
		strbuf_addf(b, "<th scope=\"col\" class=\"n\">s, %g</th>",
		            s->workers[i]);
	strbuf_addf(b,
	            "<th scope=\"col\" class=\"n\">speed-up</th><th "
	            "scope=\"col\" class=\"n\">efficiency</th><th "
	            "scope=\"col\">loses, with %g</th></tr></thead><tbody>\n",
	            s->workers[s->n - 1]);
	for (size_t r = 0; r < s->nrows; r++)
		add_row(p, s, r);
	strbuf_adds(b, "</tbody></table></div>\n");
}

void report_add_scaling(struct report_page *p)
{
	const struct scaling *s = p->options->scaling;
	const struct scaling_row *all;
	struct strbuf *b = &p->b;

	if (!s || s->nrows == 0)
		return;
	all = &s->rows[0];
	strbuf_addf(b,
	            "<section aria-labelledby=\"scaling\">\n<h2 "
	            "id=\"scaling\">Scaling</h2>\n<p class=\"verdict\">With "
	            "%g %s instead of %g it is %.1fx as fast (%.0f %% of "
	            "perfect)",
	            s->workers[s->n - 1], scaling_workers(s), s->workers[0],
	            all->speedup[s->n - 1], 100 * all->efficiency[s->n - 1]);
	if (s->nrows > 1 && all[1].loss != SCALING_NONE) {
		strbuf_adds(b, "; most is lost in ");
		html_name(b, all[1].section->name);
		strbuf_addf(b, ": %s", scaling_reason(all[1].loss));
	}
	strbuf_adds(b, ".</p>\n");
	add_chart(b, s);
	add_key(b, s);
	add_table(p, s);
	strbuf_adds(b, "<p class=\"lead\">The rest of this page compares the "
	               "first and the last of these measurements.</p>\n"
	               "</section>\n");
}
