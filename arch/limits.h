/*
 * limits.h - the sizes that a machine file may give
 *
 * What the loader accepts, the simulator takes: both use this table, the
 * simulator as a Valgrind tool without any C library. So it includes nothing.
 */
#ifndef PERFEXPERT_ARCH_LIMITS_H
#define PERFEXPERT_ARCH_LIMITS_H

enum {
	LIMIT_LINE_MIN = 32, /* bytes of a cache line */
	LIMIT_LINE_MAX = 1024,
	LIMIT_WAYS = 4096,         /* of a cache or TLB */
	LIMIT_HASHED = 20,         /* bits of the number of a set */
	LIMIT_L1_LINES = 1 << 15,  /* of a first-level cache, LIMIT_L1_ROOM */
	LIMIT_LINES = 1 << 28,     /* of another cache */
	LIMIT_TLB_ENTRIES = 65536, /* of one level */
	LIMIT_PAGE_MIN = 4096,     /* bytes of a page */
	LIMIT_PAGE_MAX = 1 << 30,
	LIMIT_FETCH_MIN = 4, /* bytes of a fetch block */
	LIMIT_FETCH_MAX = 64,
	LIMIT_BRANCH_BITS_MIN = 4, /* log2 of a predictor's entries */
	LIMIT_BRANCH_BITS_MAX = 20,
	LIMIT_BRANCH_HISTORY_MIN = 8, /* outcomes that it knows */
	LIMIT_BRANCH_HISTORY_MAX = 63,
	LIMIT_TARGET_HISTORY_MIN = 2, /* targets of indirect jumps */
	LIMIT_TARGET_HISTORY_MAX = 16,
	LIMIT_TARGET_BITS_MIN = 4, /* log2 of the entries of a history */
	LIMIT_TARGET_BITS_MAX = 11,
	LIMIT_VECTOR = 4, /* ways that are searched at once */
	/* of one process, with the first: with separate counts */
	LIMIT_THREADS_TOLD = 1024,
};

/* What the lines of a first-level cache take: sets are filled up to vectors. */
#define LIMIT_L1_ROOM(lines, ways)                                             \
	((lines) / (ways) *                                                    \
	 (((ways) + LIMIT_VECTOR - 1) / LIMIT_VECTOR * LIMIT_VECTOR))

#endif
