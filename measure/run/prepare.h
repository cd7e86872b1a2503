/*
 * prepare.h - the command executed before each run of the program (--prepare)
 *
 * For programs that refuse to overwrite the output of the previous run, or
 * continue from it.
 */
#ifndef PERFEXPERT_MEASURE_RUN_PREPARE_H
#define PERFEXPERT_MEASURE_RUN_PREPARE_H

#include <stdbool.h>

#include "split.h"

struct err;
struct session;

struct prepare {
	char *path; /* NULL: nothing is done */
	struct split command;
};

/*
 * prepare_given - what --prepare says; text NULL: nothing
 *
 * Release with prepare_release, in any case. Errors: as split_words;
 * ERR_PROGRAM when there is no such program
 */
int prepare_given(struct prepare *p, const char *text, struct err *err);
void prepare_release(struct prepare *p);

/*
 * prepare_run - do it, where there is something; what it prints is not shown
 *
 * Errors: ERR_PROGRAM when it fails, or the user interrupted it
 * (s->interrupted)
 */
int prepare_run(struct session *s, struct err *err);

#endif
