/* The categories of lcpi.lua and of machine files, read and compiled. */
#include "lcpi_private.h"

#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "expr.h"
#include "machine_private.h"

static int read_declared(struct machine *m, const struct lua_table *t,
                         const char *name)
{
	static const char *const keys[] = { "unit", "required", "description",
		                            NULL };
	struct declared_param *d = arena_alloc(m->a, 1, sizeof(*d));

	d->name = name;
	if (table_only(t, keys) != 0 ||
	    table_need_string(t, "unit", &d->unit) != 0 ||
	    table_need_string(t, "description", &d->description) != 0 ||
	    table_bool(t, "required", &d->required) != 0)
		return -1;
	map_put_static(m->declared, name, d);
	return 0;
}

/* one alternative: a string, or { formula = , note = } */
static int read_alternative(const struct lua_table *t, const char *text,
                            const char *note, struct alternative *alt)
{
	alt->note = note;
	alt->e = expr_parse(t->r->a, text, t->r->err);
	if (!alt->e) {
		err_prefix(t->r->err, "%s", table_place(t, "formula"));
		return -1;
	}
	return 0;
}

/*
 * Field formula, a string or a list of alternatives, best first; with extend
 * they are appended to those that are there already.
 */
static int read_formula(const struct lua_table *t, bool extend,
                        struct formula *f)
{
	const char *const *texts;
	const char *note;
	struct alternative *alts;
	size_t n, old = extend ? f->n : 0;

	if (table_strings(t, "formula", &texts, &n) != 0 ||
	    table_string(t, "note", &note) != 0)
		return -1;
	if (n == 0)
		return table_fail(t, NULL, "has no formula");
	alts = arena_alloc(t->r->a, old + n, sizeof(*alts));
	for (size_t i = 0; i < old; i++)
		alts[i] = f->alts[i];
	for (size_t i = 0; i < n; i++) {
		if (read_alternative(t, texts[i], note, &alts[old + i]) != 0)
			return -1;
	}
	f->alts = alts;
	f->n = old + n;
	return 0;
}

static int read_parts(struct machine *m, const struct lua_table *t, bool extend,
                      struct category *c)
{
	static const char *const keys[] = { "id", "label", "formula", "note",
		                            NULL };
	size_t n, old = extend ? c->pub.nparts : 0;
	struct formula *formulas;
	struct lcpi_part *parts;
	struct lua_table list, p;

	if (table_sub(t, "parts", &list) != 0)
		return -1;
	n = old + table_length(&list);
	if (n > LCPI_PARTS)
		return table_fail(t, "parts", "more than %d", LCPI_PARTS);
	parts = arena_alloc(m->a, n + 1, sizeof(*parts));
	formulas = arena_alloc(m->a, n + 1, sizeof(*formulas));
	for (size_t i = 0; i < old; i++) {
		parts[i] = c->pub.parts[i];
		formulas[i] = c->parts[i];
	}
	for (size_t i = old; i < n; i++) {
		if (table_at(&list, i - old, &p) != 0 ||
		    table_only(&p, keys) != 0 ||
		    table_need_string(&p, "id", &parts[i].id) != 0 ||
		    table_need_string(&p, "label", &parts[i].label) != 0 ||
		    read_formula(&p, false, &formulas[i]) != 0)
			return -1;
	}
	c->pub.parts = parts;
	c->parts = formulas;
	c->pub.nparts = n;
	return 0;
}

/* range = { 0, math.huge } */
static int read_range(const struct lua_table *t, struct lcpi_category *pub)
{
	const double *range;
	size_t n;

	if (table_numbers(t, "range", &range, &n) != 0)
		return -1;
	if (n == 0 && pub->max > pub->min)
		return 0; /* refined: as before */
	if (n != 2 || !(range[0] < range[1]))
		return table_fail(t, NULL, "has no range { least, most }");
	pub->min = range[0];
	pub->max = range[1];
	return 0;
}

/* a string that a refinement may leave as it was */
static int read_kept(const struct lua_table *t, const char *key,
                     const char **value)
{
	const char *s;

	if (table_string(t, key, &s) != 0)
		return -1;
	if (s && *s)
		*value = s;
	return *value ? 0 : table_fail(t, NULL, "has no %s", key);
}

static int read_category(struct machine *m, const struct lua_table *t,
                         struct category *c)
{
	static const char *const keys[] = { "id",     "label",   "bound",
		                            "unit",   "range",   "description",
		                            "source", "formula", "parts",
		                            "note",   "extend",  "group",
		                            NULL };
	enum sandbox_type bound;
	const char *group;
	bool extend;

