/*
 * The source of a section: each line with its share of the time and what it
 * missed. Lines that nothing was measured on are left out where they are many.
 */
#include <math.h>
#include <stdint.h>
#include <time.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "highlight.h"
#include "html.h"
#include "page_private.h"
#include "source_files.h"

enum {
	WHOLE = 40,       /* a section of no more lines is shown whole */
	AROUND = 2,       /* lines before and behind a measured one */
	MOST_LINES = 120, /* of one section */
	MOST_SPAN = 20000,
	OPEN = 8 /* blocks unfolded */
};

/* Columns of counts beside the heat; the first of a group that was measured */
static const struct {
	const char *head;
	const char *event[2];
	const char
		*attr; /* of a memref or branch fact, where lines have none */
	bool narrow;   /* also where two inputs stand side by side */
} columns[] = {
	{ "instr.", { "TOT_INS", NULL }, NULL, false },
	{ "L1 miss", { "L2_DCA", NULL }, "l1_misses", true },
	{ "L2 miss", { "L2_DCM", "L3_DCA" }, "l2_misses", false },
	{ "L3 miss", { "L3_DCM", NULL }, "l3_misses", true },
	{ "TLB miss", { "TLB_DM", NULL }, "tlb_misses", false },
	{ "mispred.", { "BR_MSP", NULL }, "mispredicted", true },
};
enum { COLUMNS = sizeof(columns) / sizeof(*columns) };

struct heat {
	double time;           /* of the section's; NAN */
	double count[COLUMNS]; /* NAN */
	bool any;
};

struct block {
	const struct profile *profile;
	const struct profile_section *section;
	const char *path;
	const struct source *source;
	unsigned first, last; /* lines */
	struct heat *heat;    /* [last - first + 1] */
	double program;       /* time of the whole program */
	double most;          /* largest heat.time, or count[0] */
	bool by_time, narrow;
	bool have[COLUMNS];
};

