/*
 * merge.h - the measurements of several ranks as one
 *
 * One after the other is added, so memory follows what they have in common:
 * sections are the same when kind, names, file and line are, below the same.
 * Counts, samples and seconds of all ranks add up; a run's elapsed time is that
 * of the longest; threads stand one behind the other, with their ranks.
 */
#ifndef PERFEXPERT_PROFILE_MERGE_H
#define PERFEXPERT_PROFILE_MERGE_H

#include <stddef.h>

struct err;
struct merge;
struct profile;

struct merge *merge_new(void);

/*
 * merge_add - one more rank's measurement; the caller's, not needed afterwards
 *
 * rank: what it is; threads: of how many threads all ranks together are, that
 * is the same in all calls.
 * Errors: ERR_FORMAT when it does not measure the same events
 */
int merge_add(struct merge *m, const struct profile *p, int rank,
              size_t threads, struct err *err);

/* merge_finish - what was added, freed by profile_free; NULL: nothing was */
struct profile *merge_finish(struct merge *m);

#endif