	if (table_only(t, keys) != 0 || table_type(t, "bound", &bound) != 0 ||
	    table_bool(t, "extend", &extend) != 0 ||
	    read_kept(t, "label", &c->pub.label) != 0 ||
	    read_kept(t, "description", &c->pub.description) != 0 ||
	    read_kept(t, "unit", &c->pub.unit) != 0 ||
	    table_need_string(t, "source", &c->pub.source) != 0 ||
	    read_range(t, &c->pub) != 0)
		return -1;
	if (table_string(t, "group", &group) != 0)
		return -1;
	if (group && *group) {
		c->pub.group = group;
		c->pub.bound = false;
	}
	if (bound != SANDBOX_NIL && table_bool(t, "bound", &c->pub.bound) != 0)
		return -1;
	if (read_formula(t, extend, &c->formula) != 0 ||
	    read_parts(m, t, extend, c) != 0)
		return -1;
	c->pub.formula = expr_text(c->formula.alts[0].e);
	c->file = t->r->file;
	c->where = t->where;
	return 0;
}

static struct category *add_category(struct machine *m, const char *id)
{
	struct lcpi_set *set = m->lcpi;
	struct category *c;

	set->list =
		mem_grow(set->list, &set->cap, set->n + 1, sizeof(*set->list));
	c = &set->list[set->n++];
	*c = (struct category){ .pub = { .id = id, .bound = true } };
	return c;
}

static int read_list(struct machine *m, const struct lua_table *root,
                     const char *key, bool grouped)
{
	struct lua_table list, t;
	const char *id;

	if (table_sub(root, key, &list) != 0)
		return -1;
	for (size_t i = 0; i < table_length(&list); i++) {
		struct category *c;

		if (table_at(&list, i, &t) != 0 ||
		    table_need_string(&t, "id", &id) != 0)
			return -1;
		if (lcpi_position(m->lcpi, id) >= 0)
			return table_fail(&t, "id", "'%s' is given twice", id);
		c = add_category(m, id);
		if (read_category(m, &t, c) != 0)
			return -1;
		if (grouped != (c->pub.group != NULL))
			return table_fail(&t, "group", "%s",
			                  grouped ? "is missing"
			                          : "is for metrics only");
	}
	return table_length(&list) ? 0 : table_fail(root, key, "is empty");
}

int metrics_read(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "metrics", NULL };

	if (table_only(root, keys) != 0)
		return -1;
	return read_list(m, root, "metrics", true);
}

int lcpi_read(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "parameters", "categories", NULL };
	struct lua_table params, t;
	const char **names;
	size_t n;

	m->lcpi = mem_alloc(1, sizeof(*m->lcpi));
	if (table_only(root, keys) != 0 ||
	    table_sub(root, "parameters", &params) != 0 ||
	    table_keys(&params, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (table_sub(&params, names[i], &t) != 0 ||
		    read_declared(m, &t, names[i]) != 0)
			return -1;
	}
	return read_list(m, root, "categories", false);
}

