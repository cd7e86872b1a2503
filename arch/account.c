#include "account.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "expr.h"
#include "machine_private.h"

enum { SPLIT_PARTS = 12, SPLITS = 24, SPLIT_EVENTS = 32 };

/* In a formula, the cycles that the split deals out */
static const char *const whole_name = "whole";

/* Only the timing model knows a cause that no joined part holds. */
static uint32_t known_to_counters(void)
{
	uint32_t all = 0;

	for (size_t i = ACCOUNT_PARTS; i < ACCOUNT_ALL; i++)
		all |= account_parts[i].holds;
	return all;
}

struct account_node {
	size_t part;
	struct expr *formula;        /* NULL: what the others leave */
	struct account_split *split; /* NULL: no finer */
	struct table_spot spot;      /* its formula, for messages */
};

struct account_split {
	struct account_node *nodes;
	size_t n;
	const char **events;
	size_t nevents;
	uint32_t holds;              /* what its parts may hold */
	struct account_split *whole; /* where what it splits is; NULL: all */
};

struct machine_account {
	const char *source, *note;
	struct account_split *splits[SPLITS]; /* those that hold most first */
	size_t n;
};

/* ---- reading ---- */

static int read_formula(struct lua_table *t, bool last, struct account_node *n)
{
	const char *text;

	if (table_string(t, "formula", &text) != 0)
		return -1;
	if (last)
		return text ? table_fail(t, "formula",
		                         "the last part is the remainder and "
		                         "has no formula")
		            : 0;
	if (!text)
		return table_fail(t, "formula", "is missing");
	n->formula = expr_parse(t->r->a, text, t->r->err);
	if (!n->formula)
		err_prefix(t->r->err, "%s", table_place(t, "formula"));
	return n->formula ? 0 : -1;
}

static int read_node(struct lua_table *t, bool last, struct account_node *n)
{
	static const char *const keys[] = { "part", "formula", "parts", NULL };
	const char *id;

	if (table_only(t, keys) != 0 || table_need_string(t, "part", &id) != 0)
		return -1;
	n->part = account_find(id);
	n->spot = table_spot(t, "formula");
	if (n->part == ACCOUNT_ALL)
		return table_fail(t, "part", "the account has no part '%s'",
		                  id);
	return read_formula(t, last, n);
}

/* t: what has the list `parts`; holds: what these may hold together */
static int read_split(struct machine *m, struct lua_table *t,
                      struct account_split *whole, uint32_t holds,
                      struct account_split **out)
{
	struct account_split *s = arena_alloc(m->a, 1, sizeof(*s));
	struct lua_table list, one;
	uint32_t all = 0;

	if (table_sub(t, "parts", &list) != 0)
		return -1;
	s->n = table_length(&list);
	if (s->n < 2 || s->n > SPLIT_PARTS || m->account->n == SPLITS)
		return table_fail(t, "parts", "wants 2 to %d parts",
		                  SPLIT_PARTS);
	s->nodes = arena_alloc(m->a, s->n, sizeof(*s->nodes));
	s->holds = holds;
	s->whole = whole;
	*out = m->account->splits[m->account->n++] = s;
	for (size_t i = 0; i < s->n; i++) {
		if (table_at(&list, i, &one) != 0 ||
		    read_node(&one, i + 1 == s->n, &s->nodes[i]) != 0)
			return -1;
		all |= account_parts[s->nodes[i].part].holds;
	}
	if (all != holds)
		return table_fail(t, "parts",
		                  "together do not hold the causes of the part "
		                  "that they divide");
	return 0;
}

static int read_deeper(struct machine *m, const struct lua_table *t,
                       struct account_split *s)
{
	struct lua_table all, one, deeper;

	assert(s);
	if (table_sub(t, "parts", &all) != 0)
		return -1;
	for (size_t i = 0; i < s->n; i++) {
		struct account_node *n = &s->nodes[i];

		if (table_at(&all, i, &one) != 0 ||
		    table_sub(&one, "parts", &deeper) != 0)
			return -1;
		if (!deeper.ref)
			continue;
		if (read_split(m, &one, s, account_parts[n->part].holds,
		               &n->split) != 0 ||
		    read_deeper(m, &one, n->split) != 0)
			return -1;
	}
	return 0;
}

/* A split comes after that of its whole, which holds more. */
static void sort_splits(struct machine_account *a)
{
	for (size_t i = 1; i < a->n; i++) {
		struct account_split *s = a->splits[i];
		size_t at = i;

		while (at && __builtin_popcount(a->splits[at - 1]->holds) <
		                     __builtin_popcount(s->holds)) {
			a->splits[at] = a->splits[at - 1];
			at--;
		}
		a->splits[at] = s;
	}
}

int account_read(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "source", "note", "parts", NULL };
	struct account_split *split = NULL;
	enum sandbox_type type;
	struct lua_table t;

	if (table_type(root, "account", &type) != 0)
		return -1;
	if (type == SANDBOX_NIL)
		return 0; /* inherited */
	m->account = NULL;
	if (type == SANDBOX_BOOLEAN)
		return 0; /* taken back */
	m->account = arena_alloc(m->a, 1, sizeof(*m->account));
	if (table_sub(root, "account", &t) != 0 || table_only(&t, keys) != 0 ||
	    table_need_string(&t, "source", &m->account->source) != 0 ||
	    table_string(&t, "note", &m->account->note) != 0 ||
	    read_split(m, &t, NULL, known_to_counters(), &split) != 0 ||
	    read_deeper(m, &t, split) != 0)
		return -1;
	sort_splits(m->account);
	return 0;
}

