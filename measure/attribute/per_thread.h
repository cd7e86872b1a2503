/*
 * per_thread.h - an event's count in each section by thread, for the statistics
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_PER_THREAD_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_PER_THREAD_H

#include <stddef.h>
#include <stdint.h>

struct profile;
struct profile_section;
struct slice;

struct slices {
	struct slice *v;
	size_t n, cap;
};

/* slices_add - add to the event of a section, without those above it, in
 * that thread */
void slices_add(struct slices *s, struct profile_section *section,
                uint32_t thread, double value);

/* slices_stats - set the statistics of the sections that more than one thread
 * ran; releases the slices */
void slices_stats(struct slices *s, struct profile *p, size_t event);

#endif
