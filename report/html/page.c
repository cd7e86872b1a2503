#include "page.h"

#include <math.h>

#include "base/banned.h"
#include "base/io.h"
#include "diagnose/assessment.h"
#include "report/report.h"
#include "html.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "picture.h"
#include "page_private.h"
#include "report/source/source_files.h"

static void flush(struct report_page *p)
{
	fwrite(p->b.s, 1, p->b.len, p->f);
	strbuf_clear(&p->b);
}

/* Warnings, or notes: one list */
static void add_list(struct report_page *p, const struct assess_warnings *w,
                     bool notes)
{
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<ul class=\"warnings\">\n");
	for (size_t i = 0; i < w->n; i++) {
		const bool note = w->w[i].check == ASSESS_NOTE;

		if (note != notes)
			continue;
		strbuf_addf(b, "<li class=\"%s\"><strong>%s%s",
		            note ? "note" : "warning",
		            note ? "Note" : "Warning",
		            p->a->n > 1 ? "" : ":</strong> ");
		if (p->a->n > 1)
			strbuf_addf(b, ", input %zu:</strong> ",
			            w->w[i].input + 1);
		html_text(b, w->w[i].text);
		strbuf_adds(b, "</li>\n");
	}
	strbuf_adds(b, "</ul>\n");
}

void report_add_warnings(struct report_page *p, const struct assess_warnings *w)
{
	size_t notes = 0;

	for (size_t i = 0; i < w->n; i++)
		notes += w->w[i].check == ASSESS_NOTE;
	if (notes < w->n)
		add_list(p, w, false);
	if (notes > 1)
		strbuf_addf(&p->b, "<details><summary>%zu notes</summary>\n",
		            notes);
	if (notes > 0)
		add_list(p, w, true);
	strbuf_adds(&p->b, notes > 1 ? "</details>\n" : "");
}

/* "suggestions" and its parts as controls; hidden where no script runs */
static void add_filter(struct report_page *p)
{
	struct strbuf *b = &p->b;
	const struct assessment *a = p->a;

	strbuf_adds(b, "<form class=\"filter\" id=\"filter\" role=\"search\" "
	               "hidden>\n<label>Filter <input type=\"search\" id=\"q\" "
	               "autocomplete=\"off\" spellcheck=\"false\" "
	               "placeholder=\"name, file or suggestion\"></label>\n"
	               "<label>Category <select id=\"category\">"
	               "<option value=\"\">all</option>");
	for (size_t c = 1; c < a->ncategories; c++) {
		strbuf_addf(b, "<option value=\"%zu\">", c);
		html_text(b, a->categories[c].label);
		strbuf_adds(b, " okay or worse</option>");
	}
	strbuf_adds(b,
	            "</select></label>\n<label><input type=\"checkbox\" "
	            "id=\"advised\"> with suggestions</label>\n"
	            "<label><input type=\"checkbox\" id=\"doubtful\"> with "
	            "warnings</label>\n<output id=\"count\" for=\"q category "
	            "advised doubtful\"></output>\n</form>\n");
}

/* Below the bars of a section, the same bounds side by side, where it has no
 * account */
static void add_key(struct report_page *p)
{
	enum { MOST = 16 };
	const struct assessment *a = p->a;
	struct picture_part parts[MOST];
	size_t n = 0;

	if (report_has_account(a, &a->program))
		return;
	for (size_t c = 1; c < a->ncategories && n < MOST; c++)
		parts[n++] = (struct picture_part){
			a->categories[c].label, 0,
			picture_color(a->categories[c].id)
		};
	strbuf_adds(&p->b, "<p class=\"lead\">The coloured bar below them "
	                   "stacks the upper bounds:</p>\n");
	picture_key(&p->b, parts, n);
}

static void add_sections(struct report_page *p)
{
	struct strbuf *b = &p->b;
	const struct assessment *a = p->a;

	strbuf_adds(b, "<section aria-labelledby=\"hot\">\n<h2 id=\"hot\">Hot "
	               "sections</h2>\n<p class=\"lead\">Every procedure and "
	               "loop ");
	if (a->all)
		strbuf_adds(b, "of the program");
	else
		strbuf_addf(b, "that takes at least %g %% of the run time",
		            100 * a->threshold);
	strbuf_adds(b,
	            ", the hottest first. The first bar is measured; the "
	            "others are upper bounds of what each category costs.</p>\n"
	            "<input type=\"checkbox\" id=\"values\" "
	            "class=\"switch\"> <label class=\"switch\" "
	            "for=\"values\">show the values, in cycles per "
	            "instruction</label>\n");
	add_key(p);
	if (a->nshown > 1)
		add_filter(p);
	if (a->nshown == 0)
		strbuf_adds(b, "<p>No procedure is that hot: a lower threshold "
		               "shows smaller ones, <code>--all</code> shows "
		               "all.</p>\n");
	for (size_t i = 0; i < a->nshown && i < REPORT_MOST_SECTIONS; i++) {
		report_add_section(p, i);
		flush(p);
	}
	if (a->nshown > REPORT_MOST_SECTIONS)
		strbuf_addf(b,
		            "<p>%zu more sections, each less hot than these, "
		            "are not in this page.</p>\n",
		            a->nshown - REPORT_MOST_SECTIONS);
	strbuf_adds(b, "</section>\n");
}

