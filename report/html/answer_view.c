/*
 * The first screen: the verdict, what the program's cycles went to, and a card
 * for each finding: place, share, reason, change, gain.
 */
#include <math.h>

#include "base/banned.h"
#include "diagnose/account.h"
#include "diagnose/assessment.h"
#include "diagnose/check.h"
#include "html.h"
#include "knowledge/findings.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "page_private.h"
#include "picture.h"
#include "report/answer.h"
#include "report/difference.h"
#include "report/report.h"
#include "report/suggestions.h"

size_t report_number(const struct report_page *p,
                     const struct assess_section *s)
{
	for (size_t i = 0; i < p->a->nshown && i < REPORT_MOST_SECTIONS; i++) {
		if (p->a->shown[i] == s)
			return i + 1;
	}
	return 0;
}

static void add_term(struct strbuf *b, const char *term)
{
	strbuf_addf(b, "<dt>%s</dt><dd>", term);
}

static void add_switches(struct strbuf *b, const struct suggest_item *item)
{
	const char *compiler = suggestions_compiler(item->at);

	for (size_t i = 0; compiler && i < item->suggestion->nswitches; i++) {
		const struct knowledge_switch *s =
			&item->suggestion->switches[i];

		if (!s->name || !suggestions_has_switch(item, i, compiler))
			continue;
		strbuf_adds(b, "; ");
		html_text(b, suggestions_command(item->at));
		strbuf_adds(b, " <code>");
		html_text(b, s->name);
		strbuf_adds(b, "</code>");
		return;
	}
}

static void add_change(struct strbuf *b, const struct finding *of)
{
	const struct suggest_item *item = of->changes[0];

	add_term(b, "Change");
	if (of->same)
		strbuf_addf(b, "as for place %zu: ", of->same);
	strbuf_adds(b, "<a href=\"#a-");
	html_text(b, item->suggestion->id);
	strbuf_adds(b, "\">");
	html_text(b, item->suggestion->title);
	strbuf_adds(b, "</a>");
	if (!of->same) {
		strbuf_adds(b, "<br><strong>");
		suggestions_finding_speedup(b, of);
		strbuf_adds(b, "</strong>");
		if (item->gain.doubtful)
			strbuf_adds(b, ", uncertain");
		add_switches(b, item);
	}
	strbuf_adds(b, "</dd>\n");
}

static void add_why(struct strbuf *b, const struct finding *of, bool change)
{
	const bool evidence =
		change && !of->same && !of->changes[0]->by_category;

	if (!of->more && !evidence)
		return;
	add_term(b, "Why");
	if (of->more)
		html_name_whole(b, of->more);
	if (of->more && evidence)
		strbuf_adds(b, "<br>");
	if (evidence)
		html_name_whole(b, of->changes[0]->evidence);
	strbuf_adds(b, "</dd>\n");
}

static void add_card(struct report_page *p, const struct findings *f, size_t i)
{
	const struct finding *of = &f->list[i];
	const size_t number = report_number(p, of->at);
	/* what helps many places was said above them */
	const bool change =
		of->n > 0 && !(f->flat && !answer_own_change(f, of));
	struct strbuf *b = &p->b;
	struct strbuf title = STRBUF_INIT;

	answer_title(&title, f, i);
	strbuf_addf(b,
	            "<article class=\"finding\" id=\"f%zu\" "
	            "aria-labelledby=\"g%zu\">\n<h3 id=\"g%zu\"><span "
	            "class=\"nr\">%zu.</span> ",
	            i + 1, i + 1, i + 1, i + 1);
	html_name(b, title.s);
	strbuf_addf(b,
	            " <span class=\"share\">%.1f %% of the time</span></h3>\n",
	            100 * of->share);
	report_add_small_account(p, of->at);
	strbuf_adds(b, "<dl>\n");
	add_why(b, of, change);
	if (change)
		add_change(b, of);
	if (of->unsure && !f->flat) {
		add_term(b, "Unsure");
		html_text(b, of->unsure);
		strbuf_adds(b, "</dd>\n");
	}
	strbuf_adds(b, "</dl>\n");
	report_add_excerpt(p, of->at);
	if (change && !of->same)
		report_add_example(p, of->changes[0]->suggestion, of->at->file);
	if (number)
		strbuf_addf(b,
		            "<p><a href=\"#s%zu\">its bars, account, source "
		            "and all suggestions</a></p>\n",
		            number);
	strbuf_adds(b, "</article>\n");
	strbuf_release(&title);
}

