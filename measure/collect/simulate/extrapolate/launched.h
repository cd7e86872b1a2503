/*
 * launched.h - the process of a rank, of those that a launcher started here
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_LAUNCHED_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_LAUNCHED_H

#include <stddef.h>
#include <sys/types.h>

struct marker;

/*
 * launched_find - the process of that rank (-1: of any) that has loaded the
 * file of one of the n markers, among what we started and what that did; 0:
 * none yet
 */
pid_t launched_find(int rank, const struct marker *markers, size_t n);

#endif
