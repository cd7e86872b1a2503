/*
 * timer_area.h - what the preloaded sampler hands to perfexpert-run
 *
 * A segment of shared memory (shmget(2)) that perfexpert-run makes for each run
 * and the library attaches in each process image: it needs no file, no folder
 * and no open descriptor, so nothing that the program does to those, and no
 * limit on them, matters. Both lists in it are rings, which perfexpert-run
 * empties while the program runs. An entry is complete when its lap is the one
 * that its number says: timer_lap(number, entries). Of an image the mappings
 * come before the samples that lie in them.
 */
#ifndef PERFEXPERT_MEASURE_SAMPLE_TIMER_AREA_H
#define PERFEXPERT_MEASURE_SAMPLE_TIMER_AREA_H

#include <stdint.h>

#define TIMER_AREA_VARIABLE "PERFEXPERT_TIMER_AREA"
#define TIMER_MAGIC 0x7065727474696d32u

enum { TIMER_SAMPLES = 1 << 19, TIMER_MAPPINGS = 1 << 13, TIMER_PATH = 1024 };

struct timer_sample {
	uint64_t ip;
	uint32_t tid;
	uint32_t periods; /* that it stands for, at least 1 */
	uint32_t image;
	uint32_t lap;
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
	uint64_t samples_next; /* numbers given out so far */
	uint64_t mappings_next;
	uint32_t images; /* process images that have attached it */
	struct timer_sample samples[TIMER_SAMPLES];
	struct timer_mapping mappings[TIMER_MAPPINGS];
};

static inline uint32_t timer_lap(uint64_t number, uint64_t entries)
{
	return (uint32_t)(number / entries) + 1;
}

#endif
