/* check_lua - the sandbox: values both ways, hostile scripts, cheap calls */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "lua/sandbox.h"

static const struct sandbox_limits small = { .memory_bytes = 64 << 20,
	                                     .instructions = 3000000,
	                                     .time_s = 3 };

static struct sandbox_value load(struct sandbox *sb, const char *text,
                                 struct err *err)
{
	struct sandbox_value v;

	sandbox_load(sb, "f.lua", text, strlen(text), &v, err);
	return v;
}

/* one call into Lua's own C code each, of minutes to hours */
static const char *const endless[] = {
	"local a = ('aaaaaaaaaaaaaaaa'):rep(5e5)\n"
	"return a:find(a:sub(1, 4e6) .. 'b', 1, true)",
	"return ('aaaaaaaaaaaaaaaa'):rep(2e5):find('^(a*)%1b')",
	"local a = ('aaaaaaaaaaaaaaaa'):rep(5e4)\n"
	"return a:find('[' .. ('bbbbbbbbbbbbbbbb'):rep(2e5) .. ']')",
	"local a = ('aaaaaaaaaaaaaaaa'):rep(2e5)\n"
	"return a:find(a:sub(1, 1e6) .. '[b]')",
	"local a = ('aaaaaaaaaaaaaaaa'):rep(5e5)\n"
	"local b, t = a .. 'b', {}\n"
	"for i = 1, 1e4 do t[i] = i % 3 == 0 and a or b end\n"
	"table.sort(t)",
	"local a = ('aaaaaaaaaaaaaaaa'):rep(5e5)\n"
	"return pcall(string.find, a, a:sub(1, 4e6) .. 'b', 1, true)",
};

/* Beyond the hook; the sandbox then only says so again. */
START_TEST(single_calls_end)
{
	const struct sandbox_limits limits = { .time_s = 0.5 };
	struct sandbox *sb = sandbox_new(&limits);
	const char *const why =
		"f.lua: takes too long: the limit of processor time is reached";
	struct err ignored = { 0 };
	struct sandbox_value v = load(sb, "return { 1, 2 }", &ignored);

	for (int again = 0; again < 2; again++) {
		struct err err = { 0 };

		load(sb, again ? "return 1" : endless[_i], &err);
		ck_assert_str_eq(err.msg, why);
	}
	ck_assert_uint_eq(sandbox_length(sb, v.ref), 0);
	sandbox_drop(sb, v.ref);
	sandbox_free(sb);
}
END_TEST

