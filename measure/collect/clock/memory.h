/*
 * memory.h - what a core gets of the memory and the last cache, measured
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_MEMORY_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_MEMORY_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

/* The caches of the core that it runs on, as far as is known. */
struct memory_caches {
	uint64_t l2_bytes; /* the last one that a core has for itself */
	uint64_t l3_bytes; /* the next level; 0: none */
	uint64_t pages;    /* that the last TLB knows; 0: not known */
};

struct memory_figures {
	double latency_ns; /* a load from memory whose page is known */
	double line_ns;    /* a line of 64 bytes of a row that is read */
	/* from one line that others bring into the L3 cache that is shared with
	 * them to the next; 0: so few that nothing was seen, or there is none
	 */
	double others_ns;
	double l3_line_ns; /* a line of a row from L3; NAN: there is none */
	/* a load from L3 whose page is known; NAN: there is none, or others
	 * push out what should be there */
	double l3_latency_ns;
	/* a line of any place, which no load waits for, from memory and from
	 * L3 (NAN: there is none) */
	double random_ns, l3_random_ns;
	/* a page walk, but for the fetching of its last entry through L2; NAN:
	 * how many pages the TLBs know is not known, or they know more */
	double walk_ns;
	/* the same in large pages, which may be small ones of the host on a
	 * virtual machine; NAN as walk_ns, or there are none */
	double walk_large_ns;
	/* 4 KiB of fresh memory, in pages of that size and in large ones */
	double fresh_ns, fresh_large_ns;
	double took_s; /* processor time of the measurement itself */
};

#define MEMORY_UNKNOWN                                                         \
	{                                                                      \
		NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0       \
	}

/*
 * memory_ring - pointers through lines in an order that no prefetcher follows
 * @region: where they are written, 8 bytes at each of n places step bytes apart
 * @n: at least 12
 *
 * Returns how many of the first places are in the ring, all of them once: the
 * largest product of 12, 2s and 3s that is not above n.
 */
uint64_t memory_ring(char *region, uint64_t n, uint64_t step);

/*
 * memory_given_back - does free memory go back to this virtual machine's host?
 * @driver: the folder of the system's driver of virtio balloons, in which each
 *	device is a folder with a file "features", a digit for each bit
 *
 * A balloon that reports free pages (bit 5, VIRTIO_BALLOON_F_PAGE_REPORTING:
 * Virtual I/O Device 1.2, section 5.5.3) gets pieces that are as large as
 * large pages, seconds after they became free.
 */
bool memory_given_back(const char *driver);

/*
 * memory_measure - chases and reads a piece of memory that is twice L3
 *
 * What a virtual or a shared machine gives is not in a data sheet: a part of
 * L3, and a memory further away. Medians of short trials, so that being
 * interrupted does not count. Takes 0.1 to 0.3 s.
 * Errors: ERR_UNSUPPORTED when there is no room for it, or the system gives no
 *         large pages (then what a page walk costs would be in the figures)
 */
int memory_measure(const struct memory_caches *caches,
                   struct memory_figures *figures, struct err *err);

#endif
