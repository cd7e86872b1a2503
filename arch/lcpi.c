#include "lcpi.h"

#include <math.h>
#include <stdint.h>

#include "base/banned.h"
#include "base/strbuf.h"
#include "expr.h"
#include "lcpi_private.h"
#include "machine_private.h"
#include "metrics.h"

/* one evaluation: each event is asked for once, when it is first needed */
struct eval {
	const struct machine *m;
	const struct category *c;
	event_value event;
	const void *ctx;
	double events[LCPI_EVENTS];
	bool fetched[LCPI_EVENTS];
};

static void start(struct eval *ev, const struct machine *m, size_t category,
                  event_value event, const void *ctx)
{
	ev->m = m;
	ev->c = &m->lcpi->list[category];
	ev->event = event;
	ev->ctx = ctx;
	memset(ev->fetched, 0, sizeof(ev->fetched));
}

static double event_at(struct eval *ev, size_t slot)
{
	if (!ev->fetched[slot]) {
		ev->events[slot] = ev->event(ev->ctx, ev->c->events[slot]);
		ev->fetched[slot] = true;
	}
	return ev->events[slot];
}

static const struct alternative *choose(struct eval *ev,
                                        const struct formula *f);

/* is there a value, be it that of a division by zero? */
static bool available(struct eval *ev, const struct binding *b)
{
	struct eval other;

	switch (b->kind) {
	case BIND_EVENT:
		return !isnan(event_at(ev, b->index));
	case BIND_PARAM:
		return !isnan(machine_param(ev->m, b->name));
	case BIND_CONSTANT:
		return !isnan(machine_constant(ev->m, b->name));
	case BIND_PART:
		return choose(ev, &ev->c->parts[b->index]) != NULL;
	case BIND_CATEGORY:
		start(&other, ev->m, b->index, ev->event, ev->ctx);
		return choose(&other, &other.c->formula) != NULL;
	}
	return false;
}

/* the first alternative whose names all have values, or NULL */
static const struct alternative *choose(struct eval *ev,
                                        const struct formula *f)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct alternative *alt = &f->alts[i];
		size_t k = 0, n = expr_names(alt->e, NULL);

		while (k < n && available(ev, &alt->bindings[k]))
			k++;
		if (k == n)
			return alt;
	}
	return NULL;
}

static double value_of(struct eval *ev, const struct formula *f, double *parts);

static double bound_value(struct eval *ev, const struct binding *b,
                          double *parts)
{
	double value = NAN;

	switch (b->kind) {
	case BIND_EVENT:
		return event_at(ev, b->index);
	case BIND_PARAM:
		return machine_param(ev->m, b->name);
	case BIND_CONSTANT:
		return machine_constant(ev->m, b->name);
	case BIND_PART:
		value = value_of(ev, &ev->c->parts[b->index], parts);
		if (parts)
			parts[b->index] = value;
		return value;
	case BIND_CATEGORY:
		return lcpi_eval(ev->m, b->index, ev->event, ev->ctx);
	}
	return value;
}

/* parts: where the values of the parts on the way go, or NULL */
static double value_of(struct eval *ev, const struct formula *f, double *parts)
{
	const struct alternative *alt = choose(ev, f);
	double values[EXPR_NAMES];
	size_t n;

	if (!alt)
		return NAN;
	n = expr_names(alt->e, NULL);
	for (size_t i = 0; i < n; i++)
		values[i] = bound_value(ev, &alt->bindings[i], parts);
	return expr_eval(alt->e, values);
}

const struct lcpi_standard lcpi_standard[LCPI_STANDARD] = {
	{ "overall", "overall" },
	{ "data_accesses", "data accesses" },
	{ "instruction_accesses", "instruction accesses" },
	{ "floating_point", "floating-point instr" },
	{ "branches", "branch instructions" },
	{ "data_tlb", "data TLB" },
	{ "instruction_tlb", "instruction TLB" },
};

bool lcpi_is_standard(const char *id)
{
	for (size_t i = 0; i < LCPI_STANDARD; i++) {
		if (strcmp(lcpi_standard[i].id, id) == 0)
			return true;
	}
	return false;
}

size_t lcpi_categories(const struct machine *m,
                       const struct lcpi_category **list)
{
	if (list)
		*list = m->lcpi->pub;
	return m->lcpi->ncategories;
}

int lcpi_find(const struct machine *m, const char *id)
{
	int at = lcpi_position(m->lcpi, id);

	return at >= 0 && (size_t)at < m->lcpi->ncategories ? at : -1;
}

size_t metrics(const struct machine *m, const struct lcpi_category **list)
{
	if (list)
		*list = m->lcpi->pub + m->lcpi->ncategories;
	return m->lcpi->n - m->lcpi->ncategories;
}

size_t metrics_category(const struct machine *m, size_t metric)
{
	return m->lcpi->ncategories + metric;
}

int metrics_find(const struct machine *m, const char *id)
{
	int at = lcpi_position(m->lcpi, id);

	return at < (int)m->lcpi->ncategories ? -1
	                                      : at - (int)m->lcpi->ncategories;
}

