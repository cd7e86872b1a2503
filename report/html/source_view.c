/*
 * The source of a section: each line with its share of the time and what it
 * missed. Lines that nothing was measured on are left out where they are many.
 */
#include <math.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "highlight.h"
#include "html.h"
#include "page_private.h"
#include "report/report.h"
#include "report/source/listing.h"
#include "report/source/source_files.h"

enum {
	WHOLE = 40,       /* a section of no more lines is shown whole */
	AROUND = 2,       /* lines before and after a measured one */
	MOST_LINES = 120, /* of one section */
	MOST_SPAN = 20000,
	OPEN = 8 /* blocks unfolded */
};

/* Are there counts of so many in a row of two inputs side by side? */
static const bool narrow_count[LISTING_COUNTS] = {
	[1] = true, [3] = true, [5] = true
};

struct block {
	const struct profile *profile;
	const struct profile_section *section;
	const char *path;
	const struct source *source;
	unsigned first, last; /* lines */
	struct listing listing;
	double program; /* time of the whole program */
	double most;    /* largest time, or instructions */
	double keep;    /* assess_input.caused_keep */
	bool brief;     /* without counts, for a card */
	bool by_time, narrow, by_calls, by_cpi, by_cause;
	bool have[LISTING_COUNTS], waits[LISTING_WAITS];
};

static bool same_file(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static double heat_of(const struct block *k, const struct listing_line *l)
{
	if (k->by_calls)
		return fmax(0, l->time) + fmax(0, k->keep * l->called);
	return k->by_time ? l->time : l->count[0];
}

static bool within(const struct block *k, const struct listing_line *l)
{
	return l->line >= k->first && l->line <= k->last;
}

/* Which columns there are: those that have something */
static void measure(struct block *k)
{
	const struct listing *l = &k->listing;

	for (size_t i = 0; i < l->n; i++) {
		const struct listing_line *at = &l->lines[i];
		double share;

		if (!within(k, at))
			continue;
		k->by_time |= at->time > 0;
		k->by_calls |= at->called > 0;
		k->by_cpi |= !k->brief && listing_cpi(at) > 0;
		k->by_cause |=
			!k->narrow && listing_cause(at, &share) < ACCOUNT_PARTS;
		for (size_t c = 0; c < LISTING_COUNTS; c++)
			k->have[c] |= at->count[c] > 0 && !k->brief &&
			              (narrow_count[c] || !k->narrow);
		for (size_t w = 0; w < LISTING_WAITS; w++)
			k->waits[w] |= at->wait_s[w] > 0;
	}
	for (size_t i = 0; i < l->n; i++) {
		if (within(k, &l->lines[i]))
			k->most = fmax(k->most, heat_of(k, &l->lines[i]));
	}
}

/* Lines that belong to the section, and those of its loops outside of it */
static void span(struct block *k)
{
	const struct profile_section *s = k->section;

	k->first = s->line;
	k->last = s->end_line > s->line ? s->end_line : s->line;
	if (k->last - k->first > MOST_SPAN)
		k->last = k->first + MOST_SPAN;
	if (k->last > source_count(k->source))
		k->last = (unsigned)source_count(k->source);
}

static bool wanted(const struct block *k, unsigned line)
{
	return k->last - k->first < WHOLE || line == k->first ||
	       listing_near(&k->listing, line, AROUND);
}

static void add_count(struct strbuf *b, double v)
{
	static const struct {
		double from;
		const char *unit;
	} units[] = { { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } };

	strbuf_adds(b, "<td>");
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (!(v >= units[i].from))
			continue;
		v /= units[i].from;
		strbuf_addf(b, "%.*f%s", v < 10 ? 1 : 0, v, units[i].unit);
		v = 0;
	}
	if (v > 0)
		strbuf_addf(b, "%.0f", v);
	strbuf_adds(b, "</td>");
}

/* 0 for nothing, then 1 to 8 in steps of the square root: small ones show */
static int level(const struct block *k, const struct listing_line *l)
{
	const double v = l ? heat_of(k, l) : NAN;

	if (!(v > 0) || !(k->most > 0))
		return 0;
	return 1 + (int)(7 * sqrt(v / k->most) + 0.5);
}

/* Columns between the number of a line and its text */
static size_t columns_of(const struct block *k)
{
	size_t n = (size_t)k->by_time + k->by_calls + k->by_cpi + k->by_cause;

	for (size_t w = 0; w < LISTING_WAITS; w++)
		n += k->waits[w];
	for (size_t c = 0; c < LISTING_COUNTS; c++)
		n += k->have[c];
	return n;
}

