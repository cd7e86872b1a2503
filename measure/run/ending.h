/*
 * ending.h - signals to end that come while we work ourselves
 *
 * Between runs nobody reads signals: they stay pending (launch.h), and the next
 * run is not started. That can be long, where a binary is large. A thread waits
 * for them: when one is pending for half a second and nothing runs, the scratch
 * folder is removed and we end by the signal. What finished runs left for
 * --resume is in its file by then.
 */
#ifndef PERFEXPERT_MEASURE_RUN_ENDING_H
#define PERFEXPERT_MEASURE_RUN_ENDING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct ending {
	const char *scratch; /* removed */
	atomic_int runs;     /* under way: these take signals themselves */
	pthread_t thread;
	bool started;
};

/*
 * ending_start - after launch_prepare; e and scratch live until ending_stop
 *
 * Without a thread (a limit of them) signals wait for the next run.
 */
void ending_start(struct ending *e, const char *scratch);
void ending_stop(struct ending *e); /* e may be zeroed */

/* ending_hold, ending_release - around each run; e may be NULL */
void ending_hold(struct ending *e);
void ending_release(struct ending *e);

/* ending_pending - is a signal to end waiting? take: and take it */
bool ending_pending(bool take);

#endif
