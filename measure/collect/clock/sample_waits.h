/*
 * sample_waits.h - the functions whose numbers samples bear (sample_key.call)
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_SAMPLE_WAITS_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_SAMPLE_WAITS_H

#include <stdbool.h>

#include "profile/waits.h"

/* sample_wait_name - "GOMP_barrier", or words: "end of the parallel region" */
const char *sample_wait_name(unsigned call);

/* sample_wait_kind - what a thread waits for in it; WAIT_NONE of 0 */
enum wait_kind sample_wait_kind(unsigned call);

/* sample_is_waiting - is processor time in it waiting? In input and output it
 * is work for it: copies. */
bool sample_is_waiting(unsigned call);

#endif
