/*
 * The table of procedures and loops: time, cycles per instruction, what most
 * cycles go to, and what the first suggestion would gain. The script lets
 * readers sort it by any column.
 */
#include <math.h>
#include <string.h>

#include "arch/account_parts.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/short_name.h"
#include "diagnose/assessment.h"
#include "html.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "page_private.h"
#include "report/suggestions.h"

/* What takes less is counted, not listed; and so many rows at most. */
static const double least = 0.001;
enum { ROWS = 2000, INDENT = 6 };

struct table {
	struct report_page *p;
	size_t n, small;
	bool waits; /* there is a column for it */
};

static void add_head(struct table *t)
{
	const bool two = t->p->a->n > 1;
	struct strbuf *b = &t->p->b;
	const char *const heads[] = {
		two ? "s, input 1" : "s",
		two ? "s, input 2" : "%",
		two        ? "change, s"
		: t->waits ? "waits, s"
			   : NULL,
		"CPI",
	};

	strbuf_adds(b,
	            "<div class=\"scroll tall\" tabindex=\"0\" role=\"group\" "
	            "aria-label=\"Procedures and loops\">\n<table "
	            "class=\"sections\"><thead><tr><th scope=\"col\">procedure "
	            "or loop</th>");
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		if (heads[i])
			strbuf_addf(b, "<th scope=\"col\" class=\"n\">%s</th>",
			            heads[i]);
	}
	strbuf_adds(b, "<th scope=\"col\">mostly</th>");
	if (t->p->suggest)
		strbuf_adds(b, "<th scope=\"col\">first change</th>");
	strbuf_adds(b, "<th scope=\"col\">module</th></tr></thead><tbody>\n");
}

static void add_number(struct strbuf *b, double v, int digits)
{
	if (isnan(v))
		strbuf_adds(b, "<td class=\"n\">-</td>");
	else
		strbuf_addf(b, "<td class=\"n\">%.*f</td>", digits, v);
}

static double time_of(const struct assess_section *s, size_t input)
{
	return s->in[input].section ? s->in[input].runtime_s : NAN;
}

/* "waits": the processor time that its calls spend waiting */
static double waits_of(const struct assessment *a,
                       const struct assess_section *s)
{
	const double t = s->in[0].waited * a->in[0].runtime_s;

	return s->in[0].section && t > 0 ? t : NAN;
}

static void add_numbers(struct table *t, const struct assess_section *s)
{
	const struct assessment *a = t->p->a;
	const struct assess_value *last = &s->in[a->n - 1];
	struct strbuf *b = &t->p->b;

	add_number(b, time_of(s, 0), 2);
	if (a->n > 1) {
		const double before = time_of(s, 0), after = time_of(s, 1);

		add_number(b, after, 2);
		add_number(b, after - before, 2);
	} else {
		add_number(b, last->section ? 100 * last->fraction : NAN, 1);
		if (t->waits)
			add_number(b, waits_of(a, s), 2);
	}
	strbuf_adds(b, "<td class=\"n\">");
	if (last->section && last->lcpi && !isnan(last->lcpi[0]))
		html_number(b, last->lcpi[0]);
	else
		strbuf_addc(b, '-');
	strbuf_adds(b, "</td>");
}

static void add_cause(struct table *t, const struct assess_section *s)
{
	double share[ACCOUNT_PARTS];
	const unsigned color = report_causes(t->p->a, s, t->p->a->n - 1, share);
	struct strbuf *b = &t->p->b;

	if (!color) {
		strbuf_adds(b, "<td></td>");
		return;
	}
	strbuf_addf(b,
	            "<td class=\"k\"><svg class=\"dot\" viewBox=\"0 0 10 10\" "
	            "aria-hidden=\"true\"><rect class=\"c%u\" width=\"10\" "
	            "height=\"10\"/></svg>%s</td>",
	            color, report_cause_label(t->p->a, t->p->a->n - 1, color));
}

static void add_change(struct table *t, const struct assess_section *s)
{
	const struct suggest_section *made =
		t->p->suggest ? suggest_find(t->p->suggest, s) : NULL;
	struct strbuf *b = &t->p->b;

	if (!t->p->suggest)
		return;
	strbuf_adds(b, "<td>");
	if (made && made->n > 0) {
		strbuf_adds(b, "<a href=\"#a-");
		html_text(b, made->items[0].suggestion->id);
		strbuf_adds(b, "\">");
		html_text(b, made->items[0].suggestion->title);
		strbuf_adds(b, "</a>");
	}
	strbuf_adds(b, "</td>");
}

static void add_row(struct table *t, const struct assess_section *s)
{
	const size_t number = report_number(t->p, s);
	struct strbuf *b = &t->p->b, name = STRBUF_INIT;

	short_name(&name, *s->name ? s->name : "<unknown>");
	strbuf_addf(b, "<tr><th scope=\"row\" class=\"d%u\">",
	            s->depth < INDENT ? s->depth : INDENT);
	if (number)
		strbuf_addf(b, "<a href=\"#s%zu\">", number);
	html_name(b, name.s);
	strbuf_adds(b, number ? "</a></th>" : "</th>");
	add_numbers(t, s);
	add_cause(t, s);
	add_change(t, s);
	strbuf_adds(b, "<td>");
	html_name(b, io_basename(s->module));
	strbuf_adds(b, "</td></tr>\n");
	strbuf_release(&name);
}

static void add_rows(struct table *t, const struct assess_section *s)
{
	if (!(assess_largest(s) >= least) || t->n >= ROWS) {
		t->small += !s->parent;
		return;
	}
	t->n++;
	add_row(t, s);
	for (size_t i = 0; i < s->nchildren; i++)
		add_rows(t, s->child[i]);
}

void report_add_table(struct report_page *p)
{
	const struct assessment *a = p->a;
	struct table t = { .p = p };

	for (size_t i = 0; i < a->nprocedures && a->n == 1; i++)
		t.waits |= !isnan(waits_of(a, a->procedures[i]));
	add_head(&t);
	for (size_t i = 0; i < a->nprocedures; i++)
		add_rows(&t, a->procedures[i]);
	strbuf_adds(&p->b, "</tbody></table></div>\n");
	if (t.small)
		strbuf_addf(&p->b,
		            "<p class=\"small\">%zu procedure%s with less than "
		            "0.1 %% each %s not listed.</p>\n",
		            t.small, t.small == 1 ? "" : "s",
		            t.small == 1 ? "is" : "are");
}
