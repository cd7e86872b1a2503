#include "annotate.h"

#include <math.h>
#include <stdlib.h>
#include <sys/types.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/json_writer.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/short_name.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "report.h"
#include "report/source/listing.h"
#include "report/source/source_files.h"

enum {
	AROUND = 2,     /* lines before and after one that is listed */
	LONGEST = 1000, /* of a line, in bytes */
	WHERE = 7       /* columns of a line's number */
};

/* A line with as much of the threshold is listed. */
static const double deeper = 0.1;

/* A smaller share of the time would be shown as 0 %. */
#define LEAST 0.0005

/* A source file, and what all that came from it takes. */
struct file {
	const char *path;
	double time, called, wait_s;
	struct listing listing;
};

struct annotate {
	const struct assessment *a;
	const struct assess_input *in;
	const struct profile_section *of; /* whose lines: the program, or one */
	struct sources *sources;
	bool no_source;
	struct file *files; /* most time first */
	size_t n;
	bool waits[LISTING_WAITS], called, cpi, cause; /* columns */
	struct strbuf b;
};

static void add_files(struct map *m, const struct profile_section *s)
{
	for (size_t i = 0; i < s->nlines; i++)
		map_put(m, s->lines[i].file, m);
	for (size_t i = 0; i < s->nfacts; i++) {
		const char *file = profile_fact_attr(&s->facts[i], "file");

		if (file && (strcmp(s->facts[i].name, "wait") == 0 ||
		             strcmp(s->facts[i].name, "caused") == 0))
			map_put(m, file, m);
	}
	for (s = s->child; s; s = s->next)
		add_files(m, s);
}

/* The share of the program's time that a line's calls take */
static double called(const struct annotate *n, double cycles)
{
	return cycles > 0 ? n->in->caused_keep * cycles / n->in->time : 0;
}

static void sum_up(struct file *f)
{
	for (size_t i = 0; i < f->listing.n; i++) {
		const struct listing_line *l = &f->listing.lines[i];

		f->time += l->time > 0 ? l->time : 0;
		f->called += l->called > 0 ? l->called : 0;
		for (size_t w = 0; w < LISTING_WAITS; w++)
			f->wait_s += l->wait_s[w];
	}
}

static double wait_total(const struct annotate *n)
{
	return n->in->elapsed.known ? n->in->elapsed.all_s : n->in->runtime_s;
}

/* Has it so much of the time, or of the waiting? */
static bool worth(const struct annotate *n, double time, double wait_s,
                  double threshold)
{
	return n->a->all || time >= threshold * n->in->time ||
	       (wait_s > 0 && wait_s >= threshold * wait_total(n));
}

static double line_waits(const struct listing_line *l)
{
	double sum = 0;

	for (size_t w = 0; w < LISTING_WAITS; w++)
		sum += l->wait_s[w];
	return sum;
}

static bool listed(const struct annotate *n, const struct listing_line *l)
{
	return worth(n, fmax(0, l->time) + called(n, l->called) * n->in->time,
	             line_waits(l), deeper * n->a->threshold);
}

static int by_time(const void *one, const void *two)
{
	const struct file *a = one, *b = two;

	if (a->time != b->time)
		return a->time < b->time ? 1 : -1;
	if (a->wait_s != b->wait_s)
		return a->wait_s < b->wait_s ? 1 : -1;
	return strcmp(a->path, b->path);
}

static void find_columns(struct annotate *n, const struct file *f)
{
	for (size_t i = 0; i < f->listing.n; i++) {
		const struct listing_line *l = &f->listing.lines[i];
		double share;

		n->cpi |= listing_cpi(l) > 0;
		n->called |= called(n, l->called) >= LEAST;
		n->cause |= listing_cause(l, &share) < ACCOUNT_PARTS;
		for (size_t w = 0; w < LISTING_WAITS; w++)
			n->waits[w] |= l->wait_s[w] >= 0.005;
	}
}

/* The files that are worth it; names are those of the map. */
static void find_files(struct annotate *n, struct map *m)
{
	const struct profile *p = n->in->profile;

	add_files(m, n->of);
	n->files = mem_alloc(map_size(m) + 1, sizeof(*n->files));
	for (size_t i = 0; i < map_size(m); i++) {
		struct file f = { .path = map_key(m, i) };

		listing_make(&f.listing, p, n->of, f.path);
		sum_up(&f);
		if (!worth(n, f.time + called(n, f.called) * n->in->time,
		           f.wait_s, n->a->threshold)) {
			listing_release(&f.listing);
			continue;
		}
		find_columns(n, &f);
		n->files[n->n++] = f;
	}
	qsort(n->files, n->n, sizeof(*n->files), by_time);
}

static void start(struct annotate *n, const struct assessment *a,
                  const struct assess_section *s, struct map *m)
{
	const size_t input = a->n - 1;

	*n = (struct annotate){ .a = a,
		                .in = &a->in[input],
		                .of = s ? s->in[input].section
		                        : a->in[input].profile->root,
		                .b = STRBUF_INIT };
	if (n->of)
		find_files(n, m);
}

