/*
 * slices.h - reads the simulator's reports on a run while it lasts
 *
 * Lines of words, as in its output (simout.h):
 *
 *   slice PROCESS NUMBER MS NATIVE FEWEST MODE
 *                                       a slice ended; the processor time that
 *                                       the process has used, and would have
 *                                       natively, by the simulator's rough
 *                                       clock, both in ms; how often it did
 *                                       what it did lately, more than once
 *                                       and least often, 0: nothing; and how:
 *                                       'g' it was watched, 'l' passed over,
 *                                       'w' to warm up caches: misses are not
 *                                       counted
 *   s SECTION KEY=VALUE.. fp:A:M:F:D:S:O:ANY:PACKED:FLOPS
 *                                       a section that was executed in it, and
 *                                       what was counted for it up to now; of
 *                                       FP, executions by class
 *
 *   ended PROCESS                       it has written its counts, and waits
 *                                       for the others that a launcher started
 *
 * Commands in the other direction are one byte: 'g' watch what comes, 'l' pass
 * over it, 's' stop where a native run finds it, 'n' stop now.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_SLICES_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_SLICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/collect/simulate/protocol/simout.h"

struct slices_reader;

/* What happened in one section, in one slice of one process. Where that was
 * not watched, misses and mispredictions are not known. */
typedef void slices_take(void *ctx, size_t section,
                         const uint64_t n[SIM_NCOUNTERS], bool watched);

/* slices_new - for n sections, numbered from 0 here, in the text from 1 */
struct slices_reader *slices_new(size_t n);
void slices_free(struct slices_reader *r);

/*
 * slices_read - take the lines that are whole, of text that is changed
 *
 * Returns how many bytes these are. What is not in the format is passed over.
 */
size_t slices_read(struct slices_reader *r, char *text, size_t size,
                   slices_take *take, void *ctx);

/* slices_cpu_s - processor time of all processes, at their last slices */
double slices_cpu_s(const struct slices_reader *r);

/* slices_native_s - what they would have used natively, roughly */
double slices_native_s(const struct slices_reader *r);

/* slices_processes - how many have reported */
size_t slices_processes(const struct slices_reader *r);

/* slices_ended - of these, how many have written their counts and wait to be
 * ended */
size_t slices_ended(const struct slices_reader *r);

/* slices_pass_over - cost of passing over a native second; NAN: that was not
 * done for long enough */
double slices_pass_over(const struct slices_reader *r);

enum slices_mode {
	SLICES_WATCHED,
	SLICES_WARMED_UP,
	SLICES_PASSED_OVER,
	SLICES_MODES
};

/* slices_spent - processor time of slices of this kind; those that were watched
 * hold the program's start */
double slices_spent(const struct slices_reader *r, enum slices_mode mode);

/* slices_fewest - FEWEST of the process that did the most; 0: nothing */
double slices_fewest(const struct slices_reader *r);

#endif
