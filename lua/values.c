/* Tables and values between C and Lua: reading, building, C functions. */
#include "sandbox_private.h"

#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"

static const double exact_integer = 9007199254740992.0; /* 2^53 */

struct sandbox_value sandbox_number(double number)
{
	if (isnan(number))
		return sandbox_nil();
	return (struct sandbox_value){ .type = SANDBOX_NUMBER,
		                       .number = number };
}

struct sandbox_value sandbox_string(const char *s)
{
	if (!s)
		return sandbox_nil();
	return (struct sandbox_value){ .type = SANDBOX_STRING,
		                       .string = s,
		                       .length = strlen(s) };
}

const char *sandbox_type_name(enum sandbox_type type)
{
	static const char *const names[] = { "nil",    "boolean", "number",
		                             "string", "table",   "function" };

	return names[type];
}

void sandbox_push(struct sandbox *sb, const struct sandbox_value *v)
{
	lua_State *L = sb->L;

	switch (v->type) {
	case SANDBOX_NIL:
		lua_pushnil(L);
		break;
	case SANDBOX_BOOLEAN:
		lua_pushboolean(L, v->boolean);
		break;
	case SANDBOX_NUMBER:
		/* whole numbers print without ".0" */
		if (fabs(v->number) <= exact_integer &&
		    v->number == floor(v->number))
			lua_pushinteger(L, (lua_Integer)v->number);
		else
			lua_pushnumber(L, v->number);
		break;
	case SANDBOX_STRING:
		lua_pushlstring(L, v->string, v->length);
		break;
	case SANDBOX_TABLE:
	case SANDBOX_FUNCTION:
		lua_rawgeti(L, LUA_REGISTRYINDEX, v->ref);
		break;
	}
}

/* keep what is at index under a new reference */
static int reference(lua_State *L, int index)
{
	lua_pushvalue(L, index);
	return luaL_ref(L, LUA_REGISTRYINDEX);
}

void sandbox_take(struct sandbox *sb, int index, struct sandbox_value *v)
{
	lua_State *L = sb->L;

	*v = sandbox_nil();
	switch (lua_type(L, index)) {
	case LUA_TBOOLEAN:
		*v = sandbox_boolean(lua_toboolean(L, index));
		break;
	case LUA_TNUMBER:
		v->type = SANDBOX_NUMBER;
		v->number = lua_tonumber(L, index);
		break;
	case LUA_TSTRING:
		v->type = SANDBOX_STRING;
		v->string = lua_tolstring(L, index, &v->length);
		break;
	case LUA_TTABLE:
		v->ref = reference(L, index);
		v->type = SANDBOX_TABLE;
		break;
	case LUA_TFUNCTION:
		v->ref = reference(L, index);
		v->type = SANDBOX_FUNCTION;
		break;
	default:
		break;
	}
}

void sandbox_drop(struct sandbox *sb, int ref)
{
	if (ref > 0 && !sb->bound.dead)
		luaL_unref(sb->L, LUA_REGISTRYINDEX, ref);
}

/* one operation on a table, with what it needs */
struct table_op {
	struct sandbox *sb;
	int ref;
	const char *key; /* or path */
	size_t i;
	struct sandbox_value *value;
};

static void push_root(struct table_op *op)
{
	lua_rawgeti(op->sb->L, LUA_REGISTRYINDEX, op->ref);
}

/* replace the value on top by its field: of digits, an index if there is one */
static void step(lua_State *L, const char *key, size_t n)
{
	size_t digits = strspn(key, "0123456789");

	if (lua_istable(L, -1) && digits == n && n > 0 && n < 10) {
		lua_rawgeti(L, -1, strtol(key, NULL, 10));
		if (!lua_isnil(L, -1)) {
			lua_remove(L, -2);
			return;
		}
		lua_pop(L, 1);
	}
	if (lua_istable(L, -1)) {
		lua_pushlstring(L, key, n);
		lua_rawget(L, -2);
	} else {
		lua_pushnil(L);
	}
	lua_remove(L, -2);
}

static int get(lua_State *L)
{
	struct table_op *op = lua_touserdata(L, 1);

	push_root(op);
	for (const char *p = op->key; *p;) {
		size_t n = strcspn(p, ".");

		step(L, p, n);
		p += n + (p[n] == '.');
	}
	sandbox_take(op->sb, -1, op->value);
	return 0;
}

int sandbox_get(struct sandbox *sb, int root, const char *path,
                struct sandbox_value *value, struct err *err)
{
	struct table_op op = {
		.sb = sb, .ref = root, .key = path, .value = value
	};

	*value = sandbox_nil();
	return sandbox_protect(sb, get, &op, path, err);
}

static int get_field(lua_State *L)
{
	struct table_op *op = lua_touserdata(L, 1);

	push_root(op);
	if (!lua_istable(L, -1))
		return 0;
	if (op->key)
		lua_pushstring(L, op->key);
	else
		lua_pushinteger(L, (lua_Integer)op->i);
	lua_rawget(L, -2);
	sandbox_take(op->sb, -1, op->value);
	return 0;
}

