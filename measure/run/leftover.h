/*
 * leftover.h - processes that write into the folder of a session that was
 * killed
 *
 * A simulated process that sleeps does not notice that its session was killed.
 */
#ifndef PERFEXPERT_MEASURE_RUN_LEFTOVER_H
#define PERFEXPERT_MEASURE_RUN_LEFTOVER_H

/* The beginning of the option that tools of ours get for their output; the path
 * of a file in the folder follows, with each % twice. */
#define LEFTOVER_WORD "--out-file="

/*
 * leftover_end - kill the processes of this user that write files into folder
 *
 * folder is known to be ours, and nobody's any more. Waits a moment for them.
 */
void leftover_end(const char *folder);

#endif
