/*
 * work.h - did the simulated pass do the work of the native runs?
 *
 * A program that runs for a fixed time may do more or less work when it is
 * simulated, though the simulator shows it an estimate of native time. One more
 * native run, with hardware breakpoints, counts the executions of some
 * instructions of the code that takes the time.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_WORK_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_WORK_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct native;
struct session;
struct simulation;

struct work {
	bool known;
	/* executions of the instruction with the largest difference; equal
	 * if none differs */
	uint64_t native, simulated;
};

/* work_in_doubt - does the program ask for the time, or set timers? */
bool work_in_doubt(const struct simulation *sim);

/*
 * work_compare - run the program natively once more, counting markers
 *
 * This is the native run that is to follow, if there is one. Unknown, with the
 * reason in err, without hardware breakpoints or without a suitable
 * instruction. Errors: ERR_UNSUPPORTED, ERR_SYSTEM, ERR_PROGRAM
 */
void work_compare(struct session *s, struct native *n,
                  const struct simulation *sim, struct work *work,
                  struct err *err);

#endif