static bool same_file(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

/* The section's file with a folder, which its lines may know */
static const char *find_path(const struct profile_section *s)
{
	if (!s->file || *s->file == '/')
		return s->file;
	for (size_t i = 0; i < s->nlines; i++) {
		if (strcmp(io_basename(s->lines[i].file),
		           io_basename(s->file)) == 0)
			return s->lines[i].file;
	}
	return s->file;
}

static void add_to(double *sum, double v)
{
	if (!isnan(v))
		*sum = isnan(*sum) ? v : *sum + v;
}

static struct heat *heat_at(struct block *k, const char *file, double line)
{
	if (!file || !same_file(file, k->path) || !(line >= k->first) ||
	    line > k->last)
		return NULL;
	return &k->heat[(size_t)line - k->first];
}

static void add_line(struct block *k, const struct profile_line *l, int time)
{
	struct heat *h = heat_at(k, l->file, l->line);

	if (!h)
		return;
	h->any = true;
	if (time >= 0)
		add_to(&h->time, l->sum[time]);
	for (size_t c = 0; c < COLUMNS; c++) {
		int e = profile_event(k->profile, columns[c].event[0]);

		if ((e < 0 || isnan(l->sum[e])) && columns[c].event[1])
			e = profile_event(k->profile, columns[c].event[1]);
		if (e >= 0)
			add_to(&h->count[c], l->sum[e]);
	}
}

/* Misses of the important references, where lines have no counts */
static void add_fact(struct block *k, const struct profile_fact *f)
{
	struct heat *h;

	if (strcmp(f->name, "memref") != 0 && strcmp(f->name, "branch") != 0)
		return;
	h = heat_at(k, profile_fact_attr(f, "file"),
	            profile_fact_number(f, "line"));
	if (!h)
		return;
	h->any = true;
	for (size_t c = 0; c < COLUMNS; c++) {
		int e = profile_event(k->profile, columns[c].event[0]);

		if (columns[c].attr && e < 0)
			add_to(&h->count[c],
			       profile_fact_number(f, columns[c].attr));
	}
}

static void gather(struct block *k, const struct profile_section *s, int time)
{
	for (size_t i = 0; i < s->nlines; i++)
		add_line(k, &s->lines[i], time);
	for (size_t i = 0; i < s->nfacts; i++)
		add_fact(k, &s->facts[i]);
	for (s = s->child; s; s = s->next)
		gather(k, s, time);
}

static void measure(struct block *k)
{
	for (size_t i = 0; i <= k->last - k->first; i++) {
		const struct heat *h = &k->heat[i];

		k->by_time |= h->time > 0;
		for (size_t c = 0; c < COLUMNS; c++)
			k->have[c] |= h->count[c] > 0 &&
			              (columns[c].narrow || !k->narrow);
	}
	for (size_t i = 0; i <= k->last - k->first; i++)
		k->most = fmax(k->most, k->by_time ? k->heat[i].time
		                                   : k->heat[i].count[0]);
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
	const unsigned low =
		line > k->first + AROUND ? line - AROUND : k->first;

	if (k->last - k->first < WHOLE)
		return true;
	if (line == k->first)
		return true;
	for (unsigned i = low; i <= line + AROUND && i <= k->last; i++) {
		if (k->heat[i - k->first].any)
			return true;
	}
	return false;
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
static int level(const struct block *k, const struct heat *h)
{
	const double v = k->by_time ? h->time : h->count[0];

	if (!(v > 0) || !(k->most > 0))
		return 0;
	return 1 + (int)(7 * sqrt(v / k->most) + 0.5);
}

/* Columns between the number of a line and its text */
static size_t columns_of(const struct block *k)
{
	size_t n = k->by_time;

	for (size_t c = 0; c < COLUMNS; c++)
		n += k->have[c];
	return n;
}

static void add_cells(struct strbuf *b, const struct block *k,
                      const struct heat *h)
{
	if (k->by_time) {
		strbuf_adds(b, "<td>");
		if (h->time / k->program >= 0.0005)
			strbuf_addf(b, "%.1f %%", 100 * h->time / k->program);
		strbuf_adds(b, "</td>");
	}
	for (size_t c = 0; c < COLUMNS; c++) {
		if (k->have[c])
			add_count(b, h->count[c]);
	}
}

static void add_code_line(struct report_page *p, struct block *k,
                          struct highlight *hl, unsigned line)
{
	enum { LONGEST = 1000 };
	const struct heat *h = &k->heat[line - k->first];
	struct strbuf *b = &p->b;
	const int heat = level(k, h);
	const char *text = source_line(k->source, line);
	char *cut = mem_strndup(text, strnlen(text, LONGEST));

	if (heat)
		strbuf_addf(b, "<tr class=\"h%d\">", heat);
	else
		strbuf_adds(b, "<tr>");
	strbuf_addf(b, "<td>%u</td>", line);
	if (h->any)
		add_cells(b, k, h);
	else if (columns_of(k))
		strbuf_addf(b, "<td colspan=\"%zu\"></td>", columns_of(k));
	strbuf_adds(b, "<td>");
	highlight_line(hl, b, cut);
	strbuf_adds(b, "</td></tr>\n");
	free(cut);
}

static void add_head(struct report_page *p, const struct block *k)
{
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	               "aria-label=\"Source\"><table class=\"source\"><thead>"
	               "<tr><th scope=\"col\">line</th>");
	if (k->by_time)
		strbuf_adds(b, "<th scope=\"col\">time</th>");
	for (size_t c = 0; c < COLUMNS; c++) {
		if (k->have[c])
			strbuf_addf(b, "<th scope=\"col\">%s</th>",
			            columns[c].head);
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

/* Was the file written after the program had been measured? */
static bool changed(const struct profile *p, const struct source *s)
{
	struct tm tm = { 0 };

	if (!p->start || !strptime(p->start, "%Y-%m-%dT%H:%M:%S", &tm))
		return false;
	return source_changed(s) > timegm(&tm);
}

static void add_problem(struct report_page *p, const char *path,
                        const char *why)
{
	strbuf_adds(&p->b, "<p class=\"nosource\">The source ");
	html_name(&p->b, path);
	strbuf_addf(&p->b, " is not shown: %s.</p>\n", why);
}

static void add_block(struct report_page *p, struct block *k, size_t input)
{
	const size_t start = p->b.len;
	const int time = profile_event(k->profile, "TOT_CYC");
	const size_t n = (size_t)(k->last - k->first) + 1;

	k->heat = mem_alloc(n, sizeof(*k->heat));
	for (size_t i = 0; i < n; i++) {
		k->heat[i].time = NAN;
		for (size_t c = 0; c < COLUMNS; c++)
			k->heat[i].count[c] = NAN;
	}
	k->program = profile_value(k->profile, k->profile->root, "TOT_CYC");
	gather(k, k->section, time);
	measure(k);
	strbuf_addf(&p->b, "<details class=\"code\"%s><summary>Source",
	            p->source_blocks++ < OPEN ? " open" : "");
	if (p->a->n > 1)
		strbuf_addf(&p->b, " in input %zu", input + 1);
	strbuf_adds(&p->b, ": ");
	html_name(&p->b, k->path);
	strbuf_addf(&p->b, ", lines %u to %u</summary>\n", k->first, k->last);
	if (changed(k->profile, k->source))
		strbuf_adds(&p->b, "<p class=\"warning\">The file was changed "
		                   "after the measurement: lines may not "
		                   "match.</p>\n");
	add_table(p, k);
	strbuf_adds(&p->b, "</details>\n");
	p->source_bytes += p->b.len - start;
	free(k->heat);
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
	k.path = find_path(k.section);
	k.source = sources_get(p->sources, k.path);
	if (source_problem(k.source)) {
		if (s->kind == PROFILE_PROCEDURE)
			add_problem(p, k.path, source_problem(k.source));
		return;
	}
	if (p->no_source) {
		add_problem(p, k.path, "the page can't be kept from others");
		return;
	}
	if (p->source_bytes > REPORT_SOURCE_BYTES) {
		add_problem(p, k.path, "this report shows enough source");
		return;
	}
	if (p->a->n > 1 && changed(k.profile, k.source)) {
		add_problem(p, k.path, "it was changed after this measurement");
		return;
	}
	span(&k);
	if (k.first > k.last) {
		add_problem(p, k.path, "it has fewer lines");
		return;
	}
	sources_shown(p->sources, k.source);
	add_block(p, &k, input);
}

void report_add_source(struct report_page *p, const struct assess_section *s)
{
	strbuf_adds(&p->b, p->a->n > 1 ? "<div class=\"sources\">\n" : "");
	for (size_t i = 0; i < p->a->n; i++)
		add_input(p, s, i);
	strbuf_adds(&p->b, p->a->n > 1 ? "</div>\n" : "");
}
