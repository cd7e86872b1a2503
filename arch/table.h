/*
 * table.h - reading the tables of a Lua data file with good messages
 *
 * A message names the file, the line and the key: "zen5.lua:12:
 * parameters.L1_dlat.value: wants a number, not a string". Strings are copied
 * into the reader's arena, so that the sandbox can go once the file is read.
 */
#ifndef PERFEXPERT_ARCH_TABLE_H
#define PERFEXPERT_ARCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "lua/sandbox.h"

struct arena;
struct err;

struct lua_file {
	struct sandbox *sb;
	struct arena *a;
	const char *file;
	const char *text; /* of file, once it is loaded */
	struct err *err;
};

struct lua_table {
	struct lua_file *r;
	int ref;           /* 0: absent, then every read finds nothing */
	const char *where; /* "parameters.L1_dlat", "" for the root */
};

/*
 * table_open - a sandbox for files of this folder, with what arch/prelude.lua
 * defines for them
 *
 * r: its arena and err are set; its sandbox is the caller's to free, also
 *    after an error
 */
int table_open(struct lua_file *r);

/* table_load - run file, which must return a table */
int table_load(struct lua_file *r, struct lua_table *root);

/*
 * table_place - "file:line: where.key" in the arena, for a message
 *
 * key: NULL means the table. Without ":line" where no line defines it.
 */
const char *table_place(const struct lua_table *t, const char *key);

/*
 * What makes such a place later, when a message is needed: to look a line up
 * takes as long as to read the file. It lasts as long as the arena.
 */
struct table_spot {
	const char *file, *text, *where;
};

struct table_spot table_spot(const struct lua_table *t, const char *key);

/* spot_place - that place, in the arena */
const char *spot_place(const struct table_spot *spot, struct arena *a);

/* table_fail - set ERR_FORMAT with file and key (NULL: the table); -1 */
int table_fail(const struct lua_table *t, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * The readers: 0 and the value, -1 when it has another type. Absent is NULL,
 * NAN, false, a table with ref 0, or no elements.
 */
int table_string(const struct lua_table *t, const char *key,
                 const char **value);
int table_number(const struct lua_table *t, const char *key, double *value);
int table_bool(const struct lua_table *t, const char *key, bool *value);
int table_sub(const struct lua_table *t, const char *key,
              struct lua_table *value);

/* table_count - a whole number from 0 to max; absent leaves *value alone */
int table_count(const struct lua_table *t, const char *key, double max,
                double *value);

/* table_need_string - the same, but absent or empty is an error */
int table_need_string(const struct lua_table *t, const char *key,
                      const char **value);

/* table_strings - a list of strings; one string is a list of one */
int table_strings(const struct lua_table *t, const char *key,
                  const char *const **values, size_t *n);

/* table_strings_at - element i, from 0, which must be a list of strings */
int table_strings_at(const struct lua_table *t, size_t i,
                     const char *const **values, size_t *n);

/* table_numbers - a list of numbers; one number is a list of one */
int table_numbers(const struct lua_table *t, const char *key,
                  const double **values, size_t *n);

/* table_type - of a field, without an error */
int table_type(const struct lua_table *t, const char *key,
               enum sandbox_type *type);

/* table_length - elements of its array part */
size_t table_length(const struct lua_table *t);

/* table_at - element i, from 0, which must be a table */
int table_at(const struct lua_table *t, size_t i, struct lua_table *value);

/* table_keys - its string keys, sorted */
int table_keys(const struct lua_table *t, const char ***keys, size_t *n);

/* table_only - refuse keys that are not in the list, which ends with NULL */
int table_only(const struct lua_table *t, const char *const *allowed);

#endif
