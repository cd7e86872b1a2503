/*
 * simout_weigh.h - the counts of a process as if there were several
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_WEIGH_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_WEIGH_H

#include <stdint.h>

struct err;
struct simout;

/* simout_weight - of how many processes its counts are to be; begun: processes
 * of its kind */
uint64_t simout_weight(const struct simout *s, unsigned begun);

/*
 * simout_weigh - multiply all counts, of instructions, regions and the totals
 *
 * Errors: ERR_FORMAT, they are too large
 */
int simout_weigh(struct simout *s, uint64_t weight, struct err *err);

#endif
