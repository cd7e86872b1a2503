#include "split.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"

/* The next word of *in, written to *out. False: there is none. */
static bool next_word(const char **in, char **out, char *open)
{
	const char *s = *in + strspn(*in, " \t\n");
	char quote = 0, *to = *out;

	if (!*s)
		return false;
	for (; *s && (quote || !strchr(" \t\n", *s)); s++) {
		if (quote ? *s == quote : *s == '\'' || *s == '"') {
			quote = (char)(quote ? 0 : *s);
			continue;
		}
		if (*s == '\\' && s[1] &&
		    (!quote || (quote == '"' && strchr("\\\"$`", s[1]))))
			s++;
		*to++ = *s;
	}
	*to++ = '\0';
	*in = s;
	*out = to;
	*open = quote;
	return true;
}

int split_words(struct split *s, const char *text, const char *option,
                struct err *err)
{
	char *out, *word, quote = 0;
	size_t cap = 0;

	*s = (struct split){ .text = mem_alloc(strlen(text) + 2, 1) };
	out = word = s->text;
	while (!quote && next_word(&text, &out, &quote)) {
		s->words =
			mem_grow(s->words, &cap, s->n + 2, sizeof(*s->words));
		s->words[s->n++] = word;
		s->words[s->n] = NULL;
		word = out;
	}
	if (quote)
		return err_set(err, ERR_USAGE, "%s: %c is not closed", option,
		               quote);
	if (!s->n)
		return err_set(err, ERR_USAGE, "%s needs a command", option);
	return 0;
}

void split_release(struct split *s)
{
	free(s->words);
	free(s->text);
	*s = (struct split){ 0 };
}
