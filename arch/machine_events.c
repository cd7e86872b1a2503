/* A machine's counters and how its native events make the canonical ones. */
#include "machine_private.h"

#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "base/num.h"
#include "events.h"
#include "expr.h"

enum { NATIVE_LIMIT = 16 }; /* of one canonical event */

/* the native of that name; one that the file says nothing about is plain */
static struct machine_native *native_of(struct machine *m, const char *name)
{
	struct machine_native *n = map_get(m->natives, name);

	if (n)
		return n;
	n = arena_alloc(m->a, 1, sizeof(*n));
	n->name = arena_intern(m->a, name);
	n->width = 1;
	map_put_static(m->natives, n->name, n);
	return n;
}

static int read_counter_mask(const struct lua_table *t,
                             struct machine_native *n)
{
	const double *list;
	size_t count;

	if (table_numbers(t, "counters", &list, &count) != 0)
		return -1;
	n->counters = 0;
	for (size_t i = 0; i < count; i++) {
		if (!(list[i] >= 0 && list[i] < 64) ||
		    list[i] != floor(list[i]))
			return table_fail(t, "counters",
			                  "wants numbers from 0 to 63");
		n->counters |= (uint64_t)1 << (unsigned)list[i];
	}
	return 0;
}

static int read_native(struct machine *m, const struct lua_table *t,
                       const char *name)
{
	static const char *const keys[] = { "papi",  "perf",  "raw", "counters",
		                            "width", "fixed", NULL };
	struct machine_native *n = native_of(m, name);
	double raw = NAN, width = 1;

	if (strpbrk(name, " \t\n@'\""))
		return table_fail(t, NULL, "is not an event name");
	if (table_only(t, keys) != 0 ||
	    table_string(t, "papi", &n->papi) != 0 ||
	    table_string(t, "perf", &n->perf) != 0 ||
	    table_count(t, "raw", 9007199254740992.0, &raw) != 0 ||
	    table_count(t, "width", 2, &width) != 0 ||
	    table_bool(t, "fixed", &n->fixed) != 0 ||
	    read_counter_mask(t, n) != 0)
		return -1;
	n->has_raw = !isnan(raw);
	n->raw = n->has_raw ? (uint64_t)raw : 0;
	n->width = width < 1 ? 1 : (unsigned)width;
	return 0;
}

/* false: the processor has no such event, although its parent has */
static bool taken_back(struct machine *m, const struct lua_table *all,
                       const char *name)
{
	enum sandbox_type type;
	bool value = true;

	if (table_type(all, name, &type) != 0 || type != SANDBOX_BOOLEAN ||
	    table_bool(all, name, &value) != 0 || value)
		return false;
	map_put_static(m->natives, name, NULL);
	return true;
}

