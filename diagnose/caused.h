/*
 * caused.h - what a section's calls take in code that is not the program's
 *
 * Who calls is what can be changed: time in libraries and the kernel belongs to
 * the calling line of the user's own code. From the facts "caused".
 */
#ifndef PERFEXPERT_DIAGNOSE_CAUSED_H
#define PERFEXPERT_DIAGNOSE_CAUSED_H

#include <stdbool.h>

struct assess_call;
struct assess_input;
struct assess_value;
struct assessment;

/* caused_of_input - set caused_keep: all calls together take no more than there
 * is of code that is not the program's */
void caused_of_input(struct assess_input *in);

/* caused_same_call - do both come from one line, and call the same by it? */
bool caused_same_call(const struct assess_call *a, const struct assess_call *b);

/* caused_of_section - v's caused, calls and ncalls, of the section and of those
 * below it; the fraction is set */
void caused_of_section(struct assessment *a, const struct assess_input *in,
                       struct assess_value *v);

#endif
