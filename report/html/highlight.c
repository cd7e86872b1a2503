#include "highlight.h"

#include <ctype.h>
#include <stddef.h>
#include <strings.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"

static const char *const c_keywords[] = { "alignas",    "asm",
	                                  "auto",       "break",
	                                  "case",       "catch",
	                                  "class",      "const",
	                                  "constexpr",  "continue",
	                                  "default",    "delete",
	                                  "do",         "else",
	                                  "enum",       "explicit",
	                                  "extern",     "false",
	                                  "for",        "friend",
	                                  "goto",       "if",
	                                  "inline",     "namespace",
	                                  "new",        "noexcept",
	                                  "nullptr",    "operator",
	                                  "private",    "protected",
	                                  "public",     "register",
	                                  "restrict",   "return",
	                                  "sizeof",     "static",
	                                  "struct",     "switch",
	                                  "template",   "this",
	                                  "throw",      "true",
	                                  "try",        "typedef",
	                                  "typename",   "union",
	                                  "using",      "virtual",
	                                  "volatile",   "while",
	                                  "_Alignas",   "_Noreturn",
	                                  "_Atomic",    "NULL",
	                                  "__restrict", "final",
	                                  "override",   "_Static_assert",
	                                  NULL };

static const char *const c_types[] = {
	"bool",     "char",     "double",   "float",    "int",       "long",
	"short",    "signed",   "unsigned", "void",     "size_t",    "ssize_t",
	"int8_t",   "int16_t",  "int32_t",  "int64_t",  "uint8_t",   "uint16_t",
	"uint32_t", "uint64_t", "_Complex", "_Float16", "uintptr_t", NULL
};

static const char *const fortran_keywords[] = {
	"allocate",  "call",       "case",       "contains", "continue",
	"cycle",     "concurrent", "deallocate", "do",       "elemental",
	"else",      "elseif",     "end",        "enddo",    "endif",
	"exit",      "forall",     "function",   "go",       "goto",
	"if",        "implicit",   "in",         "inout",    "intent",
	"interface", "module",     "none",       "only",     "out",
	"parameter", "print",      "procedure",  "program",  "pure",
	"recursive", "result",     "return",     "save",     "select",
	"stop",      "subroutine", "then",       "to",       "use",
	"where",     "while",      "write",      NULL
};

static const char *const fortran_types[] = {
	"allocatable", "character", "complex", "contiguous", "dimension",
	"double",      "integer",   "kind",    "logical",    "pointer",
	"precision",   "real",      "target",  "type",       NULL
};

enum highlight_language highlight_of(const char *path)
{
	static const char *const fortran[] = { "f",   "for", "ftn", "f77",
		                               "f90", "f95", "f03", "f08",
		                               "f18", "fpp" };
	static const char *const none[] = { "s",   "asm", "adb", "ads",
		                            "nim", "jl",  "pyx" };
	const char *dot = strrchr(io_basename(path), '.');

	if (!dot)
		return HIGHLIGHT_NONE;
	for (size_t i = 0; i < sizeof(fortran) / sizeof(*fortran); i++) {
		if (strcasecmp(dot + 1, fortran[i]) == 0)
			return HIGHLIGHT_FORTRAN;
	}
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++) {
		if (strcasecmp(dot + 1, none[i]) == 0)
			return HIGHLIGHT_NONE;
	}
	return HIGHLIGHT_C;
}

static void add_plain(struct strbuf *b, const char *s, size_t n)
{
	char *copy = mem_strndup(s, n);

	escape_html(b, copy);
	free(copy);
}

/* Short elements for what is frequent: pages hold many of them. */
static void add_marked(struct strbuf *b, char mark, const char *s, size_t n)
{
	static const struct {
		char mark;
		const char *begin, *end;
	} marks[] = {
		{ 'k', "<b>", "</b>" },
		{ 't', "<u>", "</u>" },
		{ 'c', "<i>", "</i>" },
		{ 's', "<i class=\"s\">", "</i>" },
		{ 'p', "<i class=\"p\">", "</i>" },
	};

	for (size_t i = 0; n > 0 && i < sizeof(marks) / sizeof(*marks); i++) {
		if (marks[i].mark != mark)
			continue;
		strbuf_adds(b, marks[i].begin);
		add_plain(b, s, n);
		strbuf_adds(b, marks[i].end);
	}
}