int sandbox_field(struct sandbox *sb, int root, const char *key,
                  struct sandbox_value *value, struct err *err)
{
	struct table_op op = {
		.sb = sb, .ref = root, .key = key, .value = value
	};

	*value = sandbox_nil();
	return sandbox_protect(sb, get_field, &op, key, err);
}

int sandbox_index(struct sandbox *sb, int root, size_t i,
                  struct sandbox_value *value, struct err *err)
{
	struct table_op op = { .sb = sb, .ref = root, .i = i, .value = value };

	*value = sandbox_nil();
	return sandbox_protect(sb, get_field, &op, "index", err);
}

size_t sandbox_length(struct sandbox *sb, int ref)
{
	size_t n = 0;

	if (sb->bound.dead)
		return 0;
	lua_rawgeti(sb->L, LUA_REGISTRYINDEX, ref);
	if (lua_istable(sb->L, -1))
		n = (size_t)lua_rawlen(sb->L, -1);
	lua_pop(sb->L, 1);
	return n;
}

struct keys_op {
	struct sandbox *sb;
	int ref;
	struct arena *a;
	const char **keys;
	size_t n;
};

static int string_keys(lua_State *L)
{
	struct keys_op *op = lua_touserdata(L, 1);
	size_t n = 0;

	lua_rawgeti(L, LUA_REGISTRYINDEX, op->ref);
	if (!lua_istable(L, -1))
		return 0;
	for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
		n += lua_type(L, -2) == LUA_TSTRING;
	op->keys = arena_alloc(op->a, n + 1, sizeof(*op->keys));
	for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
		if (lua_type(L, -2) == LUA_TSTRING)
			op->keys[op->n++] =
				arena_intern(op->a, lua_tostring(L, -2));
	}
	return 0;
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int sandbox_keys(struct sandbox *sb, int ref, struct arena *a,
                 const char ***keys, size_t *n, struct err *err)
{
	struct keys_op op = { .sb = sb, .ref = ref, .a = a };
	int rc = sandbox_protect(sb, string_keys, &op, "keys", err);

	if (op.n > 1)
		qsort(op.keys, op.n, sizeof(*op.keys), by_bytes);
	*keys = op.keys;
	*n = op.n;
	return rc;
}

static int new_table(lua_State *L)
{
	struct table_op *op = lua_touserdata(L, 1);

	lua_newtable(L);
	sandbox_take(op->sb, -1, op->value);
	return 0;
}

int sandbox_table_new(struct sandbox *sb, int *ref, struct err *err)
{
	struct sandbox_value value = sandbox_nil();
	struct table_op op = { .sb = sb, .value = &value };
	int rc = sandbox_protect(sb, new_table, &op, "table", err);

	*ref = value.ref;
	return rc;
}

static int set_field(lua_State *L)
{
	struct table_op *op = lua_touserdata(L, 1);

	push_root(op);
	if (!lua_istable(L, -1))
		return luaL_error(L, "not a table");
	if (op->key)
		lua_pushstring(L, op->key);
	else
		lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1) + 1);
	sandbox_push(op->sb, op->value);
	lua_rawset(L, -3);
	return 0;
}

int sandbox_set(struct sandbox *sb, int ref, const char *key,
                struct sandbox_value value, struct err *err)
{
	struct table_op op = {
		.sb = sb, .ref = ref, .key = key, .value = &value
	};

	return sandbox_protect(sb, set_field, &op, key, err);
}

int sandbox_append(struct sandbox *sb, int ref, struct sandbox_value value,
                   struct err *err)
{
	struct table_op op = { .sb = sb, .ref = ref, .value = &value };

	return sandbox_protect(sb, set_field, &op, "append", err);
}

int sandbox_define(struct sandbox *sb, const char *name,
                   struct sandbox_value value, struct err *err)
{
	return sandbox_set(sb, sb->base, name, value, err);
}

struct has_op {
	struct sandbox *sb;
	const char *name;
	bool has;
};

static int has(lua_State *L)
{
	struct has_op *op = lua_touserdata(L, 1);

	lua_rawgeti(L, LUA_REGISTRYINDEX, op->sb->base);
	lua_pushstring(L, op->name);
	op->has = lua_rawget(L, -2) != LUA_TNIL;
	return 0;
}

bool sandbox_has(struct sandbox *sb, const char *name)
{
	struct has_op op = { sb, name, false };
	struct err err = { 0 };

	return sandbox_protect(sb, has, &op, "name", &err) == 0 && op.has;
}

int sandbox_define_file(struct sandbox *sb, const char *path,
                        struct arena *arena, struct err *err)
{
	struct sandbox_value file, value;
	const char **names = NULL;
	size_t n = 0;

	if (sandbox_load_file(sb, path, &file, err) != 0)
		return -1;
	if (file.type != SANDBOX_TABLE)
		return err_set(err, ERR_FORMAT, "%s: returns no table", path);
	if (sandbox_keys(sb, file.ref, arena, &names, &n, err) != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (sandbox_field(sb, file.ref, names[i], &value, err) != 0 ||
		    sandbox_define(sb, names[i], value, err) != 0)
			return -1;
	}
	return 0;
}
