#include "events.h"

#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "account_parts.h"
#include "expr.h"
#include "table.h"

/* the sides of a relation, compiled */
struct sides {
	struct expr *left, *right;
};

struct events {
	struct arena *a;
	struct map *by_name;
	struct event *list;
	size_t n;
	struct event_relation *relations;
	struct sides *sides;
	size_t nrelations;
};

static int read_event(struct events *ev, const struct lua_table *t,
                      struct event *e)
{
	static const char *const keys[] = { "name",        "unit", "group",
		                            "description", "core", NULL };

	if (table_only(t, keys) != 0 ||
	    table_need_string(t, "name", &e->name) != 0 ||
	    table_need_string(t, "unit", &e->unit) != 0 ||
	    table_need_string(t, "group", &e->group) != 0 ||
	    table_need_string(t, "description", &e->description) != 0 ||
	    table_bool(t, "core", &e->core) != 0)
		return -1;
	if (map_get(ev->by_name, e->name))
		return table_fail(t, "name", "'%s' is given twice", e->name);
	map_put_static(ev->by_name, e->name, e);
	return 0;
}

/* What the timing model charged to each cause */
static void add_causes(struct events *ev, struct event *e)
{
	struct strbuf b = STRBUF_INIT;

	for (size_t i = 0; i < ACCOUNT_PARTS; i++, e++) {
		strbuf_clear(&b);
		strbuf_addf(&b, "modelled cycles: %s", account_parts[i].label);
		*e = (struct event){ .name = account_parts[i].event,
			             .unit = "cycles",
			             .group = "model",
			             .description = arena_strdup(ev->a, b.s) };
		map_put_static(ev->by_name, e->name, e);
	}
	strbuf_release(&b);
}

static int read_events(struct events *ev, const struct lua_table *root)
{
	struct lua_table list, t;
	size_t n;

	if (table_sub(root, "events", &list) != 0)
		return -1;
	n = table_length(&list);
	ev->n = n + ACCOUNT_PARTS;
	ev->list = arena_alloc(ev->a, ev->n, sizeof(*ev->list));
	add_causes(ev, ev->list + n);
	for (size_t i = 0; i < n; i++) {
		if (table_at(&list, i, &t) != 0 ||
		    read_event(ev, &t, &ev->list[i]) != 0)
			return -1;
	}
	return n ? 0 : table_fail(root, "events", "is empty");
}

/* one side of a relation; its names must be events */
static struct expr *read_side(struct events *ev, const struct lua_table *t,
                              const char *text)
{
	struct expr *e = expr_parse(ev->a, text, t->r->err);
	const char *const *names;

	if (!e) {
		err_prefix(t->r->err, "%s", table_place(t, NULL));
		return NULL;
	}
	for (size_t i = 0; i < expr_names(e, &names); i++) {
		if (!map_get(ev->by_name, names[i])) {
			table_fail(t, "relation", "unknown event '%s'",
			           names[i]);
			return NULL;
		}
	}
	return e;
}

static int read_relation(struct events *ev, const struct lua_table *t, size_t i)
{
	static const char *const keys[] = { "relation", "tolerance", "message",
		                            "categories", NULL };
	struct event_relation *r = &ev->relations[i];
	const char *sign;

	if (table_only(t, keys) != 0 ||
	    table_need_string(t, "relation", &r->text) != 0 ||
	    table_need_string(t, "message", &r->message) != 0 ||
	    table_number(t, "tolerance", &r->tolerance) != 0 ||
	    table_strings(t, "categories", &r->categories, &r->ncategories) !=
	            0)
		return -1;
	if (!(r->tolerance >= 0 && r->tolerance < 1))
		return table_fail(t, "tolerance", "wants a fraction below 1");
	sign = strstr(r->text, "<=");
	if (!sign)
		return table_fail(t, "relation", "'%s' has no '<='", r->text);
	ev->sides[i].left = read_side(
		ev, t, arena_strndup(ev->a, r->text, (size_t)(sign - r->text)));
	if (!ev->sides[i].left)
		return -1;
	ev->sides[i].right = read_side(ev, t, sign + 2);
	return ev->sides[i].right ? 0 : -1;
}

static int read_relations(struct events *ev, const struct lua_table *root)
{
	struct lua_table list, t;
	size_t n;

	if (table_sub(root, "relations", &list) != 0)
		return -1;
	n = table_length(&list);
	ev->relations = arena_alloc(ev->a, n + 1, sizeof(*ev->relations));
	ev->sides = arena_alloc(ev->a, n + 1, sizeof(*ev->sides));
	for (size_t i = 0; i < n; i++) {
		if (table_at(&list, i, &t) != 0 || read_relation(ev, &t, i))
			return -1;
	}
	ev->nrelations = n;
	return 0;
}

static int load_file(struct events **events, const char *path, struct err *err)
{
	static const char *const keys[] = { "events", "relations", NULL };
	struct events *ev = mem_alloc(1, sizeof(*ev));
	struct lua_file r = { .file = path, .err = err };
	struct lua_table root;
	int rc = -1;

	ev->a = r.a = arena_new();
	ev->by_name = map_new();
	if (table_open(&r) == 0 && table_load(&r, &root) == 0 &&
	    table_only(&root, keys) == 0 && read_events(ev, &root) == 0 &&
	    read_relations(ev, &root) == 0)
		rc = 0;
	sandbox_free(r.sb);
	if (rc != 0) {
		events_free(ev);
		ev = NULL;
	}
	*events = ev;
	return rc;
}

int events_load(struct events **events, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	int rc = -1;

	*events = NULL;
	if (datadir_find("arch/events.lua", &path, err) == 0)
		rc = load_file(events, path.s, err);
	strbuf_release(&path);
	return rc;
}

void events_free(struct events *ev)
{
	if (!ev)
		return;
	map_free(ev->by_name);
	arena_free(ev->a);
	free(ev);
}

size_t events_list(const struct events *ev, const struct event **list)
{
	if (list)
		*list = ev->list;
	return ev->n;
}

const struct event *events_find(const struct events *ev, const char *name)
{
	return map_get(ev->by_name, name);
}

size_t events_relations(const struct events *ev,
                        const struct event_relation **list)
{
	if (list)
		*list = ev->relations;
	return ev->nrelations;
}

static double side_value(const struct expr *e, event_value value,
                         const void *ctx)
{
	const char *const *names;
	double values[EXPR_NAMES];
	size_t n = expr_names(e, &names);

	for (size_t i = 0; i < n; i++)
		values[i] = value(ctx, names[i]);
	return expr_eval(e, values);
}

enum events_verdict events_check(const struct events *ev, size_t i,
                                 event_value value, const void *ctx,
                                 double *left, double *right)
{
	double l = side_value(ev->sides[i].left, value, ctx);
	double r = side_value(ev->sides[i].right, value, ctx);

	if (left)
		*left = l;
	if (right)
		*right = r;
	if (isnan(l) || isnan(r))
		return EVENTS_NOT_MEASURED;
	return l <= r * (1 + ev->relations[i].tolerance) ? EVENTS_HOLD
	                                                 : EVENTS_BROKEN;
}
