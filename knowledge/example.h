/*
 * example.h - the program before and after a suggestion, as it is shown
 */
#ifndef PERFEXPERT_KNOWLEDGE_EXAMPLE_H
#define PERFEXPERT_KNOWLEDGE_EXAMPLE_H

#include <stdbool.h>

struct strbuf;
struct suggestion;

/*
 * example_difference - append the lines of a suggestion's example between
 * "show: begin" and "show: end": those that stay with " " in front, those that
 * go with "-" and those that come with "+"
 *
 * like: a source file; the example is in its language where there is one, else
 *       in C. Appends nothing and returns false where there is no example.
 */
bool example_difference(struct strbuf *b, const struct suggestion *s,
                        const char *like);

#endif
