/*
 * timer_area.h - what the preloaded sampler hands to perfexpert-run
 *
 * A segment of shared memory (shmget(2)) that perfexpert-run makes for each run
 * and the library attaches in each process image: it needs no file, no folder
 * and no open descriptor, so nothing that the program does to those, and no
 * limit on them, matters. Both lists in it are rings, which perfexpert-run
 * empties while the program runs. An entry is complete when its lap is the one
 * that its number says: timer_lap(number, entries). Of an image the mappings
 * come before the samples that lie in them. Slots and images are written in
 * place.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_TIMER_AREA_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_TIMER_AREA_H

#include <stdint.h>

#define TIMER_AREA_VARIABLE "PERFEXPERT_TIMER_AREA"
#define TIMER_MAGIC 0x7065727474696d3du

enum {
	TIMER_SAMPLES = 1 << 19,
	TIMER_MAPPINGS = 1 << 13,
	TIMER_SLOTS = 1 << 14,
	TIMER_IMAGES = 1 << 13,
	TIMER_PATH = 1024,
	TIMER_NO_RANK = -1,
	TIMER_STACKS = 1 << 14,
	TIMER_DEPTH = 64
};

struct timer_sample {
	uint64_t ip, time_ns; /* CLOCK_MONOTONIC */
	uint64_t site; /* where it was called; or of a region, its body */
	uint32_t call; /* in which it waits: enum wait_call; 0: in none */
	uint32_t tid;
	uint32_t periods; /* its weight */
	uint32_t rest_ns; /* added to it: a thread's last part of a period */
	uint32_t image;
	uint32_t region; /* node of the region area
	                    (measure/collect/region/area.h) */
	uint32_t lap;
};

/* The calls that led to a sample, the innermost first: addresses within them.
 */
struct timer_stack {
	uint64_t sample;  /* number + 1; 0: being written */
	uint32_t n, cut;  /* cut: there are more */
	uint32_t periods; /* its weight */
	uint64_t pc[TIMER_DEPTH];
};

/* A thread: who it is, and in what it waits just now. */
struct timer_slot {
	uint64_t site, frame; /* of its wait; frame 0: not known */
	uint32_t call;        /* 0: it works */
	uint32_t region;      /* the parallel region that it was in last */
	uint32_t tid, image;
	/* of its process, 0 is the first: the lowest that none has that lives,
	 * so threads that come one after the other share a number */
	uint32_t number;
	uint32_t ended;   /* it is no more; written last */
	uint64_t creator; /* the code that made it; 0: the first of a process */
	uint64_t begun_ns;         /* CLOCK_MONOTONIC */
	uint64_t lived_ns, cpu_ns; /* at its end; 0: unknown */
	/* the library's own: processor time before the first period, periods
	 * since, and the last sample's place; at first, where it began */
	uint64_t before_ns, last_ip, last_site;
	uint32_t periods, last_call;
	uint32_t stack_periods; /* since its last stack */
	uint64_t stack_ns;      /* that stacks took, beyond what they may */
};

/* A process, from one execve or fork on. */
struct timer_image {
	uint32_t pid, parent;
	uint64_t entry; /* where its program begins */
	int32_t status; /* that it exited with; -1: not yet, or not known */
	int32_t rank;   /* of a parallel program, or TIMER_NO_RANK */
	uint32_t regions_ended; /* the number of its last parallel region */
	/* among the program's processes, 0 is the first: the lowest that none
	 * has that lives */
	uint32_t number;
	uint32_t sealed;  /* it hands no mappings over any more */
	uint32_t over;    /* it has ended, as far as it knows */
	uint32_t periods; /* sampled of its first thread */
};

/* Numbers in use; beyond them all are new. */
enum { TIMER_LANES = 1024 };

struct timer_lanes {
	uint64_t used[TIMER_LANES / 64];
	uint32_t beyond;
};

/* An executable mapping of an image. */
struct timer_mapping {
	uint64_t start, end, offset;
	uint32_t image;
	uint32_t lap;
	char path[TIMER_PATH]; /* "": anonymous */
};

struct timer_area {
	uint64_t magic;
	uint64_t period_ns;
	uint64_t samples_next; /* the next number */
	uint64_t mappings_next;
	uint32_t images; /* process images that have attached it */
	uint32_t nslots; /* asked for; more than there are: no room */
	struct timer_lanes processes;
	struct timer_sample samples[TIMER_SAMPLES];
	struct timer_mapping mappings[TIMER_MAPPINGS];
	struct timer_slot slots[TIMER_SLOTS];
	struct timer_image image[TIMER_IMAGES];
	struct timer_stack stacks[TIMER_STACKS];
};

static inline uint32_t timer_lap(uint64_t number, uint64_t entries)
{
	return (uint32_t)(number / entries) + 1;
}

#endif
