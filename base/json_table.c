#include "json_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "banned.h"
#include "err.h"
#include "escape.h"
#include "json_writer.h"
#include "mem.h"
#include "strbuf.h"

/* An object or an array that is open. Its label is its key, or its place in
 * the array that holds it. */
struct level {
	const char *label;
	bool array;
	size_t n; /* values so far */
};

struct cell {
	size_t column;
	unsigned depth;   /* of a value in front: where it was; else 0 */
	const char *text; /* NULL: the row ends */
};

struct cells {
	struct cell *v;
	size_t n, cap;
};

struct json_table {
	struct arena *arena; /* all texts; names are interned */
	const char *name;
	struct level level[JSON_MAX_NEST];
	unsigned depth;     /* levels that are open */
	unsigned row;       /* levels down to the row that is open; 0: none */
	const char **names; /* of the arrays of objects, each once */
	size_t nnames, cap_names;
	const char **columns;
	size_t ncolumns, cap_columns;
	bool met;           /* there was such an array, with rows or without */
	struct cells front; /* values of the objects around the next row */
	struct cells cells; /* rows, each with its end */
};

struct json_table *json_table_new(const char *name)
{
	struct json_table *t = mem_alloc(1, sizeof(*t));

	*t = (struct json_table){ .arena = arena_new() };
	t->name = arena_intern(t->arena, name);
	return t;
}

void json_table_free(struct json_table *t)
{
	if (!t)
		return;
	arena_free(t->arena);
	free(t->names);
	free(t->columns);
	free(t->front.v);
	free(t->cells.v);
	free(t);
}

static void add_cell(struct cells *c, struct cell cell)
{
	c->v = mem_grow(c->v, &c->cap, c->n + 1, sizeof(*c->v));
	c->v[c->n++] = cell;
}

/* The place of a name in a list, added where it is new */
static size_t place_of(const char ***list, size_t *n, size_t *cap,
                       const char *name)
{
	size_t i = 0;

	while (i < *n && (*list)[i] != name)
		i++;
	if (i == *n) {
		*list = mem_grow(*list, cap, *n + 1, sizeof(**list));
		(*list)[(*n)++] = name;
	}
	return i;
}

static size_t column_of(struct json_table *t, const char *name)
{
	return place_of(&t->columns, &t->ncolumns, &t->cap_columns,
	                arena_intern(t->arena, name));
}

/* A value's own label: its key, or its number in the array */
static const char *label_of(struct json_table *t, const char *key)
{
	struct strbuf number = STRBUF_INIT;
	const char *label;

	if (key)
		return arena_intern(t->arena, key);
	strbuf_addf(&number, "%zu", t->depth ? t->level[t->depth - 1].n : 0);
	label = arena_intern(t->arena, number.s);
	strbuf_release(&number);
	return label;
}

/* Is the level an object of an array, and so a row of some table? */
static bool is_row(const struct json_table *t, unsigned level)
{
	return level > 0 && !t->level[level].array && t->level[level - 1].array;
}

void json_table_open(struct json_table *t, const char *key, bool array)
{
	const unsigned up = t->depth;

	assert(t->depth < JSON_MAX_NEST);
	if (up)
		t->level[up - 1].n++;
	t->level[up] =
		(struct level){ .label = label_of(t, key), .array = array };
	t->depth++;
	t->met |= array && t->level[up].label == t->name;
	if (!is_row(t, up))
		return;
	place_of(&t->names, &t->nnames, &t->cap_names, t->level[up - 1].label);
	if (t->row || t->level[up - 1].label != t->name)
		return;
	t->row = t->depth;
	for (size_t i = 0; i < t->front.n; i++)
		add_cell(&t->cells, t->front.v[i]);
}

void json_table_close(struct json_table *t)
{
	assert(t->depth > 0);
	if (t->depth == t->row) {
		add_cell(&t->cells, (struct cell){ .text = NULL });
		t->row = 0;
	}
	while (t->front.n && t->front.v[t->front.n - 1].depth == t->depth)
		t->front.n--;
	t->depth--;
}

