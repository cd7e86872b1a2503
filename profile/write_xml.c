/* The measurement file's writer; see read_xml.c and FORMAT.md. */
#include "xml.h"

#include <math.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/num.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "mpi.h"
#include "profile.h"
#include "series.h"
#include "ports.h"
#include "spread.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

/* A file being written; b is the element under construction. */
struct writer {
	FILE *f;
	const struct profile *p;
	struct strbuf b;
};

static void flush(struct writer *w)
{
	fwrite(w->b.s, 1, w->b.len, w->f);
	strbuf_clear(&w->b);
}

void xml_add_text(struct strbuf *b, const char *s)
{
	const size_t end = b->len + PROFILE_MAX_TEXT;
	size_t whole = b->len; /* as far as there is room for "..." */

	while (*s && b->len <= end) {
		size_t n = escape_utf8(s);
		char one[8];

		if (b->len + 3 <= end)
			whole = b->len;
		if (n == 0) {
			strbuf_addf(b, "\\x%02x", (unsigned)(unsigned char)*s);
			s++;
			continue;
		}
		memcpy(one, s, n);
		one[n] = '\0';
		if (*s == '\n')
			strbuf_adds(b, "&#10;");
		else if (*s == '\t')
			strbuf_adds(b, "&#9;");
		else
			escape_html(b, one);
		s += n;
	}
	if (b->len > end) {
		b->s[b->len = whole] = '\0';
		strbuf_adds(b, "...");
	}
}

static void attr(struct writer *w, const char *name, const char *value)
{
	if (!value)
		return;
	strbuf_addf(&w->b, " %s=\"", name);
	xml_add_text(&w->b, value);
	strbuf_addc(&w->b, '"');
}

static void attr_number(struct writer *w, const char *name, double value)
{
	char buf[NUM_SHORTEST];

	if (num_is_count(&value))
		strbuf_addf(&w->b, " %s=\"%s\"", name,
		            num_shortest(buf, value));
}

static void attr_status(struct writer *w, const char *name, int value)
{
	strbuf_addf(&w->b, " %s=\"%d\"", name,
	            value < 0                    ? -1
	            : value > PROFILE_MAX_STATUS ? PROFILE_MAX_STATUS
	                                         : value);
}

static void attr_line(struct writer *w, const char *name, unsigned line)
{
	if (line && line <= PROFILE_MAX_LINE)
		strbuf_addf(&w->b, " %s=\"%u\"", name, line);
}

static void add_value(struct writer *w, double value, bool first)
{
	char buf[NUM_SHORTEST];

	if (!first)
		strbuf_addc(&w->b, ' ');
	strbuf_adds(&w->b,
	            num_is_count(&value) ? num_shortest(buf, value) : "-");
}

static bool any(const double *v, size_t n)
{
	for (size_t i = 0; v && i < n; i++) {
		double value = v[i];

		if (num_is_count(&value))
			return true;
	}
	return false;
}

/* <name>1 2 - 4</name>; left out when there is no value */
static void list(struct writer *w, const char *name, const double *v, size_t n,
                 bool always)
{
	if (!always && !any(v, n))
		return;
	strbuf_addf(&w->b, "<%s>", name);
	for (size_t i = 0; i < n; i++)
		add_value(w, v[i], i == 0);
	strbuf_addf(&w->b, "</%s>\n", name);
}