double lcpi_eval(const struct machine *m, size_t category, event_value event,
                 const void *ctx)
{
	struct eval ev;

	start(&ev, m, category, event, ctx);
	return value_of(&ev, &ev.c->formula, NULL);
}

double lcpi_eval_parts(const struct machine *m, size_t category,
                       event_value event, const void *ctx, double *parts)
{
	struct eval ev;

	start(&ev, m, category, event, ctx);
	for (size_t i = 0; i < ev.c->pub.nparts; i++)
		parts[i] = NAN;
	return value_of(&ev, &ev.c->formula, parts);
}

const char *lcpi_formula_used(const struct machine *m, size_t category,
                              event_value event, const void *ctx,
                              const char **note)
{
	struct eval ev;
	const struct alternative *alt;

	start(&ev, m, category, event, ctx);
	alt = choose(&ev, &ev.c->formula);
	if (note)
		*note = alt ? alt->note : NULL;
	return alt ? expr_text(alt->e) : NULL;
}

size_t lcpi_events(const struct machine *m, size_t category,
                   const char *const **names)
{
	const struct category *c = &m->lcpi->list[category];

	if (names)
		*names = c->events;
	return c->nevents;
}

/* printing a formula with numbers in place of its names */
struct inputs {
	struct eval *ev;
	const struct alternative *alt;
	bool guess; /* one of them is an estimate */
};

static void print_number(struct strbuf *out, double value)
{
	if (isnan(value))
		strbuf_adds(out, "not measured");
	else
		strbuf_addf(out, "%.*g", fabs(value) < 1e15 ? 15 : 6,
		            fabs(value) >= 1000 ? round(value)
		                                : round(value * 1e6) / 1e6);
}

static void print_input(struct strbuf *out, size_t i, void *ctx)
{
	struct inputs *in = ctx;
	const struct binding *b = &in->alt->bindings[i];

	if (b->kind == BIND_PARAM) {
		const struct machine_param *p =
			machine_param_find(in->ev->m, b->name);

		in->guess |= p && p->guess;
	}
	print_number(out, bound_value(in->ev, b, NULL));
}

/* "L1_DCA * L1_dlat / TOT_INS = 1000 * 3 / 500 = 6" */
static void print_formula(struct eval *ev, const struct formula *f,
                          struct strbuf *out)
{
	struct inputs in = { .ev = ev, .alt = choose(ev, f) };

	if (!in.alt)
		return;
	strbuf_addf(out, "%s = ", expr_text(in.alt->e));
	expr_print(in.alt->e, out, print_input, &in);
	strbuf_adds(out, " = ");
	print_number(out, value_of(ev, f, NULL));
	if (in.guess)
		strbuf_adds(out, " (with an estimated parameter)");
}

/* the events that the least demanding alternative lacks */
static void print_missing(struct eval *ev, const struct formula *f,
                          struct strbuf *out)
{
	const struct alternative *alt = &f->alts[f->n - 1];
	const char *const *names;
	size_t n = expr_names(alt->e, &names);

	for (size_t i = 0; i < n; i++) {
		const struct binding *b = &alt->bindings[i];

		if (available(ev, b))
			continue;
		if (b->kind == BIND_PART) {
			print_missing(ev, &ev->c->parts[b->index], out);
			continue;
		}
		if (strstr(out->s, names[i]))
			continue; /* said already */
		strbuf_addf(out, "%s%s",
		            out->len && out->s[out->len - 1] != ' ' ? ", " : "",
		            names[i]);
	}
}

const char *lcpi_alternative(const struct machine *m, size_t category,
                             size_t part, size_t i)
{
	const struct category *c = &m->lcpi->list[category];
	const struct formula *f =
		part == SIZE_MAX ? &c->formula : &c->parts[part];

	return i < f->n ? expr_text(f->alts[i].e) : NULL;
}

int lcpi_explain(const struct machine *m, size_t category, event_value event,
                 const void *ctx, struct strbuf *out)
{
	struct strbuf missing = STRBUF_INIT;
	struct eval ev;
	const struct alternative *alt;
	double parts[LCPI_PARTS] = { 0 };

	start(&ev, m, category, event, ctx);
	alt = choose(&ev, &ev.c->formula);
	if (!alt) {
		print_missing(&ev, &ev.c->formula, &missing);
		strbuf_addf(out, "%s: not measured: %s\n", ev.c->pub.label,
		            missing.s);
		strbuf_release(&missing);
		return -1;
	}
	strbuf_addf(out, "%s: ", ev.c->pub.label);
	print_formula(&ev, &ev.c->formula, out);
	strbuf_addf(out, " %s\n", ev.c->pub.unit);
	lcpi_eval_parts(m, category, event, ctx, parts);
	for (size_t i = 0; i < ev.c->pub.nparts; i++) {
		const struct lcpi_part *p = &ev.c->pub.parts[i];

		/* of those that the formula used, or one that is 0 / 0 */
		if (isnan(parts[i]))
			continue;
		strbuf_addf(out, "  %s (%s): ", p->id, p->label);
		print_formula(&ev, &ev.c->parts[i], out);
		strbuf_addc(out, '\n');
	}
	if (alt->note)
		strbuf_addf(out, "  note: %s\n", alt->note);
	return 0;
}