static int read_natives(struct machine *m, const struct lua_table *root)
{
	struct lua_table all, t;
	const char **names;
	size_t n;

	if (table_sub(root, "natives", &all) != 0 ||
	    table_keys(&all, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (taken_back(m, &all, names[i]))
			continue;
		if (table_sub(&all, names[i], &t) != 0 ||
		    read_native(m, &t, names[i]) != 0)
			return -1;
	}
	return 0;
}

static const struct machine_native *const *
natives_of(struct machine *m, const char *const *names, size_t n)
{
	const struct machine_native **natives;

	natives = arena_alloc(m->a, n + 1, sizeof(*natives));
	for (size_t i = 0; i < n; i++)
		natives[i] = native_of(m, names[i]);
	return natives;
}

/* natives of one name or a list of names */
static int native_list(struct machine *m, const struct lua_table *t,
                       const char *key,
                       const struct machine_native *const **list, size_t *n)
{
	const char *const *names;

	if (table_strings(t, key, &names, n) != 0)
		return -1;
	*list = natives_of(m, names, *n);
	return 0;
}

/* the formula's names are n1, n2, ... up to the number of natives */
static int check_formula(const struct lua_table *t, const struct expr *e,
                         size_t nnatives)
{
	const char *const *names;
	size_t n = expr_names(e, &names);

	for (size_t i = 0; i < n; i++) {
		uint64_t number;

		if (names[i][0] != 'n' || !num_u64(names[i] + 1, &number) ||
		    number < 1 || number > nnatives)
			return table_fail(t, "formula",
			                  "unknown name '%s': the natives are "
			                  "n1 to n%zu",
			                  names[i], nnatives);
	}
	return 0;
}

static int read_formula(struct machine *m, const struct lua_table *t,
                        struct machine_event *e, struct event_recipe *recipe)
{
	if (table_string(t, "formula", &e->formula) != 0)
		return -1;
	if (!e->formula)
		return 0;
	recipe->formula = expr_parse(m->a, e->formula, t->r->err);
	if (!recipe->formula) {
		err_prefix(t->r->err, "%s", table_place(t, "formula"));
		return -1;
	}
	return check_formula(t, recipe->formula, e->nnatives);
}

/* scale: a number, or an expression over parameters ("CPU_freq * 1e-9") */
static int read_scale(struct machine *m, const struct lua_table *t,
                      struct event_recipe *recipe)
{
	enum sandbox_type type;
	const char *text, *const *names;
	char number[NUM_SHORTEST];
	double scale;

	if (table_type(t, "scale", &type) != 0 || type == SANDBOX_NIL)
		return type == SANDBOX_NIL ? 0 : -1;
	if (type == SANDBOX_NUMBER) {
		if (table_number(t, "scale", &scale) != 0)
			return -1;
		text = num_shortest(number, scale);
		if (!(scale > 0) || !isfinite(scale))
			return table_fail(t, "scale",
			                  "wants a positive number");
	} else if (table_need_string(t, "scale", &text) != 0) {
		return -1;
	}
	recipe->scale = expr_parse(m->a, text, t->r->err);
	if (!recipe->scale) {
		err_prefix(t->r->err, "%s", table_place(t, "scale"));
		return -1;
	}
	for (size_t i = 0; i < expr_names(recipe->scale, &names); i++) {
		if (!map_get(m->by_name, names[i]))
			return table_fail(t, "scale", "unknown parameter '%s'",
			                  names[i]);
	}
	return 0;
}

static int read_event(struct machine *m, const struct lua_table *all,
                      const char *name, struct machine_event *e)
{
	static const char *const keys[] = { "native", "formula", "scale",
		                            "note", NULL };
	struct event_recipe *recipe = arena_alloc(m->a, 1, sizeof(*recipe));
	enum sandbox_type type;
	struct lua_table t;

	map_put_static(m->recipes, name, recipe);
	if (table_type(all, name, &type) != 0)
		return -1;
	if (type == SANDBOX_STRING)
		return native_list(m, all, name, &e->natives, &e->nnatives);
	if (table_sub(all, name, &t) != 0 || table_only(&t, keys) != 0 ||
	    native_list(m, &t, "native", &e->natives, &e->nnatives) != 0 ||
	    table_string(&t, "note", &e->note) != 0)
		return -1;
	if (e->nnatives < 1 || e->nnatives > NATIVE_LIMIT)
		return table_fail(&t, "native", "wants 1 to %d names",
		                  NATIVE_LIMIT);
	return read_formula(m, &t, e, recipe) != 0 ||
	                       read_scale(m, &t, recipe) != 0
	               ? -1
	               : 0;
}

static int read_events(struct machine *m, const struct lua_table *root)
{
	struct lua_table all;
	const char **names;
	size_t n;

	if (table_sub(root, "events", &all) != 0 ||
	    table_keys(&all, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct machine_event *e = arena_alloc(m->a, 1, sizeof(*e));

		if (!events_find(m->catalogue, names[i]))
			return table_fail(&all, names[i], "unknown event");
		e->name = names[i];
		if (read_event(m, &all, names[i], e) != 0)
			return -1;
		map_put_static(m->event_map, names[i], e);
		map_put_static(m->missing, names[i], NULL);
	}
	return 0;
}

/* an event that is missing takes back an inherited one */
static int read_missing(struct machine *m, const struct lua_table *root)
{
	struct lua_table all;
	const char **names, *reason;
	size_t n;

	if (table_sub(root, "missing", &all) != 0 ||
	    table_keys(&all, &names, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!events_find(m->catalogue, names[i]))
			return table_fail(&all, names[i], "unknown event");
		if (table_need_string(&all, names[i], &reason) != 0)
			return -1;
		map_put(m->missing, names[i], arena_strdup(m->a, reason));
		map_put_static(m->event_map, names[i], NULL);
	}
	return 0;
}

/* the sets of natives that exclude each other */
static int read_exclusions(struct machine *m, const struct lua_table *t)
{
	struct machine_counters *c = &m->counters;
	const struct machine_native *const **sets;
	struct lua_table all;
	size_t *sizes;

	if (table_sub(t, "exclusions", &all) != 0)
		return -1;
	if (!all.ref)
		return 0;
	c->nexclusions = table_length(&all);
	sets = arena_alloc(m->a, c->nexclusions + 1, sizeof(*sets));
	sizes = arena_alloc(m->a, c->nexclusions + 1, sizeof(*sizes));
	for (size_t i = 0; i < c->nexclusions; i++) {
		const char *const *names;

		if (table_strings_at(&all, i, &names, &sizes[i]) != 0)
			return -1;
		sets[i] = natives_of(m, names, sizes[i]);
	}
	c->exclusions = sets;
	c->nexclusion = sizes;
	return 0;
}

static int read_counters(struct machine *m, const struct lua_table *root)
{
	static const char *const keys[] = { "programmable", "watchdog",
		                            "exclusions", "source", NULL };
	struct machine_counters *c = &m->counters;
	double programmable = c->programmable;
	const char *source;
	struct lua_table t;

	if (table_sub(root, "counters", &t) != 0)
		return -1;
	if (!t.ref)
		return 0;
	if (table_only(&t, keys) != 0 ||
	    table_count(&t, "programmable", 64, &programmable) != 0 ||
	    table_bool(&t, "watchdog", &c->watchdog) != 0 ||
	    table_need_string(&t, "source", &source) != 0)
		return -1;
	c->programmable = (unsigned)programmable;
	return read_exclusions(m, &t);
}

int machine_read_events(struct machine *m, const struct lua_table *root)
{
	if (read_natives(m, root) != 0 || read_counters(m, root) != 0 ||
	    read_events(m, root) != 0)
		return -1;
	return read_missing(m, root);
}

static int by_event_name(const void *a, const void *b)
{
	const struct machine_event *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static int by_native_name(const void *a, const void *b)
{
	const struct machine_native *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void finish_natives(struct machine *m)
{
	size_t n = map_size(m->natives);

	m->native_list = arena_alloc(m->a, n + 1, sizeof(*m->native_list));
	for (size_t i = 0; i < n; i++) {
		const struct machine_native *native = map_value(m->natives, i);

		if (native)
			m->native_list[m->nnatives++] = *native;
	}
	qsort(m->native_list, m->nnatives, sizeof(*m->native_list),
	      by_native_name);
}

void machine_finish_events(struct machine *m)
{
	size_t n = map_size(m->event_map);

	finish_natives(m);

	m->events = arena_alloc(m->a, n + 1, sizeof(*m->events));
	for (size_t i = 0; i < n; i++) {
		const struct machine_event *e = map_value(m->event_map, i);

		if (e)
			m->events[m->nevents++] = *e;
	}
	qsort(m->events, m->nevents, sizeof(*m->events), by_event_name);
}

size_t machine_natives(const struct machine *m,
                       const struct machine_native **list)
{
	if (list)
		*list = m->native_list;
	return m->nnatives;
}

size_t machine_events(const struct machine *m,
                      const struct machine_event **list)
{
	if (list)
		*list = m->events;
	return m->nevents;
}

const struct machine_event *machine_event_find(const struct machine *m,
                                               const char *name)
{
	return map_get(m->event_map, name);
}

const char *machine_missing(const struct machine *m, const char *event)
{
	return map_get(m->missing, event);
}

/* the factor of a recipe, with the clock that is set */
static double scale_of(const struct machine *m, const struct expr *scale)
{
	const char *const *names;
	double values[EXPR_NAMES];
	size_t n;

	if (!scale)
		return 1;
	n = expr_names(scale, &names);
	for (size_t i = 0; i < n; i++)
		values[i] = machine_param(m, names[i]);
	return expr_eval(scale, values);
}

double machine_event_count(const struct machine *m,
                           const struct machine_event *event,
                           const double *counts)
{
	const struct event_recipe *recipe = map_get(m->recipes, event->name);
	const char *const *names;
	double values[EXPR_NAMES], sum = 0;
	size_t n;

	if (!recipe->formula) {
		for (size_t i = 0; i < event->nnatives; i++)
			sum += counts[i];
		return sum * scale_of(m, recipe->scale);
	}
	n = expr_names(recipe->formula, &names);
	for (size_t i = 0; i < n; i++) {
		uint64_t number = 0;

		num_u64(names[i] + 1, &number); /* checked when it was read */
		values[i] = counts[number - 1];
	}
	return expr_eval(recipe->formula, values) * scale_of(m, recipe->scale);
}
