/*
 * view_program.h - the tables of the machine and of the whole program
 */
#ifndef PERFEXPERT_KNOWLEDGE_VIEW_PROGRAM_H
#define PERFEXPERT_KNOWLEDGE_VIEW_PROGRAM_H

#include <stddef.h>

struct assess_input;
struct assess_section;
struct assess_value;
struct assessment;
struct fields;
struct machine;
struct profile;

/* view_machine - parameters, sizes and latencies; those that were measured
 * with the profile before those of the machine file */
int view_machine(struct fields *b, const struct machine *m,
                 const struct profile *p);

/* view_program - times and counts of one input's program, and what of its
 * procedures rules about calls need: files, shares of the time, callers */
int view_program(struct fields *b, const struct assessment *a, size_t input);

/* view_elapsed - what rates, as of bytes, are per second of; in seconds */
double view_elapsed(const struct assess_input *in);

/* view_linker_name - of a procedure; where it is not known, its name */
const char *view_linker_name(const struct assess_section *s,
                             const struct assess_value *v);

#endif
