/*
 * simulate.h - one pass of the program under our Valgrind tool
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SIMULATE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SIMULATE_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/collect/simulate/protocol/simulation.h"

struct err;
struct native;
struct session;
struct simout;
struct steer;

/* simulate_usable - 0 when Valgrind and our tool are here, else why not */
int simulate_usable(struct session *s, struct err *err);

/*
 * simulate_run - run the program once under the simulator
 *
 * steer: ends it when enough was seen; NULL: it runs to its end
 * expected_s: estimate of its duration, NAN when unknown
 * Errors: ERR_PROGRAM, ERR_SYSTEM. A simulation that ended early is no error:
 *         problem says why. Where it died, which the program natively did not,
 *         there are no counts: those of a part that nobody chose would be
 *         taken for the whole. Release with simulate_release in any case.
 */
int simulate_run(struct session *s, struct simulation *sim, struct steer *steer,
                 double expected_s, struct err *err);
/* simulation_stopped - is it of a part, because the pass was ended? */
bool simulation_stopped(const struct simout *out);

void simulate_release(struct simulation *sim);

#endif
