/* Where a Lua data file says something: its keys, by the braces around them. */
#include "line.h"

#include <ctype.h>
#include <stdbool.h>

#include "base/banned.h"

enum { DEEPEST = 16 }; /* components of a path */

/* How far a path was found: component i as a key in brace depth at[i]. */
struct walk {
	const char *path; /* what is still to be found of it */
	size_t found, at[DEEPEST];
	size_t depth, line; /* of the text so far */
	size_t best, best_line;
};

/* after a [[long]] or [=[long]=] bracket at p, or p when it is none */
static const char *skip_long(const char *p, size_t *line)
{
	const char *s = p + 1;
	size_t level = 0;

	if (*p != '[')
		return p;
	while (*s == '=') {
		s++;
		level++;
	}
	if (*s != '[')
		return p;
	for (s++; *s; s++) {
		size_t n = 0;

		*line += *s == '\n';
		if (*s != ']')
			continue;
		while (s[1 + n] == '=')
			n++;
		if (n == level && s[1 + n] == ']')
			return s + n + 2;
	}
	return s;
}

static const char *skip_quoted(const char *p)
{
	const char quote = *p++;

	while (*p && *p != quote && *p != '\n')
		p += *p == '\\' && p[1] ? 2 : 1;
	return *p == quote ? p + 1 : p;
}

static const char *skip_comment(const char *p, size_t *line)
{
	const char *end = skip_long(p + 2, line);

	if (end != p + 2)
		return end;
	while (*p && *p != '\n')
		p++;
	return p;
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* is this, to its end, an assignment of a key? */
static bool assigns(const char *p, bool bracket)
{
	while (isspace((unsigned char)*p))
		p++;
	if (bracket && *p++ != ']')
		return false;
	while (isspace((unsigned char)*p))
		p++;
	return p[0] == '=' && p[1] != '=';
}

/* the next component of the path is the key s of n characters */
static bool is_next(const struct walk *w, const char *s, size_t n)
{
	return strncmp(w->path, s, n) == 0 &&
	       (w->path[n] == '.' || w->path[n] == '\0');
}

/* a key in this depth; what it was looked for in has ended when it is less */
static void key(struct walk *w, const char *whole, const char *s, size_t n)
{
	if (w->found && w->depth <= w->at[w->found - 1]) {
		w->found = 0;
		w->path = whole;
	}
	if ((w->found && w->depth != w->at[w->found - 1] + 1) ||
	    w->found == DEEPEST || !is_next(w, s, n))
		return;
	w->at[w->found++] = w->depth;
	w->path += n + (w->path[n] == '.');
	if (w->found > w->best) {
		w->best = w->found;
		w->best_line = w->line;
	}
}

/* a string at p, which may be a key, ["so"] */
static const char *string(struct walk *w, const char *whole, const char *p,
                          bool bracket)
{
	const char *end = skip_quoted(p);

	if (bracket && end > p + 1 && end[-1] == *p && assigns(end, true))
		key(w, whole, p + 1, (size_t)(end - p) - 2);
	return end;
}

static const char *name(struct walk *w, const char *whole, const char *p)
{
	const char *end = p;

	while (in_name(*end))
		end++;
	if (assigns(end, false))
		key(w, whole, p, (size_t)(end - p));
	return end;
}

size_t line_of(const char *text, const char *path)
{
	struct walk w = { .path = path, .line = 1 };
	bool bracket = false; /* the character before opened one */

	for (const char *p = text; *p && (!w.best || *w.path);) {
		const char *start = p;

		if (p[0] == '-' && p[1] == '-')
			p = skip_comment(p, &w.line);
		else if (*p == '"' || *p == '\'')
			p = string(&w, path, p, bracket);
		else if (in_name(*p))
			p = name(&w, path, p);
		else
			p = skip_long(p, &w.line);
		bracket = *start == '[' ||
		          (bracket && isspace((unsigned char)*start));
		if (p != start)
			continue;
		w.line += *p == '\n';
		w.depth += *p == '{';
		w.depth -= *p == '}' && w.depth;
		p++;
	}
	return w.best_line;
}