/* each must end with one line that holds msg, soon, in bounded memory */
static const struct {
	const char *text, *msg;
} hostile[] = {
	{ "while true do end", "f.lua:1: takes too long" },
	{ "\nlocal function f() while true do end end\n"
	  "while true do pcall(f) end",
	  "f.lua:" },
	/* its handler would run inside the hook, where nothing counts */
	{ "xpcall(error, function() while true do end end)",
	  "f.lua:1: unknown name 'xpcall'" },
	{ "local function f() return pcall(f) end\nwhile true do f() end",
	  "f.lua:" },
	{ "\n\nlocal s = 'x'\nwhile true do s = s .. s end",
	  "f.lua:4: not enough memory: more than 64 MiB" },
	{ "local t, s = {}, ('x'):rep(99999)\nfor i = 1, 1e9 do t[i] = s .. i "
	  "end",
	  "f.lua:2: not enough memory" },
	/* few instructions that are slow each; on a slow processor before line
	   3 */
	{ "local t = {}\nfor i = 1, 2e4 do t[i] = i end\n"
	  "while true do table.insert(t, 1, 0) end",
	  "takes too long: the limit of processor time is reached" },
	{ "return string.rep('x', 1e10)", "f.lua:1: string.rep" },
	{ "return string.rep('', 1 << 60)", "f.lua:1: string.rep" },
	{ "return ('x'):rep(1e9)", "f.lua:1: string.rep" },
	{ "local function f(n) return 1 + f(n + 1) end\nreturn f(1)",
	  "f.lua:1: stack overflow" },
	{ "return ('a'):rep(60):find(('a?'):rep(60) .. ('a'):rep(60))",
	  "f.lua:1: the pattern is too costly" },
	{ "return ('a'):rep(9999):match('.-.-.-.-b')",
	  "f.lua:1: the pattern is too costly" },
	{ "return ('a'):rep(9999):gsub('.-.-.-.-b', '')",
	  "f.lua:1: the pattern is too costly" },
	{ "\x1bLua", "f.lua:1: a precompiled chunk" },
	{ "return load('return 1')", "f.lua:1: unknown name 'load'" },
	{ "return loadfile('/etc/passwd')", "unknown name 'loadfile'" },
	{ "return require 'os'", "unknown name 'require'" },
	{ "return os.execute('id')", "unknown name 'os'" },
	{ "return io.open('x')", "unknown name 'io'" },
	{ "return debug.sethook()", "unknown name 'debug'" },
	{ "return string.dump(function() end)", "a nil value (field 'dump')" },
	{ "collectgarbage('stop')", "unknown name 'collectgarbage'" },
	{ "setmetatable({}, {__gc = 1})", "unknown name 'setmetatable'" },
	{ "print('x')", "unknown name 'print'" },
	{ "return _G", "unknown name '_G'" },
	{ "\n\nx = 1", "f.lua:3: 'x' must be local" },
	{ "return cycels", "f.lua:1: unknown name 'cycels'" },
	{ "error('\x1b[31mred\\27[0m\\n\\7')",
	  "f.lua:1: \\x1b[31mred\\x1b[0m\\n\\x07" },
	/* each level is walked to from the top */
	{ "local function f(n)\nif n == 0 then error('deep', 0) end\n"
	  "local r = f(n - 1)\nreturn r\nend\nf(190000)",
	  "f.lua:2: deep" },
	{ "error({})", "f.lua:1: the error is a table" },
	{ "\nerror('no place', 0)", "f.lua:2: no place" },
	{ "error(nil)", "f.lua:1: the error is a nil" },
	{ "return 1 +", "f.lua:1: unexpected symbol" },
	{ "x = = 1", "f.lua:1: unexpected symbol" },
	{ "return " /* nesting */
	  "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
	  "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
	  "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
	  "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
	  "1",
	  "f.lua: C stack overflow" },
};

START_TEST(hostile_scripts_end)
{
	struct sandbox *sb = sandbox_new(&small);
	struct err err = { 0 };
	struct sandbox_value v = load(sb, hostile[_i].text, &err);

	ck_assert_int_eq(v.type, SANDBOX_NIL);
	ck_assert_int_eq(err.code, ERR_FORMAT);
	ck_assert_msg(strstr(err.msg, hostile[_i].msg) != NULL, "'%s' in '%s'",
	              hostile[_i].msg, err.msg);
	ck_assert_ptr_null(strpbrk(err.msg, "\n\x1b\x07"));
	ck_assert_ptr_null(strpbrk(sandbox_traceback(sb), "\x1b\x07"));
	ck_assert_uint_le(sandbox_memory(sb), small.memory_bytes);

	/* and the sandbox goes on to work */
	err_clear(&err);
	v = load(sb, "return 6 * 7", &err);
	ck_assert_str_eq(err.msg, "");
	ck_assert_double_eq(v.number, 42);
	sandbox_free(sb);
}
END_TEST

static const char sample[] =
	"local t = { name = 'x', on = true, n = 2.5, list = { 'a', 'b', 9 },\n"
	"  ['with.dot'] = { y = 1 }, deep = { er = { still = 'here' } },\n"
	"  twice = function(v) return 2 * v end }\n"
	"return t";

static const struct {
	const char *path;
	enum sandbox_type type;
	const char *string;
	double number;
} paths[] = {
	{ "name", SANDBOX_STRING, "x", 0 },
	{ "on", SANDBOX_BOOLEAN, NULL, 0 },
	{ "n", SANDBOX_NUMBER, NULL, 2.5 },
	{ "list", SANDBOX_TABLE, NULL, 0 },
	{ "list.2", SANDBOX_STRING, "b", 0 },
	{ "list.3", SANDBOX_NUMBER, NULL, 9 },
	{ "list.4", SANDBOX_NIL, NULL, 0 },
	{ "deep.er.still", SANDBOX_STRING, "here", 0 },
	{ "deep.er.still.more", SANDBOX_NIL, NULL, 0 },
	{ "twice", SANDBOX_FUNCTION, NULL, 0 },
	{ "none", SANDBOX_NIL, NULL, 0 },
	{ "", SANDBOX_TABLE, NULL, 0 },
};

