/* Suggestions at their section, and each of them in full at the end. */
#include <stdint.h>

#include "base/banned.h"
#include "base/map.h"
#include "diagnose/assessment.h"
#include "report/report.h"
#include "report/suggestions.h"
#include "html.h"
#include "knowledge/example.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "page_private.h"

/* The address of a suggestion's page, for href */
static void page_of(struct strbuf *b, const struct report_page *p,
                    const struct suggestion *s)
{
	struct strbuf path = STRBUF_INIT;

	suggestions_page(&path, p->options->suggestions, s);
	/* the anchor must not be taken for a part of a path */
	path.s[path.len - strlen(s->id) - 1] = '\0';
	html_address(b, path.s);
	strbuf_addc(b, '#');
	html_text(b, s->id);
	strbuf_release(&path);
}

static void add_switches(struct strbuf *b, const struct suggest_item *item)
{
	const char *compiler = suggestions_compiler(item->at);
	const struct suggestion *s = item->suggestion;
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; compiler && i < s->nswitches; i++) {
		if (!suggestions_has_switch(item, i, compiler))
			continue;
		strbuf_adds(b, "<p class=\"how\">");
		html_text(b, suggestions_command(item->at));
		if (s->switches[i].name) {
			strbuf_adds(b, " <code>");
			html_text(b, s->switches[i].name);
			strbuf_adds(b, "</code>");
		}
		strbuf_adds(b, ": ");
		suggestions_switch(&text, &s->switches[i]);
		html_text(b, text.s);
		strbuf_clear(&text);
		strbuf_adds(b, "</p>\n");
	}
	strbuf_release(&text);
}

/* What the account of cycles charges to what it removes */
static void add_cause(struct strbuf *b, const struct suggest_item *item)
{
	struct strbuf cause = STRBUF_INIT;

	suggestions_cause(&cause, item);
	if (cause.len > 0) {
		strbuf_adds(b, "<p>By the account of cycles, ");
		html_text(b, cause.s);
		strbuf_adds(b, ".</p>\n");
	}
	strbuf_release(&cause);
}

static void add_item(struct report_page *p, const struct suggest_item *item,
                     const struct assess_section *section)
{
	struct strbuf *b = &p->b;
	struct strbuf at = STRBUF_INIT;

	strbuf_adds(b, "<li><a href=\"#a-");
	html_text(b, item->suggestion->id);
	strbuf_adds(b, "\">");
	html_text(b, item->suggestion->title);
	strbuf_adds(b, "</a> <span class=\"gain\">");
	suggestions_changes(&at, item->suggestion);
	html_text(b, at.s);
	strbuf_clear(&at);
	strbuf_adds(b, "; ");
	suggestions_gain(b, item);
	suggestions_doubt(b, item);
	strbuf_adds(b, "</span>\n<p>");
	if (item->at != section) {
		report_title(&at, item->at, true);
		strbuf_adds(b, "For the ");
		html_name(b, at.s);
		strbuf_adds(b, ": ");
	}
	html_name_whole(b, item->evidence);
	strbuf_adds(b, ".</p>\n");
	add_cause(b, item);
	add_switches(b, item);
	strbuf_adds(b, "</li>\n");
	strbuf_release(&at);
}

static void add_made(struct report_page *p, const struct suggest_section *made)
{
	enum { OPEN = 3, MOST = 12 };
	struct strbuf *b = &p->b;

	if (made->n == 0)
		return;
	strbuf_adds(b, "<div class=\"advice\"><h4>What to try, by the "
	               "time that it may save</h4>\n");
	if (suggestions_system_header(made))
		strbuf_adds(b, "<p>This code is in a system header: compiler "
		               "switches change it, and the code that uses it "
		               "can avoid it or replace it.</p>\n");
	strbuf_adds(b, "<ol>\n");
	for (size_t k = 0; k < made->n && k < MOST; k++) {
		if (k == OPEN)
			strbuf_addf(b,
			            "</ol>\n<details><summary>%zu more"
			            "</summary><ol start=\"%d\">\n",
			            (made->n < MOST ? made->n : MOST) - OPEN,
			            OPEN + 1);
		add_item(p, &made->items[k], made->section);
	}
	strbuf_adds(b, "</ol>");
	strbuf_adds(b, made->n > OPEN ? "</details></div>\n" : "</div>\n");
}

void report_add_suggestions(struct report_page *p, size_t i)
{
	if (p->suggest && i < p->suggest->n)
		add_made(p, &p->suggest->sections[i]);
}

