/*
 * ranks.h - perfexpert-run started by a launcher, once for each rank
 *
 * "mpirun -n 4 perfexpert-run ./app": each rank measures its own process and
 * writes a part beside the measurement; who finds that all parts are there
 * makes one measurement of them and removes them.
 */
#ifndef PERFEXPERT_MEASURE_RUN_RANKS_H
#define PERFEXPERT_MEASURE_RUN_RANKS_H

#include <stdbool.h>
#include <stddef.h>

struct rank_set;
struct err;
struct profile;
struct strbuf;
struct session;

struct ranks {
	int rank, size; /* size 0: we are no rank among others */
	char *part;     /* the file of this rank */
	const struct rank_set *only;
};

/* ranks_init - look into the environment; output: the measurement's path; only:
 * those that are measured, borrowed */
void ranks_init(struct ranks *r, char *const *envp, const char *output,
                const struct rank_set *only);

/* ranks_number - of this process, and of how many; false: the environment has
 * none */
bool ranks_number(char *const *envp, int *rank, int *size);

/* ranks_measured - is this rank measured? Also true if the program has no
 * ranks. */
bool ranks_measured(const struct ranks *r);
void ranks_release(struct ranks *r);

/*
 * ranks_make_way - remove what is there where this rank's part will be
 *
 * Others may guess its name, and a link there would be followed.
 * Errors: ERR_SYSTEM
 */
int ranks_make_way(const struct ranks *r, struct err *err);

/*
 * ranks_record - where a rank's record of messages is, beside its part:
 * "app.db.part-1.00000" is with "app.db.mpi-1.00000"
 *
 * NULL for another name; the caller's to free.
 */
char *ranks_record(const char *part);

/* ranks_joined - called when parts were joined, with their paths: for facts
 * that need all of them */
typedef void (*ranks_joined)(struct profile *p, const char *const *paths,
                             size_t n);

/*
 * ranks_join - all parts as one measurement, when this was the last
 *
 * Writes it to s->output, as --force says, and removes the parts, unless some
 * had to be left out, which is an error too. *written: where, the caller's to
 * free; NULL: others are still at work.
 */
int ranks_join(const struct ranks *r, const struct session *s,
               ranks_joined joined, char **written, struct err *err);

/*
 * ranks_merge - parts that were left, some of which may be missing
 *
 * only: the ranks that were to be measured: others are not missing.
 * A part that is no measurement is left out and named in a note; the same is
 * added to left_out, if not NULL. Errors: as profile_read_xml's and
 * merge_add's, with the path
 */
struct profile *ranks_merge(const char *const *paths, size_t n,
                            const struct rank_set *only, ranks_joined joined,
                            struct strbuf *left_out, struct err *err);

#endif
