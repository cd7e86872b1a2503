/*
 * site_private.h - what the files of the site generator share
 */
#ifndef PERFEXPERT_WEB_SITE_PRIVATE_H
#define PERFEXPERT_WEB_SITE_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

struct err;
struct knowledge;
struct knowledge_category;
struct suggestion;

struct site_pages {
	const char *folder;
	struct knowledge *knowledge;
	char **machines, **titles; /* [nmachines] */
	size_t nmachines;
};

/* A compiler of the switches' tables, in the order of their rows */
struct site_compiler {
	const char *id, *name;
};
extern const struct site_compiler site_compilers[]; /* ended by NULL */

/* site_begin - head, heading and navigation of a page; here: its file; among:
 * with links to the page of each category */
void site_begin(struct strbuf *b, const struct site_pages *s, const char *title,
                const char *here, bool among);
/* site_end - the foot; the page is then written to the folder as name */
int site_end(struct strbuf *b, const struct site_pages *s, const char *name,
             struct err *err);

#define SITE_CATALOGUE "catalogue.html"

/* site_page - "data-accesses.html" of a category's id */
void site_page(struct strbuf *b, const char *category);

/* site_search - the form that narrows the list down; hidden without script */
void site_search(struct strbuf *b, const struct site_pages *s);

/* site_keys - the attributes of a suggestion that the search looks at */
void site_keys(struct strbuf *b, const struct suggestion *s);

/* site_write_... - one page each, whole or not at all; -1 with err: it can't be
 * written, or an example can't be read. machine: of the i-th */
int site_write_index(const struct site_pages *s, struct err *err);
int site_write_catalogue(const struct site_pages *s, struct err *err);
int site_write_category(const struct site_pages *s,
                        const struct knowledge_category *c, struct err *err);
int site_write_machine(const struct site_pages *s, size_t i, struct err *err);

/*
 * site_report - what perfexpert says of a measured program, web/demo.db: the
 * answer goes to b, the page beside the others
 *
 * Errors: it can't be read, assessed or written
 */
int site_report(struct strbuf *b, const struct site_pages *s, struct err *err);

/* site_example - before and after, and what was measured of them */
int site_example(struct strbuf *b, const struct site_pages *s,
                 const struct suggestion *suggestion, struct err *err);

/* site_example_languages - "C C++ Fortran": of which there is an example */
void site_example_languages(struct strbuf *b, const struct suggestion *s);

#endif
