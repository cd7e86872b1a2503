/* One hot section: its bars, the numbers that they show, its threads. */
#include <math.h>
#include <stdbool.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/num.h"
#include "diagnose/assessment.h"
#include "diagnose/bar.h"
#include "report/report.h"
#include "report/text_values.h"
#include "report/waits.h"
#include "html.h"
#include "knowledge/suggest.h"
#include "picture.h"
#include "page_private.h"

static void add_runtime(struct strbuf *b, const struct assess_value *v)
{
	if (!v->section)
		strbuf_adds(b, "not there");
	else if (isnan(v->runtime_s))
		html_percent(b, v->fraction);
	else
		strbuf_addf(b, "%.2f s", v->runtime_s);
}

static void add_share(struct report_page *p, const struct assess_section *s)
{
	struct strbuf *b = &p->b;

	strbuf_adds(b, " <span class=\"share\">");
	if (p->a->n == 1) {
		html_percent(b, s->in[0].fraction);
		strbuf_adds(b,
		            isnan(s->in[0].fraction) ? "" : " of the run time");
	} else {
		add_runtime(b, &s->in[0]);
		strbuf_adds(b, " / ");
		add_runtime(b, &s->in[1]);
	}
	strbuf_adds(b, "</span>");
}

/* "L1 cache hits 0.80 + memory 1.90", without what would be 0.00 */
static void add_parts(struct strbuf *b, const struct assessment *a,
                      const struct assess_section *s,
                      const struct assess_category *c)
{
	size_t n = 0;

	for (size_t k = 0; k < c->nparts; k++) {
		const size_t at = c->first_part + k;
		bool any = false;

		for (size_t i = 0; i < a->n; i++)
			any |= s->in[i].section && s->in[i].parts[at] >= 0.005;
		if (!any)
			continue;
		strbuf_addf(b, "%s%s ", n++ ? " + " : "", a->parts[at].label);
		for (size_t i = 0; i < a->n; i++) {
			strbuf_adds(b, i ? "/" : "");
			if (s->in[i].section && !isnan(s->in[i].parts[at]))
				html_number(b, s->in[i].parts[at]);
			else
				strbuf_addc(b, '-');
		}
	}
}

/* Then its bars would be of nothing. */
static bool only_waits(const struct assessment *a,
                       const struct assess_section *s)
{
	bool only = true;

	for (size_t i = 0; i < a->n; i++)
		only &= !s->in[i].section || assess_only_waits(a, s, i);
	return only;
}

static void add_bars(struct report_page *p, const struct assess_section *s)
{
	const struct assessment *a = p->a;
	struct strbuf parts = STRBUF_INIT;

	if (only_waits(a, s))
		return;
	strbuf_adds(&p->b, "<ul class=\"bars\">\n");
	picture_scale(&p->b);
	for (size_t c = 0; c < a->ncategories; c++) {
		double values[ASSESS_INPUTS], good[ASSESS_INPUTS];
		struct picture_bar bar = { .label = a->categories[c].label,
			                   .values = values,
			                   .good = good };

		for (size_t i = 0; i < a->n; i++) {
			if (!s->in[i].section)
				continue;
			values[bar.n] = s->in[i].lcpi[c];
			good[bar.n++] = a->in[i].good_cpi;
		}
		strbuf_clear(&parts);
		add_parts(&parts, a, s, &a->categories[c]);
		bar.extra = parts.s;
		picture_bar(&p->b, &bar);
		if (c == 0)
			strbuf_adds(&p->b, "<li class=\"head\">upper bound by "
			                   "category</li>\n");
	}
	strbuf_adds(&p->b, "</ul>\n");
	strbuf_release(&parts);
}

