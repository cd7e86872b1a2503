/*
 * fields.h - typed fields of a table that a knowledge file gives
 *
 * Each function returns a value without meaning when the field has another
 * type, and sets err; the first error stays. Texts are valid UTF-8 on one line
 * without control characters, and are copied into the arena.
 */
#ifndef PERFEXPERT_KNOWLEDGE_FIELDS_H
#define PERFEXPERT_KNOWLEDGE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "lua/sandbox.h"

struct arena;

enum { FIELDS_LIST_MAX = 64 };

struct fields {
	struct arena *arena;
	struct sandbox *sandbox;
	int table; /* reference in the sandbox */
	struct err err;
};

/* fields_take - a value as a text; name: the field's, for messages */
const char *fields_take(struct fields *c, const char *name,
                        const struct sandbox_value *v);

/* fields_get - a field of any type; nil if it is missing, which is an error if
 * it is required. Drop a table after use. */
struct sandbox_value fields_get(struct fields *c, const char *name,
                                bool required);

/* The same by type: NULL, NAN, 0 or false if missing. A number lies from low
 * to high; a list has at most FIELDS_LIST_MAX texts. */
const char *fields_text(struct fields *c, const char *name, bool required);
double fields_number(struct fields *c, const char *name, bool required,
                     double low, double high);
const char **fields_texts(struct fields *c, const char *name, bool required,
                          size_t *n);
bool fields_boolean(struct fields *c, const char *name);

/* fields_function - required; its reference in the sandbox */
int fields_function(struct fields *c, const char *name);

#endif
