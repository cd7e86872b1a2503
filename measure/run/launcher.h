/*
 * launcher.h - programs that start other programs, as mpirun and srun do
 *
 * A measuring tool has to come after the launcher and its options and before
 * each program: "mpirun -np 4 ./app" becomes "mpirun -np 4 hpcrun ... ./app".
 */
#ifndef PERFEXPERT_MEASURE_RUN_LAUNCHER_H
#define PERFEXPERT_MEASURE_RUN_LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>

#include "split.h"

struct err;

enum { LAUNCHER_MAX_PROGRAMS = 32 };

struct launcher {
	char *path;   /* of the launcher; NULL: there is none */
	char *name;   /* "mpirun" */
	char **words; /* the whole command line, NULL at its end */
	size_t n;
	/* where programs begin; several: "mpirun -np 1 ./a : -np 2 ./b" */
	size_t at[LAUNCHER_MAX_PROGRAMS], nat;
	bool remote; /* its ranks are no children of ours, even on this host */
	struct split given; /* what --launcher says */
};

/*
 * launcher_find - see whether a command line starts with a known launcher
 *
 * argv is borrowed. Without a launcher l->path is NULL.
 * Errors: ERR_USAGE when no program follows it (or none can be found after
 *         its options), or the programs are in a file; ERR_PROGRAM when
 *         there is no such launcher. Release with launcher_release.
 */
int launcher_find(struct launcher *l, char **argv, struct err *err);

/*
 * launcher_given - the launcher that --launcher says; argv is the program
 *
 * text is split as a shell would: blanks, '...', "...", backslash; nothing is
 * expanded. "none" is no launcher.
 */
int launcher_given(struct launcher *l, const char *text, char **argv,
                   struct err *err);
void launcher_release(struct launcher *l);

/* launcher_program - the words of the i-th program, NULL at their end; free
 * the vector, not the words */
char **launcher_program(const struct launcher *l, size_t i);

/* launcher_wrap - the command line with the tool's words (may be NULL) before
 * each program; free the vector, not the words */
char **launcher_wrap(const struct launcher *l, char *const *tool);

#endif
