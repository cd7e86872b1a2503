/*
 * as_rank.h - perfexpert-run started by a launcher, as it arranged
 * (run/remote_rank.h)
 */
#ifndef PERFEXPERT_MEASURE_AS_RANK_H
#define PERFEXPERT_MEASURE_AS_RANK_H

struct err;
struct run_options;

/*
 * as_rank - sample the program, or become the tool with it, or the program
 *
 * Returns the exit status, that of the program where err is not set.
 */
int as_rank(struct run_options *o, struct err *err);

#endif
