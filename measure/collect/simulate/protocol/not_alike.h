/*
 * not_alike.h - libraries whose code is not executed as often natively as
 * simulated
 *
 * The simulator, which has no C library, looks there too: it includes nothing.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_NOT_ALIKE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_NOT_ALIKE_H

/* How a name begins */
typedef const char not_alike_name[16];

/* How the names begin of those that wait for messages, turning, and of what
 * these are made of */
#define FOR_MESSAGES                                                           \
	"libmpi", "libopen-pal", "mca_", "libopen-rt", "libucp.", "libucs.",   \
		"libuct", "libfabric.", "libevent", "libpmix", "libprrte",     \
		"libpsm", "libibverbs", "librdmacm", "libhcoll"

/* .. of all: the loader and what depends on the processor; what waits for
 * threads, turning, as well; what Valgrind loads */
#define NOT_ALIKE                                                              \
	"ld-", "libc.", "libc-", "libgomp.", "libomp", "libiomp",              \
		"libpthread.", "libhwloc", "vgpreload", FOR_MESSAGES

#endif
