#include "caused.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assessment.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/str.h"
#include "check.h"
#include "profile/facts.h"
#include "profile/own.h"
#include "profile/profile.h"

struct list {
	struct assess_call *v;
	size_t n, cap;
};

void caused_of_input(struct assess_input *in)
{
	const struct profile *p = in->profile;
	const double caused = profile_value(p, p->root, "CAUSED_CYC");
	const int time = check_time_event(p);
	double others = p->root->sum[time];
	bool known = false;

	/* small sections may be left out: then it is more */
	for (const struct profile_section *m = p->root->child; m; m = m->next) {
		for (const struct profile_section *s = m->child; s;
		     s = s->next) {
			const double cycles = fmax(0, s->sum[time]);

			if (own_code(p, s))
				others -= cycles;
			else
				known = known || cycles > 0;
		}
	}
	/* of a part of a program, as of an example, they are not there */
	in->caused_keep =
		known && caused > others ? fmax(0, others) / caused : 1;
}

static struct assess_call call_of(const struct profile_fact *f, double time)
{
	const double line = profile_fact_number(f, "line");
	const double back = profile_fact_number(f, "called_back");

	return (struct assess_call){
		.function = profile_fact_attr(f, "title"),
		.module = profile_fact_attr(f, "module"),
		.file = profile_fact_attr(f, "file"),
		.line = line > 0 && line < PROFILE_MAX_LINE ? (unsigned)line
		                                            : 0,
		.calls = profile_fact_number(f, "calls"),
		.fraction = profile_fact_number(f, "cycles") / time,
		.called_back = back > 0 ? fmin(back / time, 1) : 0,
		.same = profile_fact_number(f, "same"),
		.known = profile_fact_number(f, "known"),
		.inner = profile_fact_attr(f, "inner"),
		.through = profile_fact_attr(f, "through"),
		.called_back_by = profile_fact_attr(f, "called_back_by"),
		.text = profile_fact_attr(f, "text"),
		.loop = profile_fact_attr(f, "loop"),
	};
}

bool caused_same_call(const struct assess_call *a, const struct assess_call *b)
{
	return a->line == b->line && str_same(a->file, b->file) &&
	       str_same(a->function, b->function) &&
	       str_same(a->through, b->through);
}

/* From one line what is called is one, whichever section it is in: of two parts
 * of a loop, or after merging. */
static void add(struct list *l, const struct assess_call *c)
{
	for (size_t i = 0; i < l->n; i++) {
		struct assess_call *at = &l->v[i];

		if (!caused_same_call(at, c))
			continue;
		if (c->fraction > at->fraction)
			at->inner = c->inner;
		at->fraction += c->fraction;
		at->called_back += c->called_back;
		at->calls = isnan(at->calls)  ? c->calls
		            : isnan(c->calls) ? at->calls
		                              : at->calls + c->calls;
		return;
	}
	l->v = mem_grow(l->v, &l->cap, l->n + 1, sizeof(*l->v));
	l->v[l->n++] = *c;
}

static void add_sections(struct list *l, const struct profile_section *s,
                         double time)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		if (strcmp(s->facts[i].name, "caused") == 0 &&
		    fact_sound(&s->facts[i])) {
			const struct assess_call c =
				call_of(&s->facts[i], time);

			add(l, &c);
		}
	}
	for (const struct profile_section *c = s->child; c; c = c->next)
		add_sections(l, c, time);
}

static int by_fraction(const void *one, const void *two)
{
	const struct assess_call *a = one, *b = two;

	if (a->fraction != b->fraction)
		return a->fraction > b->fraction ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return strcmp(a->function, b->function);
}

void caused_of_section(struct assessment *a, const struct assess_input *in,
                       struct assess_value *v)
{
	struct list l = { 0 };
	const double sum = profile_value(in->profile, v->section, "CAUSED_CYC");

	add_sections(&l, v->section, in->time / in->caused_keep);
	if (l.n > 0)
		qsort(l.v, l.n, sizeof(*l.v), by_fraction);
	v->caused =
		v->fraction + (sum > 0 ? in->caused_keep * sum / in->time : 0);
	v->calls = arena_alloc(a->arena, l.n + 1, sizeof(*v->calls));
	if (l.n > 0)
		memcpy(v->calls, l.v, l.n * sizeof(*v->calls));
	v->ncalls = l.n;
	free(l.v);
}
