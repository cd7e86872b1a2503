/*
 * Names that nothing gives a file. Lua looks them up when the rule runs, which
 * may be years later: so the text is looked through for names that are neither
 * declared anywhere in it nor known to every file (the prelude's, the
 * sandbox's). Where in the file a name is declared is not asked.
 */
#include "private.h"

#include <ctype.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "lua/sandbox.h"

enum kind { NAME, KEYWORD, SIGN, LITERAL };

struct token {
	enum kind kind;
	const char *s;
	size_t n;
	unsigned line;
};

struct tokens {
	struct token *v;
	size_t n, cap;
	unsigned line; /* of what is read */
};

static bool is(const struct token *t, const char *text)
{
	/* most differ in their first letter: all rules are read in each run */
	return *t->s == *text && t->n == strlen(text) &&
	       memcmp(t->s, text, t->n) == 0;
}

static bool is_keyword(const struct token *t)
{
	static const char *const words[] = {
		"and",   "break", "do",       "else",  "elseif", "end",
		"false", "for",   "function", "goto",  "if",     "in",
		"local", "nil",   "not",      "or",    "repeat", "return",
		"then",  "true",  "until",    "while",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (is(t, words[i]))
			return true;
	}
	return false;
}

/* The length of "[==[ ... ]==]" at s, or 0: it does not begin one. */
static size_t long_bracket(const char *s)
{
	const size_t level = strspn(s + 1, "=");
	const char *end = s + level + 2;

	if (s[0] != '[' || s[1 + level] != '[')
		return 0;
	while ((end = strchr(end, ']')) != NULL) {
		if (strspn(end + 1, "=") == level && end[1 + level] == ']')
			return (size_t)(end - s) + level + 2;
		end++;
	}
	return strlen(s);
}

/* That of a string in quotes; one that does not end goes to the line's end. */
static size_t quoted(const char *s)
{
	size_t n = 1;

	while (s[n] && s[n] != *s && s[n] != '\n')
		n += s[n] == '\\' && s[n + 1] ? 2 : 1;
	return n + (s[n] == *s);
}

/* What is at s is no token: blanks and comments; 0: it is one. */
static size_t between(const char *s)
{
	size_t n;

	if (isspace((unsigned char)*s))
		return strspn(s, " \t\r\n\v\f");
	if (strncmp(s, "--", 2) != 0)
		return 0;
	n = s[2] == '[' ? long_bracket(s + 2) : 0;
	return n ? n + 2 : strcspn(s, "\n");
}

static size_t token_at(const char *s, enum kind *kind)
{
	size_t n = 1;

	*kind = LITERAL;
	if (*s == '"' || *s == '\'')
		return quoted(s);
	if (*s == '[' && long_bracket(s))
		return long_bracket(s);
	if (isdigit((unsigned char)*s)) {
		while (isalnum((unsigned char)s[n]) ||
		       (s[n] == '.' && s[n + 1] != '.'))
			n++;
		return n;
	}
	*kind = isalpha((unsigned char)*s) || *s == '_' ? NAME : SIGN;
	while (*kind == NAME && (isalnum((unsigned char)s[n]) || s[n] == '_'))
		n++;
	if (*kind == SIGN &&
	    (strncmp(s, "..", 2) == 0 || strncmp(s, "==", 2) == 0 ||
	     strncmp(s, "::", 2) == 0))
		n = 2;
	return n;
}

static void read_tokens(struct tokens *t, const char *s)
{
	while (*s) {
		const size_t skip = between(s);
		struct token new = { LITERAL, s, 0, t->line };

		new.n = skip ? skip : token_at(s, &new.kind);
		if (!skip) {
			if (new.kind == NAME && is_keyword(&new))
				new.kind = KEYWORD;
			t->v = mem_grow(t->v, &t->cap, t->n + 1, sizeof(new));
			t->v[t->n++] = new;
		}
		for (size_t i = 0; new.kind == LITERAL &&i < new.n; i++)
			t->line += s[i] == '\n';
		s += new.n;
	}
}

