/* fuzz_highlight - any text as source: marks are added, nothing else changes */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "report/html/highlight.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The length of a mark at s, or 0: "<" of the source itself is escaped */
static size_t mark_length(const char *s)
{
	static const char *const marks[] = { "<b>",
		                             "</b>",
		                             "<u>",
		                             "</u>",
		                             "<i>",
		                             "</i>",
		                             "<i class=\"s\">",
		                             "<i class=\"p\">" };

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		if (strncmp(s, marks[i], strlen(marks[i])) == 0)
			return strlen(marks[i]);
	}
	return 0;
}

/* With its marks taken out, is it the escaped line? */
static bool only_marked(const char *marked, const char *plain)
{
	while (*marked) {
		const size_t n = mark_length(marked);

		marked += n;
		if (n == 0 && *marked++ != *plain++)
			return false;
	}
	return *plain == '\0';
}

static void each_line(char *text, enum highlight_language language)
{
	struct highlight h = { .language = language };
	struct highlight none = { .language = HIGHLIGHT_NONE };
	struct strbuf marked = STRBUF_INIT, plain = STRBUF_INIT;
	char *next;

	for (char *line = text; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next = '\0';
		strbuf_clear(&marked);
		strbuf_clear(&plain);
		highlight_line(&h, &marked, line);
		highlight_line(&none, &plain, line);
		if (!only_marked(marked.s, plain.s))
			abort();
		if (next)
			*next++ = '\n';
	}
	strbuf_release(&marked);
	strbuf_release(&plain);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_add(&text, (const char *)data, size);
	each_line(text.s, HIGHLIGHT_C);
	each_line(text.s, HIGHLIGHT_FORTRAN);
	strbuf_release(&text);
	return 0;
}
