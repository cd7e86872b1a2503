/*
 * Before and after side by side, and what was measured of the two. The part
 * that is shown is between "show: begin" and "show: end".
 */
#include <math.h>
#include <unistd.h>

#include "arch/lcpi.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "diagnose/assessment.h"
#include "diagnose/bar.h"
#include "report/html/highlight.h"
#include "report/html/html.h"
#include "knowledge/knowledge.h"
#include "knowledge/record.h"
#include "knowledge/suggest.h"
#include "report/html/picture.h"
#include "profile/import/open.h"
#include "profile/profile.h"
#include "site_private.h"
#include "report/source/source_files.h"
#include "report/source/source_folders.h"

static const struct {
	const char *end, *name;
} languages[] = { { "c", "C" }, { "cpp", "C++" }, { "f90", "Fortran" } };
enum { LANGUAGES = sizeof(languages) / sizeof(*languages) };

static void path_of(struct strbuf *path, const struct suggestion *s,
                    const char *side, const char *end)
{
	strbuf_clear(path);
	io_join(path, s->folder, s->example);
	strbuf_addf(path, "/%s.%s", side, end);
}

void site_example_languages(struct strbuf *b, const struct suggestion *s)
{
	struct strbuf path = STRBUF_INIT;

	for (size_t i = 0; s->example && i < LANGUAGES; i++) {
		path_of(&path, s, "before", languages[i].end);
		if (access(path.s, R_OK) == 0)
			strbuf_addf(b, "%s ", languages[i].name);
	}
	strbuf_release(&path);
}

/* The lines between the marks as highlighted code; false without marks. */
static bool add_code(struct strbuf *b, const struct source *source,
                     const char *path)
{
	struct highlight h = { .language = highlight_of(path) };
	struct strbuf code = STRBUF_INIT;
	bool inside = false, seen = false;

	for (size_t i = 1; i <= source_count(source); i++) {
		const char *line = source_line(source, i);

		if (strstr(line, "show: begin")) {
			inside = seen = true;
		} else if (strstr(line, "show: end")) {
			inside = false;
		} else if (inside) {
			highlight_line(&h, &code, line);
			strbuf_addc(&code, '\n');
		}
	}
	if (seen) {
		strbuf_adds(b, "<pre tabindex=\"0\"><code>");
		strbuf_adds(b, code.s);
		strbuf_adds(b, "</code></pre>\n");
	}
	strbuf_release(&code);
	return seen;
}

static int add_side(struct strbuf *b, struct sources *sources,
                    const struct suggestion *s, const char *side,
                    size_t language, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	const struct source *source;
	int rc = 0;

	path_of(&path, s, side, languages[language].end);
	source = sources_get(sources, path.s);
	strbuf_addf(b, "<div><h5>%s, %s</h5>\n",
	            strcmp(side, "before") == 0 ? "Before" : "After",
	            languages[language].name);
	if (source_problem(source))
		rc = err_set(err, ERR_SYSTEM, "'%s': %s", path.s,
		             source_problem(source));
	else if (!add_code(b, source, path.s))
		rc = err_set(err, ERR_FORMAT, "'%s': has no 'show: begin'",
		             path.s);
	strbuf_adds(b, "</div>\n");
	strbuf_release(&path);
	return rc;
}

static int add_pair(struct strbuf *b, struct sources *sources,
                    const struct suggestion *s, size_t language,
                    struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	int rc = 0;
	bool after;

	path_of(&path, s, "before", languages[language].end);
	if (access(path.s, R_OK) != 0) {
		strbuf_release(&path);
		return 0;
	}
	path_of(&path, s, "after", languages[language].end);
	after = access(path.s, R_OK) == 0;
	strbuf_release(&path);
	strbuf_adds(b, "<div class=\"pair\">\n");
	rc = add_side(b, sources, s, "before", language, err);
	if (rc == 0 && after)
		rc = add_side(b, sources, s, "after", language, err);
	strbuf_adds(b, "</div>\n");
	if (!after && s->after_level) {
		strbuf_adds(b, "<p>The same source, with <code>");
		html_text(b, s->after_level);
		strbuf_adds(b, "</code> in place of <code>");
		html_text(b, s->level);
		strbuf_adds(b, "</code>.</p>\n");
	}
	return rc;
}

static void add_time_bars(struct strbuf *b, const struct knowledge_measured *m)
{
	const double most = fmax(m->time_before_s, m->time_after_s);

	if (!(most > 0))
		return;
	strbuf_addf(b,
	            "<svg class=\"two\" viewBox=\"0 0 300 24\" "
	            "aria-hidden=\"true\"><rect class=\"c3\" "
	            "width=\"%.1f\" height=\"10\"/><rect class=\"c4\" "
	            "y=\"13\" width=\"%.1f\" height=\"10\"/></svg>\n"
	            "<p>before %.3f s, after %.3f s</p>\n",
	            300 * m->time_before_s / most, 300 * m->time_after_s / most,
	            m->time_before_s, m->time_after_s);
}

/* Overall, and what the example was made for or what came out otherwise */
static bool worth_showing(const struct suggestion *s,
                          const struct knowledge_measured *m, size_t i)
{
	const char *id = m->categories[i];

	return strcmp(id, "overall") == 0 || strcmp(id, s->category) == 0 ||
	       (s->claim_category && strcmp(id, s->claim_category) == 0) ||
	       bar_rating(m->lcpi_before[i], m->good_cpi) !=
	               bar_rating(m->lcpi_after[i], m->good_cpi);
}

