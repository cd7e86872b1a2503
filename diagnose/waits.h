/*
 * waits.h - what of the time is waiting, and where the program waits
 */
#ifndef PERFEXPERT_DIAGNOSE_WAITS_H
#define PERFEXPERT_DIAGNOSE_WAITS_H

#include <stddef.h>

struct assess_input;
struct assess_value;
struct assessment;
struct profile;
struct profile_section;

/*
 * waits_spent - time that a section spent waiting, in units of the time event
 *
 * Where the measurement does not say, by the names of libraries and procedures.
 */
double waits_spent(const struct profile *p, const struct profile_section *s);

/* waits_work - the share of a section's instructions that is not waiting; 1
 * where nothing waits, 0 to 1 */
double waits_work(const struct profile *p, const struct profile_section *s);

/* waits_of_section - what calls in it and in its loops wait for, most first */
void waits_of_section(struct assessment *a, const struct assess_input *in,
                      struct assess_value *v);

/* waits_set_path - v->path, after the input's own waits are known */
void waits_set_path(const struct assess_input *in, struct assess_value *v);

/* waits_of_input - what the whole program waits for, by kind, most first */
void waits_of_input(struct assessment *a, struct assess_input *in);

#endif