static void add_remedies(struct report_page *p, const struct findings *f)
{
	enum { MOST = 5 };
	struct strbuf *b = &p->b;

	if (!f->nremedies)
		return;
	strbuf_addf(b, "<h3>%s</h3>\n<ul>\n",
	            f->remedies[0].places > 1 ? "Changes that help many places"
	                                      : "After these changes");
	for (size_t i = 0; i < f->nremedies && i < MOST; i++) {
		const struct findings_remedy *r = &f->remedies[i];
		struct gain gain = r->item->gain;

		gain.saved = r->saved;
		strbuf_adds(b, "<li><a href=\"#a-");
		html_text(b, r->item->suggestion->id);
		strbuf_adds(b, "\">");
		html_text(b, r->item->suggestion->title);
		strbuf_adds(b, "</a>");
		if (r->places > 1)
			strbuf_addf(b, " (%zu of these places)", r->places);
		strbuf_adds(b, ": <strong>");
		suggestions_speedup(b, &gain);
		strbuf_adds(b, "</strong>");
		add_switches(b, r->item);
		strbuf_adds(b, "</li>\n");
	}
	strbuf_adds(b, "</ul>\n");
}

static void add_changed_place(void *ctx, const char *place, const char *change,
                              const char *why)
{
	struct strbuf *b = ctx;

	strbuf_adds(b, "<li><strong>");
	html_name_whole(b, place);
	strbuf_adds(b, "</strong>: ");
	html_name_whole(b, change);
	if (why) {
		strbuf_adds(b, ", because ");
		html_name_whole(b, why);
	}
	strbuf_adds(b, "</li>\n");
}

/* What changed from the first input to the second */
static void add_difference(struct report_page *p)
{
	struct strbuf *b = &p->b, verdict = STRBUF_INIT;

	difference_verdict(&verdict, p->a);
	strbuf_adds(b, "<p class=\"verdict\">");
	html_name_whole(b, verdict.s);
	strbuf_adds(b, "</p>\n<ul>\n");
	if (difference_places(p->a, add_changed_place, b) == 0)
		strbuf_adds(b, "<li>No place takes clearly more or less "
		               "time.</li>\n");
	strbuf_adds(b, "</ul>\n<h3>What is slow in input 2</h3>\n");
	strbuf_release(&verdict);
}

void report_add_answer(struct report_page *p)
{
	struct findings *f = findings_new(p->a, p->suggest);
	struct strbuf verdict = STRBUF_INIT;
	struct strbuf *b = &p->b;

	answer_verdict(&verdict, f);
	strbuf_adds(b, "<section aria-labelledby=\"answer\">\n<h2 "
	               "id=\"answer\">Answer</h2>\n");
	if (p->a->n > 1)
		add_difference(p);
	strbuf_adds(b, p->a->n > 1 ? "<p>" : "<p class=\"verdict\">");
	html_name_whole(b, verdict.s);
	strbuf_adds(b, "</p>\n");
	for (size_t i = 0; i < p->a->n; i++)
		report_add_warnings(p, &p->a->in[i].warnings);
	if (f->n > 0)
		report_add_account(p, &p->a->program);
	if (f->flat)
		add_remedies(p, f);
	strbuf_adds(b, "<div class=\"findings\">\n");
	for (size_t i = 0; i < f->n; i++)
		add_card(p, f, i);
	strbuf_adds(b, "</div>\n");
	if (!f->flat)
		add_remedies(p, f);
	strbuf_adds(b, "</section>\n");
	strbuf_release(&verdict);
	findings_free(f);
}