/* The column of a value below level from, or false: it is of another table */
static bool name_of(struct json_table *t, unsigned from, const char *label,
                    struct strbuf *name)
{
	for (unsigned i = from; i < t->depth; i++) {
		if (is_row(t, i))
			return false;
		strbuf_addf(name, "%s.", t->level[i].label);
	}
	strbuf_adds(name, label);
	return true;
}

static void add_front(struct json_table *t, const char *label, const char *text)
{
	const unsigned at = t->depth - 1;
	struct strbuf name = STRBUF_INIT;

	if (!is_row(t, at))
		return;
	strbuf_addf(&name, "%s.%s", t->level[at - 1].label, label);
	add_cell(&t->front, (struct cell){ .column = column_of(t, name.s),
	                                   .depth = t->depth,
	                                   .text = text });
	strbuf_release(&name);
}

void json_table_value(struct json_table *t, const char *key, const char *text)
{
	struct strbuf name = STRBUF_INIT;
	const char *label;

	if (!t->depth)
		return;
	t->level[t->depth - 1].n++;
	label = label_of(t, key);
	text = arena_strdup(t->arena, text ? text : "");
	if (!t->row)
		add_front(t, label, text);
	else if (name_of(t, t->row, label, &name))
		add_cell(&t->cells,
		         (struct cell){ .column = column_of(t, name.s),
		                        .text = text });
	strbuf_release(&name);
}

static int no_table(const struct json_table *t, struct err *err)
{
	struct strbuf names = STRBUF_INIT;

	for (size_t i = 0; i < t->nnames; i++)
		strbuf_addf(&names, "%s%s", i ? ", " : "", t->names[i]);
	err_set(err, ERR_USAGE, "there is no table '%s' here; there %s%s",
	        t->name, t->nnames ? "are: " : "is none", names.s);
	strbuf_release(&names);
	return -1;
}

/* Which columns any row has: those in front are known before there is one */
static bool *used_columns(const struct json_table *t)
{
	bool *used = mem_alloc(t->ncolumns + 1, sizeof(*used));

	for (size_t i = 0; i < t->cells.n; i++) {
		if (t->cells.v[i].text)
			used[t->cells.v[i].column] = true;
	}
	return used;
}

static void add_fields(struct strbuf *b, const char *const *field,
                       const bool *used, size_t n)
{
	bool more = false;

	for (size_t i = 0; i < n; i++) {
		if (!used[i])
			continue;
		if (more)
			strbuf_addc(b, ',');
		more = true;
		if (field[i])
			strbuf_adds(b, field[i]);
	}
	strbuf_addc(b, '\n');
}

static void add_head(struct strbuf *b, const struct json_table *t,
                     const bool *used)
{
	const char **name = mem_alloc(t->ncolumns + 1, sizeof(*name));
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < t->ncolumns; i++) {
		strbuf_clear(&text);
		escape_csv(&text, t->columns[i]);
		name[i] = arena_strdup(t->arena, text.s);
	}
	add_fields(b, name, used, t->ncolumns);
	strbuf_release(&text);
	free(name);
}

int json_table_write(const struct json_table *t, struct strbuf *b,
                     struct err *err)
{
	const size_t n = t->ncolumns;
	const char **field;
	bool *used;

	if (!t->met)
		return no_table(t, err);
	if (!t->cells.n)
		return 0;
	used = used_columns(t);
	field = mem_alloc(n + 1, sizeof(*field));
	add_head(b, t, used);
	for (size_t i = 0; i < t->cells.n; i++) {
		const struct cell *c = &t->cells.v[i];

		if (c->text) {
			field[c->column] = c->text;
			continue;
		}
		add_fields(b, field, used, n);
		memset(field, 0, n * sizeof(*field));
	}
	free(field);
	free(used);
	return 0;
}