static void add_nav(struct report_page *p)
{
	static const struct {
		const char *id, *text;
	} links[] = { { "answer", "Answer" },   { "time", "Where time went" },
		      { "line", "Time line" },  { "balance", "Balance" },
		      { "calls", "Calls" },     { "mpi", "MPI" },
		      { "hot", "Hot sections" } };
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<nav aria-label=\"Parts of this report\"><ul>");
	if (p->options->scaling)
		strbuf_adds(b, "<li><a href=\"#scaling\">Scaling</a></li>");
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++) {
		if ((strcmp(links[i].id, "line") == 0 &&
		     !report_has_timeline(p)) ||
		    (strcmp(links[i].id, "balance") == 0 &&
		     !report_has_balance(p)) ||
		    (strcmp(links[i].id, "calls") == 0 &&
		     !report_has_calls(p)) ||
		    (strcmp(links[i].id, "mpi") == 0 && !report_has_mpi(p)))
			continue;
		strbuf_addf(b, "<li><a href=\"#%s\">%s</a></li>", links[i].id,
		            links[i].text);
	}
	if (p->suggest)
		strbuf_adds(b, "<li><a href=\"#advice\">Suggestions</a></li>");
	strbuf_adds(b, "<li><a href=\"#summary\">Run</a></li>"
	               "<li><a href=\"#read\">How to read this</a></li>"
	               "</ul></nav>\n");
}

static void add_title(struct strbuf *b, const struct assessment *a,
                      const char *joined)
{
	for (size_t i = 0; i < a->n; i++) {
		strbuf_adds(b, i ? joined : "");
		strbuf_adds(b, io_basename(a->in[i].file));
	}
}

/* Where source may come from: folders of the user's, and of the binaries */
static void find_folders(struct report_page *p)
{
	sources_add_folders(p->sources, p->options->source_dirs,
	                    p->options->nsource_dirs);
	for (size_t i = 0; i < p->a->n; i++)
		sources_add_binaries(p->sources, p->a->in[i].profile);
}

/* Which files a reader of the page gets: who hands it on should know. */
static void add_files(struct report_page *p)
{
	struct strbuf *b = &p->b;

	if (!sources_list(p->sources, 0) || p->options->published)
		return;
	strbuf_adds(b, "<section aria-labelledby=\"files\">\n<h2 id=\"files\">"
	               "Source files in this page</h2>\n<ul "
	               "class=\"observed\">\n");
	for (size_t i = 0; sources_list(p->sources, i); i++) {
		strbuf_adds(b, "<li>");
		html_name_whole(b, sources_list(p->sources, i));
		strbuf_adds(b, "</li>\n");
	}
	strbuf_adds(b, "</ul>\n</section>\n");
}

static void add_pictures(struct report_page *p)
{
	strbuf_adds(&p->b, "<section aria-labelledby=\"time\">\n<h2 "
	                   "id=\"time\">Where time went</h2>\n");
	report_add_flame(p);
	report_add_table(p);
	report_add_roofline(p);
	strbuf_adds(&p->b, "</section>\n");
}

/* For who sees such a page for the first time */
static void add_help(struct report_page *p)
{
	struct strbuf *b = &p->b;

	strbuf_adds(
		b,
		"<section aria-labelledby=\"read\">\n<h2 id=\"read\">How to "
		"read this</h2>\n<ul>\n"
		"<li>CPI: cycles per instruction. It is good below the dashed "
		"mark; useful work alone would be the green part.</li>\n"
		"<li>The account divides the measured cycles among their "
		"causes. What the model does not explain is grey; no advice is "
		"based on it.</li>\n"
		"<li>An upper bound says what a category costs at most. A "
		"short bar rules the category out; the cost of a long one may "
		"overlap with other work.</li>\n"
		"<li><q>About 2x as fast</q> is what the whole program is "
		"expected to gain from a change; the limit is what it can "
		"gain at most.</li>\n");
	if (!p->options->default_pages) {
		strbuf_adds(b, "<li><a href=\"");
		html_address(b, p->options->suggestions);
		strbuf_adds(b, "\">All suggestions and machines</a></li>\n");
	}
	strbuf_adds(b, "</ul>\n</section>\n");
}

static void write_page(struct report_page *p)
{
	struct strbuf title = STRBUF_INIT;
	struct html_page page = { .kind = "report",
		                  .style = &asset_report_style,
		                  .script = &asset_report };
	const struct assessment *a = p->a;

	strbuf_adds(&title, "perfexpert: ");
	add_title(&title, a, p->options->scaling ? " to " : " and ");
	page.title = title.s;
	html_begin(&p->b, &page);
	strbuf_adds(&p->b, "<header><h1>");
	html_name(&p->b, title.s + strlen("perfexpert: "));
	strbuf_adds(&p->b, " <small>perfexpert</small></h1>\n");
	add_nav(p);
	strbuf_adds(&p->b, "</header>\n<main id=\"main\" tabindex=\"-1\">\n");
	report_add_scaling(p);
	report_add_answer(p);
	add_pictures(p);
	report_add_timeline(p);
	report_add_balances(p);
	flush(p);
	report_add_calls(p);
	report_add_mpi(p);
	flush(p);
	add_sections(p);
	if (p->suggest) {
		report_add_elsewhere(p);
		report_add_appendix(p);
	}
	report_add_summary(p);
	add_files(p);
	add_help(p);
	strbuf_adds(&p->b, "</main>\n");
	html_end(&p->b, &page);
	flush(p);
	strbuf_release(&title);
}

static void write_html(const struct assessment *a,
                       const struct suggest *suggest,
                       const struct report_options *options, FILE *f)
{
	struct report_page p = { .a = a,
		                 .suggest = suggest,
		                 .options = options,
		                 .sources = sources_new(),
		                 .b = STRBUF_INIT,
		                 .f = f };
	const struct sources_file file = sources_hide(f);

	p.no_source = file.open_to_others;
	find_folders(&p);
	write_page(&p);
	sources_unhide(p.sources, f, &file);
	strbuf_release(&p.b);
	sources_free(p.sources);
}

const struct report report_html = { .name = "html",
	                            .details = true,
	                            .whole = true,
	                            .all = true,
	                            .write = write_html };