static void write_measurement(struct writer *w)
{
	const struct profile *p = w->p;

	strbuf_adds(&w->b, "<measurement");
	attr(w, "program", p->program);
	attr(w, "build-id", p->build_id);
	attr(w, "host", p->host);
	attr(w, "cpu", p->cpu);
	attr(w, "start", p->start);
	attr(w, "collector", p->collector);
	attr(w, "collector-version", p->collector_version);
	attr(w, "machine", p->machine);
	attr(w, "estimated", p->estimated ? "yes" : NULL);
	attr_number(w, "clock-hz", p->clock_hz);
	attr_number(w, "runtime-s", p->runtime_s);
	attr_number(w, "memory-latency-ns", p->memory_latency_ns);
	attr_number(w, "memory-line-ns", p->memory_line_ns);
	attr_number(w, "l3-latency-ns", p->l3_latency_ns);
	attr_number(w, "l3-line-ns", p->l3_line_ns);
	attr_number(w, "memory-random-ns", p->memory_random_ns);
	attr_number(w, "l3-random-ns", p->l3_random_ns);
	attr_number(w, "l3-others-ns", p->l3_others_ns);
	attr_number(w, "walk-ns", p->walk_ns);
	attr_number(w, "walk-large-ns", p->walk_large_ns);
	attr_number(w, "fresh-ns", p->fresh_ns);
	attr_number(w, "fresh-large-ns", p->fresh_large_ns);
	attr_number(w, "memory-given-back", p->memory_given_back);
	attr_number(w, "threads", p->threads);
	attr_number(w, "ranks", p->ranks);
	attr_number(w, "processors", p->processors);
	attr_number(w, "counter-set", p->counter_set);
	attr_number(w, "simulated-share", p->simulated_share);
	attr_number(w, "simulated-error", p->simulated_error);
	attr_number(w, "simulated-bars", p->simulated_bars);
	strbuf_adds(&w->b, ">\n");
	for (size_t i = 0; i < p->nargs && i < PROFILE_MAX_ARGS; i++) {
		strbuf_adds(&w->b, "<arg");
		attr(w, "value", p->args[i]);
		strbuf_adds(&w->b, "/>\n");
	}
	for (size_t i = 0; i < p->nnotes; i++) {
		strbuf_adds(&w->b, "<note");
		attr(w, "text", p->notes[i]);
		strbuf_adds(&w->b, "/>\n");
	}
	for (size_t i = 0; i < p->nevents; i++) {
		strbuf_adds(&w->b, "<event");
		attr(w, "name", p->events[i].name);
		attr(w, "native", p->events[i].native);
		attr(w, "how", profile_how_name(p->events[i].how));
		attr(w, "ranks", p->events[i].ranks);
		strbuf_adds(&w->b, "/>\n");
	}
	flush(w);
}

static void write_run(struct writer *w, const struct profile_run *run)
{
	strbuf_adds(&w->b, "<run");
	attr(w, "purpose", run->purpose);
	attr(w, "command", run->command);
	attr_number(w, "wall-s", run->wall_s);
	attr_number(w, "user-s", run->user_s);
	attr_number(w, "sys-s", run->sys_s);
	attr_number(w, "peak-bytes", run->peak_bytes);
	attr_status(w, "exit-status", run->exit_status);
	if (run->signal)
		attr_status(w, "signal", run->signal);
	attr(w, "limited", run->limited ? "yes" : NULL);
	attr_number(w, "samples", run->samples);
	attr_number(w, "lost", run->lost);
	attr_number(w, "clock-hz", run->clock_hz);
	strbuf_adds(&w->b, ">\n");
	list(w, "totals", run->total, w->p->nevents, false);
	list(w, "periods", run->period, w->p->nevents, false);
	strbuf_adds(&w->b, "</run>\n");
	flush(w);
}

static void write_stats(struct writer *w, const struct profile_stats *s)
{
	static const char *const names[] = { "n", "min", "max", "mean", "sd" };
	double v[PROFILE_MAX_EVENTS];

	for (size_t k = 0; s && k < sizeof(names) / sizeof(*names); k++) {
		for (size_t i = 0; i < w->p->nevents; i++) {
			const double of[] = { s[i].n, s[i].min, s[i].max,
				              s[i].mean, s[i].sd };

			v[i] = of[k];
		}
		list(w, names[k], v, w->p->nevents, false);
	}
}

static void write_details(struct writer *w, const struct profile_section *s)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		const struct profile_fact *f = &s->facts[i];

		strbuf_adds(&w->b, "<fact");
		attr(w, "fact", f->name);
		for (size_t k = 0; k < f->nattrs && k < PROFILE_MAX_ATTRS; k++)
			attr(w, f->attrs[k].name, f->attrs[k].value);
		strbuf_adds(&w->b, "/>\n");
	}
	for (size_t i = 0; i < s->nlines; i++) {
		if (!s->lines[i].file || s->lines[i].line > PROFILE_MAX_LINE)
			continue;
		strbuf_adds(&w->b, "<line");
		attr(w, "file", s->lines[i].file);
		attr_line(w, "line", s->lines[i].line);
		strbuf_adds(&w->b, ">");
		for (size_t k = 0; k < w->p->nevents; k++)
			add_value(w, s->lines[i].sum[k], k == 0);
		strbuf_adds(&w->b, "</line>\n");
	}
	flush(w);
}

