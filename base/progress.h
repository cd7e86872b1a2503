/*
 * progress.h - one line on standard error that says how far we are
 *
 * Written only to a terminal; on anything else nothing is printed. The line is
 * rewritten in place and removed at the end.
 */
#ifndef PERFEXPERT_BASE_PROGRESS_H
#define PERFEXPERT_BASE_PROGRESS_H

#include <stdbool.h>

struct progress {
	bool on; /* standard error is a terminal and the user wants it */
	bool shown;
	double start_s; /* monotonic clock */
};

/* progress_init - quiet switches it off whatever standard error is */
void progress_init(struct progress *p, bool quiet);

/*
 * progress_show - what is being done, with an estimate of the time left
 *
 * expected_s: estimated duration of the step, or NAN when not known
 * elapsed_s:  time since the step began
 */
void progress_show(struct progress *p, const char *what, double elapsed_s,
                   double expected_s);

/* progress_done - remove the line */
void progress_done(struct progress *p);

/* progress_clock - monotonic time in seconds */
double progress_clock(void);

#endif