static void release(struct annotate *n)
{
	for (size_t i = 0; i < n->n; i++)
		listing_release(&n->files[i].listing);
	free(n->files);
	strbuf_release(&n->b);
}

/* ---- text ---- */

static void add_head(struct annotate *n)
{
	struct strbuf *b = &n->b;

	strbuf_adds(b, "  time ");
	if (n->called)
		strbuf_addf(b, "%8s", "in calls ");
	if (n->cpi)
		strbuf_addf(b, "%7s ", "CPI");
	for (size_t w = 0; w < LISTING_WAITS; w++) {
		if (n->waits[w])
			strbuf_addf(b, " %13s", listing_wait_names[w]);
	}
	if (n->cause)
		strbuf_addf(b, "  %-21s", "cause");
	strbuf_addf(b, "%*s  source\n", WHERE, "line");
}

static void add_cause(struct annotate *n, const struct listing_line *l)
{
	struct strbuf cause = STRBUF_INIT;

	if (l && l->time / n->in->time >= LEAST)
		listing_add_cause(&cause, l);
	strbuf_addf(&n->b, "  %-21s", cause.s);
	strbuf_release(&cause);
}

static void add_cost(struct annotate *n, const struct listing_line *l)
{
	struct strbuf *b = &n->b;
	const double share = l ? l->time / n->in->time : NAN;

	if (share >= LEAST)
		strbuf_addf(b, "%5.1f%% ", 100 * share);
	else
		strbuf_addn(b, ' ', 7);
	if (n->called && l && called(n, l->called) >= LEAST)
		strbuf_addf(b, " %6.1f%% ", 100 * called(n, l->called));
	else if (n->called)
		strbuf_addn(b, ' ', 9);
	if (n->cpi && share >= LEAST && listing_cpi(l) > 0)
		strbuf_addf(b, "%7.2f ", listing_cpi(l));
	else if (n->cpi)
		strbuf_addn(b, ' ', 8);
	for (size_t w = 0; w < LISTING_WAITS; w++) {
		if (n->waits[w] && l && l->wait_s[w] >= 0.005)
			strbuf_addf(b, " %11.2f s", l->wait_s[w]);
		else if (n->waits[w])
			strbuf_addn(b, ' ', 14);
	}
	if (n->cause)
		add_cause(n, l);
}

/* Tabs to columns of four, as a terminal is narrow; what a terminal could take
 * for more is escaped */
static void add_text(struct strbuf *b, const char *text)
{
	char *cut = mem_strndup(text, strnlen(text, LONGEST));
	const size_t start = b->len;
	char *next = cut, *word;

	for (word = strsep(&next, "\t"); word; word = strsep(&next, "\t")) {
		escape_terminal_buf(b, word);
		if (next)
			strbuf_addn(b, ' ', 4 - (b->len - start) % 4);
	}
	free(cut);
}

static void add_row(struct annotate *n, const struct file *f,
                    const struct source *source, unsigned line)
{
	add_cost(n, listing_at(&f->listing, line));
	strbuf_addf(&n->b, "%*u  ", WHERE, line);
	if (source)
		add_text(&n->b, source_line(source, line));
	while (n->b.len && n->b.s[n->b.len - 1] == ' ')
		n->b.s[--n->b.len] = '\0';
	strbuf_addc(&n->b, '\n');
}

/* The innermost procedure of the file around a line; NULL: none is known */
static const struct profile_section *around(const struct annotate *n,
                                            const struct file *f, unsigned line)
{
	const struct profile_section *best = NULL;

	for (struct profile_section *s = n->in->profile->root; s;
	     s = profile_next(s)) {
		const char *path;

		if (s->kind != PROFILE_PROCEDURE || s->line > line ||
		    s->end_line < line || !s->line)
			continue;
		path = listing_path(s);
		if (path && strcmp(path, f->path) == 0 &&
		    (!best || s->line > best->line))
			best = s;
	}
	return best;
}

/* Where lines are left out: "... in solve" */
static void add_gap(struct annotate *n, const struct file *f, unsigned line)
{
	const struct profile_section *s = around(n, f, line);
	struct strbuf name = STRBUF_INIT;

	if (s)
		short_name(&name, s->name);
	strbuf_adds(&n->b, s ? "... in " : "...");
	escape_terminal_buf(&n->b, name.s);
	strbuf_addc(&n->b, '\n');
	strbuf_release(&name);
}

static void add_lines(struct annotate *n, const struct file *f,
                      const struct source *source)
{
	const size_t count = source ? source_count(source) : 0;
	unsigned done = 0; /* the last line that was listed */

	for (size_t i = 0; i < f->listing.n; i++) {
		const unsigned line = f->listing.lines[i].line;
		unsigned first = line > AROUND ? line - AROUND : 1;
		unsigned last = line + AROUND;

		if (!listed(n, &f->listing.lines[i]))
			continue;
		if (!source || line > count) {
			first = last = line;
		} else if (last > count) {
			last = (unsigned)count;
		}
		if (first <= done)
			first = done + 1;
		else if (first > done + 1 || !done)
			add_gap(n, f, line);
		for (; first <= last; first++)
			add_row(n, f, source, first);
		done = last > done ? last : done;
	}
}

