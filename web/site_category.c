/* One page for each category: its suggestions, grouped by subcategory. */
#include <math.h>

#include "base/banned.h"
#include "profile/facts.h"
#include "report/html/html.h"
#include "report/suggestions.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "site_private.h"

/* Links to the description of each fact, at the end of the page */
static void add_needs(struct strbuf *b, const struct suggestion *s)
{
	strbuf_adds(b, "<p>Found by the counts of the section");
	for (size_t i = 0; i < s->nneeds; i++)
		strbuf_addf(b, "%s <a href=\"#fact-%s\">%s</a>",
		            i + 1 == s->nneeds ? " and" : ",", s->needs[i],
		            s->needs[i]);
	strbuf_adds(b, isnan(s->fallback) ? ".</p>\n"
	                                  : "; without these, by its category "
	                                    "only.</p>\n");
}

static bool needed(const struct site_pages *site,
                   const struct knowledge_category *c, const char *fact)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(site->knowledge, &list);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i]->category, c->id) != 0)
			continue;
		for (size_t k = 0; k < list[i]->nneeds; k++) {
			if (strcmp(list[i]->needs[k], fact) == 0)
				return true;
		}
	}
	return false;
}

static void add_facts(struct strbuf *b, const struct site_pages *site,
                      const struct knowledge_category *c)
{
	size_t n;
	const struct fact_type *types = fact_types(&n);

	strbuf_adds(b, "<h2 id=\"facts\">What the rules look at</h2>\n<dl>\n");
	for (size_t i = 0; i < n; i++) {
		if (!needed(site, c, types[i].name))
			continue;
		strbuf_addf(b, "<dt id=\"fact-%s\">%s</dt><dd>%s</dd>\n",
		            types[i].name, types[i].name, types[i].text);
	}
	strbuf_adds(b, "<dt>counts</dt><dd>the events that the bars are made "
	               "of, and what "
	               "they give with the parameters of the processor</dd>\n"
	               "</dl>\n");
}

static bool same(const struct knowledge_switch *a,
                 const struct knowledge_switch *b)
{
	const bool named = a->name && b->name;

	return (named ? strcmp(a->name, b->name) == 0 : a->name == b->name) &&
	       strcmp(a->text, b->text) == 0;
}

static const char *compiler_name(const char *id)
{
	for (const struct site_compiler *c = site_compilers; c->id; c++) {
		if (strcmp(c->id, id) == 0)
			return c->name;
	}
	return id;
}

/* One row for all compilers that do the same with the same switch */
static void add_row(struct strbuf *b, const struct knowledge_switch *s,
                    size_t n, size_t i)
{
	struct strbuf text = STRBUF_INIT;

	for (size_t k = 0; k < i; k++) {
		if (same(&s[k], &s[i]))
			return;
	}
	strbuf_adds(b, "<tr><td>");
	for (size_t k = i; k < n; k++) {
		if (same(&s[k], &s[i]))
			strbuf_addf(b, "%s%s", k > i ? ", " : "",
			            compiler_name(s[k].compiler));
	}
	strbuf_adds(b, s[i].name ? "</td><td><code>" : "</td><td>none");
	html_text(b, s[i].name ? s[i].name : "");
	strbuf_adds(b, s[i].name ? "</code></td><td>" : "</td><td>");
	suggestions_switch(&text, &s[i]);
	html_text(b, text.s);
	strbuf_release(&text);
	strbuf_adds(b, "</td></tr>\n");
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
	for (size_t i = 0; i < n; i++)
		add_row(b, s, n, i);
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

/* Before what it gains: who can't allow it need not read on */
static void add_changes(struct strbuf *b, const struct suggestion *s)
{
	struct strbuf text = STRBUF_INIT;

	suggestions_effects(&text, s);
	strbuf_adds(b, "<p><b>Changes:</b> ");
	html_text(b, text.s);
	strbuf_adds(b, ".</p>\n");
	strbuf_release(&text);
}

static int add_suggestion(struct strbuf *b, const struct site_pages *site,
                          const struct suggestion *s, struct err *err)
{
	strbuf_addf(b, "<article id=\"%s\">\n<h3>", s->id);
	html_text(b, s->title);
	if (s->number)
		strbuf_addf(b, " <small>" SUGGESTION_NUMBER "</small>",
		            s->number);
	strbuf_adds(b, "</h3>\n<p>");
	html_text(b, s->why);
	strbuf_adds(b, "</p>\n");
	add_changes(b, s);
	add_how(b, s);
	if (s->example && site_example(b, site, s, err) != 0)
		return -1;
	strbuf_adds(b, "<h4>How a report finds it</h4>\n");
	add_needs(b, s);
	add_table(b, "Switches", "switch", s->switches, s->nswitches);
	add_table(b, "Directives", "directive", s->pragmas, s->npragmas);
	add_paragraph(b, "When not to", s->not_when);
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

static bool any(const struct site_pages *site,
                const struct knowledge_category *c, size_t sub)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(site->knowledge, &list);

	for (size_t i = 0; i < n; i++) {
		if (belongs(list[i], c, sub))
			return true;
	}
	return false;
}

static void add_contents(struct strbuf *b, const struct site_pages *site,
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
	strbuf_adds(
		b,
		"</nav>\n<p>In the measured bars, <code>1</code> is what is "
		"longer before the change, <code>2</code> what is longer after "
		"it. Bars are per instruction, and a change may also reduce "
		"the number of instructions.</p>\n");
}

int site_write_category(const struct site_pages *site,
                        const struct knowledge_category *c, struct err *err)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(site->knowledge, &list);
	struct strbuf b = STRBUF_INIT, page = STRBUF_INIT;
	int rc = 0;

	site_page(&page, c->id);
	site_begin(&b, site, c->title, page.s, true);
	add_contents(&b, site, c);
	for (size_t k = 0; k < c->nsubcategories && rc == 0; k++) {
		if (!any(site, c, k))
			continue;
		strbuf_addf(&b, "<h2 id=\"part-%zu\">", k + 1);
		html_text(&b, c->subcategories[k]);
		strbuf_adds(&b, "</h2>\n");
		for (size_t i = 0; i < n && rc == 0; i++) {
			if (belongs(list[i], c, k))
				rc = add_suggestion(&b, site, list[i], err);
		}
	}
	add_facts(&b, site, c);
	if (rc == 0)
		rc = site_end(&b, site, page.s, err);
	strbuf_release(&b);
	strbuf_release(&page);
	return rc;
}
