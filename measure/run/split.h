/*
 * split.h - a command that an option names, as words
 */
#ifndef PERFEXPERT_MEASURE_RUN_SPLIT_H
#define PERFEXPERT_MEASURE_RUN_SPLIT_H

#include <stddef.h>

struct err;

/* A command line split into words. */
struct split {
	char **words; /* NULL at their end */
	size_t n;
	char *text; /* that they lie in */
};

/*
 * split_words - as a shell splits text, with quotes and backslashes; nothing is
 * expanded
 *
 * option: whose text it is, "--launcher", for messages. Release with
 * split_release, in any case. Errors: ERR_USAGE for a quote that is not closed,
 * and where there is no word
 */
int split_words(struct split *s, const char *text, const char *option,
                struct err *err);
void split_release(struct split *s);

#endif