/* The bounds stacked; those of two inputs share a scale. */
static void add_stacks(struct report_page *p, const struct assess_section *s)
{
	enum { MOST = 16 };
	const struct assessment *a = p->a;
	struct picture_part parts[ASSESS_INPUTS][MOST];
	struct picture_stack stack[ASSESS_INPUTS];
	double most = 0;

	if (only_waits(a, s))
		return;
	for (size_t i = 0; i < a->n; i++) {
		if (!s->in[i].section)
			continue;
		stack[i] = (struct picture_stack){ parts[i], 0, "upper bounds",
			                           s->in[i].lcpi[0],
			                           a->in[i].good_cpi };
		for (size_t c = 1; c < a->ncategories && c <= MOST; c++)
			parts[i][stack[i].n++] = (struct picture_part){
				a->categories[c].label, s->in[i].lcpi[c],
				picture_color(a->categories[c].id)
			};
		most = fmax(most, picture_stack_length(&stack[i]));
	}
	for (size_t i = 0; i < a->n; i++) {
		if (!s->in[i].section)
			continue;
		if (a->n > 1)
			strbuf_addf(&p->b,
			            "<p class=\"which\">bounds of input %zu"
			            "</p>\n",
			            i + 1);
		picture_stack(&p->b, &stack[i], most);
	}
}

static void add_place(struct report_page *p, const struct assess_section *s)
{
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<p class=\"place\">");
	if (s->file) {
		html_name(b, s->file);
		if (s->line)
			strbuf_addf(b, ":%u", s->line);
		if (s->end_line > s->line)
			strbuf_addf(b, "-%u", s->end_line);
		strbuf_adds(b, " in ");
	}
	html_name(b, io_basename(s->module));
	strbuf_adds(b, "</p>\n");
	if (s->kind == PROFILE_PROCEDURE && strlen(s->name) > HTML_NAME_MAX) {
		strbuf_adds(b, "<details class=\"whole\"><summary>The whole "
		               "name</summary><code>");
		html_name_whole(b, s->name);
		strbuf_adds(b, "</code></details>\n");
	}
}

/* " (1,234 samples, 95 %: 1e+06..2e+06)" */
static void add_sure(struct strbuf *b, double samples,
                     const struct assess_interval *of, int digits)
{
	char text[64];

	if (isnan(of->high))
		return;
	strbuf_adds(b, " (");
	if (!isnan(samples))
		strbuf_addf(b, "%s sample%s, ",
		            num_grouped(text, sizeof(text), samples),
		            samples == 1 ? "" : "s");
	strbuf_adds(b, "95 %: ");
	report_interval(b, of, digits);
	strbuf_addc(b, ')');
}

static bool any_sure(const struct assessment *a, const struct assess_section *s,
                     size_t c)
{
	bool any = false;

	for (size_t i = 0; i < a->n; i++)
		any |= !isnan(s->in[i].lcpi_interval[c].high);
	return any;
}

/* The categories whose interval is known: how many */
static size_t add_sure_values(struct strbuf *b, const struct assessment *a,
                              const struct assess_section *s)
{
	size_t n = 0;

	for (size_t c = 0; c < a->ncategories; c++) {
		if (!any_sure(a, s, c))
			continue;
		strbuf_adds(b, n++ ? "<br>" : "");
		html_name(b, a->categories[c].label);
		for (size_t i = 0; i < a->n; i++) {
			strbuf_adds(b, i ? " / " : " ");
			html_number(b, s->in[i].lcpi[c]);
			add_sure(b, NAN, &s->in[i].lcpi_interval[c], 0);
		}
	}
	return n;
}

/* Counts, loop facts and the compiler: what the bars were made of */
static void add_counts(struct report_page *p, const struct assess_section *s)
{
	const struct assessment *a = p->a;
	struct strbuf *b = &p->b;
	char text[64];
	size_t n;

	strbuf_adds(b,
	            "<details><summary>Counts</summary><p class=\"counts\">");
	n = add_sure_values(b, a, s);
	for (size_t e = 0; e < a->nevents; e++) {
		bool any = false;

		for (size_t i = 0; i < a->n; i++)
			any |= s->in[i].section && !isnan(s->in[i].events[e]);
		if (!any)
			continue;
		strbuf_adds(b, n++ ? "<br>" : "");
		html_name(b, a->events[e]);
		for (size_t i = 0; i < a->n; i++) {
			const bool there =
				s->in[i].section && !isnan(s->in[i].events[e]);

			strbuf_addf(b, "%s%s", i ? " / " : " ",
			            there ? num_grouped(text, sizeof(text),
			                                s->in[i].events[e])
			                  : "-");
			add_sure(b, s->in[i].event_samples[e],
			         &s->in[i].event_interval[e], 4);
		}
	}
	strbuf_adds(b, "</p></details>\n");
}

