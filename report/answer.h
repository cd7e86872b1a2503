/*
 * answer.h - the findings on one screen
 *
 * What perfexpert says where no threshold is given: how long the program took,
 * how much of that a change could save, and each place that costs much of it
 * with its reason and its change. perfexpert-run ends with the first lines.
 */
#ifndef PERFEXPERT_REPORT_ANSWER_H
#define PERFEXPERT_REPORT_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;
struct finding;
struct findings;
struct profile;
struct strbuf;

extern const struct report report_answer;

/* How it is laid out */
struct answer_form {
	size_t width, height; /* columns, lines; of height one is left free */
	bool color;
};

/* answer_form - of the terminal that standard output is; 80 by 24 elsewhere.
 * COLUMNS and LINES overrule. */
struct answer_form answer_form(bool color);

/* answer_text - append all of it */
void answer_text(struct strbuf *b, const struct findings *f,
                 const struct answer_form *form);

/* answer_first - append the verdict, the first place and its change: three
 * lines at most */
void answer_first(struct strbuf *b, const struct findings *f,
                  const struct answer_form *form);

/* answer_verdict - append one or two sentences on the whole program */
void answer_verdict(struct strbuf *b, const struct findings *f);

/* answer_title - a place's name for people, not escaped, appended to b: as
 * report_title, a library's procedure with its library, and "rest of ..." of
 * what has loops that are places themselves */
void answer_title(struct strbuf *b, const struct findings *f, size_t i);

/* answer_own_change - is a place's first change for this place, not one that
 * helps many places, which is said apart from them? */
bool answer_own_change(const struct findings *f, const struct finding *of);

/*
 * answer_print - the first lines of a measurement alone, or nothing where there
 * is no finding
 *
 * name: its file; machine: as assess_options has it
 * Errors: those of assessment_new, knowledge_load and suggest_new; nothing is
 *         printed then
 */
int answer_print(const struct profile *p, const char *name, const char *machine,
                 FILE *f, struct err *err);

#endif
