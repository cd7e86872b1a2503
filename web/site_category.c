/* One page for each category: its suggestions, grouped by subcategory. */
#include <math.h>

#include "base/banned.h"
#include "html.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "site_private.h"

/* What a rule looks at, in words. */
static const struct {
	const char *fact, *text;
} facts[] = {
	{ "memref", "each important load and store: how far it moves from "
	            "one access to the next, how much of each cache line is "
	            "used, and how often it misses which cache or the TLB" },
	{ "branch", "each important branch: how often it is taken and how "
	            "often its direction was predicted wrongly" },
	{ "loop", "how often the loop runs and how often it is entered, and "
	          "how loops nest" },
	{ "code", "the instructions of the section: loads, stores, "
	          "arithmetic, divides, calls and the width of vectors" },
	{ "chain", "results that each iteration needs from the one before" },
	{ "callee", "what is called, and how often" },
	{ "working_set", "how many bytes and pages the section touches" },
	{ "compiler", "the compiler and its switches, as the binary records "
	              "them" },
	{ "system", "page faults and time spent in the system" },
	{ "threads", "how evenly threads share the work, and which cache "
	             "lines they write in turn" },
	{ "missing", "what could not be counted" },
};

static void add_needs(struct strbuf *b, const struct suggestion *s)
{
	if (s->nneeds == 0) {
		strbuf_adds(b, "<p>Found by the counts of the section "
		               "alone.</p>\n");
		return;
	}
	strbuf_adds(b, "<p>Found by</p>\n<ul>\n");
	for (size_t i = 0; i < s->nneeds; i++) {
		const char *text = s->needs[i];

		for (size_t k = 0; k < sizeof(facts) / sizeof(*facts); k++)
			if (strcmp(facts[k].fact, s->needs[i]) == 0)
				text = facts[k].text;
		strbuf_adds(b, "<li>");
		html_text(b, text);
		strbuf_adds(b, "</li>\n");
	}
	strbuf_adds(b, "</ul>\n");
	if (!isnan(s->fallback))
		strbuf_adds(b, "<p>Where these were not measured, a report "
		               "suggests it &ldquo;by category only&rdquo;."
		               "</p>\n");
}

static void add_rows(struct strbuf *b, const char *compiler, const char *name,
                     const struct knowledge_switch *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(s[i].compiler, compiler) != 0)
			continue;
		strbuf_addf(b, "<tr><th scope=\"row\">%s</th><td>", name);
		if (s[i].name) {
			strbuf_adds(b, "<code>");
			html_text(b, s[i].name);
			strbuf_adds(b, "</code>");
		} else {
			strbuf_adds(b, "none");
		}
		strbuf_adds(b, "</td><td>");
		html_text(b, s[i].text);
		strbuf_adds(b, "</td></tr>\n");
	}
}

static void add_table(struct strbuf *b, const char *title, const char *what,
                      const struct knowledge_switch *s, size_t n)
{
	if (n == 0)
		return;
	strbuf_addf(b,
	            "<h4>%s</h4>\n<div class=\"scroll\" tabindex=\"0\" "
	            "role=\"group\" aria-label=\"%s\"><table><thead><tr>"
	            "<th scope=\"col\">compiler</th><th scope=\"col\">%s</th>"
	            "<th scope=\"col\">what it does</th></tr></thead><tbody>\n",
	            title, title, what);
	for (const struct site_compiler *c = site_compilers; c->id; c++)
		add_rows(b, c->id, c->name, s, n);
	strbuf_adds(b, "</tbody></table></div>\n");
}

static void add_how(struct strbuf *b, const struct suggestion *s)
{
	strbuf_adds(b, "<h4>What to do</h4>\n<ol>\n");
	for (size_t i = 0; i < s->nhow; i++) {
		strbuf_adds(b, "<li>");
		html_text(b, s->how[i]);
		strbuf_adds(b, "</li>\n");
	}
	strbuf_adds(b, "</ol>\n");
}

static void add_paragraph(struct strbuf *b, const char *title, const char *text)
{
	strbuf_addf(b, "<h4>%s</h4>\n<p>", title);
	html_text(b, text);
	strbuf_adds(b, "</p>\n");
}

static int add_suggestion(struct strbuf *b, const struct site *site,
                          const struct suggestion *s, struct err *err)
{
	strbuf_addf(
		b,
		"<article id=\"%s\" data-id=\"%s\" aria-labelledby=\"h-%s\">\n"
		"<h3 id=\"h-%s\">",
		s->id, s->id, s->id, s->id);
	html_text(b, s->title);
	strbuf_adds(b, "</h3>\n<p>");
	html_text(b, s->why);
	strbuf_adds(b, "</p>\n");
	add_how(b, s);
	if (s->example && site_example(b, site, s, err) != 0)
		return -1;
	strbuf_adds(b, "<h4>How a report finds it</h4>\n");
	add_needs(b, s);
	add_table(b, "Switches", "switch", s->switches, s->nswitches);
	add_table(b, "Directives", "directive", s->pragmas, s->npragmas);
	add_paragraph(b, "When not to", s->not_when);
	add_paragraph(b, "What it may change", s->changes);
	add_paragraph(b, "Source", s->source);
	strbuf_adds(b, "</article>\n");
	return 0;
}

static bool belongs(const struct suggestion *s,
                    const struct knowledge_category *c, size_t sub)
{
	return strcmp(s->category, c->id) == 0 &&
	       strcmp(s->subcategory, c->subcategories[sub]) == 0;
}

static bool any(const struct site *site, const struct knowledge_category *c,
                size_t sub)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(site->knowledge, &list);

	for (size_t i = 0; i < n; i++)
		if (belongs(list[i], c, sub))
			return true;
	return false;
}

static void add_contents(struct strbuf *b, const struct site *site,
                         const struct knowledge_category *c)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(site->knowledge, &list);

	strbuf_adds(b,
	            "<nav aria-label=\"On this page\" class=\"contents\">\n");
	for (size_t k = 0; k < c->nsubcategories; k++) {
		if (!any(site, c, k))
			continue;
		strbuf_adds(b, "<p>");
		html_text(b, c->subcategories[k]);
		strbuf_adds(b, "</p>\n<ul class=\"index\">\n");
		for (size_t i = 0; i < n; i++) {
			if (!belongs(list[i], c, k))
				continue;
			strbuf_addf(b, "<li data-id=\"%s\"><a href=\"#%s\">",
			            list[i]->id, list[i]->id);
			html_text(b, list[i]->title);
			strbuf_adds(b, "</a></li>\n");
		}
		strbuf_adds(b, "</ul>\n");
	}
	strbuf_adds(b, "</nav>\n");
}

int site_write_category(const struct site *site,
                        const struct knowledge_category *c, struct err *err)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(site->knowledge, &list);
	struct strbuf b = STRBUF_INIT, page = STRBUF_INIT;
	int rc = 0;

	site_page(&page, c->id);
	site_begin(&b, site, c->title, page.s);
	add_contents(&b, site, c);
	for (size_t k = 0; k < c->nsubcategories && rc == 0; k++) {
		if (!any(site, c, k))
			continue;
		strbuf_addf(&b, "<h2 id=\"part-%zu\">", k + 1);
		html_text(&b, c->subcategories[k]);
		strbuf_adds(&b, "</h2>\n");
		for (size_t i = 0; i < n && rc == 0; i++)
			if (belongs(list[i], c, k))
				rc = add_suggestion(&b, site, list[i], err);
	}
	if (rc == 0)
		rc = site_end(&b, site, page.s, err);
	strbuf_release(&b);
	strbuf_release(&page);
	return rc;
}
