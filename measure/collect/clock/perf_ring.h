/*
 * perf_ring.h - the ring buffer that the kernel shares with us
 *
 * Source: perf_event_open(2), "MMAP layout".
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_PERF_RING_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_PERF_RING_H

#include <stddef.h>
#include <stdint.h>

struct err;
struct perf_event_header;
struct perf_event_mmap_page;

struct perf_ring {
	struct perf_event_mmap_page *page; /* NULL: not open */
	size_t size;                       /* of the data, a power of two */
	uint64_t tail;                     /* read up to here */
	unsigned char *record;             /* a copy of the current one */
};

/* perf_ring_open - map as large a buffer as the system's limit allows */
int perf_ring_open(struct perf_ring *r, int fd, struct err *err);

/* perf_ring_next - the next record, valid until the next call, or NULL */
const struct perf_event_header *perf_ring_next(struct perf_ring *r);

void perf_ring_close(struct perf_ring *r);

#endif