START_TEST(walks_tables)
{
	struct sandbox *sb = sandbox_new(NULL);
	struct err err = { 0 };
	struct sandbox_value root = load(sb, sample, &err), v;

	ck_assert_int_eq(root.type, SANDBOX_TABLE);
	ck_assert_int_eq(sandbox_get(sb, root.ref, paths[_i].path, &v, &err),
	                 0);
	ck_assert_int_eq(v.type, paths[_i].type);
	if (paths[_i].string)
		ck_assert_str_eq(v.string, paths[_i].string);
	if (v.type == SANDBOX_NUMBER)
		ck_assert_double_eq(v.number, paths[_i].number);
	sandbox_free(sb);
}
END_TEST

START_TEST(lists_keys_in_order)
{
	static const char *const want[] = { "deep", "list",  "n",       "name",
		                            "on",   "twice", "with.dot" };
	struct sandbox *sb = sandbox_new(NULL);
	struct arena *a = arena_new();
	struct err err = { 0 };
	struct sandbox_value root = load(sb, sample, &err), v;
	const char **keys;
	size_t n;

	ck_assert_int_eq(sandbox_keys(sb, root.ref, a, &keys, &n, &err), 0);
	ck_assert_uint_eq(n, 7);
	for (size_t i = 0; i < n; i++)
		ck_assert_str_eq(keys[i], want[i]);
	ck_assert_int_eq(sandbox_field(sb, root.ref, "with.dot", &v, &err), 0);
	ck_assert_int_eq(v.type, SANDBOX_TABLE);
	ck_assert_int_eq(sandbox_get(sb, root.ref, "list", &v, &err), 0);
	ck_assert_uint_eq(sandbox_length(sb, v.ref), 3);
	ck_assert_int_eq(sandbox_index(sb, v.ref, 1, &v, &err), 0);
	ck_assert_str_eq(v.string, "a");
	arena_free(a);
	sandbox_free(sb);
}
END_TEST

static const char rule[] =
	"return function(s, factor)\n"
	"  local sum = 0\n"
	"  for _, l in ipairs(s.loops) do sum = sum + l.trips end\n"
	"  return s.name .. ': ' .. sum * factor .. ' ' .. tostring(s.hot)\n"
	"end";

/* the way a rule is run: one section table, refilled, thousands of calls */
START_TEST(calls_with_tables_from_c)
{
	struct sandbox *sb = sandbox_new(NULL);
	struct err err = { 0 };
	struct sandbox_value f = load(sb, rule, &err), v, args[2];
	int section, loops, loop;
	size_t used = 0;

	ck_assert_int_eq(f.type, SANDBOX_FUNCTION);
	ck_assert_int_eq(sandbox_table_new(sb, &section, &err), 0);
	args[0] = sandbox_table(section);
	args[1] = sandbox_number(0.5);
	for (int i = 0; i < 5000; i++) {
		sandbox_set(sb, section, "name", sandbox_string("mmm"), &err);
		sandbox_set(sb, section, "hot", sandbox_boolean(true), &err);
		sandbox_table_new(sb, &loops, &err);
		for (int k = 1; k <= 3; k++) {
			sandbox_table_new(sb, &loop, &err);
			sandbox_set(sb, loop, "trips", sandbox_number(2 * k),
			            &err);
			sandbox_append(sb, loops, sandbox_table(loop), &err);
			sandbox_drop(sb, loop);
		}
		sandbox_set(sb, section, "loops", sandbox_table(loops), &err);
		sandbox_drop(sb, loops);
		ck_assert_int_eq(sandbox_call(sb, f.ref, args, 2, &v, &err), 0);
		ck_assert_str_eq(v.string, "mmm: 6.0 true");
		if (i == 1000)
			used = sandbox_memory(sb);
	}
	ck_assert_str_eq(err.msg, "");
	ck_assert_uint_lt(sandbox_memory(sb), 2 * used + 100000);
	sandbox_free(sb);
}
END_TEST

