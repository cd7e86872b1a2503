/*
 * report.h - ways to write an assessment
 *
 * A report holds no time, host or path of its own: the same measurements give
 * the same bytes.
 */
#ifndef PERFEXPERT_DIAGNOSE_REPORT_H
#define PERFEXPERT_DIAGNOSE_REPORT_H

#include <stdbool.h>
#include <stdio.h>

struct assess_section;
struct assessment;
struct err;
struct strbuf;

/*
 * What another folder adds to each section (the suggestions of knowledge/):
 * text behind the bars; json: members behind the others, without a comma at
 * either end.
 */
struct report_extra {
	void (*text)(struct strbuf *b, const struct assess_section *s,
	             const void *ctx);
	void (*json)(struct strbuf *b, const struct assess_section *s,
	             const void *ctx);
	const void *ctx;
};

struct report_options {
	const struct report_extra *extra; /* or NULL */
	const char *suggestions; /* where they are: an address or a path */
	bool values;             /* text: the numbers behind the bars */
	bool formulas;           /* text, json: each formula with its inputs */
	bool color;              /* text: for a terminal */
};

/*
 * A report writes the whole assessment to f. Errors of f itself are its
 * owner's to find (ferror), so that there is one place that says them.
 */
struct report {
	const char *name; /* "text", "json", "csv" */
	bool details;     /* wants statistics, lines and facts to be read */
	int (*write)(const struct assessment *a,
	             const struct report_options *options, FILE *f,
	             struct err *err);
};

/* report_find - by name, or NULL */
const struct report *report_find(const char *name);

int report_text(const struct assessment *a,
                const struct report_options *options, FILE *f, struct err *err);
int report_json(const struct assessment *a,
                const struct report_options *options, FILE *f, struct err *err);
int report_csv(const struct assessment *a, const struct report_options *options,
               FILE *f, struct err *err);

/*
 * report_title - a section's name for people, not escaped, appended to b
 *
 * Procedures: the name; with its place or module where another one that is
 * shown is called the same. Loops: "loop at FILE:LINE in PROCEDURE", "inner
 * loop at
 * ...", "inner loop (level 3) at ...".
 */
void report_title(struct strbuf *b, const struct assess_section *s);

/*
 * report_told_by_inner - has one shown loop inside nearly all of a loop's time
 *                        in each input, so that its assessment says the same?
 *
 * Never true of procedures.
 */
bool report_told_by_inner(const struct assessment *a,
                          const struct assess_section *s);

#endif
