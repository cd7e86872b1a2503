/*
 * finish.h - the end of a session: the measurement is written, and one line
 * says how it went
 */
#ifndef PERFEXPERT_MEASURE_RUN_FINISH_H
#define PERFEXPERT_MEASURE_RUN_FINISH_H

#include <stdbool.h>

struct err;
struct profile;
struct session;

/*
 * finish - write p to s->output, print the line; returns the exit status
 *
 * Nothing of the user's is lost: a file that appeared under that name while the
 * program ran is kept, and so is one that --force may replace when this
 * measurement has a part missing that the old one has. The new one is then
 * written beside it, and the line says its name.
 * s->replaces: a file there may be replaced. where: gets the name of what
 *      was written, the caller's to free, NULL: nothing was; or NULL
 * err: what made a part missing, or nothing; cleared when the line has said it.
 *      On return it is set when nothing could be written.
 */
int finish(const struct session *s, const struct profile *p, bool quiet,
           char **where, struct err *err);

#endif