static void add_bar(struct strbuf *b, const struct suggestion *s,
                    const struct knowledge_measured *m, const char *id,
                    const char *label)
{
	for (size_t i = 0; i < m->ncategories; i++) {
		const double values[] = { m->lcpi_before[i], m->lcpi_after[i] };
		const double good[] = { m->good_cpi, m->good_cpi };
		const struct picture_bar bar = {
			.label = label, .values = values, .good = good, .n = 2
		};

		if (strcmp(m->categories[i], id) == 0 && worth_showing(s, m, i))
			picture_bar(b, &bar);
	}
}

/* The bars of both sides, as a comparison of two measurements shows them */
static void add_lcpi_bars(struct strbuf *b, const struct suggestion *s,
                          const struct knowledge_measured *m)
{
	strbuf_adds(b, "<ul class=\"bars\">\n");
	picture_scale(b);
	for (size_t i = 0; i < LCPI_STANDARD; i++)
		add_bar(b, s, m, lcpi_standard[i].id, lcpi_standard[i].label);
	strbuf_adds(b, "</ul>\n");
}

/* Its name and version, without whose package it is: "gcc (Debian ...) 12.2.0"
 */
static void add_compiler(struct strbuf *b, const char *compiler)
{
	const char *from = strstr(compiler, " (");
	const char *to = from ? strchr(from, ')') : NULL;
	struct strbuf name = STRBUF_INIT;

	strbuf_add(&name, compiler,
	           to ? (size_t)(from - compiler) : strlen(compiler));
	strbuf_adds(&name, to ? to + 1 : "");
	html_text(b, name.s);
	strbuf_release(&name);
}

/* By how much, on which machine */
static void add_machine(struct strbuf *b, const struct knowledge_measured *m,
                        const char *unit)
{
	const bool spread = isfinite(m->speedup_low);

	strbuf_addf(b, "<strong>%.2f%s</strong>", m->speedup, unit);
	if (spread)
		strbuf_addf(b, " (%s%.2f to %.2f)", *unit ? "quartiles " : "",
		            m->speedup_low, m->speedup_high);
	strbuf_adds(b, (spread ? m->speedup_low : m->speedup) > 1
	                       ? " on "
	                       : ", it does not pay, on ");
	html_text(b, m->cpu ? m->cpu : "a processor that was not recorded");
	strbuf_adds(b, " (");
	html_text(b, m->machine);
	strbuf_adds(b, ")");
}

static void add_built_with(struct strbuf *b, const struct suggestion *s,
                           const char *compiler)
{
	strbuf_adds(b, " with ");
	add_compiler(b, compiler ? compiler : "an unknown compiler");
	strbuf_adds(b, " <code>");
	html_text(b, s->level ? s->level : "");
	strbuf_adds(b, "</code>");
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* On each machine that it was measured on. The bars are those of the first one;
 * so is the compiler, if not stated otherwise. */
static void add_measured(struct strbuf *b, const struct suggestion *s)
{
	const struct knowledge_measured *first = s->measured;

	strbuf_adds(b, "<h4>What was measured</h4>\n");
	if (!first) {
		strbuf_adds(b, "<p>Not measured yet.</p>\n");
		return;
	}
	strbuf_adds(b, "<p>The program around it ran ");
	add_machine(b, first, " times as fast");
	add_built_with(b, s, first->compiler);
	strbuf_adds(b, ".</p>\n");
	add_time_bars(b, first);
	if (first->ncategories)
		add_lcpi_bars(b, s, first);
	for (const struct knowledge_measured *m = first->next; m; m = m->next) {
		strbuf_adds(b, m == first->next ? "<p>Elsewhere " : ", ");
		add_machine(b, m, "");
		if (!same_text(m->compiler, first->compiler))
			add_built_with(b, s, m->compiler);
		strbuf_adds(b, m->next ? "" : ".</p>\n");
	}
}

/* In the first section that it is made for; NULL: for none */
static const struct suggest_item *find_item(const struct suggest *suggest,
                                            const struct suggestion *s)
{
	const struct suggest_item *found = NULL;

	for (size_t i = 0; i < suggest->n && !found; i++) {
		const struct suggest_section *at = &suggest->sections[i];

		for (size_t k = 0; k < at->nall; k++) {
			if (at->items[k].suggestion == s)
				found = &at->items[k];
		}
	}
	return found;
}

/* The sentence that a report gives for the example itself */
static void add_evidence(struct strbuf *b, const struct site_pages *site,
                         const struct suggestion *s)
{
	struct strbuf path = STRBUF_INIT;
	struct record r = { .profile = NULL };
	struct err err = { 0 };
	struct profile *p;

	path_of(&path, s, "before", "db");
	p = access(path.s, R_OK) == 0 ? profile_open(path.s, NULL, &err) : NULL;
	if (p && record_ask(&r, p, site->knowledge, &err) == 0) {
		const struct suggest_item *found = find_item(r.suggest, s);

		if (found) {
			strbuf_adds(b, "<p>Of the example, a report says: "
			               "&ldquo;");
			html_text(b, found->evidence);
			strbuf_adds(b, "&rdquo;.</p>\n");
		}
	}
	record_release(&r);
	strbuf_release(&path);
}

int site_example(struct strbuf *b, const struct site_pages *site,
                 const struct suggestion *s, struct err *err)
{
	struct sources *sources = sources_new();
	int rc = 0;

	source_folders_add(sources_folders(sources), s->folder);
	strbuf_adds(b, "<h4>Example</h4>\n");
	for (size_t i = 0; i < LANGUAGES && rc == 0; i++)
		rc = add_pair(b, sources, s, i, err);
	sources_free(sources);
	if (rc != 0)
		return -1;
	add_evidence(b, site, s);
	add_measured(b, s);
	return 0;
}
