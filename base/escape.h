/*
 * escape.h - foreign text made harmless for terminals, JSON, HTML, XML and CSV
 *
 * Names come from other people's binaries and files: they may hold escape
 * codes, quotes, line ends and invalid UTF-8. Valid UTF-8 passes unchanged;
 * other bytes show as \xNN (terminal) or as U+FFFD (the rest).
 */
#ifndef PERFEXPERT_BASE_ESCAPE_H
#define PERFEXPERT_BASE_ESCAPE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

struct strbuf;

/* escape_terminal - into a buffer of size bytes, cut at a whole character */
void escape_terminal(char *out, size_t size, const char *s);

/* escape_terminal_buf - the same, appended to b */
void escape_terminal_buf(struct strbuf *b, const char *s);

/*
 * escape_terminal_wrapped - the same in lines of at most width columns
 *
 * Broken at blanks, of which several count as one. column: where we are in the
 * line; indent: where the next ones begin. A word longer than a line is left
 * whole. No line end is added.
 */
void escape_terminal_wrapped(struct strbuf *b, const char *s, size_t column,
                             size_t indent, size_t width);

/*
 * escape_line, escape_vline - a formatted line for a terminal, and its end
 *
 * Line ends and control characters in the arguments show as \n and \xNN.
 */
void escape_line(FILE *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void escape_vline(FILE *f, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/*
 * escape_shell - a word as one types it into a shell, appended to b
 *
 * Bare where no character is special, else in quotes; what a terminal can't
 * show as in $'\x1b', which bash, ksh and zsh read.
 */
void escape_shell(struct strbuf *b, const char *word);

/* escape_json - the inside of a JSON string; also safe within <script> */
void escape_json(struct strbuf *b, const char *s);

/* escape_html - text and quoted attribute values of HTML and of XML */
void escape_html(struct strbuf *b, const char *s);

/* escape_csv - one field, quoted when needed (RFC 4180) and never a formula */
void escape_csv(struct strbuf *b, const char *s);

/*
 * escape_utf8 - length in bytes of the valid UTF-8 character at s, or 0
 *
 * Control characters count as invalid but for tab and line feed; so do
 * surrogates, overlong forms, non-characters U+FFFE and U+FFFF, the C1
 * controls and the bidirectional overrides.
 */
size_t escape_utf8(const char *s);

#endif
