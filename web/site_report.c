/* A real report of the demo's matrix product: as text and as a page. */
#include <stdlib.h>

#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/output.h"
#include "diagnose/assessment.h"
#include "diagnose/threshold.h"
#include "knowledge/findings.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "profile/import/open.h"
#include "profile/profile.h"
#include "report/answer.h"
#include "report/html/html.h"
#include "report/html/page.h"
#include "site_private.h"

#define NAME "mmm.db"
#define PAGE "report.html"

static void add_answer(struct strbuf *b, const struct assessment *a,
                       const struct suggest *suggest)
{
	const struct answer_form form = { .width = 80, .height = 24 };
	struct findings *findings = findings_new(a, suggest);
	struct strbuf text = STRBUF_INIT;

	answer_text(&text, findings, &form);
	strbuf_adds(b, "<h2 id=\"answer\">What it answers</h2>\n"
	               "<p>A matrix product whose loops are in a bad order; "
	               "<a href=\"" PAGE "\">the same as a page</a>.</p>\n"
	               "<pre tabindex=\"0\"><code>$ perfexpert " NAME "\n");
	html_text(b, text.s);
	strbuf_adds(b, "</code></pre>\n");
	strbuf_release(&text);
	findings_free(findings);
}

static int write_page(const struct site_pages *s, const struct assessment *a,
                      const struct suggest *suggest, const char *sources,
                      struct err *err)
{
	const struct report_options options = { .suggestions = "index.html",
		                                .source_dirs = &sources,
		                                .nsource_dirs = 1,
		                                .published = true };
	struct strbuf path = STRBUF_INIT;
	struct output file = { 0 };
	int rc = -1;

	io_join(&path, s->folder, PAGE);
	if (output_open(&file, path.s, OUTPUT_REPLACE, err) == 0) {
		report_html.write(a, suggest, &options, file.f);
		rc = output_commit(&file, NULL, err);
	}
	strbuf_release(&path);
	return rc;
}

int site_report(struct strbuf *b, const struct site_pages *s, struct err *err)
{
	static const char *const name = NAME;
	const struct assess_options options = { .threshold = THRESHOLD_DEFAULT,
		                                .automatic = true };
	struct strbuf path = STRBUF_INIT, sources = STRBUF_INIT;
	struct assessment *a = NULL;
	struct suggest *suggest = NULL;
	struct profile *p = NULL;
	int rc = -1;

	if (datadir_find("web/demo.db", &path, err) == 0 &&
	    datadir_find("demo", &sources, err) == 0)
		p = profile_open(path.s, NULL, err);
	if (p)
		a = assessment_new((const struct profile *const *)&p, &name, 1,
		                   &options, err);
	if (a)
		suggest = suggest_new(s->knowledge, a, err);
	if (suggest) {
		add_answer(b, a, suggest);
		rc = write_page(s, a, suggest, sources.s, err);
	}
	suggest_free(suggest);
	assessment_free(a);
	profile_free(p);
	strbuf_release(&path);
	strbuf_release(&sources);
	return rc;
}
