/*
 * progress.h - one line on standard error that says how far we are
 *
 * On a terminal the line is rewritten in place and removed at the end. Anything
 * else is a log: there a line is printed of each run that has ended, and of one
 * that takes long after a minute, two, four and so on.
 */
#ifndef PERFEXPERT_BASE_PROGRESS_H
#define PERFEXPERT_BASE_PROGRESS_H

#include <stdbool.h>

struct progress {
	bool on;  /* standard error is a terminal and the user wants it */
	bool log; /* it is none, and the user wants it */
	bool shown;
	double next_s; /* when a log's next line is due, in what is under way */
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

/* progress_ended - the step has ended and took so long: a line in a log */
void progress_ended(struct progress *p, const char *what, double took_s);

/* progress_clock - monotonic time in seconds */
double progress_clock(void);

#endif
