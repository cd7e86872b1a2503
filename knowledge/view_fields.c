#include "view_fields.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/short_name.h"
#include "base/strbuf.h"
#include "lua/sandbox.h"

enum { NAME_MAX_BYTES = 160 }; /* of names, which get into sentences */

void field_set(struct fields *b, int table, const char *key,
               struct sandbox_value v)
{
	if (b->rc == 0 && sandbox_set(b->sb, table, key, v, b->err) != 0)
		b->rc = -1;
}

void field_number(struct fields *b, int table, const char *key, double v)
{
	if (isfinite(v))
		field_set(b, table, key, sandbox_number(v));
}

void field_text(struct fields *b, int table, const char *key, const char *s)
{
	if (s && *s)
		field_set(b, table, key, sandbox_string(s));
}

void field_name(struct fields *b, int table, const char *key, const char *s)
{
	struct strbuf less = STRBUF_INIT;

	if (!s || strlen(s) <= NAME_MAX_BYTES) {
		field_text(b, table, key, s);
		return;
	}
	short_name(&less, s);
	field_text(b, table, key, less.s);
	strbuf_release(&less);
}

int field_new(struct fields *b)
{
	int ref = 0;

	if (b->rc == 0 && sandbox_table_new(b->sb, &ref, b->err) != 0)
		b->rc = -1;
	return ref;
}

int field_table(struct fields *b, int table, const char *key)
{
	int ref = field_new(b);

	field_set(b, table, key, sandbox_table(ref));
	return ref;
}
