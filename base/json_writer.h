/*
 * json_writer.h - writes JSON (RFC 8259): nesting and commas are kept here
 *
 * Invariant: what was opened with json_object or json_array is closed with
 * json_end. In an object every value has a key; in an array and at the top it
 * is NULL. Text goes through escape_json; numbers that are not finite are null.
 */
#ifndef PERFEXPERT_BASE_JSON_WRITER_H
#define PERFEXPERT_BASE_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct json_table;
struct strbuf;

enum { JSON_MAX_NEST = 16 };

struct json {
	struct strbuf *b;
	unsigned depth;
	bool more[JSON_MAX_NEST]; /* a value was written at that depth */
	char close[JSON_MAX_NEST];
	bool line; /* the next value begins a line */
	/* gets all values instead of b: see json_table.h; or NULL */
	struct json_table *table;
	FILE *full; /* where b goes, between lines, when it is long; or NULL */
};

/* json_init - write to the end of b, which the caller may empty now and then */
void json_init(struct json *j, struct strbuf *b);

void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
void json_end(struct json *j); /* the innermost of these */

/* json_text - a string; NULL is null */
void json_text(struct json *j, const char *key, const char *text);

/* json_number - the shortest form that reads the same */
void json_number(struct json *j, const char *key, double value);

/* json_digits - to that many significant digits */
void json_digits(struct json *j, const char *key, double value, int digits);

/* json_numbers - an array of them */
void json_numbers(struct json *j, const char *key, const double *v, size_t n);

void json_bool(struct json *j, const char *key, bool value);

/* json_raw - a value that is JSON already; none of a table's */
void json_raw(struct json *j, const char *key, const char *value);

/* json_line - begin a line with the next value, or with the end */
void json_line(struct json *j);

#endif