static void attr_region(struct writer *w, const struct profile_region *r)
{
	strbuf_addf(&w->b, " number=\"%d\"", r->number);
	attr_number(w, "entries", r->entries);
	attr_number(w, "elapsed-s", r->elapsed_s);
	attr_number(w, "pairs", r->pairs);
	attr_number(w, "pair-s", r->pair_s);
}

/* Sections that are nested too deeply are in the counts of those above. */
static void write_section(struct writer *w, const struct profile_section *s,
                          int level)
{
	strbuf_adds(&w->b, "<section");
	attr(w, "kind", profile_kind_name(s->kind));
	if (*s->name)
		attr(w, "name", s->name);
	attr(w, "raw-name", s->raw_name);
	attr(w, "file", s->file);
	attr_line(w, "line", s->line);
	attr_line(w, "end-line", s->end_line);
	if (s->region)
		attr_region(w, s->region);
	strbuf_adds(&w->b, ">\n");
	list(w, "sum", s->sum, w->p->nevents, true);
	if (s->region)
		list(w, "own", s->region->own, w->p->nevents, false);
	list(w, "samples", s->samples, w->p->nevents, false);
	list(w, "errors", s->errors, w->p->nevents, false);
	list(w, "runs", s->run_cycles, w->p->nruns, false);
	write_stats(w, s->stats);
	spread_write(&w->b, w->p, s);
	series_write(&w->b, s);
	write_details(w, s);
	for (const struct profile_section *c = s->child;
	     c && level < PROFILE_MAX_DEPTH; c = c->next)
		write_section(w, c, level + 1);
	if (s == w->p->root) {
		for (const struct profile_section *r = w->p->regions; r;
		     r = r->next)
			write_section(w, r, level + 1);
	}
	strbuf_adds(&w->b, "</section>\n");
	flush(w);
}

static void write_call(struct writer *w, const struct profile_call *c)
{
	strbuf_adds(&w->b, "<call");
	attr(w, "name", c->name);
	if (*c->module)
		attr(w, "module", c->module);
	attr_number(w, "own", c->own);
	strbuf_adds(&w->b, c->child ? ">\n" : "/>\n");
	for (const struct profile_call *k = c->child; k; k = k->next)
		write_call(w, k);
	if (c->child)
		strbuf_adds(&w->b, "</call>\n");
	flush(w);
}

static void write_calls(struct writer *w)
{
	if (!w->p->calls)
		return;
	strbuf_adds(&w->b, "<calls>\n");
	for (const struct profile_call *c = w->p->calls->child; c; c = c->next)
		write_call(w, c);
	strbuf_adds(&w->b, "</calls>\n");
	flush(w);
}

void profile_print_xml(const struct profile *p, FILE *f)
{
	struct writer w = { .p = p, .f = f, .b = STRBUF_INIT };

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", w.f);
	fprintf(w.f,
	        "<perfexpert version=\"%d\" "
	        "created-by=\"perfexpert " PERFEXPERT_VERSION "\">\n",
	        PROFILE_VERSION);
	write_measurement(&w);
	for (size_t i = 0; i < p->nruns; i++)
		write_run(&w, &p->runs[i]);
	spread_write_threads(&w.b, p);
	ports_write_xml(&w.b, p);
	mpi_write(&w.b, p);
	flush(&w);
	fputs("</measurement>\n", w.f);
	write_section(&w, p->root, 1);
	series_write_timeline(&w.b, p);
	flush(&w);
	write_calls(&w);
	fputs("</perfexpert>\n", w.f);
	strbuf_release(&w.b);
}

int profile_write_xml(const struct profile *p, const char *path,
                      struct err *err)
{
	struct output file;

	if (output_open(&file, path, OUTPUT_REPLACE, err) != 0)
		return -1;
	profile_print_xml(p, file.f);
	return output_commit(&file, NULL, err);
}