/* What a line costs, where it costs something */
static void add_cost(struct strbuf *b, const struct block *k,
                     const struct listing_line *l)
{
	const bool costs = l->time / k->program >= 0.0005;

	if (k->by_time) {
		strbuf_adds(b, "<td>");
		if (costs)
			strbuf_addf(b, "%.1f %%", 100 * l->time / k->program);
		strbuf_adds(b, "</td>");
	}
	if (k->by_calls) {
		const double share = k->keep * l->called / k->program;

		strbuf_adds(b, "<td>");
		if (share >= 0.0005)
			strbuf_addf(b, "%.1f %%", 100 * share);
		strbuf_adds(b, "</td>");
	}
	if (k->by_cpi) {
		strbuf_adds(b, "<td>");
		if (costs && listing_cpi(l) > 0)
			strbuf_addf(b, "%.2f", listing_cpi(l));
		strbuf_adds(b, "</td>");
	}
	if (k->by_cause) {
		strbuf_adds(b, "<td>");
		if (costs)
			listing_add_cause(b, l);
		strbuf_adds(b, "</td>");
	}
}

static void add_cells(struct strbuf *b, const struct block *k,
                      const struct listing_line *l)
{
	add_cost(b, k, l);
	for (size_t w = 0; w < LISTING_WAITS; w++) {
		if (!k->waits[w])
			continue;
		strbuf_adds(b, "<td>");
		if (l->wait_s[w] > 0)
			strbuf_addf(b, "%.2f s", l->wait_s[w]);
		strbuf_adds(b, "</td>");
	}
	for (size_t c = 0; c < LISTING_COUNTS; c++) {
		if (k->have[c])
			add_count(b, l->count[c]);
	}
}

static void add_code_line(struct report_page *p, struct block *k,
                          struct highlight *hl, unsigned line)
{
	enum { LONGEST = 1000 };
	const struct listing_line *at = listing_at(&k->listing, line);
	struct strbuf *b = &p->b;
	const int heat = level(k, at);
	const char *text = source_line(k->source, line);
	char *cut = mem_strndup(text, strnlen(text, LONGEST));

	if (heat)
		strbuf_addf(b, "<tr class=\"h%d\">", heat);
	else
		strbuf_adds(b, "<tr>");
	strbuf_addf(b, "<td>%u</td>", line);
	if (at)
		add_cells(b, k, at);
	else if (columns_of(k))
		strbuf_addf(b, "<td colspan=\"%zu\"></td>", columns_of(k));
	strbuf_adds(b, "<td>");
	highlight_line(hl, b, cut);
	strbuf_adds(b, "</td></tr>\n");
	free(cut);
}

static void add_head_of(struct strbuf *b, const char *name)
{
	strbuf_addf(b, "<th scope=\"col\">%s</th>", name);
}

static void add_head(struct report_page *p, const struct block *k)
{
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	               "aria-label=\"Source\"><table class=\"source\"><thead>"
	               "<tr><th scope=\"col\">line</th>");
	if (k->by_time)
		add_head_of(b, "time");
	if (k->by_calls)
		add_head_of(b, "in calls");
	if (k->by_cpi)
		add_head_of(b, "CPI");
	if (k->by_cause)
		add_head_of(b, "cause");
	for (size_t w = 0; w < LISTING_WAITS; w++) {
		if (k->waits[w])
			add_head_of(b, listing_wait_names[w]);
	}
	for (size_t c = 0; c < LISTING_COUNTS; c++) {
		if (k->have[c])
			add_head_of(b, listing_counts[c].head);
	}
	strbuf_adds(b, "<th scope=\"col\">source</th></tr></thead><tbody>\n");
}

static void add_gap(struct report_page *p, const struct block *k, unsigned n)
{
	strbuf_addf(&p->b,
	            "<tr class=\"gap\"><td colspan=\"%zu\">%u line%s</td>"
	            "</tr>\n",
	            columns_of(k) + 2, n, n == 1 ? "" : "s");
}

static void add_table(struct report_page *p, struct block *k)
{
	struct highlight hl = { .language = highlight_of(k->path) };
	struct strbuf skipped = STRBUF_INIT;
	unsigned gap = 0, shown = 0;

	add_head(p, k);
	for (unsigned line = k->first; line <= k->last; line++) {
		if (shown >= MOST_LINES || !wanted(k, line)) {
			gap++;
			strbuf_clear(&skipped);
			highlight_line(&hl, &skipped,
			               source_line(k->source, line));
			continue;
		}
		if (gap)
			add_gap(p, k, gap);
		gap = 0;
		shown++;
		add_code_line(p, k, &hl, line);
	}
	if (gap)
		add_gap(p, k, gap);
	strbuf_adds(&p->b, "</tbody></table></div>\n");
	strbuf_release(&skipped);
}

static void add_problem(struct report_page *p, const char *path,
                        const char *why)
{
	strbuf_adds(&p->b, "<p class=\"nosource\">The source ");
	html_name(&p->b, path);
	strbuf_addf(&p->b, " is not shown: %s.</p>\n", why);
}

static void make_listing(struct report_page *p, struct block *k, size_t input)
{
	listing_make(&k->listing, k->profile, k->section, k->path);
	k->program = p->a->in[input].time;
	k->keep = p->a->in[input].caused_keep;
}

/* What is published has its source with it, whatever the time of the copy. */
static bool was_changed(const struct report_page *p, const struct block *k)
{
	return !p->options->published && listing_changed(k->profile, k->source);
}

