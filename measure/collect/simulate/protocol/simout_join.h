/*
 * simout_join.h - several processes as one
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_JOIN_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_JOIN_H

#include <stddef.h>

struct simout;

/*
 * simout_join - the instructions of all of them, each address of a file once
 *
 * Counts are added up. Only modules, instructions and the ticks of a cycle are
 * set; the outs must outlive it. Free with simout_free.
 */
struct simout *simout_join(struct simout *const *outs, size_t n);

#endif
