/*
 * marker.h - hardware breakpoints that count how often a native run executes an
 * instruction, to find where it has done what was simulated
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_MARKER_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_MARKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "measure/collect/clock/perf_ring.h"

struct err;
struct simout;
struct simulation;

enum { MARKERS = 4 /* hardware breakpoints that a core has */ };

/* An instruction to be executed count times; fd is its breakpoint, or -1. */
struct marker {
	const char *path; /* of the file that it is in */
	uint64_t vaddr;
	uint64_t count, seen; /* seen: up to now */
	int fd;
	bool reached, passed; /* executed as often; and once more */
	double passed_s;      /* when that was seen, since the run began */
	bool keep;            /* counted to the end of the run */
	/* the simulation ended just before it was executed as often */
	bool ends;
	uint64_t reached_ns;   /* CLOCK_MONOTONIC then; 0: not yet, not known */
	struct perf_ring ring; /* where the kernel reports it, or not open */
};

/* marker_image - the process image that did the most, or NULL */
const struct simout *marker_image(const struct simulation *sim);

/*
 * marker_slows - would a breakpoint at the i-th instruction slow down code that
 * runs a thousand times as often as most?
 */
bool marker_slows(const struct simout *out, size_t i, uint64_t most);

/*
 * marker_breakpoint - an event that counts executions; -1, with errno
 *
 * tells: 0 includes executions of children; N reports every N-th execution of
 * the process itself, with its time
 */
int marker_breakpoint(pid_t pid, uint64_t addr, uint64_t tells);

/* marker_possible - are there hardware breakpoints here? */
bool marker_possible(void);

/* marker_counted_alike - is the file's code counted alike in both? */
bool marker_counted_alike(const char *path, const char *program);

/* marker_for_messages - is it a library that waits for messages? Its time
 * differs from run to run */
bool marker_for_messages(const char *path);

/*
 * marker_repeats - is it a string instruction that is repeated?
 *
 * The simulator counts each element of rep stos, a breakpoint the whole. False
 * where the file can't be read.
 * Source: Intel SDM, volume 2, 2.1.1 (prefixes) and appendix A (opcodes)
 */
bool marker_repeats(const struct marker *m);

/* marker_loaded - has the process loaded its file? */
bool marker_loaded(const struct marker *m, pid_t pid);

/*
 * marker_start - set its breakpoint in a program that was started
 *
 * fd stays -1 where its file is not loaded yet. What ends the part is timed,
 * where the system does that. Errors: ERR_SYSTEM
 */
int marker_start(struct marker *m, pid_t pid, struct err *err);

/* marker_read - executions so far, children's included; false: not known */
bool marker_read(const struct marker *m, uint64_t *count);

/* marker_timed - does the kernel report when it ends the part? */
bool marker_timed(const struct marker *m);

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

/* marker_look - reached_ns of one that ends the part, when it is known */
void marker_look(struct marker *m);
void marker_close(struct marker *m);

#endif