static bool is_one_of(const char *const *words, const char *s, size_t n,
                      bool fold)
{
	for (; *words; words++) {
		if (strlen(*words) == n && (fold ? strncasecmp(*words, s, n)
		                                 : strncmp(*words, s, n)) == 0)
			return true;
	}
	return false;
}

static size_t word_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

/* "..." or '...' up to its end or the end of the line */
static size_t string_length(const char *s, bool escapes)
{
	size_t n = 1;

	while (s[n] && s[n] != *s)
		n += escapes && s[n] == '\\' && s[n + 1] ? 2 : 1;
	return s[n] ? n + 1 : n;
}

static size_t number_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '.' || s[n] == '_' ||
	       ((s[n] == '+' || s[n] == '-') && n > 0 &&
	        strchr("eEdDpP", s[n - 1]) && strncmp(s, "0x", 2) != 0))
		n++;
	return n;
}

static size_t add_word(struct strbuf *b, const char *s, bool fortran)
{
	const size_t n = word_length(s);

	if (is_one_of(fortran ? fortran_keywords : c_keywords, s, n, fortran))
		add_marked(b, 'k', s, n);
	else if (is_one_of(fortran ? fortran_types : c_types, s, n, fortran))
		add_marked(b, 't', s, n);
	else
		add_plain(b, s, n);
	return n;
}

/* What is the same in all languages; the number of bytes that it took */
static size_t add_token(struct strbuf *b, const char *s, bool fortran)
{
	size_t n;

	if (*s == '"' || *s == '\'') {
		n = string_length(s, !fortran);
		add_marked(b, 's', s, n);
	} else if (isdigit((unsigned char)*s)) {
		n = number_length(s);
		add_plain(b, s, n);
	} else if (isalpha((unsigned char)*s) || *s == '_') {
		n = add_word(b, s, fortran);
	} else {
		n = escape_utf8(s);
		n = n ? n : 1;
		add_plain(b, s, n);
	}
	return n;
}

static void c_line(struct highlight *h, struct strbuf *b, const char *s)
{
	const char *first = s + strspn(s, " \t");

	if (!h->in_comment && *first == '#') {
		add_plain(b, s, (size_t)(first - s));
		add_marked(b, 'p', first, strlen(first));
		return;
	}
	while (*s) {
		if (h->in_comment || strncmp(s, "/*", 2) == 0) {
			const char *end =
				strstr(h->in_comment ? s : s + 2, "*/");
			size_t n = end ? (size_t)(end + 2 - s) : strlen(s);

			add_marked(b, 'c', s, n);
			h->in_comment = !end;
			s += n;
		} else if (strncmp(s, "//", 2) == 0) {
			add_marked(b, 'c', s, strlen(s));
			return;
		} else {
			s += add_token(b, s, false);
		}
	}
}

static void fortran_line(struct strbuf *b, const char *s)
{
	while (*s) {
		if (*s == '!') {
			/* a directive is code: "!$omp", "!dir$" */
			bool directive = s[1] == '$' ||
			                 strncasecmp(s, "!dir$", 5) == 0 ||
			                 strncasecmp(s, "!gcc$", 5) == 0 ||
			                 strncasecmp(s, "!ocl", 4) == 0;

			add_marked(b, directive ? 'p' : 'c', s, strlen(s));
			return;
		}
		s += add_token(b, s, true);
	}
}

void highlight_line(struct highlight *h, struct strbuf *b, const char *line)
{
	switch (h->language) {
	case HIGHLIGHT_C:
		c_line(h, b, line);
		break;
	case HIGHLIGHT_FORTRAN:
		fortran_line(b, line);
		break;
	case HIGHLIGHT_NONE:
		escape_html(b, line);
		break;
	}
}
