/*
 * not_alike.h - libraries whose code is executed natively and simulated with
 * different counts
 *
 * The simulator, which has no C library, includes this file, too: it must not
 * include anything.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_NOT_ALIKE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_NOT_ALIKE_H

/* How a name begins */
typedef const char not_alike_name[16];

/* First letters of the names of libraries that spin while they wait for
 * messages, and of the libraries that these use */
#define FOR_MESSAGES                                                           \
	"libmpi", "libopen-pal", "mca_", "libopen-rt", "libucp.", "libucs.",   \
		"libuct", "libfabric.", "libevent", "libpmix", "libprrte",     \
		"libpsm", "libibverbs", "librdmacm", "libhcoll"

/* .. of all: the loader and C library (code chosen by processor features),
 * libraries that spin while they wait for threads, Valgrind's preloads */
#define NOT_ALIKE                                                              \
	"ld-", "libc.", "libc-", "libgomp.", "libomp", "libiomp",              \
		"libpthread.", "libhwloc", "vgpreload", FOR_MESSAGES

#endif
