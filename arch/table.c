#include "table.h"

#include <math.h>
#include <stdarg.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/escape.h"
#include "base/strbuf.h"
#include "line.h"

enum { FILE_LIMIT = 1 << 20 };

int table_open(struct lua_file *r)
{
	struct strbuf path = STRBUF_INIT;
	int rc;

	r->sb = sandbox_new(NULL);
	rc = datadir_find("arch/prelude.lua", &path, r->err);
	if (rc == 0)
		rc = sandbox_define_file(r->sb, path.s, r->a, r->err);
	strbuf_release(&path);
	return rc;
}

int table_load(struct lua_file *r, struct lua_table *root)
{
	struct strbuf text = STRBUF_INIT;
	struct sandbox_value v;
	int rc;

	*root = (struct lua_table){ .r = r, .where = "" };
	rc = io_read_file(r->file, FILE_LIMIT, &text, r->err);
	if (rc == 0)
		rc = sandbox_load(r->sb, r->file, text.s, text.len, &v, r->err);
	r->text = arena_strdup(r->a, text.s);
	strbuf_release(&text);
	if (rc != 0)
		return -1;
	if (v.type != SANDBOX_TABLE)
		return err_set(r->err, ERR_FORMAT,
		               "%s: returns a %s where a table is wanted",
		               r->file, sandbox_type_name(v.type));
	root->ref = v.ref;
	return 0;
}

/* "where.key" in the arena */
static const char *join(const struct lua_table *t, const char *key)
{
	struct strbuf b = STRBUF_INIT;
	const char *joined;

	strbuf_addf(&b, "%s%s%s", t->where, *t->where ? "." : "", key);
	joined = arena_strdup(t->r->a, b.s);
	strbuf_release(&b);
	return joined;
}

struct table_spot table_spot(const struct lua_table *t, const char *key)
{
	return (struct table_spot){
		.file = t->r->file,
		.text = t->r->text,
		.where = key ? join(t, key) : t->where,
	};
}

const char *spot_place(const struct table_spot *spot, struct arena *a)
{
	size_t line = spot->text ? line_of(spot->text, spot->where) : 0;
	struct strbuf b = STRBUF_INIT;
	const char *place;

	strbuf_addf(&b, "%s", spot->file);
	if (line)
		strbuf_addf(&b, ":%zu", line);
	if (*spot->where)
		strbuf_addf(&b, ": %s", spot->where);
	place = arena_strdup(a, b.s);
	strbuf_release(&b);
	return place;
}

const char *table_place(const struct lua_table *t, const char *key)
{
	const struct table_spot spot = table_spot(t, key);

	return spot_place(&spot, t->r->a);
}

int table_fail(const struct lua_table *t, const char *key, const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	const char *place = table_place(t, key);
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	err_set(t->r->err, ERR_FORMAT, "%s: %s", place, b.s);
	strbuf_release(&b);
	return -1;
}

/* the field, of the wanted type or nil */
static int field(const struct lua_table *t, const char *key,
                 enum sandbox_type type, struct sandbox_value *v)
{
	*v = sandbox_nil();
	if (!t->ref)
		return 0;
	if (sandbox_field(t->r->sb, t->ref, key, v, t->r->err) != 0)
		return -1;
	if (v->type != SANDBOX_NIL && v->type != type)
		return table_fail(t, key, "wants a %s, not a %s",
		                  sandbox_type_name(type),
		                  sandbox_type_name(v->type));
	return 0;
}

/* a Lua string in the arena: UTF-8 without control characters, as all of them
 * may be shown */
static int keep(const struct lua_table *t, const char *key,
                const struct sandbox_value *v, const char **value)
{
	if (strlen(v->string) != v->length)
		return table_fail(t, key, "holds a zero byte");
	for (const char *s = v->string; *s;) {
		size_t n = escape_utf8(s);

		if (n == 0)
			return table_fail(t, key,
			                  "holds a control character or what "
			                  "is not UTF-8");
		s += n;
	}
	*value = arena_intern(t->r->a, v->string);
	return 0;
}

int table_string(const struct lua_table *t, const char *key, const char **value)
{
	struct sandbox_value v;

	*value = NULL;
	if (field(t, key, SANDBOX_STRING, &v) != 0)
		return -1;
	return v.type == SANDBOX_NIL ? 0 : keep(t, key, &v, value);
}

int table_need_string(const struct lua_table *t, const char *key,
                      const char **value)
{
	if (table_string(t, key, value) != 0)
		return -1;
	if (!*value || !**value)
		return table_fail(t, NULL, "has no %s", key);
	return 0;
}

int table_number(const struct lua_table *t, const char *key, double *value)
{
	struct sandbox_value v;

	*value = NAN;
	if (field(t, key, SANDBOX_NUMBER, &v) != 0)
		return -1;
	if (v.type == SANDBOX_NUMBER)
		*value = v.number;
	return 0;
}

int table_count(const struct lua_table *t, const char *key, double max,
                double *value)
{
	double number;

	if (table_number(t, key, &number) != 0)
		return -1;
	if (isnan(number))
		return 0;
	if (!(number >= 0 && number <= max) || number != floor(number))
		return table_fail(t, key, "wants a whole number from 0 to %g",
		                  max);
	*value = number;
	return 0;
}

