#include "sandbox.h"

#include <math.h>
#include <time.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/mem.h"
#include "sandbox_private.h"

enum {
	FILE_LIMIT = 1 << 20,
	HOOK_EVERY = 200, /* instructions between two looks at the budget */
	LEVELS = 100      /* of calls that are looked at: each is walked to */
};

static double clock_of(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct sandbox *sandbox_of(lua_State *L)
{
	void *sb;

	lua_getallocf(L, &sb);
	return sb;
}

/*
 * Lua says only "not enough memory", and calls no message handler: note where
 * it was. lua_getstack and lua_getinfo("Sl") do not allocate.
 */
static void note_refusal(struct sandbox *sb)
{
	lua_Debug ar;

	for (int level = 0;
	     level < LEVELS && sb->L && lua_getstack(sb->L, level, &ar);
	     level++) {
		lua_getinfo(sb->L, "Sl", &ar);
		if (ar.currentline <= 0)
			continue;
		snprintf(sb->refused, sizeof(sb->refused),
		         "%s:%d: ", ar.short_src, ar.currentline);
		return;
	}
}

/* No jump may leave the heap or the ring in between. */
static void *resize(struct sandbox *sb, void *p, size_t n)
{
	struct sandbox_block *b = p ? (struct sandbox_block *)p - 1 : NULL;

	sb->bound.allocating = 1;
	b = mem_resize(b, n + sizeof(*b), 1);
	if (!p) {
		b->last = &sb->blocks;
		b->next = sb->blocks.next;
	}
	b->last->next = b;
	b->next->last = b;
	sb->bound.allocating = 0;
	return b + 1;
}

static void release(struct sandbox *sb, void *p)
{
	struct sandbox_block *b;

	if (!p)
		return;
	b = (struct sandbox_block *)p - 1;
	sb->bound.allocating = 1;
	b->last->next = b->next;
	b->next->last = b->last;
	free(b);
	sb->bound.allocating = 0;
}

/* lua_Alloc: osize is a type code when p is NULL; shrinking must not fail */
static void *allocate(void *ud, void *p, size_t osize, size_t nsize)
{
	struct sandbox *sb = ud;
	size_t old = p ? osize : 0;
	void *q;

	if (nsize == 0) {
		release(sb, p);
		sb->memory_bytes -= old;
		return NULL;
	}
	if (nsize > old &&
	    nsize - old > sb->limits.memory_bytes - sb->memory_bytes) {
		note_refusal(sb);
		return NULL;
	}
	q = resize(sb, p, nsize);
	sb->memory_bytes += nsize - old;
	return q;
}

/* from now on each instruction raises, so that no pcall keeps it alive */
static void exhaust(lua_State *L, const char *why)
{
	struct sandbox *sb = sandbox_of(L);
	lua_Hook hook = lua_gethook(L);

	sb->exhausted = true;
	lua_sethook(L, hook, LUA_MASKCOUNT, 1);
	luaL_error(L, "%s", why);
}

/* the coarse clock costs nothing; the process may have been stopped, though */
void sandbox_check_time(struct sandbox *sb)
{
	if (clock_of(CLOCK_MONOTONIC_COARSE) - sb->start_s <= sb->limits.time_s)
		return;
	if (clock_of(CLOCK_THREAD_CPUTIME_ID) - sb->start_cpu_s >
	    sb->limits.time_s)
		exhaust(sb->L, "takes too long: the limit of processor time is "
		               "reached");
}

static void count_hook(lua_State *L, lua_Debug *ar)
{
	struct sandbox *sb = sandbox_of(L);

	(void)ar;
	sb->instructions += HOOK_EVERY;
	if (sb->exhausted || sb->instructions > sb->limits.instructions)
		exhaust(L,
		        "takes too long: the limit of instructions is reached");
	sandbox_check_time(sb);
}

/* "file:line: " of the innermost Lua function, or "" */
static const char *push_position(lua_State *L)
{
	lua_Debug ar;

	for (int level = 1; level < LEVELS && lua_getstack(L, level, &ar);
	     level++) {
		lua_getinfo(L, "Sl", &ar);
		if (ar.currentline > 0)
			return lua_pushfstring(L, "%s:%d: ", ar.short_src,
			                       ar.currentline);
	}
	return lua_pushstring(L, "");
}

/* does the message name a place already, as "file:12: ..." does? */
static bool has_position(lua_State *L, const char *message)
{
	lua_Debug ar;

	for (int level = 1; level < LEVELS && lua_getstack(L, level, &ar);
	     level++) {
		lua_getinfo(L, "S", &ar);
		if (*ar.what != 'C' &&
		    strncmp(message, ar.short_src, strlen(ar.short_src)) == 0)
			return true;
	}
	return false;
}

/* the message handler: a string with a position, then the traceback */
static int handle_message(lua_State *L)
{
	const char *message = lua_tostring(L, 1);

	if (!message)
		message = lua_pushfstring(L, "the error is a %s, not a message",
		                          luaL_typename(L, 1));
	if (!has_position(L, message))
		message = lua_pushfstring(L, "%s%s", push_position(L), message);
	luaL_traceback(L, L, NULL, 1);
	lua_pushvalue(L, lua_gettop(L));
	lua_setfield(L, LUA_REGISTRYINDEX, "traceback");
	lua_pushstring(L, message);
	return 1;
}

static int read_traceback(lua_State *L)
{
	struct sandbox *sb = lua_touserdata(L, 1);
	const char *s;

	lua_getfield(L, LUA_REGISTRYINDEX, "traceback");
	s = lua_tostring(L, -1);
	while (s && *s) {
		size_t n = escape_utf8(s);

		if (n > 0)
			strbuf_add(&sb->traceback, s, n);
		else
			strbuf_addf(&sb->traceback, "\\x%02x",
			            (unsigned char)*s);
		s += n ? n : 1;
	}
	return 0;
}

/* turn what lua_pcall left on the stack into err */
static int report(struct sandbox *sb, int status, const char *what,
                  struct err *err)
{
	const char *message = lua_tostring(sb->L, -1);

	strbuf_clear(&sb->traceback);
	if (status == LUA_ERRMEM) {
		err_set(err, ERR_FORMAT,
		        "%snot enough memory: more than %zu MiB", sb->refused,
		        sb->limits.memory_bytes >> 20);
		if (!*sb->refused)
			err_prefix(err, "%s", what);
	} else if (status == LUA_ERRERR) {
		err_set(err, ERR_FORMAT, "%s: error while handling an error",
		        what);
	} else {
		err_set(err, ERR_FORMAT, "%s", message ? message : "error");
		lua_pushcfunction(sb->L, read_traceback);
		lua_pushlightuserdata(sb->L, sb);
		if (lua_pcall(sb->L, 1, 0, 0) != LUA_OK)
			lua_pop(sb->L, 1);
	}
	return -1;
}

static int too_long(const char *what, struct err *err)
{
	return err_set(
		err, ERR_FORMAT,
		"%s: takes too long: the limit of processor time is reached",
		what);
}

int sandbox_protect(struct sandbox *sb, lua_CFunction function, void *op,
                    const char *what, struct err *err)
{
	lua_State *L = sb->L;
	int top = lua_gettop(L);
	int status, rc = 0;

	if (sb->bound.dead)
		return too_long(what, err);
	if (!lua_checkstack(L, LUA_MINSTACK))
		return err_set(err, ERR_FORMAT, "%s: calls nest too deeply",
		               what);
	sb->refused[0] = '\0';
	lua_pushcfunction(L, handle_message);
	lua_pushcfunction(L, function);
	lua_pushlightuserdata(L, op);
	status = sb->depth == 1 ? sandbox_bounded(sb, top + 1)
	                        : lua_pcall(L, 1, 0, top + 1);
	if (sb->bound.dead)
		return too_long(what, err);
	if (status != LUA_OK)
		rc = report(sb, status, what, err);
	lua_settop(L, top);
	return rc;
}

/* the same for scripts, whose instructions and time are bounded */
static int run(struct sandbox *sb, lua_CFunction function, void *op,
               const char *what, struct err *err)
{
	int rc;

	if (sb->depth++ == 0) {
		sb->instructions = 0;
		sb->start_s = clock_of(CLOCK_MONOTONIC_COARSE);
		sb->start_cpu_s = clock_of(CLOCK_THREAD_CPUTIME_ID);
		sb->exhausted = false;
		lua_sethook(sb->L, count_hook, LUA_MASKCOUNT, HOOK_EVERY);
	}
	rc = sandbox_protect(sb, function, op, what, err);
	sb->depth--;
	return rc;
}

struct sandbox *sandbox_new(const struct sandbox_limits *limits)
{
	struct sandbox *sb = mem_alloc(1, sizeof(*sb));
	struct err err = { 0 };

	if (limits)
		sb->limits = *limits;
	if (!sb->limits.memory_bytes)
		sb->limits.memory_bytes = (size_t)128 << 20;
	if (!sb->limits.instructions)
		sb->limits.instructions = (uint64_t)50 * 1000 * 1000;
	if (!(sb->limits.time_s > 0))
		sb->limits.time_s = 10;
	strbuf_init(&sb->traceback);
	sb->blocks.next = sb->blocks.last = &sb->blocks;
	sb->L = lua_newstate(allocate, sb);
	if (!sb->L ||
	    sandbox_protect(sb, sandbox_open_library, sb, "library", &err) != 0)
		mem_fail(); /* the limit is too small for an empty sandbox */
	return sb;
}

void sandbox_free(struct sandbox *sb)
{
	if (!sb)
		return;
	if (sb->bound.has_timer)
		timer_delete(sb->bound.timer);
	while (sb->bound.dead && sb->blocks.next != &sb->blocks)
		release(sb, sb->blocks.next + 1);
	if (!sb->bound.dead)
		lua_close(sb->L);
	strbuf_release(&sb->traceback);
	free(sb);
}

const char *sandbox_traceback(const struct sandbox *sb)
{
	return sb->traceback.s;
}

size_t sandbox_memory(const struct sandbox *sb)
{
	return sb->memory_bytes;
}

struct load_op {
	struct sandbox *sb;
	const char *chunk, *text;
	size_t n;
	struct sandbox_value *result;
};

static int load(lua_State *L)
{
	struct load_op *op = lua_touserdata(L, 1);
	const char *name = lua_pushfstring(L, "@%s", op->chunk);

	if (luaL_loadbufferx(L, op->text, op->n, name, "t") != LUA_OK) {
		const char *message = lua_tostring(L, -1);

		if (!strchr(message, ':')) /* "C stack overflow", say */
			lua_pushfstring(L, "%s: %s", op->chunk, message);
		return lua_error(L);
	}
	lua_rawgeti(L, LUA_REGISTRYINDEX, op->sb->env);
	lua_setupvalue(L, -2, 1);
	lua_call(L, 0, 1);
	sandbox_take(op->sb, -1, op->result);
	lua_rawseti(L, LUA_REGISTRYINDEX, op->sb->result);
	return 0;
}

int sandbox_load(struct sandbox *sb, const char *chunk, const char *text,
                 size_t n, struct sandbox_value *result, struct err *err)
{
	struct load_op op = { sb, chunk, text, n, result };

	*result = sandbox_nil();
	if (n > 0 && text[0] == LUA_SIGNATURE[0])
		return err_set(err, ERR_FORMAT,
		               "%s:1: a precompiled chunk, not Lua text",
		               chunk);
	return run(sb, load, &op, chunk, err);
}

int sandbox_load_file(struct sandbox *sb, const char *path,
                      struct sandbox_value *result, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	int rc = -1;

	*result = sandbox_nil();
	if (io_read_file(path, FILE_LIMIT, &text, err) == 0)
		rc = sandbox_load(sb, path, text.s, text.len, result, err);
	strbuf_release(&text);
	return rc;
}

struct call_op {
	struct sandbox *sb;
	int function;
	const struct sandbox_value *args;
	size_t nargs;
	struct sandbox_value *result;
};

static int call(lua_State *L)
{
	struct call_op *op = lua_touserdata(L, 1);

	lua_rawgeti(L, LUA_REGISTRYINDEX, op->function);
	for (size_t i = 0; i < op->nargs; i++)
		sandbox_push(op->sb, &op->args[i]);
	lua_call(L, (int)op->nargs, 1);
	if (op->result) {
		sandbox_take(op->sb, -1, op->result);
		lua_rawseti(L, LUA_REGISTRYINDEX, op->sb->result);
	}
	return 0;
}

int sandbox_call(struct sandbox *sb, int function,
                 const struct sandbox_value *args, size_t nargs,
                 struct sandbox_value *result, struct err *err)
{
	struct call_op op = { sb, function, args, nargs, result };

	if (nargs > SANDBOX_ARGS)
		op.nargs = SANDBOX_ARGS;
	if (result)
		*result = sandbox_nil();
	return run(sb, call, &op, "call", err);
}
