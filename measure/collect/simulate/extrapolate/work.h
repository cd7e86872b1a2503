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
 * Unknown, with the reason in err, where no instruction can be counted.
 * Errors: ERR_UNSUPPORTED, ERR_SYSTEM, ERR_PROGRAM
 */
void work_compare(struct session *s, const struct native *n,
                  const struct simulation *sim, struct work *work,
                  struct err *err);

#endif
