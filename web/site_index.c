/* The first page: how to read an assessment, and what there is. */
#include "base/banned.h"
#include "report/html/html.h"
#include "knowledge/knowledge.h"
#include "report/html/picture.h"
#include "site_private.h"

/* The paper's Fig. 2 as bars: what each says is explained beside it. */
static void add_sample(struct strbuf *b)
{
	static const struct {
		const char *label;
		double value;
	} rows[] = {
		{ "overall", 2.45 },
		{ "data accesses", 2.75 },
		{ "instruction accesses", 0.5 },
		{ "floating-point instr", 1.1 },
		{ "branch instructions", 0.25 },
		{ "data TLB", 0.35 },
		{ "instruction TLB", 0.01 },
	};
	static const double good = 0.5;
	struct picture_part parts[6];
	const struct picture_stack stack = { parts, 6, "upper bounds",
		                             rows[0].value, good };

	strbuf_adds(b, "<ul class=\"bars\">\n");
	picture_scale(b);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct picture_bar bar = { .label = rows[i].label,
			                   .values = &rows[i].value,
			                   .good = &good,
			                   .n = 1 };

		picture_bar(b, &bar);
		if (i == 0)
			strbuf_adds(b, "<li class=\"head\">upper bound by "
			               "category</li>\n");
		else
			parts[i - 1] = (struct picture_part){ rows[i].label,
				                              rows[i].value,
				                              (unsigned)i };
	}
	strbuf_adds(b, "</ul>\n");
	picture_stack(b, &stack, picture_stack_length(&stack));
	picture_key(b, parts, 6);
}

static void add_how_to_read(struct strbuf *b)
{
	strbuf_adds(
		b, "<p class=\"lead\">Two commands: <code>perfexpert-run ./app "
		   "args</code> measures, <code>perfexpert 0.1 app.db</code> "
		   "assesses every procedure and loop that takes at least a "
		   "tenth of the run time. <code>perfexpert --html report.html "
		   "app.db</code> writes the same as a page.</p>\n"
		   "<h2 id=\"read\">How to read an assessment</h2>\n"
		   "<p>This is a matrix product, as a report shows it:</p>\n");
	add_sample(b);
	strbuf_adds(
		b,
		"<dl>\n<dt>overall</dt><dd>Measured: how many cycles an "
		"instruction took on average. Short is fast.</dd>\n"
		"<dt>upper bound by category</dt><dd>How many cycles each "
		"instruction took <em>at most</em> for its data accesses, its "
		"branches and so on: every such event, times the longest that "
		"it can take on this processor, divided by the instructions. "
		"Processors do much at the same time, so the bounds may well "
		"add up to more than the measured bar.</dd>\n"
		"<dt>a short bar</dt><dd>rules its category out: even if "
		"nothing overlapped, it could not be what is slow.</dd>\n"
		"<dt>the longest bar</dt><dd>is where to begin: open its "
		"category below.</dd>\n"
		"<dt>the scale</dt><dd>Ten characters are what counts as good "
		"on the processor (its good-CPI threshold, 0.5 in the "
		"example); "
		"beyond 50 characters a bar only says that it is longer."
		"</dd>\n"
		"<dt>two measurements</dt><dd>What both have is "
		"<code>&gt;</code>; <code>1</code> or <code>2</code> is how "
		"much longer the bar of the first or second is: ones are an "
		"improvement, twos a loss.</dd>\n"
		"<dt>warnings</dt><dd>A section that was measured too "
		"shortly, rests on few samples, differs between runs or "
		"contradicts itself says so: believe its bars less."
		"</dd>\n</dl>\n");
}

static size_t count(const struct knowledge *k, const char *category)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(k, &list);
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += strcmp(list[i]->category, category) == 0;
	return found;
}

static void add_entry(struct strbuf *b, const struct suggestion *s)
{
	strbuf_adds(b, "<li");
	site_keys(b, s);
	strbuf_adds(b, "><a href=\"");
	site_page(b, s->category);
	strbuf_addf(b, "#%s\">", s->id);
	html_text(b, s->title);
	strbuf_adds(b, "</a></li>\n");
}

static void add_list(struct strbuf *b, const struct site_pages *s)
{
	const struct knowledge_category *const *categories;
	const size_t n = knowledge_categories(s->knowledge, &categories);
	const struct suggestion *const *list;
	const size_t nlist = knowledge_suggestions(s->knowledge, &list);

	strbuf_adds(b, "<h2 id=\"suggestions\">All suggestions</h2>\n");
	site_search(b, s);
	for (size_t c = 0; c < n; c++) {
		if (count(s->knowledge, categories[c]->id) == 0)
			continue;
		strbuf_adds(b, "<div data-group><h3><a href=\"");
		site_page(b, categories[c]->id);
		strbuf_adds(b, "\">");
		html_text(b, categories[c]->title);
		strbuf_adds(b, "</a></h3>\n<ul class=\"index\">\n");
		for (size_t i = 0; i < nlist; i++) {
			if (strcmp(list[i]->category, categories[c]->id) == 0)
				add_entry(b, list[i]);
		}
		strbuf_adds(b, "</ul></div>\n");
	}
}

static void add_machines(struct strbuf *b, const struct site_pages *s)
{
	strbuf_adds(b, "<h2 id=\"machines\">Processors</h2>\n<p>What is known "
	               "of each processor, where that is from, and how its "
	               "bars are computed.</p>\n<ul class=\"cards\">\n");
	for (size_t i = 0; i < s->nmachines; i++) {
		strbuf_adds(b, "<li><a href=\"machine-");
		html_slug(b, s->machines[i]);
		strbuf_adds(b, ".html\">");
		html_text(b, s->machines[i]);
		strbuf_adds(b, "</a><p>");
		html_text(b, s->titles[i]);
		strbuf_adds(b, "</p></li>\n");
	}
	strbuf_adds(b, "</ul>\n");
}

int site_write_index(const struct site_pages *s, struct err *err)
{
	struct strbuf b = STRBUF_INIT;

	site_begin(&b, s, "What slows a program down, and what to do about it",
	           "index.html");
	add_how_to_read(&b);
	add_list(&b, s);
	add_machines(&b, s);
	return site_end(&b, s, "index.html", err);
}