static void add_block(struct report_page *p, struct block *k, size_t input)
{
	const size_t start = p->b.len;

	make_listing(p, k, input);
	measure(k);
	strbuf_addf(&p->b, "<details class=\"code\"%s><summary>Source",
	            p->source_blocks++ < OPEN ? " open" : "");
	if (p->a->n > 1)
		strbuf_addf(&p->b, " in input %zu", input + 1);
	strbuf_adds(&p->b, ": ");
	html_name(&p->b, k->path);
	strbuf_addf(&p->b, ", lines %u to %u</summary>\n", k->first, k->last);
	if (was_changed(p, k))
		strbuf_adds(&p->b, "<p class=\"warning\">The file was changed "
		                   "after the measurement: lines may not "
		                   "match.</p>\n");
	add_table(p, k);
	strbuf_adds(&p->b, "</details>\n");
	p->source_bytes += p->b.len - start;
	listing_release(&k->listing);
}

/* Do the lines of the procedure that is shown above hold this loop's? */
static bool shown_above(const struct assess_section *s, size_t input)
{
	const struct profile_section *p = s->in[input].section, *up;

	if (s->kind != PROFILE_LOOP || !s->parent || !s->parent->shown)
		return false;
	up = s->parent->in[input].section;
	return up && up->file && p->file && same_file(up->file, p->file) &&
	       up->line <= p->line && p->end_line <= up->end_line &&
	       up->end_line - up->line < WHOLE;
}

static void add_input(struct report_page *p, const struct assess_section *s,
                      size_t input)
{
	struct block k = { .profile = p->a->in[input].profile,
		           .section = s->in[input].section,
		           .narrow = p->a->n > 1 };

	if (!k.section || !k.section->file || !k.section->line ||
	    shown_above(s, input))
		return;
	k.path = listing_path(k.section);
	k.source = sources_get(p->sources, k.path);
	if (source_problem(k.source)) {
		if (s->kind == PROFILE_PROCEDURE)
			add_problem(p, k.path, source_problem(k.source));
		return;
	}
	if (p->no_source) {
		add_problem(
			p, k.path,
			"users who may not read the source can read the page");
		return;
	}
	if (p->source_bytes > REPORT_SOURCE_BYTES) {
		add_problem(
			p, k.path,
			"this page already has the maximum amount of source");
		return;
	}
	if (p->a->n > 1 && was_changed(p, &k)) {
		add_problem(p, k.path, "it was changed after this measurement");
		return;
	}
	span(&k);
	if (k.first > k.last) {
		add_problem(p, k.path,
		            "it has fewer lines than the measurement");
		return;
	}
	sources_shown(p->sources, k.source);
	add_block(p, &k, input);
}

/* The line that costs most; 0: none does */
static unsigned hottest(struct block *k)
{
	unsigned line = 0;
	double most = 0;

	k->first = 1;
	k->last = (unsigned)source_count(k->source);
	measure(k);
	for (size_t i = 0; i < k->listing.n; i++) {
		const struct listing_line *at = &k->listing.lines[i];

		if (!within(k, at) || !(heat_of(k, at) > most))
			continue;
		most = heat_of(k, at);
		line = at->line;
	}
	return line;
}

void report_add_excerpt(struct report_page *p, const struct assess_section *s)
{
	enum { BEFORE = 4 };
	const size_t input = p->a->n - 1, start = p->b.len;
	struct block k = { .profile = p->a->in[input].profile,
		           .section = s->in[input].section,
		           .brief = true };
	unsigned line;

	if (!k.section || !k.section->file || !k.section->line)
		return;
	k.path = listing_path(k.section);
	k.source = sources_get(p->sources, k.path);
	if (source_problem(k.source)) {
		if (!p->missing_said)
			add_problem(p, k.path, source_problem(k.source));
		p->missing_said = true;
		return;
	}
	if (p->no_source || p->source_bytes > REPORT_SOURCE_BYTES ||
	    was_changed(p, &k))
		return;
	make_listing(p, &k, input);
	line = hottest(&k);
	if (line) {
		k.first = line > BEFORE ? line - BEFORE : 1;
		k.last = line + BEFORE < k.last ? line + BEFORE : k.last;
		sources_shown(p->sources, k.source);
		strbuf_adds(&p->b, "<details class=\"code\"><summary>Source: ");
		html_name(&p->b, io_basename(k.path));
		strbuf_addf(&p->b, ":%u</summary>\n", line);
		add_table(p, &k);
		strbuf_adds(&p->b, "</details>\n");
	}
	p->source_bytes += p->b.len - start;
	listing_release(&k.listing);
}

void report_add_source(struct report_page *p, const struct assess_section *s)
{
	strbuf_adds(&p->b, p->a->n > 1 ? "<div class=\"sources\">\n" : "");
	for (size_t i = 0; i < p->a->n; i++)
		add_input(p, s, i);
	strbuf_adds(&p->b, p->a->n > 1 ? "</div>\n" : "");
}
