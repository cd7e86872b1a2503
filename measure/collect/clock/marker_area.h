/*
 * marker_area.h - instructions whose executions the preloaded library counts
 *
 * A segment of shared memory (shmget(2)) that perfexpert-run makes for a native
 * run. The first process of the wanted rank that has one of the files loaded
 * when it starts takes the markers: the library replaces each instruction by a
 * breakpoint, and its signal handler counts and executes a copy of the
 * instruction. Forked children go on counting.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_MARKER_AREA_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_MARKER_AREA_H

#include <stdint.h>

#define MARKER_AREA_VARIABLE "PERFEXPERT_MARKER_AREA"
#define MARKER_MAGIC 0x706572746d61726bu

enum {
	MARKER_SLOTS = 16,
	MARKER_MOST = 4, /* that are counted */
	MARKER_PATH = 4096,
	MARKER_CODE = 15, /* bytes of the longest instruction */
	MARKER_ANY_RANK = -1
};

struct marker_slot {
	/* from perfexpert-run: where it is, what is there, and when its time
	 * is noted (0: never) */
	char path[MARKER_PATH];
	uint64_t vaddr; /* as in the file */
	uint32_t size;
	unsigned char code[MARKER_CODE];
	uint64_t wanted;
	uint32_t closed; /* it is no longer needed */
	/* from the library */
	uint32_t set;        /* it is counted */
	uint64_t count;      /* executions */
	uint64_t reached_ns; /* CLOCK_MONOTONIC when it was as wanted; or 0 */
};

struct marker_area {
	uint64_t magic;
	int32_t rank; /* or MARKER_ANY_RANK */
	uint32_t n;
	uint32_t owner; /* the process that took them; 0: none yet */
	uint32_t ready; /* and has set all that it could */
	struct marker_slot slot[MARKER_SLOTS];
};

#endif