static void declare(struct map *declared, const struct token *t)
{
	char name[128];

	if (t->n >= sizeof(name))
		return;
	memcpy(name, t->s, t->n);
	name[t->n] = '\0';
	map_put(declared, name, declared);
}

/* Declares the names from token i on that commas part; which is the next. */
static size_t declare_list(const struct tokens *t, size_t i,
                           struct map *declared)
{
	while (i < t->n && t->v[i].kind == NAME) {
		declare(declared, &t->v[i++]);
		if (i + 2 < t->n && is(&t->v[i], "<")) /* <const> */
			i += 3;
		if (i >= t->n || !is(&t->v[i], ","))
			break;
		i++;
	}
	return i;
}

static void find_declared(const struct tokens *t, struct map *declared)
{
	for (size_t i = 0; i + 1 < t->n; i++) {
		if (t->v[i].kind != KEYWORD)
			continue;
		if (is(&t->v[i], "for") || is(&t->v[i], "local")) {
			if (is(&t->v[i + 1], "function") && i + 2 < t->n)
				declare(declared, &t->v[i + 2]);
			else
				declare_list(t, i + 1, declared);
		} else if (is(&t->v[i], "function")) {
			while (i + 1 < t->n && !is(&t->v[i], "("))
				i++;
			declare_list(t, i + 1, declared);
		}
	}
}

/* The sections that one is in: '{' of a table, or of code. */
struct nest {
	char *v;
	size_t n, cap;
};

static void follow(struct nest *nest, const struct token *t)
{
	const bool opens =
		t->kind == KEYWORD && (is(t, "function") || is(t, "do") ||
	                               is(t, "if") || is(t, "repeat"));
	const bool closes =
		t->kind == KEYWORD && (is(t, "end") || is(t, "until"));

	if (opens || (t->kind == SIGN && strchr("{([", *t->s))) {
		nest->v = mem_grow(nest->v, &nest->cap, nest->n + 1, 1);
		nest->v[nest->n++] = opens ? 'c' : *t->s;
	} else if (nest->n > 0 &&
	           (closes || (t->kind == SIGN && strchr("})]", *t->s)))) {
		nest->n--;
	}
}

/* Is it a field, a key of a table or a label, which no scope has to give? */
static bool is_field(const struct tokens *t, size_t i, const struct nest *nest)
{
	const struct token *before = i > 0 ? &t->v[i - 1] : NULL;
	const struct token *after = i + 1 < t->n ? &t->v[i + 1] : NULL;

	if (before && (is(before, ".") || is(before, ":") || is(before, "::") ||
	               is(before, "goto")))
		return true;
	if (before && after && is(before, "<") && is(after, ">") &&
	    (is(&t->v[i], "const") || is(&t->v[i], "close")))
		return true;
	return before && after && nest->n > 0 && nest->v[nest->n - 1] == '{' &&
	       strchr("{,;", *before->s) && is(after, "=");
}

void lint_free(struct knowledge *k, const char *path, const char *text)
{
	struct tokens t = { .line = 1 };
	struct map *declared = map_new();
	struct nest nest = { NULL, 0, 0 };

	read_tokens(&t, text);
	find_declared(&t, declared);
	for (size_t i = 0; i < t.n; i++) {
		const struct token *at = &t.v[i];
		char name[128];

		follow(&nest, at);
		if (at->kind != NAME || at->n >= sizeof(name) ||
		    is_field(&t, i, &nest))
			continue;
		memcpy(name, at->s, at->n);
		name[at->n] = '\0';
		if (map_get(declared, name) || sandbox_has(k->sandbox, name))
			continue;
		knowledge_add_problem(k, "%s:%u: unknown name '%s'", path,
		                      at->line, name);
		declare(declared, at); /* once */
	}
	free(nest.v);
	free(t.v);
	map_free(declared);
}
