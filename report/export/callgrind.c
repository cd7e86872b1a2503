/*
 * Callgrind's profile format, for KCachegrind and callgrind_annotate: each line
 * of each procedure with its counts, and, where samples had call stacks, who
 * calls whom with the cycles below.
 *
 * The format has no "not measured": an event that was counted nowhere is left
 * out, in other places it is 0. How often a call was made is not known: it is
 * 1, as readers take the cost of no call for the caller's own. Names go through
 * the format's numbers, "(1) name", so that one that begins with a parenthesis
 * is none; control characters show as on a terminal. Source: Valgrind's manual,
 * "Callgrind Format Specification"
 */
#include "formats.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "stacks.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

/* Numbers of names, by the kind of name */
enum { OBJECT, FILE_NAME, FUNCTION, NAMES };

/* A procedure that another one calls */
struct edge {
	const struct profile_call *caller, *callee;
	double cycles;
};

struct out {
	const struct profile *p;
	struct strbuf b;
	FILE *f;
	struct map *names[NAMES];
	const char *file; /* that lines are of, or NULL */
	size_t *event;    /* those of the file: indices of the profile's */
	size_t nevents;
	struct edge *edges;
	size_t n, cap;
	struct map *by_edge; /* index + 1 by caller and callee */
};

static void add_name(struct out *o, const char *key, int kind, const char *name)
{
	uintptr_t number = (uintptr_t)map_get(o->names[kind], name);

	strbuf_addf(&o->b, "%s=", key);
	if (number) {
		strbuf_addf(&o->b, "(%ju)\n", (uintmax_t)number);
		return;
	}
	number = map_size(o->names[kind]) + 1;
	map_put(o->names[kind], name, (void *)number);
	strbuf_addf(&o->b, "(%ju) ", (uintmax_t)number);
	escape_terminal_buf(&o->b, *name ? name : "<unknown>");
	strbuf_addc(&o->b, '\n');
}

static void flush(struct out *o)
{
	fwrite(o->b.s, 1, o->b.len, o->f);
	strbuf_clear(&o->b);
}

/* ---- what procedures cost themselves ---- */

static double count_of(double v)
{
	return v > 0 ? round(v) : 0;
}

static void add_counts(struct out *o, unsigned line, const double *sum)
{
	strbuf_addf(&o->b, "%u", line);
	for (size_t i = 0; i < o->nevents; i++)
		strbuf_addf(&o->b, " %.0f", count_of(sum[o->event[i]]));
	strbuf_addc(&o->b, '\n');
}

static bool any_count(const struct out *o, const double *sum)
{
	for (size_t i = 0; i < o->nevents; i++) {
		if (count_of(sum[o->event[i]]) > 0)
			return true;
	}
	return false;
}

/* What a section has that neither its lines nor the sections in it have */
static void find_rest(const struct out *o, const struct profile_section *s,
                      double *rest)
{
	for (size_t k = 0; k < o->nevents; k++) {
		const size_t e = o->event[k];
		double v = count_of(s->sum[e]);

		for (size_t i = 0; i < s->nlines; i++)
			v -= count_of(s->lines[i].sum[e]);
		for (const struct profile_section *c = s->child; c; c = c->next)
			v -= count_of(c->sum[e]);
		rest[e] = v;
	}
}

/* Lines that follow are of this file: of another one than the procedure's they
 * were inlined. */
static void change_file(struct out *o, const char *file)
{
	if (strcmp(o->file, file) != 0)
		add_name(o, "fi", FILE_NAME, file);
	o->file = file;
}

/* The lines of a section and of the loops in it */
static void add_section(struct out *o, const struct profile_section *s)
{
	double *rest = mem_alloc(o->p->nevents, sizeof(*rest));

	find_rest(o, s, rest);
	if (any_count(o, rest)) {
		change_file(o, s->file ? s->file : "???");
		add_counts(o, s->line, rest);
	}
	free(rest);
	for (size_t i = 0; i < s->nlines; i++) {
		const struct profile_line *l = &s->lines[i];

		if (!any_count(o, l->sum))
			continue;
		change_file(o, l->file);
		add_counts(o, l->line, l->sum);
	}
	for (const struct profile_section *c = s->child; c; c = c->next)
		add_section(o, c);
}

static void add_procedure(struct out *o, const struct profile_section *s)
{
	const struct profile_section *module = s->parent;
	const char *file = s->file ? s->file : "???";

	strbuf_addc(&o->b, '\n');
	add_name(o, "ob", OBJECT, module->file ? module->file : module->name);
	add_name(o, "fl", FILE_NAME, file);
	add_name(o, "fn", FUNCTION, s->name);
	o->file = file;
	add_section(o, s);
}

/* ---- who calls whom ---- */

static const struct profile_section *section_of(const struct out *o,
                                                const struct profile_call *c)
{
	for (const struct profile_section *m = o->p->root->child; m;
	     m = m->next) {
		if (strcmp(m->name, c->module) != 0 &&
		    strcmp(m->file ? m->file : "", c->module) != 0)
			continue;
		for (const struct profile_section *s = m->child; s; s = s->next)
			if (strcmp(s->name, c->name) == 0)
				return s;
	}
	return NULL;
}

