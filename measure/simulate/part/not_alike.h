/*
 * not_alike.h - libraries whose code is not executed as often natively as
 * simulated
 *
 * The simulator, which has no C library, looks there too: it includes nothing.
 */
#ifndef PERFEXPERT_MEASURE_SIMULATE_PART_NOT_ALIKE_H
#define PERFEXPERT_MEASURE_SIMULATE_PART_NOT_ALIKE_H

/*
 * How their names begin: the loader and what depends on the processor; what
 * waits turning, as libraries of threads and messages and what these are made
 * of do; what Valgrind loads.
 */
#define NOT_ALIKE                                                              \
	"ld-", "libc.", "libc-", "libgomp.", "libomp", "libiomp", "libmpi",    \
		"libopen-pal", "mca_", "libopen-rt", "libucp.", "libucs.",     \
		"libuct", "libfabric.", "libpthread.", "libevent", "libpmix",  \
		"libprrte", "libhwloc", "libpsm", "libibverbs", "librdmacm",   \
		"libhcoll", "vgpreload"

#endif
