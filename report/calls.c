/*
 * The call graph from the stacks of clock samples. Shares are of all samples
 * that had a stack; "with" is what a procedure and all that it calls took, and
 * counts a recursion once.
 */
#include "calls.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "profile/profile.h"
#include "base/short_name.h"

enum { MOST_INDENT = 30, MOST_CALLERS = 10 };

/* Below the threshold by as much, the tree goes on. */
static const double deeper = 0.1;

/* A procedure, whoever calls it. */
struct total {
	const struct profile_call *one; /* of its nodes: name and module */
	double own, all;
};

struct calls {
	const struct assessment *a;
	const struct profile *p;
	double time;
	struct total *totals;
	size_t n, cap;
	struct strbuf b;
};

static bool same(const struct profile_call *a, const struct profile_call *b)
{
	return a->name == b->name && a->module == b->module;
}

static struct total *total_of(struct calls *c, const struct profile_call *call)
{
	for (size_t i = 0; i < c->n; i++) {
		if (same(c->totals[i].one, call))
			return &c->totals[i];
	}
	c->totals = mem_grow(c->totals, &c->cap, c->n + 1, sizeof(*c->totals));
	c->totals[c->n] = (struct total){ .one = call };
	return &c->totals[c->n++];
}

/* Is it the outermost of its name on the path? */
static bool outermost(const struct profile_call *call)
{
	for (const struct profile_call *up = call->parent; up;
	     up = up->parent) {
		if (same(up, call))
			return false;
	}
	return true;
}

static void add_totals(struct calls *c, const struct profile_call *call)
{
	struct total *t = total_of(c, call);

	t->own += call->own;
	if (outermost(call))
		t->all += profile_call_sum(call);
	for (const struct profile_call *k = call->child; k; k = k->next)
		add_totals(c, k);
}

static int by_all(const void *one, const void *two)
{
	const struct total *a = one, *b = two;

	if (a->all != b->all)
		return a->all < b->all ? 1 : -1;
	return strcmp(a->one->name, b->one->name);
}

static bool is_other(const struct profile_call *call)
{
	return strcmp(call->name, PROFILE_CALL_OTHER) == 0;
}

static void start(struct calls *c, const struct assessment *a)
{
	*c = (struct calls){ .a = a, .p = a->in[0].profile, .b = STRBUF_INIT };
	if (!c->p->calls)
		return;
	c->time = profile_call_sum(c->p->calls);
	for (const struct profile_call *k = c->p->calls->child; k; k = k->next)
		add_totals(c, k);
	if (c->n)
		qsort(c->totals, c->n, sizeof(*c->totals), by_all);
}

static void release(struct calls *c)
{
	free(c->totals);
	strbuf_release(&c->b);
}

static void add_name(struct strbuf *b, const char *name)
{
	struct strbuf text = STRBUF_INIT;

	short_name(&text, *name ? name : "<unknown>");
	escape_terminal_buf(b, text.s);
	strbuf_release(&text);
}

static void add_tree(struct calls *c, const struct profile_call *call,
                     int depth)
{
	const double all = profile_call_sum(call);

	if (!c->a->all && all < deeper * c->a->threshold * c->time)
		return;
	strbuf_addf(&c->b, "%6.1f%% %6.1f%%  ", 100 * all / c->time,
	            100 * call->own / c->time);
	strbuf_addn(&c->b, ' ',
	            2 * (size_t)(depth < MOST_INDENT ? depth : MOST_INDENT));
	add_name(&c->b, call->name);
	strbuf_addc(&c->b, '\n');
	for (const struct profile_call *k = call->child; k; k = k->next)
		add_tree(c, k, depth + 1);
}

/* Who calls a procedure, and for how much of the time, the most first. */
static void find_callers(const struct calls *c, const struct profile_call *at,
                         const struct profile_call *callee, struct calls *to)
{
	for (const struct profile_call *k = at->child; k; k = k->next) {
		if (same(k, callee) && outermost(k) && at->parent)
			total_of(to, at)->all += profile_call_sum(k);
		find_callers(c, k, callee, to);
	}
}

