/*
 * scaling.h - the same measurement with different numbers of threads or ranks
 *
 * Each is made by a separate process, as if it had been started with that
 * number: OMP_NUM_THREADS or, with a launcher, its ranks.
 */
#ifndef PERFEXPERT_MEASURE_RUN_SCALING_H
#define PERFEXPERT_MEASURE_RUN_SCALING_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct launcher;
struct session;

enum { SCALING_MOST = 16 };

struct scaling_plan {
	int n[SCALING_MOST]; /* threads or ranks, ascending */
	size_t count;        /* 0: not asked for */
};

/* scaling_parse - "1,2,4"; Errors: ERR_USAGE, naming the option */
int scaling_parse(struct scaling_plan *p, const char *text, struct err *err);

/* scaling_path - "app.4.db" of "app.db"; the caller frees */
char *scaling_path(const char *path, int n);

/*
 * scaling_run - one after the other, as separate processes
 *
 * path: of the measurement, as it would be for one of them
 * In each of these processes it returns their number. In the first process it
 * returns 0 when all have ended, with the highest exit status in *status; it
 * stops after one that failed or that the user interrupted.
 * Errors: -1 and ERR_USAGE when the program's input can't be read again;
 *         ERR_SYSTEM
 */
int scaling_run(const struct scaling_plan *p, const char *path, bool quiet,
                int *status, struct err *err);

/*
 * scaling_ranks - how many ranks a launcher's command line asks for, over all
 * its programs; 0: its options don't say
 */
int scaling_ranks(const struct launcher *l);

/*
 * scaling_apply - the session as if it had been started with n threads or ranks
 *
 * What is put in lives as long as the process.
 * Errors: ERR_USAGE when no option of the launcher says how many
 */
int scaling_apply(struct session *s, int n, struct err *err);

/* scaling_complete - is s->output a whole measurement of the current program,
 * by the same command, with no runs kept beside it? */
bool scaling_complete(const struct session *s);

#endif