/* ---- the values of names in formulas ---- */

static bool is_figure(const struct machine *m, const char *name)
{
	return strcmp(name, whole_name) == 0 || machine_is_constant(name) ||
	       !isnan(machine_param(m, name));
}

static void add_event(struct account_split *s, const char *name)
{
	for (size_t i = 0; i < s->nevents; i++) {
		if (strcmp(s->events[i], name) == 0)
			return;
	}
	if (s->nevents < SPLIT_EVENTS)
		s->events[s->nevents++] = name;
}

static int bind_node(const struct machine *m, struct account_split *s,
                     const struct account_node *node, struct err *err)
{
	const char *const *names;
	const size_t n = node->formula ? expr_names(node->formula, &names) : 0;

	for (size_t i = 0; i < n; i++) {
		if (events_find(m->catalogue, names[i]))
			add_event(s, names[i]);
		else if (!is_figure(m, names[i]))
			return err_set(err, ERR_FORMAT, "%s: unknown name '%s'",
			               spot_place(&node->spot, m->a), names[i]);
	}
	return 0;
}

int account_finish(struct machine *m, struct err *err)
{
	for (size_t i = 0; m->account && i < m->account->n; i++) {
		struct account_split *s = m->account->splits[i];

		s->events = arena_alloc(m->a, SPLIT_EVENTS, sizeof(char *));
		for (size_t k = 0; k < s->n; k++) {
			if (bind_node(m, s, &s->nodes[k], err) != 0)
				return -1;
		}
	}
	return 0;
}

/* ---- dealing out ---- */

struct dealer {
	const struct machine *m;
	event_value event;
	const void *ctx;
	struct account_counts *counts;
};

static double value_of(const struct dealer *d, const struct expr *formula,
                       double whole)
{
	const char *const *names;
	double values[EXPR_NAMES];
	const size_t n = expr_names(formula, &names);

	for (size_t i = 0; i < n; i++) {
		if (events_find(d->m->catalogue, names[i]))
			values[i] = d->event(d->ctx, names[i]);
		else if (strcmp(names[i], whole_name) == 0)
			values[i] = whole;
		else if (machine_is_constant(names[i]))
			values[i] = machine_constant(d->m, names[i]);
		else
			values[i] = machine_param(d->m, names[i]);
	}
	return expr_eval(formula, values);
}

static bool values_of(const struct dealer *d, const struct account_split *s,
                      double whole, double values[SPLIT_PARTS])
{
	for (size_t i = 0; i + 1 < s->n; i++) {
		values[i] = value_of(d, s->nodes[i].formula, whole);
		if (isnan(values[i]))
			return false;
	}
	return true;
}

/* A cause may be a part in several places. */
static void add_part(double *cycles, double part)
{
	*cycles = (isnan(*cycles) ? 0 : *cycles) + part;
}

/*
 * Whole cycles, so that no sum of them is rounded; false: not all that it
 * needs was counted.
 */
static bool deal(const struct dealer *d, const struct account_split *s,
                 double left)
{
	double values[SPLIT_PARTS] = { 0 };

	if (!values_of(d, s, left, values))
		return false;
	for (size_t i = 0; i < s->n; i++) {
		const struct account_node *n = &s->nodes[i];
		double part = left;

		if (n->formula) {
			part = fmin(left, floor(fmax(0, values[i]) + 0.5));
			d->counts->cut[n->part] = fabs(values[i] - part) < 1
			                                  ? 0
			                                  : values[i] - part;
		}
		left -= part;
		if (!n->split || !deal(d, n->split, part))
			add_part(&d->counts->cycles[n->part], part);
	}
	return true;
}

static const char *first_missing(const struct dealer *d,
                                 const struct account_split *s)
{
	for (size_t i = 0; i < s->nevents; i++) {
		if (isnan(d->event(d->ctx, s->events[i])))
			return s->events[i];
	}
	return "TOT_CYC"; /* by which something is divided */
}

const char *machine_account(const struct machine *m, event_value event,
                            const void *ctx, double total,
                            struct account_counts *counts)
{
	const struct dealer d = { m, event, ctx, counts };

	for (size_t i = 0; i < ACCOUNT_ALL; i++) {
		counts->cycles[i] = NAN;
		counts->cut[i] = 0;
	}
	if (!(total > 0))
		return "TOT_CYC";
	return deal(&d, m->account->splits[0], total)
	               ? NULL
	               : first_missing(&d, m->account->splits[0]);
}

bool machine_has_account(const struct machine *m)
{
	return m->account != NULL;
}

const char *machine_account_source(const struct machine *m)
{
	return m->account->source;
}

const char *machine_account_note(const struct machine *m)
{
	return m->account->note;
}

size_t machine_account_whole(const struct machine *m, size_t i)
{
	size_t at = 0;

	while (at < i && m->account->splits[at] != m->account->splits[i]->whole)
		at++;
	return at;
}

size_t machine_account_events(const struct machine *m, size_t i,
                              const char *const **names)
{
	if (!m->account || i >= m->account->n)
		return 0;
	*names = m->account->splits[i]->events;
	return m->account->splits[i]->nevents;
}