static const char *why_not(const struct annotate *n, const struct source *s)
{
	if (source_problem(s))
		return source_problem(s);
	return n->no_source
	               ? "users who may not read the source can read this file"
	               : NULL;
}

static void add_file(struct annotate *n, const struct file *f)
{
	const struct source *source = sources_get(n->sources, f->path);
	const char *problem = why_not(n, source);
	struct strbuf *b = &n->b;

	strbuf_addc(b, '\n');
	escape_terminal_buf(b, f->path);
	strbuf_addf(b, ": %.1f%% of the total runtime",
	            100 * f->time / n->in->time);
	if (n->called)
		strbuf_addf(b, ", and %.1f%% in what it calls",
		            100 * called(n, f->called));
	strbuf_addc(b, '\n');
	if (problem)
		strbuf_addf(b, "its text is not shown: %s\n", problem);
	else if (listing_changed(n->in->profile, source))
		strbuf_adds(b, "WARNING: the file was changed after the "
		               "measurement: lines may not match\n");
	if (!problem)
		sources_shown(n->sources, source);
	add_head(n);
	add_lines(n, f, problem ? NULL : source);
}

static void add_header(struct annotate *n, const struct assess_section *s)
{
	struct strbuf *b = &n->b;

	if (n->n == 0) {
		strbuf_adds(b, s ? ""
		                 : "no line takes that much of the time: "
		                   "was the program compiled with -g?\n");
		return;
	}
	strbuf_adds(b, s ? "\nlines of " : "lines of ");
	escape_terminal_buf(b, s ? "this place" : n->in->file);
	strbuf_adds(b, ", with their share of the total runtime "
	               "without waiting:\n");
}

void annotate_text(const struct assessment *a, const struct assess_section *s,
                   const struct report_options *options, FILE *f)
{
	/* what a shell opened for us is the user's own */
	const struct sources_file file =
		f == stdout ? (struct sources_file){ 0 } : sources_hide(f);
	struct map *m = map_new();
	struct annotate n;

	start(&n, a, s, m);
	n.sources = sources_new();
	n.no_source = file.open_to_others;
	sources_add_folders(n.sources, options->source_dirs,
	                    options->nsource_dirs);
	sources_add_binaries(n.sources, n.in->profile);
	add_header(&n, s);
	for (size_t i = 0; i < n.n; i++) {
		add_file(&n, &n.files[i]);
		fwrite(n.b.s, 1, n.b.len, f);
		strbuf_clear(&n.b);
	}
	fwrite(n.b.s, 1, n.b.len, f);
	sources_unhide(n.sources, f, &file);
	sources_free(n.sources);
	release(&n);
	map_free(m);
}

static void write_text(const struct assessment *a,
                       const struct suggest *suggest,
                       const struct report_options *options, FILE *f)
{
	(void)suggest;
	annotate_text(a, NULL, options, f);
}

/* ---- JSON ---- */

static void json_row(struct json *j, const struct annotate *n,
                     const struct listing_line *l)
{
	static const char *const waits[LISTING_WAITS] = { "barrier_s",
		                                          "communication_s",
		                                          "other_waits_s" };
	double share;
	const size_t cause = listing_cause(l, &share);

	json_line(j);
	json_object(j, NULL);
	json_number(j, "line", l->line);
	json_number(j, "fraction", l->time / n->in->time);
	json_number(j, "in_calls", called(n, l->called));
	json_number(j, "cpi", listing_cpi(l));
	json_number(j, "instructions", l->instructions);
	json_text(j, "cause",
	          cause < ACCOUNT_PARTS ? account_parts[cause].id : NULL);
	json_number(j, "cause_share", share);
	for (size_t w = 0; w < LISTING_WAITS; w++)
		json_number(j, waits[w], l->wait_s[w]);
	json_end(j);
}

static void json_file(struct json *j, const struct annotate *n,
                      const struct file *f)
{
	json_line(j);
	json_object(j, NULL);
	json_text(j, "path", f->path);
	json_number(j, "fraction", f->time / n->in->time);
	json_array(j, "lines");
	for (size_t i = 0; i < f->listing.n; i++)
		json_row(j, n, &f->listing.lines[i]);
	json_end(j);
	json_end(j);
}

static void fill(struct json *j, const struct assessment *a,
                 const struct suggest *suggest,
                 const struct report_options *options)
{
	struct map *m = map_new();
	struct annotate n;

	(void)suggest;
	(void)options;
	start(&n, a, NULL, m);
	json_text(j, "file", a->in[0].file);
	json_array(j, "sources");
	for (size_t i = 0; i < n.n; i++)
		json_file(j, &n, &n.files[i]);
	json_end(j);
	release(&n);
	map_free(m);
}

const struct report report_source = {
	.name = "source", .details = true, .whole = true, .write = write_text
};
const struct report report_source_data = { .name = "source",
	                                   .table = "lines",
	                                   .details = true,
	                                   .whole = true,
	                                   .fill = fill };
