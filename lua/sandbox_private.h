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
#include <setjmp.h>
#include <signal.h>
#include <time.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "sandbox.h"

/* In front of each piece of a sandbox's memory */
struct sandbox_block {
	struct sandbox_block *next, *last;
};

/*
 * A single call into Lua's own C code is beyond the count hook; a timer of the
 * thread's processor time ends it by a jump. What is left of the state is in
 * no order: nothing but its memory is used again.
 */
struct sandbox_bound {
	timer_t timer;
	bool has_timer;
	volatile sig_atomic_t within;     /* there is somewhere to jump to */
	volatile sig_atomic_t allocating; /* the C library's heap is not ours */
	sigjmp_buf out;
	bool dead; /* it was jumped */
};

struct sandbox {
	lua_State *L;
	struct sandbox_limits limits;
	struct sandbox_bound bound;
	struct sandbox_block blocks; /* a ring of all memory */
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

/*
 * sandbox_bounded - lua_pcall of one argument and no result, ended when it has
 * taken more processor time than the hook allows; the state is dead then
 */
int sandbox_bounded(struct sandbox *sb, int handler);

/* sandbox_of - the sandbox that a state belongs to */
struct sandbox *sandbox_of(lua_State *L);

#endif