static void add_callers(struct calls *c, const struct total *t)
{
	struct calls callers = { .b = STRBUF_INIT };

	find_callers(c, c->p->calls, t->one, &callers);
	strbuf_adds(&c->b, "\ncallers of ");
	add_name(&c->b, t->one->name);
	strbuf_addf(&c->b, " (%.1f%%, itself %.1f%%)\n", 100 * t->all / c->time,
	            100 * t->own / c->time);
	if (callers.n)
		qsort(callers.totals, callers.n, sizeof(*callers.totals),
		      by_all);
	for (size_t i = 0; i < callers.n && i < MOST_CALLERS; i++) {
		strbuf_addf(&c->b, "%6.1f%%  ",
		            100 * callers.totals[i].all / c->time);
		add_name(&c->b, callers.totals[i].one->name);
		strbuf_addc(&c->b, '\n');
	}
	if (!callers.n)
		strbuf_adds(
			&c->b,
			"         none: the first procedure of its thread\n");
	release(&callers);
}

static void write_text(const struct assessment *a,
                       const struct suggest *suggest,
                       const struct report_options *options, FILE *f)
{
	struct calls c;

	(void)suggest;
	(void)options;
	start(&c, a);
	if (!(c.time > 0)) {
		fputs("no call stacks: measure again with perfexpert-run "
		      "--calls\n",
		      f);
		release(&c);
		return;
	}
	strbuf_addf(&c.b, "calls in ");
	escape_terminal_buf(&c.b, a->in[0].file);
	strbuf_adds(&c.b,
	            ": inclusive and exclusive share of the total runtime\n\n");
	for (const struct profile_call *k = c.p->calls->child; k; k = k->next)
		add_tree(&c, k, 0);
	for (size_t i = 0; i < c.n; i++) {
		if (!is_other(c.totals[i].one) &&
		    c.totals[i].own >= a->threshold * c.time)
			add_callers(&c, &c.totals[i]);
	}
	fwrite(c.b.s, 1, c.b.len, f);
	release(&c);
}

/* One of a list: its number is its place in it; parent -1: nobody's. */
static void json_call(struct json *j, const struct profile_call *call,
                      double time, int parent, int *next)
{
	const int id = (*next)++;

	json_line(j);
	json_object(j, NULL);
	json_number(j, "caller", parent < 0 ? NAN : (double)parent);
	json_text(j, "procedure", call->name);
	json_text(j, "module", *call->module ? call->module : NULL);
	json_number(j, "inclusive", profile_call_sum(call) / time);
	json_number(j, "exclusive", call->own / time);
	json_end(j);
	for (const struct profile_call *k = call->child; k; k = k->next)
		json_call(j, k, time, id, next);
}

static void fill(struct json *j, const struct assessment *a,
                 const struct suggest *suggest,
                 const struct report_options *options)
{
	struct calls c;
	int next = 0;

	(void)suggest;
	(void)options;
	start(&c, a);
	json_text(j, "file", a->in[0].file);
	json_array(j, "procedures");
	for (size_t i = 0; i < c.n; i++) {
		const struct total *t = &c.totals[i];

		json_object(j, NULL);
		json_text(j, "procedure", t->one->name);
		json_text(j, "module", *t->one->module ? t->one->module : NULL);
		json_number(j, "inclusive", t->all / c.time);
		json_number(j, "exclusive", t->own / c.time);
		json_end(j);
	}
	json_end(j);
	json_array(j, "calls");
	if (c.time > 0) {
		for (const struct profile_call *k = c.p->calls->child; k;
		     k = k->next)
			json_call(j, k, c.time, -1, &next);
	}
	json_end(j);
	release(&c);
}

const struct report report_calls = { .name = "calls", .write = write_text };
const struct report report_calls_data = { .name = "calls",
	                                  .table = "procedures",
	                                  .fill = fill };
