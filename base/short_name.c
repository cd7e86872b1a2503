#include "short_name.h"

#include <stdbool.h>
#include <string.h>

#include "banned.h"
#include "strbuf.h"

/* Names are shortened from so many characters on, and cut at so many. */
enum { LONG_NAME = 76, LONGEST_NAME = 152, LONG_LIST = 12 };

/* The bracket that closes the one at s, or NULL; "->" is none */
static const char *closing(const char *s)
{
	size_t depth = 0;

	for (const char *at = s; *at; at++) {
		if (*at == '<' || *at == '(')
			depth++;
		else if ((*at == '>' && at[-1] != '-') || *at == ')')
			depth--;
		if (depth == 0)
			return at;
	}
	return NULL;
}

/* How many characters of "operator<<", "operator()" are no brackets */
static size_t operator_length(const char *s)
{
	static const char word[] = "operator";
	const size_t n = sizeof(word) - 1;

	if (strncmp(s, word, n) != 0)
		return 0;
	return strncmp(s + n, "()", 2) == 0 ? n + 2
	                                    : n + strspn(s + n, "<>=-!");
}

/* "(anonymous namespace)", and what is added to a name after a space:
 * "(parallel region)" */
static bool is_remark(const struct strbuf *b, const char *name)
{
	return strncmp(name, "(anonymous namespace)", 21) == 0 ||
	       (*name == '(' && b->len > 0 && b->s[b->len - 1] == ' ');
}

/* Arguments of templates and of procedures as "<...>" and "(...)" */
void short_name_lists(struct strbuf *b, const char *name)
{
	const char *end;
	size_t n;

	while (*name) {
		n = operator_length(name);
		if (n) {
			strbuf_add(b, name, n);
			name += n;
			continue;
		}
		end = *name == '<' || *name == '(' ? closing(name) : NULL;
		if (end && end - name > LONG_LIST && !is_remark(b, name)) {
			strbuf_adds(b, *name == '<' ? "<...>" : "(...)");
			name = end + 1;
			continue;
		}
		strbuf_addc(b, *name++);
	}
}

void short_name(struct strbuf *b, const char *name)
{
	struct strbuf text = STRBUF_INIT;
	size_t cut = LONGEST_NAME;

	if (strlen(name) < LONG_NAME) {
		strbuf_adds(b, name);
		return;
	}
	short_name_lists(&text, name);
	if (text.len <= LONGEST_NAME) {
		strbuf_adds(b, text.s);
	} else {
		/* not within a character */
		while (cut > 0 && ((unsigned char)text.s[cut] & 0xc0) == 0x80)
			cut--;
		strbuf_add(b, text.s, cut);
		strbuf_adds(b, "...");
	}
	strbuf_release(&text);
}