static bool alike(const struct profile_call *one,
                  const struct profile_call *two)
{
	return strcmp(one->name, two->name) == 0 &&
	       strcmp(one->module, two->module) == 0;
}

/* Is the call below one of the same two? That one has its cycles. */
static bool is_inner(const struct profile_call *c)
{
	for (const struct profile_call *up = c->parent; up->parent;
	     up = up->parent) {
		if (alike(up, c) && alike(up->parent, c->parent))
			return true;
	}
	return false;
}

static void find_edges(struct out *o, const struct profile_call *at)
{
	for (const struct profile_call *c = at->child; c; c = c->next) {
		struct strbuf key = STRBUF_INIT;
		uintptr_t i;

		strbuf_addf(&key, "%s\n%s\n%s\n%s", at->name, at->module,
		            c->name, c->module);
		i = (uintptr_t)map_get(o->by_edge, key.s);
		if (!i && at->parent) {
			o->edges = mem_grow(o->edges, &o->cap, o->n + 1,
			                    sizeof(*o->edges));
			o->edges[o->n] =
				(struct edge){ .caller = at, .callee = c };
			i = ++o->n;
			map_put(o->by_edge, key.s, (void *)i);
		}
		if (i && !is_inner(c))
			o->edges[i - 1].cycles += profile_call_sum(c);
		strbuf_release(&key);
		find_edges(o, c);
	}
}

static void add_place(struct out *o, const struct profile_call *c,
                      const char *object, const char *file, const char *name)
{
	const struct profile_section *s = section_of(o, c);
	const struct profile_section *m = s ? s->parent : NULL;

	add_name(o, object, OBJECT,
	         m ? m->file ? m->file : m->name : c->module);
	add_name(o, file, FILE_NAME, s && s->file ? s->file : "???");
	add_name(o, name, FUNCTION, c->name);
}

static void add_edges(struct out *o, size_t cycles)
{
	for (size_t i = 0; i < o->n; i++) {
		const struct edge *e = &o->edges[i];

		if (!(count_of(e->cycles) > 0))
			continue;
		strbuf_addc(&o->b, '\n');
		add_place(o, e->caller, "ob", "fl", "fn");
		add_place(o, e->callee, "cob", "cfi", "cfn");
		strbuf_adds(&o->b, "calls=1 0\n0");
		for (size_t k = 0; k < o->nevents; k++)
			strbuf_addf(&o->b, " %.0f",
			            o->event[k] == cycles ? count_of(e->cycles)
			                                  : 0.0);
		strbuf_addc(&o->b, '\n');
	}
}

/* ---- the file ---- */

/* A name that is one word */
static void add_event(struct strbuf *b, const char *name)
{
	for (; *name; name++)
		strbuf_addc(b, isalnum((unsigned char)*name) ? *name : '_');
}

static void add_head(struct out *o)
{
	const double *sum = o->p->root->sum;

	strbuf_adds(&o->b, "# callgrind format\nversion: 1\n"
	                   "creator: perfexpert " PERFEXPERT_VERSION "\ncmd: ");
	escape_terminal_buf(&o->b, o->p->program ? o->p->program : "");
	strbuf_adds(&o->b, "\npositions: line\nevents:");
	for (size_t i = 0; i < o->p->nevents; i++) {
		if (!(sum[i] >= 1))
			continue;
		o->event[o->nevents++] = i;
		strbuf_addc(&o->b, ' ');
		add_event(&o->b, o->p->events[i].name);
	}
	strbuf_adds(&o->b, "\nsummary:");
	for (size_t i = 0; i < o->nevents; i++)
		strbuf_addf(&o->b, " %.0f", count_of(sum[o->event[i]]));
	strbuf_addc(&o->b, '\n');
}

static void write_callgrind(const struct assessment *a,
                            const struct suggest *suggest,
                            const struct report_options *options, FILE *f)
{
	const struct profile *p = a->in[0].profile;
	const int cycles = profile_event(p, "TOT_CYC");
	struct out o = { .p = p, .b = STRBUF_INIT, .f = f };

	(void)suggest;
	(void)options;
	o.event = mem_alloc(p->nevents + 1, sizeof(*o.event));
	o.by_edge = map_new();
	for (int i = 0; i < NAMES; i++)
		o.names[i] = map_new();
	add_head(&o);
	for (const struct profile_section *m = p->root->child; m; m = m->next) {
		for (const struct profile_section *s = m->child; s;
		     s = s->next) {
			add_procedure(&o, s);
			flush(&o);
		}
	}
	if (p->calls && cycles >= 0)
		find_edges(&o, p->calls);
	add_edges(&o, (size_t)cycles);
	flush(&o);
	strbuf_release(&o.b);
	for (int i = 0; i < NAMES; i++)
		map_free(o.names[i]);
	map_free(o.by_edge);
	free(o.edges);
	free(o.event);
}

const struct report report_callgrind = { .name = "callgrind",
	                                 .details = true,
	                                 .whole = true,
	                                 .one = true,
	                                 .write = write_callgrind };