START_TEST(a_failing_rule_says_where)
{
	struct sandbox *sb = sandbox_new(NULL);
	struct err err = { 0 };
	struct sandbox_value f = load(sb,
	                              "local function deep(s)\n"
	                              "  return s.lcpi.data + 1\n"
	                              "end\n"
	                              "return function(s) deep(s) end",
	                              &err);
	struct sandbox_value arg, v;
	int section;

	sandbox_table_new(sb, &section, &err);
	arg = sandbox_table(section);
	ck_assert_int_eq(sandbox_call(sb, f.ref, &arg, 1, &v, &err), -1);
	ck_assert_str_eq(err.msg, "f.lua:2: attempt to index a nil value "
	                          "(field 'lcpi')");
	ck_assert_ptr_nonnull(strstr(sandbox_traceback(sb), "f.lua:4:"));
	sandbox_free(sb);
}
END_TEST

START_TEST(scripts_see_what_is_defined)
{
	struct sandbox *sb = sandbox_new(NULL);
	struct err err = { 0 };
	struct sandbox_value v;

	ck_assert_int_eq(sandbox_define(sb, "who", sandbox_string("me"), &err),
	                 0);
	v = load(sb, "return 9 .. who", &err);
	ck_assert_str_eq(v.string, "9me");
	sandbox_free(sb);
}
END_TEST

START_TEST(pairs_is_sorted)
{
	struct sandbox *sb = sandbox_new(NULL);
	struct err err = { 0 };
	struct sandbox_value v =
		load(sb,
	             "local s = ''\n"
	             "local t = { zz = 1, a = 2, [3] = 3, [1.5] = 4, m = 5,\n"
	             "  [true] = 6 }\n"
	             "for k, v in pairs(t) do s = s .. tostring(k) .. v end\n"
	             "return s",
	             &err);

	ck_assert_str_eq(err.msg, "");
	ck_assert_str_eq(v.string, "true61.5433a2m5zz1");
	sandbox_free(sb);
}
END_TEST

/* what was not measured is absent in Lua too; whole numbers print whole */
START_TEST(numbers_cross_unharmed)
{
	struct sandbox *sb = sandbox_new(NULL);
	struct err err = { 0 };
	struct sandbox_value f =
		load(sb,
	             "return function(a, b, c) return tostring(a) .. ' ' .."
	             " tostring(b) .. ' ' .. tostring(c) end",
	             &err);
	struct sandbox_value args[] = { sandbox_number(NAN), sandbox_number(7),
		                        sandbox_number(0.25) };
	struct sandbox_value v;

	ck_assert_int_eq(sandbox_call(sb, f.ref, args, 3, &v, &err), 0);
	ck_assert_str_eq(v.string, "nil 7 0.25");
	args[2] = sandbox_number(1e300);
	ck_assert_int_eq(sandbox_call(sb, f.ref, args, 3, &v, &err), 0);
	ck_assert_str_eq(v.string, "nil 7 1e+300");
	sandbox_free(sb);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

Suite *suite_lua(void);
Suite *suite_lua(void)
{
	Suite *s = suite_create("lua");
	TCase *t = tcase_create("lua");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 30);
	tcase_add_loop_test(t, hostile_scripts_end, 0, COUNT(hostile));
	tcase_add_loop_test(t, single_calls_end, 0, COUNT(endless));
	tcase_add_loop_test(t, walks_tables, 0, COUNT(paths));
	tcase_add_test(t, lists_keys_in_order);
	tcase_add_test(t, calls_with_tables_from_c);
	tcase_add_test(t, a_failing_rule_says_where);
	tcase_add_test(t, scripts_see_what_is_defined);
	tcase_add_test(t, pairs_is_sorted);
	tcase_add_test(t, numbers_cross_unharmed);
	return s;
}
