/*
 * What a script may use: names that are known to be harmless, so that a new
 * Lua release adds nothing by itself. Left out on purpose:
 * - load, loadfile, dofile, require, string.dump: code from elsewhere
 * - print, warn, io, os, debug, package, coroutine: the world outside
 * - xpcall: its handler runs inside the count hook, where no hook counts
 * - setmetatable, raw*: with __gc or __len a script escapes the count hook
 * - table.move, string.pack: long loops in C without a hook
 * - math.random, next: not the same in every run
 */
#include "sandbox_private.h"

#include <math.h>

#include "base/banned.h"

enum { REPEAT_LIMIT = 1 << 24 /* bytes and repetitions of string.rep */ };

static const double pattern_steps = 1e9; /* a few seconds */

static const char *const base_names[] = { "assert", "error",    "ipairs",
	                                  "pcall",  "select",   "tonumber",
	                                  "type",   "tostring", "_VERSION",
	                                  NULL };
static const char *const math_names[] = {
	"abs", "acos",  "asin",       "atan", "ceil", "cos", "deg",
	"exp", "floor", "fmod",       "huge", "log",  "max", "maxinteger",
	"min", "modf",  "mininteger", "pi",   "rad",  "sin", "sqrt",
	"tan", "type",  "tointeger",  "ult",  NULL
};
static const char *const string_names[] = {
	"byte",  "char",  "find", "format",  "gmatch", "gsub",  "len",
	"lower", "match", "rep",  "reverse", "sub",    "upper", NULL
};
static const char *const table_names[] = { "concat", "insert", "pack", "remove",
	                                   "sort",   "unpack", NULL };
static const char *const utf8_names[] = { "char",  "charpattern", "codepoint",
	                                  "codes", "len",         "offset",
	                                  NULL };

/* pairs() in sorted order; gets next, sort and the type functions */
static const char pairs_source[] =
	"local next, sort, type, tostring = ...\n"
	"local function before(a, b)\n"
	"  local ta, tb = type(a), type(b)\n"
	"  if ta ~= tb then return ta < tb end\n"
	"  if ta == 'number' or ta == 'string' then return a < b end\n"
	"  return tostring(a) < tostring(b)\n"
	"end\n"
	"return function(t)\n"
	"  local keys, n, i = {}, 0, 0\n"
	"  for k in next, t do n = n + 1 keys[n] = k end\n"
	"  sort(keys, before)\n"
	"  return function()\n"
	"    local k\n"
	"    repeat\n"
	"      i = i + 1\n"
	"      k = keys[i]\n"
	"    until k == nil or t[k] ~= nil\n"
	"    if k ~= nil then return k, t[k] end\n"
	"  end\n"
	"end\n";

static int unknown_name(lua_State *L)
{
	return luaL_error(L, "unknown name '%s'", luaL_tolstring(L, 2, NULL));
}

static int no_globals(lua_State *L)
{
	return luaL_error(L, "'%s' must be local: globals can't be set",
	                  luaL_tolstring(L, 2, NULL));
}

static int limited_rep(lua_State *L)
{
	size_t len, sep = 0;
	lua_Integer n = luaL_checkinteger(L, 2);

	luaL_checklstring(L, 1, &len);
	luaL_optlstring(L, 3, "", &sep);
	if (n > REPEAT_LIMIT || (n > 0 && len + sep > REPEAT_LIMIT / (size_t)n))
		return luaL_error(L, "string.rep: the result is too long");
	lua_pushvalue(L, lua_upvalueindex(1));
	lua_insert(L, 1);
	lua_call(L, lua_gettop(L) - 1, 1);
	return 1;
}

/*
 * Matching backtracks in C, out of the hook's sight: each quantifier may
 * multiply the steps by the text's length, each '?' doubles them.
 */
static void check_pattern(lua_State *L)
{
	size_t n, len;
	const char *pattern = luaL_checklstring(L, 2, &n);
	double steps;

	luaL_checklstring(L, 1, &len);
	steps = n > 0 && pattern[0] == '^' ? 1 : (double)len + 1;
	for (size_t i = 0; i < n; i++) {
		if (pattern[i] == '%' && i + 1 < n) {
			if (pattern[++i] == 'b')
				steps *= (double)len + 1;
		} else if (strchr("*+-", pattern[i]) && pattern[i]) {
			steps *= (double)len + 1;
		} else if (pattern[i] == '?') {
			steps *= 2;
		}
	}
	if (steps > pattern_steps)
		luaL_error(L,
		           "the pattern is too costly for a text of %d bytes",
		           (int)(len > 1 << 30 ? 1 << 30 : len));
}

