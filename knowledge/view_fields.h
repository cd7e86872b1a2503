/*
 * view_fields.h - setting the fields of the rules' tables
 *
 * After the first error, which is kept, nothing is set any more: a table can be
 * filled without a look at each result. References are of the sandbox.
 */
#ifndef PERFEXPERT_KNOWLEDGE_VIEW_FIELDS_H
#define PERFEXPERT_KNOWLEDGE_VIEW_FIELDS_H

struct err;
struct sandbox;
struct sandbox_value;

struct fields {
	struct sandbox *sb;
	struct err *err; /* ERR_FORMAT when the sandbox's memory is used up */
	int rc;          /* -1 after an error */
};

void field_set(struct fields *b, int table, const char *key,
               struct sandbox_value v);
/* field_number - absent where it is not finite */
void field_number(struct fields *b, int table, const char *key, double v);
/* field_text - absent where it is NULL or empty */
void field_text(struct fields *b, int table, const char *key, const char *s);
/* field_name - a name, without its arguments where it is too long for a
 * sentence */
void field_name(struct fields *b, int table, const char *key, const char *s);

/* field_new - a table; 0 after an error. The caller drops the reference. */
int field_new(struct fields *b);
/* field_table - a new table as a field of another; the caller drops it */
int field_table(struct fields *b, int table, const char *key);

#endif