int lcpi_read_metrics(struct machine *m, const struct lua_table *root)
{
	struct lua_table all, t;
	const char **ids;
	size_t n;

	if (table_sub(root, "metrics", &all) != 0 ||
	    table_keys(&all, &ids, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		int at = lcpi_position(m->lcpi, ids[i]);
		struct category *c =
			at >= 0 ? &m->lcpi->list[at] : add_category(m, ids[i]);

		if (table_sub(&all, ids[i], &t) != 0 ||
		    read_category(m, &t, c) != 0)
			return -1;
	}
	return 0;
}

/* find or add an event to the list of those that a category needs */
static size_t event_slot(struct category *c, const char *name)
{
	for (size_t i = 0; i < c->nevents; i++) {
		if (strcmp(c->events[i], name) == 0)
			return i;
	}
	c->events[c->nevents] = name;
	return c->nevents++;
}

/* resolves one name in a formula of category c */
static int bind(struct machine *m, struct category *c, const char *name,
                struct binding *b, struct err *err)
{
	struct lcpi_set *set = m->lcpi;
	const struct event *event = events_find(m->catalogue, name);
	int at = lcpi_position(set, name);

	for (size_t i = 0; i < c->pub.nparts; i++) {
		if (strcmp(c->pub.parts[i].id, name) == 0) {
			*b = (struct binding){ .kind = BIND_PART, .index = i };
			return 0;
		}
	}
	if (event) {
		if (c->nevents == LCPI_EVENTS)
			return err_set(err, ERR_FORMAT,
			               "%s: %s: more than %d events", c->file,
			               c->where, LCPI_EVENTS);
		*b = (struct binding){ .kind = BIND_EVENT,
			               .index = event_slot(c, event->name) };
	} else if (map_get(m->declared, name) || map_get(m->by_name, name)) {
		*b = (struct binding){ .kind = BIND_PARAM,
			               .name = arena_intern(m->a, name) };
	} else if (machine_is_constant(name)) {
		*b = (struct binding){ .kind = BIND_CONSTANT,
			               .name = arena_intern(m->a, name) };
	} else if (at >= 0) {
		*b = (struct binding){ .kind = BIND_CATEGORY,
			               .index = (size_t)at };
	} else {
		return err_set(err, ERR_FORMAT,
		               "%s: %s.formula: unknown name '%s'", c->file,
		               c->where, name);
	}
	return 0;
}

static int bind_formula(struct machine *m, struct category *c,
                        struct formula *f, struct err *err)
{
	for (size_t i = 0; i < f->n; i++) {
		const char *const *names;
		size_t n = expr_names(f->alts[i].e, &names);

		f->alts[i].bindings =
			arena_alloc(m->a, n + 1, sizeof(struct binding));
		for (size_t k = 0; k < n; k++) {
			if (bind(m, c, names[k], &f->alts[i].bindings[k],
			         err) != 0)
				return -1;
		}
	}
	return 0;
}

/* The formula that a name refers to and its category; NULL: it has none */
static struct formula *formula_of(struct lcpi_set *set, struct category **c,
                                  const struct binding *b)
{
	if (b->kind == BIND_PART)
		return &(*c)->parts[b->index];
	if (b->kind != BIND_CATEGORY)
		return NULL;
	*c = &set->list[b->index];
	return &(*c)->formula;
}

static int visit(struct lcpi_set *set, struct category *c, struct formula *f,
                 const char *name, struct err *err)
{
	if (f->state == VISITED)
		return 0;
	if (f->state == VISITING)
		return err_set(err, ERR_FORMAT,
		               "%s: %s.formula: '%s' depends on itself",
		               c->file, c->where, name);
	f->state = VISITING;
	for (size_t i = 0; i < f->n; i++) {
		const struct alternative *alt = &f->alts[i];
		const char *const *names;
		size_t n = expr_names(alt->e, &names);

		for (size_t k = 0; k < n; k++) {
			struct category *next = c;
			struct formula *g =
				formula_of(set, &next, &alt->bindings[k]);

			if (g && visit(set, next, g, names[k], err) != 0)
				return -1;
		}
	}
	f->state = VISITED;
	return 0;
}

/* The categories first, then the metrics; each in the order they came. */
static void sort_metrics(struct machine *m)
{
	struct lcpi_set *set = m->lcpi;
	struct category *list = mem_alloc(set->n + 1, sizeof(*list));
	size_t n = 0;

	for (size_t i = 0; i < set->n; i++) {
		if (!set->list[i].pub.group)
			list[n++] = set->list[i];
	}
	set->ncategories = n;
	for (size_t i = 0; i < set->n; i++) {
		if (set->list[i].pub.group)
			list[n++] = set->list[i];
	}
	free(set->list);
	set->list = list;
}

int lcpi_compile(struct machine *m, struct lua_file *r)
{
	struct lcpi_set *set = m->lcpi;

	sort_metrics(m);

	set->pub = arena_alloc(m->a, set->n, sizeof(*set->pub));
	for (size_t i = 0; i < set->n; i++) {
		struct category *c = &set->list[i];

		if (events_find(m->catalogue, c->pub.id) ||
		    map_get(m->by_name, c->pub.id))
			return err_set(r->err, ERR_FORMAT,
			               "%s: %s: '%s' is also an event or "
			               "parameter",
			               c->file, c->where, c->pub.id);
		if (bind_formula(m, c, &c->formula, r->err) != 0)
			return -1;
		for (size_t k = 0; k < c->pub.nparts; k++) {
			if (bind_formula(m, c, &c->parts[k], r->err) != 0)
				return -1;
		}
		set->pub[i] = c->pub;
	}
	for (size_t i = 0; i < set->n; i++) {
		struct category *c = &set->list[i];

		if (visit(set, c, &c->formula, c->pub.id, r->err) != 0)
			return -1;
	}
	return 0;
}

int lcpi_position(const struct lcpi_set *set, const char *id)
{
	for (size_t i = 0; i < set->n; i++) {
		if (strcmp(set->list[i].pub.id, id) == 0)
			return (int)i;
	}
	return -1;
}

void lcpi_release(struct lcpi_set *set)
{
	if (!set)
		return;
	free(set->list);
	free(set);
}
