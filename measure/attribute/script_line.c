#include "script_line.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/mem.h"

/* The calls of so many functions are looked for: each takes a search through
 * the file */
enum { TEXT_MOST = 200, FUNCTIONS_MOST = 16, TAB = 8 };

enum header { PLAIN, LOOP, WHILE, FUNCTION };

static const size_t none = (size_t)-1;

struct line {
	const char *at; /* after the indentation */
	size_t length, indent;
	size_t around; /* the header of the block that it is in, or none */
	enum header header;
};

struct script {
	struct line *v;
	size_t n, cap;
	unsigned functions; /* whose calls were looked for */
};

static bool begins(const struct line *l, const char *word)
{
	const size_t n = strlen(word);

	return l->length > n && strncmp(l->at, word, n) == 0 &&
	       !isalnum((unsigned char)l->at[n]) && l->at[n] != '_';
}

static enum header header_of(const struct line *l)
{
	if (begins(l, "while"))
		return WHILE;
	if (begins(l, "for") || begins(l, "async for"))
		return LOOP;
	if (begins(l, "def") || begins(l, "async def") || begins(l, "class"))
		return FUNCTION;
	return PLAIN;
}

/* A line without code is in no block. */
static bool has_code(const struct line *l)
{
	return l->length > 0 && *l->at != '#';
}

static void parse_line(struct line *l, const char *at)
{
	for (; *at == ' ' || *at == '\t' || *at == '\f'; at++)
		l->indent += *at == '\t' ? TAB - l->indent % TAB : 1;
	l->at = at;
	l->length = strcspn(at, "\r\n");
	l->header = header_of(l);
}

/* The line before it that is indented less is its block's header. */
static void parse(struct script *s, const char *source)
{
	size_t last = none;

	for (const char *at = source; at; at = at ? at + 1 : NULL) {
		struct line l = { .around = none };

		parse_line(&l, at);
		if (has_code(&l)) {
			while (last != none && s->v[last].indent >= l.indent)
				last = s->v[last].around;
			l.around = last;
			last = s->n;
		}
		s->v = mem_grow(s->v, &s->cap, s->n + 1, sizeof(*s->v));
		s->v[s->n++] = l;
		at = strchr(l.at, '\n');
	}
}

/* Whether a line calls what a header defines */
static bool calls(const struct line *l, const struct line *function)
{
	const char *name = function->at + strcspn(function->at, " \t");
	const char *end = l->at + l->length;
	size_t n;

	name += strspn(name, " \t");
	if (strncmp(name, "def", 3) == 0)
		name += 3 + strspn(name + 3, " \t");
	n = strcspn(name, "(: \t\r\n");
	if (n == 0)
		return false;
	for (const char *at = l->at;
	     (at = memmem(at, (size_t)(end - at), name, n)); at++) {
		if (at + n < end && at[n] == '(' &&
		    (at == l->at ||
		     (!isalnum((unsigned char)at[-1]) && at[-1] != '_')))
			return true;
	}
	return false;
}

/* The loop that executes a line; or none */
static size_t loop_of(struct script *s, size_t i)
{
	size_t loop = none;

	/* its condition is evaluated for each iteration */
	if (s->v[i].header == WHILE)
		return i;
	for (i = s->v[i].around; i != none; i = s->v[i].around) {
		if (s->v[i].header == LOOP || s->v[i].header == WHILE)
			return i;
		if (s->v[i].header == FUNCTION)
			break;
	}
	if (i == none || s->functions++ >= FUNCTIONS_MOST)
		return none;
	for (size_t k = 0; loop == none && k < s->n; k++) {
		if (s->v[k].header != FUNCTION && has_code(&s->v[k]) &&
		    calls(&s->v[k], &s->v[i]))
			loop = loop_of(s, k);
	}
	return loop;
}

static void add_text(struct strbuf *to, const struct line *l)
{
	size_t n = l->length < TEXT_MOST ? l->length : TEXT_MOST;

	strbuf_add(to, l->at, n);
}

bool script_line(const char *source, unsigned line, struct strbuf *text,
                 struct strbuf *loop)
{
	struct script s = { 0 };
	size_t found;
	bool known;

	parse(&s, source);
	known = line && line <= s.n && s.v[line - 1].length > 0;
	if (known) {
		add_text(text, &s.v[line - 1]);
		found = loop_of(&s, line - 1);
		if (found != none)
			add_text(loop, &s.v[found]);
	}
	free(s.v);
	return known;
}
