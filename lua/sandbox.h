/*
 * sandbox.h - Lua for data files and rules, and the one place that knows lua.h
 *
 * What runs in a sandbox is not trusted: it sees base, math, string, table and
 * utf8 without what loads code, prints, is random or fools the garbage
 * collector; text chunks only; instructions, processor time and memory are
 * bounded, also inside pcall. Undefined names and assignments to globals are
 * errors, and pairs() visits keys in sorted order, so that what a script
 * computes is the same in every run.
 *
 * Invariants: no Lua error crosses this interface: functions return -1 with
 * one line "file:line: message" in err. The Lua stack is left as found. A
 * sandbox belongs to one thread.
 */
#ifndef PERFEXPERT_LUA_SANDBOX_H
#define PERFEXPERT_LUA_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct sandbox;

/* 0 in a field means its default */
struct sandbox_limits {
	size_t memory_bytes;   /* 128 MiB, everything in the sandbox */
	uint64_t instructions; /* 50 million, for each load or call from C */
	double time_s;         /* 10 s of processor time, the same */
};

enum sandbox_type {
	SANDBOX_NIL,
	SANDBOX_BOOLEAN,
	SANDBOX_NUMBER,
	SANDBOX_STRING,
	SANDBOX_TABLE,
	SANDBOX_FUNCTION
};

/*
 * A value on its way in or out. A table or function is a reference that stays
 * valid until sandbox_drop or sandbox_free. A string that comes out is
 * borrowed: from a table as long as the table holds it, from a call until the
 * next call.
 */
struct sandbox_value {
	enum sandbox_type type;
	bool boolean;
	double number;
	const char *string;
	size_t length; /* of string; it may hold zero bytes */
	int ref;       /* SANDBOX_TABLE, SANDBOX_FUNCTION */
};

static inline struct sandbox_value sandbox_nil(void)
{
	return (struct sandbox_value){ .type = SANDBOX_NIL };
}

static inline struct sandbox_value sandbox_boolean(bool b)
{
	return (struct sandbox_value){ .type = SANDBOX_BOOLEAN, .boolean = b };
}

/* sandbox_number - a number; NAN becomes nil, as it was not measured */
struct sandbox_value sandbox_number(double number);

/* sandbox_string - a terminated string, or nil for NULL; Lua copies it */
struct sandbox_value sandbox_string(const char *s);

static inline struct sandbox_value sandbox_table(int ref)
{
	return (struct sandbox_value){ .type = SANDBOX_TABLE, .ref = ref };
}

/* sandbox_type_name - "number", "table", ... for messages */
const char *sandbox_type_name(enum sandbox_type type);

/* sandbox_new - limits may be NULL; out of memory ends the process */
struct sandbox *sandbox_new(const struct sandbox_limits *limits);
void sandbox_free(struct sandbox *sb);

/*
 * sandbox_load - run a chunk and keep the one value that it returns
 *
 * chunk:  its name in messages, a path or a replacement
 * Errors: ERR_FORMAT, "chunk:line: message"; a precompiled chunk is one
 */
int sandbox_load(struct sandbox *sb, const char *chunk, const char *text,
                 size_t n, struct sandbox_value *result, struct err *err);

/*
 * sandbox_load_file - the same with the contents of a file of at most 1 MiB
 *
 * Errors: also ERR_SYSTEM, when it can't be read
 */
int sandbox_load_file(struct sandbox *sb, const char *path,
                      struct sandbox_value *result, struct err *err);

/*
 * sandbox_get - the value at a path below a table, nil when there is none
 *
 * path:   field names joined by dots, "parameters.L1_dlat.value"; a field of
 *         digits is an index, "rules.1.id"; "" is the root itself
 * root:   reference of a table
 * Errors: ERR_FORMAT, when the memory limit is reached; a path through
 *         something that is no table gives nil
 */
int sandbox_get(struct sandbox *sb, int root, const char *path,
                struct sandbox_value *value, struct err *err);

/* sandbox_field - as sandbox_get for one key, which may hold dots */
int sandbox_field(struct sandbox *sb, int root, const char *key,
                  struct sandbox_value *value, struct err *err);

/* sandbox_index - as sandbox_get for index i, from 1 */
int sandbox_index(struct sandbox *sb, int root, size_t i,
                  struct sandbox_value *value, struct err *err);

/* sandbox_length - elements of an array; 0 when ref is no table's */
size_t sandbox_length(struct sandbox *sb, int ref);

/*
 * sandbox_keys - the string keys of a table in byte order, interned in a
 *
 * Numeric keys are left out (see sandbox_length). *keys is the arena's.
 */
int sandbox_keys(struct sandbox *sb, int ref, struct arena *a,
                 const char ***keys, size_t *n, struct err *err);

/* sandbox_table_new - an empty table, to be filled from C */
int sandbox_table_new(struct sandbox *sb, int *ref, struct err *err);

/* sandbox_set - table[key] = value; nil removes the key */
int sandbox_set(struct sandbox *sb, int ref, const char *key,
                struct sandbox_value value, struct err *err);

/* sandbox_append - table[#table + 1] = value */
int sandbox_append(struct sandbox *sb, int ref, struct sandbox_value value,
                   struct err *err);

/* sandbox_define - make value known to every chunk as a global name */
int sandbox_define(struct sandbox *sb, const char *name,
                   struct sandbox_value value, struct err *err);

/* sandbox_has - is it such a name, or the library's? */
bool sandbox_has(struct sandbox *sb, const char *name);

/*
 * sandbox_define_file - make each field of the table that a file returns known
 * to every chunk as a global name
 *
 * arena: holds the names while it works
 *
 * Errors: as sandbox_load_file; ERR_FORMAT, when it returns no table
 */
int sandbox_define_file(struct sandbox *sb, const char *path,
                        struct arena *arena, struct err *err);

enum { SANDBOX_ARGS = 8 }; /* of a call */

/*
 * sandbox_call - call a Lua function with nargs <= SANDBOX_ARGS arguments
 *
 * result:  its first result, may be NULL
 * Errors:  ERR_FORMAT, what it raised; sandbox_traceback has the details
 */
int sandbox_call(struct sandbox *sb, int function,
                 const struct sandbox_value *args, size_t nargs,
                 struct sandbox_value *result, struct err *err);

/* sandbox_traceback - of the last error, several lines, escaped; never NULL */
const char *sandbox_traceback(const struct sandbox *sb);

/* sandbox_drop - give a reference back; 0 is allowed */
void sandbox_drop(struct sandbox *sb, int ref);

/* sandbox_memory - bytes in use now */
size_t sandbox_memory(const struct sandbox *sb);

#endif
