/*
 * report.h - ways to write an assessment
 *
 * A report adds no time, host or path to those in the measurements: the same
 * measurements give the same bytes.
 */
#ifndef PERFEXPERT_REPORT_REPORT_H
#define PERFEXPERT_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct assess_section;
struct assessment;
struct json;
struct scaling;
struct strbuf;
struct suggest;

/* The share of the runtime from which the first procedure is named, where none
 * is shown */
#define REPORT_TELLS 0.01

struct report_options {
	const char *suggestions; /* where they are: an address or a path */
	bool default_pages; /* html: nobody said where: a page that is sent has
	                       no links to this machine's files */
	size_t most_suggestions; /* of a section; text and json */
	bool all_suggestions;    /* all, and why the others do not apply */
	bool values;             /* text: the numbers that bars show */
	bool account;            /* text: where the cycles went */
	bool balance;            /* text: how evenly threads share it */
	bool formulas;           /* text, json: each formula with its inputs */
	bool color;              /* text: for a terminal */
	const char *show;        /* one place: its number or its name; NULL */
	/* html, source: folders of sources, beside those that are known */
	const char *const *source_dirs;
	size_t nsource_dirs;
	/* html: of many measurements, of which the page has the first and the
	 * last; NULL: none */
	const struct scaling *scaling;
	bool published; /* html: for anyone: does not say where files are */
};

/*
 * A way to write an assessment and its suggestions, which may be NULL, to f.
 * The owner of f looks for its errors (ferror), so that one place reports them.
 *
 * Either write does that, or fill: it adds members to a JSON object that is
 * open. What is filled is written as JSON, or one array of it as CSV: see
 * export/data.h.
 */
struct report {
	const char *name;  /* "text", "json", "csv", "html" */
	const char *table; /* of fill: the array that CSV has; NULL: no fill */
	bool details;      /* wants statistics, lines and facts to be read */
	bool whole;        /* wants small sections to be read, too */
	bool all;          /* and all suggestions */
	bool one;          /* takes one measurement */
	void (*write)(const struct assessment *a, const struct suggest *suggest,
	              const struct report_options *options, FILE *f);
	void (*fill)(struct json *j, const struct assessment *a,
	             const struct suggest *suggest,
	             const struct report_options *options);
};

extern const struct report report_text;

/*
 * report_title - a section's name for people, not escaped, appended to b
 *
 * Procedures: the name; with its place or module where another one that is
 * shown has the same name. Loops: "loop at FILE:LINE in PROCEDURE", "inner
 * loop at ...", "inner loop (level 3) at ...". whole: names are not shortened.
 */
void report_title(struct strbuf *b, const struct assess_section *s, bool whole);

/* text_section - append a section's bars and account in the paper's form */
void text_section(struct strbuf *b, const struct assessment *a,
                  const struct assess_section *s,
                  const struct report_options *options);

/*
 * report_told_by_inner - has one shown loop inside nearly all of a loop's time
 *                        in each input, so that its assessment says the same?
 *
 * Never true of procedures.
 */
bool report_told_by_inner(const struct assessment *a,
                          const struct assess_section *s);

#endif
