#include "stacks.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"

struct walk {
	const struct assessment *a;
	struct map *procedures; /* by name and module */
	struct stack stack;
	double time; /* of all calls, in their unit */
	void (*visit)(void *ctx, const struct stack *stack, double time_s);
	void *ctx;
};

static void push(struct walk *w, const char *name, const char *module,
                 const struct assess_section *section)
{
	w->stack.frame[w->stack.n++] =
		(struct stack_frame){ .name = *name ? name : "<unknown>",
		                      .module = module ? module : "",
		                      .section = section };
}

static void visit(struct walk *w, double time_s)
{
	if (time_s > 0)
		w->visit(w->ctx, &w->stack, time_s);
}

/* ---- by call stacks ---- */

static void add_key(struct strbuf *b, const char *name, const char *module)
{
	strbuf_addf(b, "%s\n%s", name, module ? io_basename(module) : "");
}

static void find_procedures(struct walk *w)
{
	struct strbuf key = STRBUF_INIT;

	w->procedures = map_new();
	for (size_t i = 0; i < w->a->nprocedures; i++) {
		struct assess_section *s = w->a->procedures[i];

		strbuf_clear(&key);
		add_key(&key, s->name, s->module);
		if (!map_get(w->procedures, key.s))
			map_put(w->procedures, key.s, s);
	}
	strbuf_release(&key);
}

static void walk_calls(struct walk *w, const struct profile_call *first)
{
	const double runtime_s = w->a->in[0].runtime_s;
	struct strbuf key = STRBUF_INIT;

	for (const struct profile_call *c = first;
	     c && w->stack.n < STACKS_DEEPEST; c = c->next) {
		strbuf_clear(&key);
		add_key(&key, c->name, c->module);
		push(w, c->name, c->module, map_get(w->procedures, key.s));
		if (w->stack.n == STACKS_DEEPEST) {
			visit(w, profile_call_sum(c) / w->time * runtime_s);
		} else {
			visit(w, c->own / w->time * runtime_s);
			walk_calls(w, c->child);
		}
		w->stack.n--;
	}
	strbuf_release(&key);
}

/* ---- by sections ---- */

static double time_of(const struct assess_section *s)
{
	return s->in[0].section && s->in[0].runtime_s > 0 ? s->in[0].runtime_s
	                                                  : 0;
}

static void walk_section(struct walk *w, const struct assess_section *s)
{
	double own = time_of(s);

	if (w->stack.n == STACKS_DEEPEST)
		return;
	push(w, s->name, s->module, s);
	for (size_t i = 0; i < s->nchildren; i++)
		own -= time_of(s->child[i]);
	visit(w, own);
	for (size_t i = 0; i < s->nchildren; i++)
		walk_section(w, s->child[i]);
	w->stack.n--;
}

static void walk_sections(struct walk *w)
{
	for (size_t i = 0; i < w->a->nprocedures; i++) {
		const struct assess_section *s = w->a->procedures[i];

		push(w, io_basename(s->module), s->module, NULL);
		walk_section(w, s);
		w->stack.n--;
	}
}

bool stacks_called(const struct assessment *a)
{
	const struct profile_call *calls = a->in[0].profile->calls;

	return calls && profile_call_sum(calls) > 0;
}

void stacks_visit(const struct assessment *a,
                  void (*visit_one)(void *ctx, const struct stack *stack,
                                    double time_s),
                  void *ctx)
{
	struct walk *w;

	if (!(a->in[0].runtime_s > 0))
		return;
	w = mem_alloc(1, sizeof(*w));
	w->a = a;
	w->visit = visit_one;
	w->ctx = ctx;
	if (stacks_called(a)) {
		w->time = profile_call_sum(a->in[0].profile->calls);
		find_procedures(w);
		walk_calls(w, a->in[0].profile->calls->child);
		map_free(w->procedures);
	} else {
		walk_sections(w);
	}
	free(w);
}
