/*
 * program.h - the program to measure, looked at before anything runs
 */
#ifndef PERFEXPERT_MEASURE_RUN_PROGRAM_H
#define PERFEXPERT_MEASURE_RUN_PROGRAM_H

#include <stdbool.h>

struct err;

struct program {
	char *path;     /* of the file that will be executed */
	bool script;    /* starts with "#!": its interpreter is what runs */
	bool is_static; /* nothing can be preloaded .. */
	const char *because; /* .. as it "is ..."; or NULL */
};

/*
 * program_find - look a command up as a shell would, and see what it is
 *
 * name: with a slash a path, else searched in $PATH. Release with
 *       program_release.
 * Errors: ERR_PROGRAM when there is no such program or it can't be executed,
 *         ERR_UNSUPPORTED when it can't be measured (setuid, 32-bit, another
 *         architecture's); the message says what to do
 */
int program_find(struct program *p, const char *name, struct err *err);
void program_release(struct program *p);

#endif
