/*
 * sandbox_private.h - what the files of lua/ share
 *
 * Everything that may raise a Lua error runs under sandbox_protect: there a
 * failing allocation or a script's error() longjmps no further.
 */
#ifndef PERFEXPERT_LUA_SANDBOX_PRIVATE_H
#define PERFEXPERT_LUA_SANDBOX_PRIVATE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "sandbox.h"

struct sandbox {
	lua_State *L;
	struct sandbox_limits limits;
	size_t memory_bytes;
	unsigned depth;              /* calls from C that are under way */
	uint64_t instructions;       /* counted in the outermost of them */
	double start_s, start_cpu_s; /* clocks at its start */
	bool exhausted;              /* a limit was reached: nothing runs on */
	int base, env;    /* references: the library, what chunks see */
	int result;       /* reference: keeps a call's result alive */
	char refused[96]; /* "file:line: " where memory ran out */
	struct strbuf traceback;
};

/*
 * sandbox_protect - call function under lua_pcall with op as its argument
 *
 * function sees one light userdata, op, and returns nothing.
 * what: names the chunk in a message without a position
 */
int sandbox_protect(struct sandbox *sb, lua_CFunction function, void *op,
                    const char *what, struct err *err);

/* sandbox_push - a value onto the stack; raises when memory runs out */
void sandbox_push(struct sandbox *sb, const struct sandbox_value *value);

/* sandbox_take - the value at index, with a new reference where it needs one */
void sandbox_take(struct sandbox *sb, int index, struct sandbox_value *value);

/* sandbox_open_library - fill sb->base and sb->env; runs protected */
int sandbox_open_library(lua_State *L);

/* sandbox_check_time - raise an error when the processor time is used up */
void sandbox_check_time(struct sandbox *sb);

/* sandbox_of - the sandbox that a state belongs to */
struct sandbox *sandbox_of(lua_State *L);

#endif
