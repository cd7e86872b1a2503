/* How evenly threads and ranks share the work, with a bar for each. */
#include <math.h>
#include <stdio.h>

#include "base/banned.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/balance.h"
#include "html.h"
#include "page_private.h"
#include "report/balance.h"

enum { WIDTH = 240, HEIGHT = 12, FOLD = 16 };

static void add_cell(struct strbuf *b, double v, const char *unit)
{
	char text[32] = "-";

	if (!isnan(v) && *unit)
		snprintf(text, sizeof(text), "%.3f%s", v, unit);
	else if (!isnan(v))
		snprintf(text, sizeof(text), "%.4g", v);
	strbuf_addf(b, "<td class=\"n\">%s</td>", text);
}

static void add_row(struct strbuf *b, const char *label,
                    const struct balance_row *r, const char *unit)
{
	if (isnan(r->sum))
		return;
	strbuf_addf(b, "<tr><th scope=\"row\">%s</th>", label);
	add_cell(b, r->sum, unit);
	add_cell(b, r->min, unit);
	add_cell(b, r->mean, unit);
	add_cell(b, r->max, unit);
	add_cell(b, r->sd, unit);
	if (isnan(r->par_e))
		strbuf_adds(b, "<td class=\"n\">-</td></tr>\n");
	else
		strbuf_addf(b, "<td class=\"n\">%.1f %%</td></tr>\n",
		            100 * r->par_e);
}

static void add_statistics(struct strbuf *b, const struct profile *p,
                           const struct balance *of)
{
	static const char *const heads[] = { "sum",  "least",     "mean",
		                             "most", "deviation", "Par.E" };

	strbuf_adds(b, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	               "aria-label=\"Balance\"><table class=\"balance\">"
	               "<thead><tr><th scope=\"col\">");
	if (of->n < p->nthread)
		strbuf_addf(b, "in %zu of %zu threads", of->n, p->nthread);
	else
		strbuf_adds(b, "over threads");
	strbuf_adds(b, "</th>");
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		strbuf_addf(b, "<th scope=\"col\" class=\"n\">%s</th>",
		            heads[i]);
	strbuf_adds(b, "</tr></thead><tbody>\n");
	add_row(b, "work", &of->work, " s");
	add_row(b, "waits", &of->waited, " s");
	add_row(b, "instructions", &of->instructions, "");
	strbuf_adds(b, "</tbody></table></div>\n");
}

/* Work and waiting side by side; all threads of a section share a scale. */
static void add_bar(struct strbuf *b, double work_s, double waits_s,
                    double most_s)
{
	const double scale = most_s > 0 ? WIDTH / most_s : 0;

	strbuf_addf(b,
	            "<svg class=\"share\" viewBox=\"0 0 %d %d\" "
	            "aria-hidden=\"true\"><rect class=\"work\" "
	            "width=\"%.1f\" height=\"%d\"/><rect class=\"wait\" "
	            "x=\"%.1f\" width=\"%.1f\" height=\"%d\"/></svg>",
	            WIDTH, HEIGHT, work_s * scale, HEIGHT, work_s * scale,
	            waits_s * scale, HEIGHT);
}

static void add_threads(struct strbuf *b, const struct assess_input *in,
                        const struct profile_section *s)
{
	const struct profile *p = in->profile;
	const double *work = s->spread[PROFILE_SPREAD_CYCLES];
	const double *waited = s->spread[PROFILE_SPREAD_WAITED];
	const double *ins = s->spread[PROFILE_SPREAD_INSTRUCTIONS];
	struct strbuf name = STRBUF_INIT;
	double most = 0;

	for (size_t i = 0; i < p->nthread; i++)
		most = fmax(most,
		            work[i] / in->clock_hz + (waited ? waited[i] : 0));
	strbuf_adds(b, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	               "aria-label=\"Threads\"><table class=\"balance\">"
	               "<thead><tr><th scope=\"col\">thread</th><td></td>"
	               "<th scope=\"col\" class=\"n\">works</th>"
	               "<th scope=\"col\" class=\"n\">waits</th>");
	strbuf_adds(b, ins ? "<th scope=\"col\" class=\"n\">instructions</th>"
	                     "</tr></thead><tbody>\n"
	                   : "</tr></thead><tbody>\n");
	for (size_t i = 0; i < p->nthread; i++) {
		if (!report_balance_shows(p, s, i))
			continue;
		strbuf_clear(&name);
		report_balance_thread(&name, p, i);
		strbuf_addf(b, "<tr><th scope=\"row\">%s</th><td>", name.s);
		add_bar(b, work[i] / in->clock_hz, waited ? waited[i] : 0,
		        most);
		strbuf_adds(b, "</td>");
		add_cell(b, work[i] / in->clock_hz, " s");
		add_cell(b, waited ? waited[i] : 0, " s");
		if (ins)
			add_cell(b, ins[i], "");
		strbuf_adds(b, "</tr>\n");
	}
	strbuf_adds(b, "</tbody></table></div>\n");
	strbuf_release(&name);
}

