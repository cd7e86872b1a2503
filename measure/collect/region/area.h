/*
 * area.h - what the region library hands to perfexpert-run
 *
 * A segment of shared memory (shmget(2)) that perfexpert-run makes for each
 * native run and the library attaches in each process image. A node is a region
 * in those that were open when it began: node 0 is outside all of them. A
 * thread has a slot, which names the node that it is in; a sampler reads that
 * word. Two processes, or threads, may make the same node at once: readers add
 * nodes of one path up. An entry is there when its state is REGION_READY.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_REGION_AREA_H
#define PERFEXPERT_MEASURE_COLLECT_REGION_AREA_H

#include <stdint.h>

#define REGION_AREA_VARIABLE "PERFEXPERT_REGION_AREA"
#define REGION_MAGIC 0x7065726772656731u

enum {
	REGION_NAMES = 1024,
	REGION_NODES = 1024,
	REGION_THREADS = 1024,
	REGION_FAULTS = 64,
	REGION_KNOWN = 64,  /* a power of two */
	REGION_DEPTH = 128, /* begins beyond are counted, but open no node */
	REGION_NAME = 128,  /* bytes, with the zero */
	REGION_PATH = 1024, /* likewise */
	REGION_READY = 1
};

/* The region outside all others, and the one that times the calls. */
#define REGION_CALIBRATION ""

struct region_name {
	uint32_t state;
	int32_t number;
	char name[REGION_NAME];
};

struct region_node {
	uint32_t state;
	uint32_t parent, region, depth;
};

struct region_count {
	uint64_t entries;
	uint64_t ticks; /* elapsed in this node, not in those below it */
	uint64_t from;  /* where it was begun last */
};

/* What a thread found before: the node of a region below a node. */
struct region_known {
	const char *text;
	uint32_t parent, node;
	int32_t number;
};

struct region_slot {
	uint32_t tid; /* 0: nobody's */
	uint32_t node;
	uint32_t image;  /* the process's number */
	uint32_t beyond; /* begins that opened no node, for their ends */
	uint64_t last;   /* tick of its last begin or end */
	struct region_count count[REGION_NODES];
	struct region_known known[REGION_KNOWN];
};

enum region_fault_kind {
	REGION_END_ONLY,   /* an end of what is not open */
	REGION_BEGIN_ONLY, /* a begin that nothing ended */
	REGION_CROSSING    /* an end while one that began later is open */
};

struct region_fault {
	uint32_t state;
	uint32_t kind;
	uint32_t region, other; /* other: of a crossing */
	uint64_t from;          /* run-time address of the call */
	uint64_t vaddr;         /* the same in its file */
	uint64_t count;
	char path[REGION_PATH]; /* "": the program's own file */
};

struct region_area {
	uint64_t magic;
	uint32_t nnames, nnodes, nslots, nfaults; /* numbers used */
	uint32_t images;
	uint32_t dropped;    /* begins that found no room */
	uint64_t pair_ticks; /* a begin and an end cost so many; 0: not known */
	struct region_name names[REGION_NAMES];
	struct region_node nodes[REGION_NODES];
	struct region_fault faults[REGION_FAULTS];
	struct region_slot slots[REGION_THREADS];
};

#endif
