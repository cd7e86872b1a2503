/*
 * ticks.h - the processor's own clock, in ticks of a constant rate
 *
 * x86: the time stamp counter; Arm: the virtual counter; elsewhere nanoseconds.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_REGION_TICKS_H
#define PERFEXPERT_MEASURE_COLLECT_REGION_TICKS_H

#include <stdint.h>
#include <time.h>

static inline uint64_t ticks_now(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t t;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
	return t;
#else
	struct timespec t = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
#endif
}

#endif
