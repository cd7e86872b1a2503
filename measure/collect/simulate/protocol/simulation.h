/*
 * simulation.h - what one simulated pass left
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMULATION_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/run/launch.h"

struct simout;

struct simulation {
	struct simout **outs; /* one per process image */
	size_t n;
	struct launch_result launch;
	char *problem; /* what went wrong, for the user; or NULL */
	char *note;    /* how much was simulated and why, for the user; or NULL
	                */
	uint64_t not_simulated; /* short processes that others of their kind
	                         * were simulated for; .. */
	size_t simulated_often; /* .. so many */
	bool refused; /* Valgrind met an instruction that it does not know */
};

#endif
