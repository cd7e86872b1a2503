/*
 * highlight.h - source code as HTML with its words marked
 *
 * <b> keywords, <u> types, <i> comments, <i class="s"> strings, <i class="p">
 * preprocessor and directives. The code itself may be anything: it is
 * escaped, and anything not recognized stays unmarked.
 */
#ifndef PERFEXPERT_REPORT_HTML_HIGHLIGHT_H
#define PERFEXPERT_REPORT_HTML_HIGHLIGHT_H

#include <stdbool.h>

struct strbuf;

enum highlight_language { HIGHLIGHT_C, HIGHLIGHT_FORTRAN, HIGHLIGHT_NONE };

struct highlight {
	enum highlight_language language;
	bool in_comment; /* a block comment goes on */
};

/* highlight_of - the language by the file's name */
enum highlight_language highlight_of(const char *path);

/* highlight_line - append one line, without an end of line */
void highlight_line(struct highlight *h, struct strbuf *b, const char *line);

#endif