/* A cell for each thread, the darker the more it works; so many in a row */
static void add_heat(struct strbuf *b, const struct assess_input *in,
                     const struct profile_section *s)
{
	enum { ROW = 32, CELL = 16, MOST = 4096 };
	const struct profile *p = in->profile;
	const double *work = s->spread[PROFILE_SPREAD_CYCLES];
	const double *waited = s->spread[PROFILE_SPREAD_WAITED];
	const size_t n = p->nthread < MOST ? p->nthread : MOST;
	struct strbuf name = STRBUF_INIT;
	double most = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, work[i]);
	strbuf_addf(b,
	            "<svg class=\"heat\" viewBox=\"0 0 %d %zu\" role=\"img\" "
	            "aria-label=\"How much each of %zu threads works\">\n",
	            ROW * CELL, (n + ROW - 1) / ROW * CELL, n);
	for (size_t i = 0; i < n; i++) {
		strbuf_clear(&name);
		report_balance_thread(&name, p, i);
		strbuf_addf(b,
		            "<rect class=\"work\" fill-opacity=\"%.2f\" "
		            "x=\"%zu\" y=\"%zu\" width=\"%d\" "
		            "height=\"%d\"><title>%s works %.3g s, waits %.3g "
		            "s</title></rect>\n",
		            most > 0 ? 0.08 + 0.92 * work[i] / most : 0.08,
		            i % ROW * CELL, i / ROW * CELL, CELL - 1, CELL - 1,
		            name.s, work[i] / in->clock_hz,
		            waited ? waited[i] : 0);
	}
	strbuf_adds(b, "</svg>\n");
	strbuf_release(&name);
}

/* Its tables, folded where they belong to one section of many. */
static void add_balance(struct strbuf *b, const struct assess_input *in,
                        const struct profile_section *s,
                        const struct balance *of, const char *which, bool open)
{
	struct strbuf verdict = STRBUF_INIT;
	/* of the whole run */
	const bool many = open && in->profile->nthread > FOLD;

	strbuf_addf(b, "<details class=\"threads\"%s><summary>Balance%s",
	            open ? " open" : "", which);
	if (!isnan(of->work.par_e))
		strbuf_addf(b, ": %zu thread%s, parallel efficiency %.0f %%",
		            of->n, of->n == 1 ? "" : "s", 100 * of->work.par_e);
	strbuf_adds(b, "</summary>\n");
	report_balance_verdict(&verdict, in->profile, of);
	if (verdict.len) {
		strbuf_adds(b, "<p>The ");
		html_text(b, verdict.s);
		strbuf_adds(b, ".</p>\n");
	}
	add_statistics(b, in->profile, of);
	if (many) {
		add_heat(b, in, s);
		strbuf_adds(b, "<details><summary>Thread by thread</summary>"
		               "\n");
	}
	add_threads(b, in, s);
	if (in->profile->nthread > REPORT_BALANCE_ROWS)
		strbuf_addf(b,
		            "<p>Of %zu threads the %d that work most and "
		            "least.</p>\n",
		            in->profile->nthread, REPORT_BALANCE_ROWS);
	strbuf_adds(b, many ? "</details></details>\n" : "</details>\n");
	strbuf_release(&verdict);
}

static const char *which_of(const struct assessment *a, size_t input)
{
	return a->n == 1 ? "" : input ? " in input 2" : " in input 1";
}

void report_add_balance(struct report_page *p, const struct assess_section *s)
{
	struct balance of;

	for (size_t i = 0; i < p->a->n; i++) {
		const struct assess_input *in = &p->a->in[i];
		const struct profile_section *section = s->in[i].section;

		if (balance_of(in, section, &of))
			add_balance(&p->b, in, section, &of, which_of(p->a, i),
			            false);
	}
}

bool report_has_balance(const struct report_page *p)
{
	struct balance of;
	bool any = false;

	for (size_t i = 0; i < p->a->n; i++)
		any |= balance_of(&p->a->in[i], p->a->in[i].profile->root, &of);
	return any;
}

void report_add_balances(struct report_page *p)
{
	struct strbuf *b = &p->b;

	if (!report_has_balance(p))
		return;
	strbuf_adds(b,
	            "<section aria-labelledby=\"balance\">\n<h2 "
	            "id=\"balance\">Balance</h2>\n<p class=\"lead\">How evenly "
	            "threads and ranks share the work. Parallel efficiency is "
	            "mean / maximum.</p>\n<ul class=\"key\"><li><svg "
	            "viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect "
	            "class=\"work\" width=\"10\" height=\"10\"/></svg>works"
	            "</li><li><svg viewBox=\"0 0 10 10\" "
	            "aria-hidden=\"true\"><rect class=\"wait\" width=\"10\" "
	            "height=\"10\"/></svg>waits</li></ul>\n");
	for (size_t i = 0; i < p->a->n; i++) {
		const struct assess_input *in = &p->a->in[i];
		struct balance of;
		struct balance_run run;

		if (!balance_of(in, in->profile->root, &of))
			continue;
		if (balance_of_run(in, &run))
			strbuf_addf(b,
			            "<p>Parallel efficiency%s %.1f %% = load "
			            "balance %.1f %% × communication "
			            "%.1f %%</p>\n",
			            which_of(p->a, i), 100 * run.parallel,
			            100 * run.load, 100 * run.communication);
		add_balance(b, in, in->profile->root, &of, which_of(p->a, i),
		            true);
	}
	strbuf_adds(b, "</section>\n");
}
