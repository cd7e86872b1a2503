#include "json_writer.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "banned.h"
#include "escape.h"
#include "json_table.h"
#include "num.h"
#include "strbuf.h"

/* bytes */
enum { FLUSH = 1 << 16 };

void json_init(struct json *j, struct strbuf *b)
{
	*j = (struct json){ .b = b };
}

static void add_line(struct json *j)
{
	if (j->line)
		strbuf_addc(j->b, '\n');
	j->line = false;
}

static void add_quoted(struct json *j, const char *text)
{
	strbuf_addc(j->b, '"');
	escape_json(j->b, text);
	strbuf_addc(j->b, '"');
}

/* What precedes a value: a comma where it is not the first, its key. */
static void begin(struct json *j, const char *key)
{
	assert(j->depth == 0 || !key == (j->close[j->depth] == ']'));
	if (j->more[j->depth])
		strbuf_addc(j->b, ',');
	j->more[j->depth] = true;
	add_line(j);
	if (!key)
		return;
	add_quoted(j, key);
	strbuf_addc(j->b, ':');
}

static void nest(struct json *j, const char *key, char first, char last)
{
	if (j->table) {
		json_table_open(j->table, key, first == '[');
	} else {
		begin(j, key);
		strbuf_addc(j->b, first);
	}
	assert(j->depth + 1 < JSON_MAX_NEST);
	j->depth++;
	j->more[j->depth] = false;
	j->close[j->depth] = last;
}

void json_object(struct json *j, const char *key)
{
	nest(j, key, '{', '}');
}

void json_array(struct json *j, const char *key)
{
	nest(j, key, '[', ']');
}

void json_end(struct json *j)
{
	assert(j->depth > 0);
	if (j->table) {
		json_table_close(j->table);
	} else {
		add_line(j);
		strbuf_addc(j->b, j->close[j->depth]);
	}
	j->depth--;
}

/* A value that is no text: a number, true, false; NULL is null. */
static void add_bare(struct json *j, const char *key, const char *value)
{
	if (j->table) {
		json_table_value(j->table, key, value);
		return;
	}
	begin(j, key);
	strbuf_adds(j->b, value ? value : "null");
}

void json_text(struct json *j, const char *key, const char *text)
{
	struct strbuf field = STRBUF_INIT;

	if (!text) {
		add_bare(j, key, NULL);
	} else if (j->table) {
		escape_csv(&field, text);
		json_table_value(j->table, key, field.s);
	} else {
		begin(j, key);
		add_quoted(j, text);
	}
	strbuf_release(&field);
}

void json_number(struct json *j, const char *key, double value)
{
	char buf[NUM_SHORTEST];

	add_bare(j, key, isfinite(value) ? num_shortest(buf, value) : NULL);
}

void json_digits(struct json *j, const char *key, double value, int digits)
{
	char buf[NUM_SHORTEST];

	assert(digits < 18);
	snprintf(buf, sizeof(buf), "%.*g", digits, value);
	add_bare(j, key, isfinite(value) ? buf : NULL);
}

void json_numbers(struct json *j, const char *key, const double *v, size_t n)
{
	json_array(j, key);
	for (size_t i = 0; i < n; i++)
		json_number(j, NULL, v[i]);
	json_end(j);
}

void json_bool(struct json *j, const char *key, bool value)
{
	add_bare(j, key, value ? "true" : "false");
}

void json_raw(struct json *j, const char *key, const char *value)
{
	if (!j->table)
		add_bare(j, key, value);
}

void json_line(struct json *j)
{
	j->line = true;
	if (j->full && j->b->len >= FLUSH) {
		fwrite(j->b->s, 1, j->b->len, j->full);
		strbuf_clear(j->b);
	}
}
