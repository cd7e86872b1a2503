/*
 * simulated_work.h - what sections gave the core to do, as facts
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_SIMULATED_WORK_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_SIMULATED_WORK_H

struct profile;
struct simulated;

/*
 * simulated_work - operations by class and the longest chain of each section
 *
 * Of the instructions that the timing model followed, as often as they were
 * executed in the whole run.
 */
void simulated_work(struct profile *p, const struct simulated *s);

#endif