static void add_fact(struct strbuf *b, const struct profile_fact *f)
{
	strbuf_adds(b, "<li><b>");
	html_name(b, f->name);
	strbuf_adds(b, "</b>");
	for (size_t i = 0; i < f->nattrs; i++) {
		strbuf_addc(b, ' ');
		html_name(b, f->attrs[i].name);
		strbuf_addc(b, '=');
		html_name(b, f->attrs[i].value);
	}
	strbuf_adds(b, "</li>\n");
}

/* References and branches are many: only the first ones are shown. */
static void add_facts(struct report_page *p, const struct assess_section *s)
{
	enum { MOST = 24 };
	struct strbuf *b = &p->b;

	for (size_t i = 0; i < p->a->n; i++) {
		const struct profile_section *section = s->in[i].section;

		if (!section || section->nfacts == 0)
			continue;
		strbuf_adds(b, "<details><summary>Observations");
		if (p->a->n > 1)
			strbuf_addf(b, " in input %zu", i + 1);
		strbuf_adds(b, "</summary><ul class=\"observed\">\n");
		for (size_t k = 0; k < section->nfacts && k < MOST; k++)
			add_fact(b, &section->facts[k]);
		if (section->nfacts > MOST)
			strbuf_addf(b, "<li>and %zu more</li>\n",
			            section->nfacts - MOST);
		strbuf_adds(b, "</ul></details>\n");
	}
}

static void add_spread(struct report_page *p, const struct assess_section *s)
{
	struct strbuf *b = &p->b;

	for (size_t i = 0; i < p->a->n; i++) {
		const struct assess_input *in = &p->a->in[i];
		const struct profile_section *section = s->in[i].section;
		const int e = profile_event(in->profile, "TOT_CYC");
		struct profile_stats st;

		/* by thread it is shown above */
		if (!section || !section->stats || e < 0 ||
		    section->spread[PROFILE_SPREAD_CYCLES])
			continue;
		st = section->stats[e];
		if (!(st.n > 1) || !(st.mean > 0) || !(in->clock_hz > 0))
			continue;
		strbuf_addf(b,
		            "<div class=\"threads\"><p>%.0f %s%s: %.3g to "
		            "%.3g s, mean %.3g s",
		            st.n,
		            in->profile->ranks > 1 ? "threads and ranks"
		                                   : "threads",
		            p->a->n == 1 ? ""
		            : i == 0     ? " in input 1"
		                         : " in input 2",
		            st.min / in->clock_hz, st.max / in->clock_hz,
		            st.mean / in->clock_hz);
		strbuf_addf(b, "; the busiest has %.2f times the mean</p>\n",
		            st.max / st.mean);
		picture_spread(b, st.min, st.mean, st.max, st.sd);
		strbuf_adds(b, "</div>\n");
	}
}

/* What the filter looks at beside the text: a digit for each rating */
static void add_keys(struct report_page *p, size_t i)
{
	const struct assess_section *s = p->a->shown[i];
	const struct suggest_section *made = p->suggest && i < p->suggest->n
	                                             ? &p->suggest->sections[i]
	                                             : NULL;
	struct strbuf *b = &p->b;

	strbuf_adds(b, " data-r=\"");
	for (size_t c = 0; c < p->a->ncategories; c++) {
		int worst = -1;

		for (size_t k = 0; k < p->a->n; k++) {
			int r = s->in[k].section
			                ? (int)bar_rating(s->in[k].lcpi[c],
			                                  p->a->in[k].good_cpi)
			                : (int)BAR_UNKNOWN;

			if (r != BAR_UNKNOWN && r > worst)
				worst = r;
		}
		strbuf_addc(b, (char)(worst < 0 ? '-' : '0' + worst));
	}
	strbuf_addf(b, "\" data-n=\"%zu\"", made ? made->n : 0);
	if (s->warnings.n)
		strbuf_addf(b, " data-w=\"%zu\"", s->warnings.n);
}