/* upvalues: the library's function, whether its 4th argument means plain */
static int limited_match(lua_State *L)
{
	bool plain =
		lua_toboolean(L, lua_upvalueindex(2)) && lua_toboolean(L, 4);

	if (!plain)
		check_pattern(L);
	lua_pushvalue(L, lua_upvalueindex(1));
	lua_insert(L, 1);
	lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
	sandbox_check_time(sandbox_of(L));
	return lua_gettop(L);
}

/* replace field name of the table on top by a guard around it */
static void guard(lua_State *L, const char *name, lua_CFunction function,
                  bool plain)
{
	lua_getfield(L, -1, name);
	lua_pushboolean(L, plain);
	lua_pushcclosure(L, function, 2);
	lua_setfield(L, -2, name);
}

/* a new table on the stack with the named fields of the one on top */
static void pick(lua_State *L, const char *const *names)
{
	lua_newtable(L);
	for (; *names; names++) {
		lua_getfield(L, -2, *names);
		lua_setfield(L, -2, *names);
	}
	lua_remove(L, -2);
}

/* base[name] = what is picked from a library */
static void add_library(lua_State *L, const char *name, lua_CFunction open,
                        const char *const *names)
{
	lua_pushcfunction(L, open);
	lua_call(L, 0, 1);
	pick(L, names);
	lua_setfield(L, -2, name);
}

/* make text:rep(n) use the guarded functions too */
static void guard_strings(lua_State *L)
{
	lua_getfield(L, -1, "string");
	guard(L, "rep", limited_rep, false);
	guard(L, "find", limited_match, true);
	guard(L, "match", limited_match, false);
	guard(L, "gmatch", limited_match, false);
	guard(L, "gsub", limited_match, false);
	lua_pushliteral(L, "");
	lua_getmetatable(L, -1);
	lua_pushvalue(L, -3);
	lua_setfield(L, -2, "__index");
	lua_pop(L, 3);
}

/* base.pairs = the sorted one; base is on top, Lua's globals hold next */
static void add_pairs(lua_State *L)
{
	if (luaL_loadbufferx(L, pairs_source, sizeof(pairs_source) - 1,
	                     "=pairs", "t") != LUA_OK)
		lua_error(L);
	lua_getglobal(L, "next");
	lua_getfield(L, -3, "table");
	lua_getfield(L, -1, "sort");
	lua_remove(L, -2);
	lua_getglobal(L, "type");
	lua_getglobal(L, "tostring");
	lua_call(L, 4, 1);
	lua_setfield(L, -2, "pairs");
}

int sandbox_open_library(lua_State *L)
{
	struct sandbox *sb = lua_touserdata(L, 1);

	lua_pushcfunction(L, luaopen_base);
	lua_call(L, 0, 1);
	pick(L, base_names);
	add_library(L, "math", luaopen_math, math_names);
	add_library(L, "string", luaopen_string, string_names);
	add_library(L, "table", luaopen_table, table_names);
	add_library(L, "utf8", luaopen_utf8, utf8_names);
	guard_strings(L);
	add_pairs(L);
	lua_newtable(L);
	lua_pushcfunction(L, unknown_name);
	lua_setfield(L, -2, "__index");
	lua_setmetatable(L, -2);
	lua_newtable(L); /* what chunks see: empty and closed, then base */
	lua_newtable(L);
	lua_pushvalue(L, -3);
	lua_setfield(L, -2, "__index");
	lua_pushcfunction(L, no_globals);
	lua_setfield(L, -2, "__newindex");
	lua_setmetatable(L, -2);
	sb->env = luaL_ref(L, LUA_REGISTRYINDEX);
	sb->base = luaL_ref(L, LUA_REGISTRYINDEX);
	lua_pushboolean(L, false);
	sb->result = luaL_ref(L, LUA_REGISTRYINDEX);
	return 0;
}
