#include "json_writer.h"

#include <assert.h>
#include <math.h>

#include "banned.h"
#include "escape.h"
#include "num.h"
#include "strbuf.h"

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
	begin(j, key);
	strbuf_addc(j->b, first);
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
	add_line(j);
	strbuf_addc(j->b, j->close[j->depth]);
	j->depth--;
}

void json_text(struct json *j, const char *key, const char *text)
{
	begin(j, key);
	if (text)
		add_quoted(j, text);
	else
		strbuf_adds(j->b, "null");
}

void json_number(struct json *j, const char *key, double value)
{
	char buf[NUM_SHORTEST];

	begin(j, key);
	strbuf_adds(j->b, isfinite(value) ? num_shortest(buf, value) : "null");
}

void json_digits(struct json *j, const char *key, double value, int digits)
{
	begin(j, key);
	if (isfinite(value))
		strbuf_addf(j->b, "%.*g", digits, value);
	else
		strbuf_adds(j->b, "null");
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
	begin(j, key);
	strbuf_adds(j->b, value ? "true" : "false");
}

void json_line(struct json *j)
{
	j->line = true;
}