/* What its calls wait for, in the words of the text. */
static void add_waits(struct report_page *p, const struct assess_section *s)
{
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < p->a->n; i++) {
		strbuf_clear(&text);
		report_waits(&text, p->a, s, i);
		if (!text.len)
			continue;
		strbuf_adds(&p->b, "<p class=\"waits\">");
		escape_html(&p->b, text.s);
		strbuf_adds(&p->b, "</p>\n");
	}
	strbuf_release(&text);
}

/* The bars in words, where so many sections take more time */
static void add_in_words(struct report_page *p, const struct assess_section *s)
{
	const struct assessment *a = p->a;
	struct strbuf *b = &p->b;

	if (only_waits(a, s))
		return;
	strbuf_adds(b, "<p class=\"small\">");
	for (size_t c = 0; c < a->ncategories; c++) {
		strbuf_adds(b, c == 0 ? "" : c == 1 ? "; at most " : ", ");
		html_text(b, a->categories[c].label);
		for (size_t i = 0; i < a->n; i++) {
			const struct assess_value *v = &s->in[i];

			if (!v->section)
				continue;
			strbuf_addc(b, ' ');
			html_number(b, v->lcpi[c]);
			strbuf_addf(b, " (%s)",
			            bar_rating_name(bar_rating(
					    v->lcpi[c], a->in[i].good_cpi)));
		}
	}
	strbuf_adds(b, "</p>\n");
}

/* Where its cycles went, and the bars, which are only bounds */
static void add_assessment(struct report_page *p,
                           const struct assess_section *s)
{
	if (report_has_account(p->a, s)) {
		report_add_account(p, s);
		strbuf_adds(&p->b, "<details><summary>Bars: overall and upper "
		                   "bounds by category</summary>\n");
		add_bars(p, s);
		strbuf_adds(&p->b, "</details>\n");
	} else {
		add_bars(p, s);
		add_stacks(p, s);
	}
}

void report_add_section(struct report_page *p, size_t i)
{
	const bool brief = i >= REPORT_IN_FULL;
	const struct assess_section *s = p->a->shown[i];
	const bool folded = !p->a->all && report_told_by_inner(p->a, s);
	struct strbuf *b = &p->b;
	struct strbuf title = STRBUF_INIT;

	report_title(&title, s, true);
	strbuf_addf(b, "<article id=\"s%zu\" aria-labelledby=\"t%zu\"", i + 1,
	            i + 1);
	strbuf_adds(b, brief ? " class=\"brief\"" : "");
	add_keys(p, i);
	strbuf_addf(b, ">\n<h3 id=\"t%zu\"><span class=\"nr\">%zu.</span> ",
	            i + 1, i + 1);
	html_name(b, title.s);
	add_share(p, s);
	strbuf_adds(b, "</h3>\n");
	add_place(p, s);
	report_add_warnings(p, &s->warnings);
	add_waits(p, s);
	if (brief) {
		add_in_words(p, s);
		report_add_suggestions(p, i);
	} else {
		if (folded)
			strbuf_adds(b, "<details><summary>An inner loop has "
			               "nearly all of its time and the same "
			               "bars</summary>\n");
		add_assessment(p, s);
		strbuf_adds(b, folded ? "</details>\n" : "");
		report_add_suggestions(p, i);
		report_add_source(p, s);
		report_add_balance(p, s);
		add_spread(p, s);
		add_counts(p, s);
		add_facts(p, s);
	}
	strbuf_adds(b, "</article>\n");
	strbuf_release(&title);
}
