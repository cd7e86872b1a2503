/*
 * aside.h - files of Valgrind that the program cannot remove or change: they
 * have no name, and Valgrind opens them through our own /proc/PID/fd
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_ASIDE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_ASIDE_H

#include <stddef.h>

#include "base/strbuf.h"

struct err;
struct session;

struct aside {
	int model;  /* the timing model's numbers, or -1: in the scratch folder
	             */
	int spare;  /* for counts that can't go to the scratch folder, or -1 */
	int kinds;  /* the table of kinds.h, or -1: all is simulated */
	int log[2]; /* a pipe, or -1 */
	struct strbuf said;
};

/* aside_open - open them; none with a launcher, whose processes may not see our
 * /proc. Close it in any case. */
void aside_open(struct aside *a, const struct session *s);

/* aside_listen - read the log so far, so that the pipe does not fill up */
void aside_listen(struct aside *a);

/* aside_spare - append what is in the spare file; zeros may be between
 * outputs. Errors: ERR_SYSTEM; ERR_FORMAT, more than limit bytes */
int aside_spare(const struct aside *a, size_t limit, struct strbuf *b,
                struct err *err);

/* aside_begun - processes of that kind, from 1, that the program began; 0: it
 * is not known */
unsigned aside_begun(const struct aside *a, int kind);

void aside_close(struct aside *a);

/* aside_model_path - where the model's numbers are; a: NULL when the command
 * is only shown */
void aside_model_path(struct strbuf *path, const char *scratch,
                      const struct aside *a);

#endif
