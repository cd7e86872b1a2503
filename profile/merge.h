/*
 * merge.h - the measurements of several ranks as one
 *
 * One after the other is added, so memory follows what they have in common:
 * sections are the same when kind, names, file and line are, below the same.
 * Counts, samples and seconds of all ranks add up; a run's elapsed time is that
 * of the longest; threads are listed one after the other, with their ranks.
 */
#ifndef PERFEXPERT_PROFILE_MERGE_H
#define PERFEXPERT_PROFILE_MERGE_H

#include <stddef.h>

struct err;
struct merge;
struct profile;
struct strbuf;

struct merge *merge_new(void);

/*
 * merge_expect - a measurement that will be added, with the same rank
 *
 * All of them before the first is added; their sections may be missing, but for
 * the root.
 */
void merge_expect(struct merge *m, const struct profile *p, int rank);

/*
 * merge_add - one more rank's measurement; the caller's, not needed afterwards
 *
 * Errors: ERR_FORMAT when it does not measure the same events, but where the
 *         ranks shared them (merge_sets.h)
 */
int merge_add(struct merge *m, const struct profile *p, int rank,
              struct err *err);

/*
 * merge_finish - what was added, freed by profile_free; NULL: nothing was
 *
 * left_out: what is not in it though ranks measured it, and why, is appended;
 *           may be NULL
 */
struct profile *merge_finish(struct merge *m, struct strbuf *left_out);

#endif
