#include "fields.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/escape.h"

enum { TEXT_MAX = 1200 };

/* Valid UTF-8 on one line; escape codes and the like have no place here. */
static bool plain_text(const struct sandbox_value *v)
{
	size_t n;

	if (strlen(v->string) != v->length)
		return false;
	for (const char *s = v->string; *s; s += n) {
		n = escape_utf8(s);
		if (n == 0 || *s == '\n' || *s == '\t')
			return false;
	}
	return true;
}

const char *fields_take(struct fields *c, const char *name,
                        const struct sandbox_value *v)
{
	if (v->type != SANDBOX_STRING)
		err_set(&c->err, ERR_FORMAT, "'%s' is a %s, not a text", name,
		        sandbox_type_name(v->type));
	else if (v->length == 0)
		err_set(&c->err, ERR_FORMAT, "'%s' is empty", name);
	else if (v->length > TEXT_MAX)
		err_set(&c->err, ERR_FORMAT, "'%s' has %zu bytes, more than %d",
		        name, v->length, TEXT_MAX);
	else if (!plain_text(v))
		err_set(&c->err, ERR_FORMAT,
		        "'%s' has control characters, several lines or "
		        "invalid UTF-8",
		        name);
	else
		return arena_strdup(c->arena, v->string);
	return NULL;
}

struct sandbox_value fields_get(struct fields *c, const char *name,
                                bool required)
{
	struct sandbox_value v = sandbox_nil();

	sandbox_field(c->sandbox, c->table, name, &v, &c->err);
	if (required && v.type == SANDBOX_NIL)
		err_set(&c->err, ERR_FORMAT, "'%s' is missing", name);
	return v;
}

const char *fields_text(struct fields *c, const char *name, bool required)
{
	struct sandbox_value v = fields_get(c, name, required);

	return v.type == SANDBOX_NIL ? NULL : fields_take(c, name, &v);
}

double fields_number(struct fields *c, const char *name, bool required,
                     double low, double high)
{
	struct sandbox_value v = fields_get(c, name, required);

	if (v.type == SANDBOX_NIL)
		return NAN;
	if (v.type != SANDBOX_NUMBER || !(v.number >= low && v.number <= high))
		err_set(&c->err, ERR_FORMAT,
		        "'%s' must be a number from %g to %g", name, low, high);
	return v.number;
}

int fields_function(struct fields *c, const char *name)
{
	struct sandbox_value v = fields_get(c, name, true);

	if (v.type != SANDBOX_FUNCTION)
		err_set(&c->err, ERR_FORMAT, "'%s' is a %s, not a function",
		        name, sandbox_type_name(v.type));
	return v.ref;
}

const char **fields_texts(struct fields *c, const char *name, bool required,
                          size_t *n)
{
	struct sandbox_value list = fields_get(c, name, required), v;
	const char **out = NULL;

	*n = 0;
	if (list.type == SANDBOX_NIL)
		return NULL;
	if (list.type != SANDBOX_TABLE) {
		err_set(&c->err, ERR_FORMAT, "'%s' is a %s, not a list", name,
		        sandbox_type_name(list.type));
		return NULL;
	}
	*n = sandbox_length(c->sandbox, list.ref);
	if (*n > FIELDS_LIST_MAX) {
		err_set(&c->err, ERR_FORMAT, "'%s' has more than %d elements",
		        name, FIELDS_LIST_MAX);
		*n = 0;
	}
	out = arena_alloc(c->arena, *n + 1, sizeof(*out));
	for (size_t i = 0; i < *n; i++) {
		if (sandbox_index(c->sandbox, list.ref, i + 1, &v, &c->err) !=
		    0)
			break;
		out[i] = fields_take(c, name, &v);
	}
	sandbox_drop(c->sandbox, list.ref);
	return out;
}

bool fields_boolean(struct fields *c, const char *key)
{
	const struct sandbox_value v = fields_get(c, key, false);

	if (v.type != SANDBOX_NIL && v.type != SANDBOX_BOOLEAN)
		err_set(&c->err, ERR_FORMAT, "'%s' must be true or false", key);
	return v.type == SANDBOX_BOOLEAN && v.boolean;
}
