#include "escape.h"

#include <stdbool.h>
#include <stdint.h>

#include "banned.h"
#include "strbuf.h"

static bool acceptable(uint32_t c)
{
	if (c < 0x20)
		return c == '\t' || c == '\n';
	if (c >= 0x7f && c < 0xa0)
		return false;
	if (c >= 0xd800 && c < 0xe000)
		return false;
	if ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
		return false; /* bidirectional overrides and isolates */
	return c != 0xfffe && c != 0xffff && c <= 0x10ffff;
}

size_t escape_utf8(const char *s)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *u = (const unsigned char *)s;
	uint32_t c = u[0];
	size_t n = c < 0x80   ? 1
	           : c < 0xc0 ? 0
	           : c < 0xe0 ? 2
	           : c < 0xf0 ? 3
	           : c < 0xf8 ? 4
	                      : 0;

	if (n == 0 || c == 0)
		return 0;
	if (n > 1)
		c &= 0x7fu >> n;
	for (size_t i = 1; i < n; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (u[i] & 0x3f);
	}
	return c >= smallest[n] && acceptable(c) ? n : 0;
}

/* One character of s as a terminal may show it; returns the bytes consumed. */
static size_t terminal_char(char out[8], const char *s)
{
	size_t n = escape_utf8(s);

	if (n > 0 && *s != '\n' && *s != '\t') {
		memcpy(out, s, n);
		out[n] = '\0';
		return n;
	}
	if (*s == '\n' || *s == '\t')
		snprintf(out, 8, "\\%c", *s == '\n' ? 'n' : 't');
	else
		snprintf(out, 8, "\\x%02x", (unsigned)(unsigned char)*s);
	return 1;
}

void escape_terminal(char *out, size_t size, const char *s)
{
	size_t at = 0;
	char one[8];

	while (*s) {
		size_t used = terminal_char(one, s);
		size_t n = strlen(one);

		if (at + n + 1 > size)
			break;
		memcpy(out + at, one, n);
		at += n;
		s += used;
	}
	if (size)
		out[at] = '\0';
}

void escape_terminal_buf(struct strbuf *b, const char *s)
{
	char one[8];

	while (*s) {
		s += terminal_char(one, s);
		strbuf_adds(b, one);
	}
}

void escape_vline(FILE *f, const char *fmt, va_list ap)
{
	struct strbuf raw = STRBUF_INIT, safe = STRBUF_INIT;

	strbuf_vaddf(&raw, fmt, ap);
	escape_terminal_buf(&safe, raw.s);
	strbuf_addc(&safe, '\n');
	fwrite(safe.s, 1, safe.len, f);
	strbuf_release(&raw);
	strbuf_release(&safe);
}

void escape_line(FILE *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	escape_vline(f, fmt, ap);
	va_end(ap);
}

/* $'...': bytes that can't be shown as \xNN */
static void add_ansi_quoted(struct strbuf *b, const char *word)
{
	bool hex = false;

	strbuf_adds(b, "$'");
	while (*word) {
		char one[8];
		size_t n = escape_utf8(word);

		/* a digit after \xNN would be taken for a part of it */
		if (n == 0 || *word == '\n' || *word == '\t' ||
		    (hex && strchr("0123456789abcdefABCDEF", *word))) {
			strbuf_addf(b, "\\x%02x",
			            (unsigned)(unsigned char)*word++);
			hex = true;
			continue;
		}
		memcpy(one, word, n);
		one[n] = '\0';
		strbuf_adds(b, *word == '\'' || *word == '\\' ? "\\" : "");
		strbuf_adds(b, one);
		hex = false;
		word += n;
	}
	strbuf_addc(b, '\'');
}

void escape_shell(struct strbuf *b, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789@%+=:,./-_";
	bool shown = true;

	if (*word && word[strspn(word, plain)] == '\0') {
		strbuf_adds(b, word);
		return;
	}
	for (const char *s = word; *s && shown;) {
		size_t n = escape_utf8(s);

		shown = n > 0 && *s != '\n' && *s != '\t';
		s += n;
	}
	if (!shown) {
		add_ansi_quoted(b, word);
		return;
	}
	strbuf_addc(b, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			strbuf_adds(b, "'\\''");
		else
			strbuf_addc(b, *word);
	}
	strbuf_addc(b, '\'');
}

static const char *json_entity(char c)
{
	switch (c) {
	case '"':
		return "\\\"";
	case '\\':
		return "\\\\";
	case '\n':
		return "\\n";
	case '\t':
		return "\\t";
	case '<':
		return "\\u003c"; /* so that </script> can't end a script */
	case '>':
		return "\\u003e";
	case '&':
		return "\\u0026";
	}
	return NULL;
}

static const char *html_entity(char c)
{
	switch (c) {
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	}
	return NULL;
}

static void escape(struct strbuf *b, const char *s, const char *(*entity)(char))
{
	while (*s) {
		const char *e = entity(*s);
		size_t n = escape_utf8(s);

		if (e)
			strbuf_adds(b, e);
		else if (n)
			strbuf_add(b, s, n);
		else
			strbuf_adds(b, "\xef\xbf\xbd"); /* U+FFFD */
		s += n ? n : 1;
	}
}

void escape_terminal_wrapped(struct strbuf *b, const char *s, size_t column,
                             size_t indent, size_t width)
{
	struct strbuf safe = STRBUF_INIT;
	const char *word;
	bool apart = column > indent; /* from what is before the word */

	escape_terminal_buf(&safe, s);
	for (word = safe.s; *word; word += strspn(word, " ")) {
		const size_t n = strcspn(word, " ");

		if (apart && column + 1 + n > width) {
			strbuf_addc(b, '\n');
			strbuf_addn(b, ' ', indent);
			column = indent;
		} else if (apart) {
			strbuf_addc(b, ' ');
			column++;
		}
		strbuf_add(b, word, n);
		column += n;
		word += n;
		apart = column > 0;
	}
	strbuf_release(&safe);
}

void escape_json(struct strbuf *b, const char *s)
{
	escape(b, s, json_entity);
}

void escape_html(struct strbuf *b, const char *s)
{
	escape(b, s, html_entity);
}

static const char *csv_entity(char c)
{
	return c == '"' ? "\"\"" : NULL;
}

void escape_csv(struct strbuf *b, const char *s)
{
	bool formula = *s && strchr("=+-@\t", *s);
	bool quote = formula || strpbrk(s, ",\"\n\r");

	if (quote)
		strbuf_addc(b, '"');
	if (formula)
		strbuf_addc(b, '\''); /* a spreadsheet would compute it */
	escape(b, s, csv_entity);
	if (quote)
		strbuf_addc(b, '"');
}
