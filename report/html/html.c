#include "html.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/strbuf.h"

static void join(struct strbuf *b, const char *const *lines)
{
	for (; *lines; lines++)
		strbuf_adds(b, *lines);
}

void html_begin(struct strbuf *b, const struct html_page *page)
{
	strbuf_adds(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	               "<meta charset=\"utf-8\">\n"
	               "<meta http-equiv=\"Content-Security-Policy\" "
	               "content=\"default-src 'none'; style-src ");
	strbuf_addf(b, "'sha256-%s'; script-src 'sha256-%s'",
	            page->style->sha256, page->script->sha256);
	strbuf_adds(b, "; img-src data:; base-uri 'none'; form-action 'none'; "
	               "require-trusted-types-for 'script'\">\n"
	               "<meta name=\"referrer\" content=\"no-referrer\">\n"
	               "<meta name=\"viewport\" "
	               "content=\"width=device-width, initial-scale=1\">\n"
	               "<meta name=\"color-scheme\" content=\"light dark\">\n"
	               "<link rel=\"icon\" href=\"data:,\">\n<title>");
	html_text(b, page->title);
	strbuf_adds(b, "</title>\n");
	if (page->description) {
		strbuf_adds(b, "<meta name=\"description\" content=\"");
		html_text(b, page->description);
		strbuf_adds(b, "\">\n");
	}
	strbuf_adds(b, "<style>");
	join(b, page->style->lines);
	strbuf_addf(
		b,
		"</style>\n</head>\n<body class=\"%s\">\n"
		"<a class=\"skip\" href=\"#main\">Skip to the content</a>\n",
		page->kind);
}

void html_end(struct strbuf *b, const struct html_page *page)
{
	strbuf_adds(b, "<script>");
	join(b, page->script->lines);
	strbuf_adds(b, "</script>\n</body>\n</html>\n");
}

void html_text(struct strbuf *b, const char *s)
{
	escape_html(b, s);
}

void html_name_whole(struct strbuf *b, const char *s)
{
	struct strbuf plain = STRBUF_INIT;

	escape_terminal_buf(&plain, s);
	escape_html(b, plain.s);
	strbuf_release(&plain);
}

/* The byte at which character n begins, or len. */
static size_t character(const char *s, size_t len, size_t n)
{
	size_t at = 0;

	while (n-- > 0 && at < len) {
		size_t one = escape_utf8(s + at);

		at += one ? one : 1;
	}
	return at < len ? at : len;
}

void html_name(struct strbuf *b, const char *s)
{
	enum { TAIL = 40, HEAD = HTML_NAME_MAX - TAIL };
	struct strbuf plain = STRBUF_INIT;
	size_t n = 0;

	escape_terminal_buf(&plain, s);
	for (size_t i = 0; i < plain.len; i++)
		n += ((unsigned char)plain.s[i] & 0xc0) != 0x80;
	if (n > HTML_NAME_MAX) {
		size_t head = character(plain.s, plain.len, HEAD);
		size_t tail = character(plain.s, plain.len, n - TAIL);
		struct strbuf cut = STRBUF_INIT;

		strbuf_add(&cut, plain.s, head);
		strbuf_adds(&cut, "\xe2\x80\xa6"); /* ellipsis */
		strbuf_adds(&cut, plain.s + tail);
		strbuf_release(&plain);
		plain = cut;
	}
	escape_html(b, plain.s);
	strbuf_release(&plain);
}

static bool is_address(const char *s)
{
	static const char *const schemes[] = { "http://", "https://",
		                               "file://" };

	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		if (strncmp(s, schemes[i], strlen(schemes[i])) == 0)
			return true;
	}
	return false;
}

void html_address(struct strbuf *b, const char *s)
{
	const bool address = is_address(s);
	const char *keep = address ? "/-._~:?#[]@!$()*+,;=%&" : "/-._~";

	if (!address)
		strbuf_adds(b, *s == '/' ? "file://" : "./");
	for (; *s; s++) {
		const unsigned char c = (unsigned char)*s;

		if (c == '&')
			strbuf_adds(b, address ? "&amp;" : "%26");
		else if (c < 0x80 && (isalnum(c) || strchr(keep, c)))
			strbuf_addc(b, *s);
		else
			strbuf_addf(b, "%%%02X", c);
	}
}

void html_slug(struct strbuf *b, const char *id)
{
	for (; *id; id++)
		strbuf_addc(b, (char)(*id == '_' ? '-' : *id));
}

void html_number(struct strbuf *b, double v)
{
	if (isnan(v))
		strbuf_adds(b, "not measured");
	else if (fabs(v) >= 100)
		strbuf_addf(b, "%.0f", v);
	else
		strbuf_addf(b, "%.*f", fabs(v) >= 10 ? 1 : 2, v);
}

void html_percent(struct strbuf *b, double share)
{
	if (isnan(share))
		strbuf_adds(b, "not measured");
	else
		strbuf_addf(b, "%.1f %%", 100 * share);
}
