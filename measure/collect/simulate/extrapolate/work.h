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
	/* executions of the instruction whose counts differ most; equal where
	 * none differs */
	uint64_t native, simulated;
};

/* work_in_doubt - does the program ask for the time, or set timers? */
bool work_in_doubt(const struct simulation *sim);

/*
 * work_compare - run the program once more, natively
 *
 * That is the native run that is to follow, where one is.
 *
 * Not known, and err says why, where there are no hardware breakpoints or
 * nothing that could be counted. Errors: ERR_UNSUPPORTED, ERR_SYSTEM,
 * ERR_PROGRAM
 */
void work_compare(struct session *s, struct native *n,
                  const struct simulation *sim, struct work *work,
                  struct err *err);

#endif
