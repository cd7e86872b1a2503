/*
 * marker.h - instructions whose executions a native run counts, to find where
 * it has done what was simulated
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_MARKER_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_MARKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/collect/clock/markers.h"

struct simout;
struct simulation;

/* An instruction that was simulated count times. */
struct marker {
	struct marker_code code;
	uint64_t count, seen;     /* seen: up to now */
	struct marker_slot *slot; /* where it is counted, or NULL */
	bool reached, passed;     /* executed count times; and once more */
	double passed_s;          /* when that was seen, since the run began */
	bool keep;                /* counted to the end of the run */
	/* the end point: simulation ended just before execution `count` */
	bool ends;
	uint64_t reached_ns; /* CLOCK_MONOTONIC then; 0: not yet, not known */
};

/* marker_image - the process image that did the most, or NULL */
const struct simout *marker_image(const struct simulation *sim);

/* marker_counted_alike - is the file's code counted alike in both? */
bool marker_counted_alike(const char *path, const char *program);

/* marker_for_messages - is it a library that waits for messages? Its time
 * differs from run to run */
bool marker_for_messages(const char *path);

/*
 * marker_read_code - its bytes, from the file
 *
 * m->code.size is known. False where it can't be read or not be counted: what
 * branches, addresses relative to itself, or is repeated (displaced.h).
 */
bool marker_read_code(struct marker *m);

/*
 * marker_begin - those of the n that the process counts: the first of m
 *
 * Returns how many.
 */
size_t marker_begin(struct marker *m, size_t n);

/* marker_read - executions so far, forked children's included; false: not known
 */
bool marker_read(const struct marker *m, uint64_t *count);

/*
 * marker_alone - has the first of them been reached long before most others?
 *
 * When the simulation ended, all of them had their counts. If most have not,
 * the native program does something else, and the first one is of no use.
 */
bool marker_alone(const struct marker *m, size_t n);

/*
 * marker_alike - did the others have their counts, too, when the first had?
 *
 * elapsed_s: when that was. They have to be within 2 %, or one execution; if
 * not, the native run does not do the same in the same order as the simulated
 * one.
 */
bool marker_alike(const struct marker *m, size_t n, double elapsed_s);

/*
 * marker_agree - do all markers agree on how much is left to do?
 *
 * Relative to what was done, within a factor of 1.5; `seen` are executions up
 * to the run's end, or many. If not, none of them measures the work: a
 * picture's rows of sky count like others, and a compiler's phase may be over.
 */
bool marker_agree(const struct marker *m, size_t n);

/* marker_close - it is no longer needed: counting takes the program's time */
void marker_close(struct marker *m);

#endif
