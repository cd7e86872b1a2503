/*
 * timer_file.h - what the preloaded sampler leaves for perfexpert-run
 *
 * Per process image two files in the folder named by PERFEXPERT_TIMER_DIR:
 * "PID.K.samples", a struct timer_header and then struct timer_sample, shared
 * memory of the program, so that it is whole however the program ends; and
 * "PID.K.maps", copies of /proc/self/maps, the newest last, "--" before each.
 */
#ifndef PERFEXPERT_MEASURE_TIMER_FILE_H
#define PERFEXPERT_MEASURE_TIMER_FILE_H

#include <stdint.h>

#define TIMER_DIR_VARIABLE "PERFEXPERT_TIMER_DIR"
#define TIMER_MAGIC 0x7065727474696d31u

enum { TIMER_MAX_SAMPLES = 4 << 20, TIMER_MAX_MAPS = 16 << 20 };

struct timer_sample {
	uint64_t ip;
	uint32_t tid;
	uint32_t periods; /* that it stands for, at least 1 */
};

struct timer_header {
	uint64_t magic;
	uint64_t period_ns;
	uint64_t next; /* samples taken, also those that did not fit */
};

#endif