int table_bool(const struct lua_table *t, const char *key, bool *value)
{
	struct sandbox_value v;

	if (field(t, key, SANDBOX_BOOLEAN, &v) != 0)
		return -1;
	*value = v.type == SANDBOX_BOOLEAN && v.boolean;
	return 0;
}

int table_sub(const struct lua_table *t, const char *key,
              struct lua_table *value)
{
	struct sandbox_value v;

	*value = (struct lua_table){ .r = t->r, .where = join(t, key) };
	if (field(t, key, SANDBOX_TABLE, &v) != 0)
		return -1;
	value->ref = v.ref;
	return 0;
}

int table_type(const struct lua_table *t, const char *key,
               enum sandbox_type *type)
{
	struct sandbox_value v = sandbox_nil();

	if (t->ref && sandbox_field(t->r->sb, t->ref, key, &v, t->r->err) != 0)
		return -1;
	*type = v.type;
	sandbox_drop(t->r->sb, v.ref);
	return 0;
}

size_t table_length(const struct lua_table *t)
{
	return t->ref ? sandbox_length(t->r->sb, t->ref) : 0;
}

/* element i of list, of the wanted type */
static int element(const struct lua_table *list, size_t i,
                   enum sandbox_type type, struct sandbox_value *v)
{
	char index[32];

	if (sandbox_index(list->r->sb, list->ref, i + 1, v, list->r->err) != 0)
		return -1;
	snprintf(index, sizeof(index), "%zu", i + 1);
	if (v->type != type)
		return table_fail(list, index, "wants a %s, not a %s",
		                  sandbox_type_name(type),
		                  sandbox_type_name(v->type));
	return 0;
}

int table_at(const struct lua_table *t, size_t i, struct lua_table *value)
{
	struct sandbox_value v;
	char index[32];

	snprintf(index, sizeof(index), "%zu", i + 1);
	*value = (struct lua_table){ .r = t->r, .where = join(t, index) };
	if (element(t, i, SANDBOX_TABLE, &v) != 0)
		return -1;
	value->ref = v.ref;
	return 0;
}

/* all elements of list, which must be strings */
static int read_strings(const struct lua_table *list,
                        const char *const **values, size_t *n)
{
	const char **all;

	*n = table_length(list);
	all = arena_alloc(list->r->a, *n + 1, sizeof(*all));
	*values = all;
	for (size_t i = 0; i < *n; i++) {
		struct sandbox_value v;

		if (element(list, i, SANDBOX_STRING, &v) != 0 ||
		    keep(list, NULL, &v, &all[i]) != 0)
			return -1;
	}
	return 0;
}

int table_strings(const struct lua_table *t, const char *key,
                  const char *const **values, size_t *n)
{
	enum sandbox_type type;
	struct lua_table list;
	const char **one;

	*values = NULL;
	*n = 0;
	if (table_type(t, key, &type) != 0)
		return -1;
	if (type == SANDBOX_STRING) {
		one = arena_alloc(t->r->a, 1, sizeof(*one));
		*values = one;
		*n = 1;
		return table_string(t, key, &one[0]);
	}
	if (table_sub(t, key, &list) != 0)
		return -1;
	return read_strings(&list, values, n);
}

int table_strings_at(const struct lua_table *t, size_t i,
                     const char *const **values, size_t *n)
{
	struct lua_table list;

	if (table_at(t, i, &list) != 0)
		return -1;
	return read_strings(&list, values, n);
}

int table_numbers(const struct lua_table *t, const char *key,
                  const double **values, size_t *n)
{
	enum sandbox_type type;
	struct lua_table list;
	double *all;

	*values = NULL;
	*n = 0;
	if (table_type(t, key, &type) != 0)
		return -1;
	if (type == SANDBOX_NUMBER) {
		all = arena_alloc(t->r->a, 1, sizeof(*all));
		*values = all;
		*n = 1;
		return table_number(t, key, &all[0]);
	}
	if (table_sub(t, key, &list) != 0)
		return -1;
	all = arena_alloc(t->r->a, table_length(&list) + 1, sizeof(*all));
	for (size_t i = 0; i < table_length(&list); i++) {
		struct sandbox_value v;

		if (element(&list, i, SANDBOX_NUMBER, &v) != 0)
			return -1;
		all[i] = v.number;
	}
	*values = all;
	*n = table_length(&list);
	return 0;
}

int table_keys(const struct lua_table *t, const char ***keys, size_t *n)
{
	*keys = NULL;
	*n = 0;
	if (!t->ref)
		return 0;
	return sandbox_keys(t->r->sb, t->ref, t->r->a, keys, n, t->r->err);
}

int table_only(const struct lua_table *t, const char *const *allowed)
{
	const char **keys;
	size_t n;

	if (table_keys(t, &keys, &n) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const char *const *known = allowed;

		while (*known && strcmp(*known, keys[i]) != 0)
			known++;
		if (!*known)
			return table_fail(t, keys[i], "unknown key");
	}
	return 0;
}
