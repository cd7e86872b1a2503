/*
 * advice.h - what the command line offers of the knowledge base
 */
#ifndef PERFEXPERT_REPORT_ADVICE_H
#define PERFEXPERT_REPORT_ADVICE_H

#include <stdio.h>

struct assessment;
struct err;
struct knowledge;
struct report_options;
struct suggest;

/* The suggestions of one assessment, ready for a report */
struct advice {
	struct knowledge *knowledge;
	struct suggest *suggest;
};

/*
 * advice_limit - take the argument of --suggest: NULL, a number or "all"
 *
 * Errors: ERR_USAGE
 */
int advice_limit(struct report_options *options, const char *value,
                 struct err *err);

/*
 * advice_init - load the knowledge and ask all its rules
 *
 * The profiles must have been read with their facts.
 * Problems of the knowledge go to problems, "perfexpert: knowledge: ...", one
 * line each, and are no error.
 * Errors: those of knowledge_load and suggest_new; a is released by
 *         advice_release in any case
 */
int advice_init(struct advice *a, const struct assessment *assessment,
                FILE *problems, struct err *err);
void advice_release(struct advice *a);

/* command_list_suggestions - id, category and title of each, a line each */
int command_list_suggestions(FILE *f, struct err *err);

/*
 * command_check_knowledge - say what is wrong in a folder, a line each
 *
 * Returns 0 when all is well, 1 when something is wrong, -1 with err set when
 * the folder can't be read.
 */
int command_check_knowledge(const char *folder, FILE *f, struct err *err);

#endif
