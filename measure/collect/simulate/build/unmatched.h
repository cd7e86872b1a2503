/*
 * unmatched.h - processes of native runs without counts
 *
 * A process that the simulator cannot follow, or that ends differently there,
 * has time but no counts. Code shared with other processes would have too small
 * counts, so its counts are removed.
 */
#ifndef PERFEXPERT_MEASURE_SIMULATE_UNMATCHED_H
#define PERFEXPERT_MEASURE_SIMULATE_UNMATCHED_H

#include <stdbool.h>
#include <stddef.h>

struct ids;
struct native;
struct samples;
struct simulation;
struct spot;

struct unmatched;

/*
 * unmatched_find - match the processes of the first native run with those of
 * the simulated one: by program, parent and exit status, in the order in which
 * they began; NULL: none is missing, or it is not known. Free with
 * unmatched_free.
 */
struct unmatched *unmatched_find(const struct native *n,
                                 const struct simulation *sim);
void unmatched_free(struct unmatched *m);

/* unmatched_sections - pointers to the sections of which more than
 * unmatched_much of the time is of such processes; spots: of the samples */
void unmatched_sections(const struct unmatched *m, const struct samples *s,
                        const struct spot *spots, struct ids *found);

/* unmatched_share - their share of the program's processor time */
double unmatched_share(const struct unmatched *m);

/* unmatched_text - which they are and how much of the time is theirs, for the
 * user; free it */
char *unmatched_text(const struct unmatched *m);

/* Counts of code are wanting where more than this part of its time is of such
 * processes; and not alike where they differ by more. */
static const double unmatched_much = 0.05;

#endif