void report_add_elsewhere(struct report_page *p)
{
	struct strbuf *b = &p->b;

	if (!p->suggest->nelsewhere)
		return;
	strbuf_adds(b, "<section aria-labelledby=\"elsewhere\">\n"
	               "<h2 id=\"elsewhere\">Calls of libraries and the system"
	               "</h2>\n");
	strbuf_addf(b,
	            "<p>Together they take %g %% or more of the time, each of "
	            "them less.</p>\n",
	            100 * p->a->threshold);
	add_made(p, &p->suggest->sections[p->suggest->n]);
	strbuf_adds(b, "</section>\n");
}

/* The lines of its example: what goes is marked, and what comes */
void report_add_example(struct report_page *p, const struct suggestion *s,
                        const char *like)
{
	struct strbuf *b = &p->b, text = STRBUF_INIT;
	char *next, *line;

	if (!example_difference(&text, s, like)) {
		strbuf_release(&text);
		return;
	}
	strbuf_adds(b, "<details><summary>Example: before (-) and after (+)"
	               "</summary>\n<pre class=\"change\" tabindex=\"0\">");
	next = text.s;
	for (line = strsep(&next, "\n"); line && *line;
	     line = strsep(&next, "\n")) {
		const char *mark = *line == '-'   ? "del"
		                   : *line == '+' ? "ins"
		                                  : NULL;

		/* a line that is empty has only its mark */
		if (!line[1] && *line == ' ')
			line++;
		if (mark)
			strbuf_addf(b, "<%s>", mark);
		html_text(b, line);
		if (mark)
			strbuf_addf(b, "</%s>", mark);
		strbuf_addc(b, '\n');
	}
	strbuf_adds(b, "</pre></details>\n");
	strbuf_release(&text);
}

static void add_full(struct report_page *p, const struct suggestion *s)
{
	struct strbuf *b = &p->b, effects = STRBUF_INIT;

	strbuf_adds(b, "<article id=\"a-");
	html_text(b, s->id);
	strbuf_adds(b, "\" class=\"full\">\n<h3>");
	html_text(b, s->title);
	if (s->number)
		strbuf_addf(b, " <small>" SUGGESTION_NUMBER "</small>",
		            s->number);
	strbuf_adds(b, "</h3>\n<p>");
	html_text(b, s->why);
	strbuf_adds(b, "</p>\n<ol>\n");
	for (size_t i = 0; i < s->nhow; i++) {
		strbuf_adds(b, "<li>");
		html_text(b, s->how[i]);
		strbuf_adds(b, "</li>\n");
	}
	strbuf_adds(b, "</ol>\n<p><b>Not when:</b> ");
	html_text(b, s->not_when);
	strbuf_adds(b, "</p>\n<p><b>May change:</b> ");
	suggestions_effects(&effects, s);
	html_text(b, effects.s);
	strbuf_adds(b, "</p>\n");
	report_add_example(p, s, NULL);
	if (!p->options->default_pages) {
		strbuf_adds(b, "<p><a href=\"");
		page_of(b, p, s);
		strbuf_adds(b, "\">Switches and measurements of &ldquo;");
		html_text(b, s->title);
		strbuf_adds(b, "&rdquo;</a></p>\n");
	}
	strbuf_adds(b, "</article>\n");
	strbuf_release(&effects);
}

/* catalogue.html#found=a,b: that page can then show only these */
static void add_found(struct report_page *p, const struct map *made)
{
	struct strbuf *b = &p->b, path = STRBUF_INIT;

	suggestions_file(&path, p->options->suggestions, "catalogue");
	strbuf_adds(b, "<p><a href=\"");
	html_address(b, path.s);
	strbuf_release(&path);
	strbuf_adds(b, "#found=");
	for (size_t i = 0; i < map_size(made); i++) {
		strbuf_adds(b, i ? "," : "");
		html_text(b, map_key(made, i));
	}
	strbuf_adds(b, "\">All suggestions, with these marked</a></p>\n");
}

void report_add_appendix(struct report_page *p)
{
	struct map *made = map_new();
	struct strbuf *b = &p->b;

	/* what is elsewhere follows the sections */
	for (size_t i = 0; i < p->suggest->n + !!p->suggest->nelsewhere; i++) {
		const struct suggest_section *s = &p->suggest->sections[i];

		for (size_t k = 0; k < s->n; k++)
			map_put(made, s->items[k].suggestion->id,
			        (void *)(uintptr_t)s->items[k].suggestion);
	}
	strbuf_adds(b, "<section aria-labelledby=\"advice\">\n"
	               "<h2 id=\"advice\">Suggestions in full</h2>\n");
	if (map_size(made) == 0)
		strbuf_adds(b, "<p>None of the rules applies.</p>\n");
	else if (!p->options->default_pages)
		add_found(p, made);
	for (size_t i = 0; i < map_size(made); i++)
		add_full(p, map_value(made, i));
	strbuf_adds(b, "</section>\n");
	map_free(made);
}
