/* All suggestions as cards, with what each gained where it was measured. */
#include <math.h>

#include "base/banned.h"
#include "knowledge/knowledge.h"
#include "report/html/html.h"
#include "site_private.h"

/* Of the machines on which it was measured; NAN: none */
static double mean_speedup(const struct suggestion *s)
{
	double sum = 0;
	size_t n = 0;

	for (const struct knowledge_measured *m = s->measured; m; m = m->next) {
		if (m->speedup > 0) {
			sum += log(m->speedup);
			n++;
		}
	}
	return n ? exp(sum / (double)n) : NAN;
}

/* "2.1x zen4, 1.9x zen5": its example */
static void add_gains(struct strbuf *b, const struct suggestion *s)
{
	const char *between = "";

	strbuf_adds(b, "<p>");
	for (const struct knowledge_measured *m = s->measured; m; m = m->next) {
		if (!(m->speedup > 0))
			continue;
		strbuf_addf(b, "%s<b>%.*fx</b>&nbsp;", between,
		            m->speedup < 10 ? 1 : 0, m->speedup);
		html_text(b, m->machine);
		between = ", ";
	}
	strbuf_adds(b, *between ? "</p>" : "not measured</p>");
}

static void add_card(struct strbuf *b, const struct suggestion *s)
{
	const double gain = mean_speedup(s);

	strbuf_adds(b, "<li");
	site_keys(b, s);
	if (gain > 0)
		strbuf_addf(b, " data-g=\"%.2f\"", gain);
	strbuf_adds(b, "><a href=\"");
	site_page(b, s->category);
	strbuf_addf(b, "#%s\">", s->id);
	html_text(b, s->title);
	strbuf_adds(b, "</a>");
	add_gains(b, s);
	strbuf_adds(b, "</li>\n");
}

static void add_group(struct strbuf *b, const struct site_pages *s,
                      const struct knowledge_category *c)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(s->knowledge, &list);
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i]->category, c->id) != 0)
			continue;
		if (!any) {
			strbuf_adds(b, "<section data-group><h2><a href=\"");
			site_page(b, c->id);
			strbuf_adds(b, "\">");
			html_text(b, c->title);
			strbuf_adds(b, "</a></h2>\n<ul class=\"cards\">\n");
			any = true;
		}
		add_card(b, list[i]);
	}
	strbuf_adds(b, any ? "</ul></section>\n" : "");
}

int site_write_catalogue(const struct site_pages *s, struct err *err)
{
	const struct knowledge_category *const *categories;
	const size_t n = knowledge_categories(s->knowledge, &categories);
	struct strbuf b = STRBUF_INIT;

	site_begin(&b, s, "All suggestions", SITE_CATALOGUE, false);
	strbuf_adds(&b, "<p class=\"lead\">Most have an example that was built "
	                "and measured before and after. The figures are how "
	                "many times as fast that example became, on each "
	                "machine; what your program gains is in its report."
	                "</p>\n");
	site_search(&b, s);
	for (size_t i = 0; i < n; i++)
		add_group(&b, s, categories[i]);
	return site_end(&b, s, SITE_CATALOGUE, err);
}
