/*
 * inlined.h - stretches of code, and the inlined calls that they are of
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_INLINED_H
#define PERFEXPERT_MEASURE_BINARY_ELF_INLINED_H

#include <stdint.h>

/* A half-open range of addresses */
struct structure_range {
	uint64_t low, high;
};

/*
 * An inlined call. The chain goes outwards by parent; NULL is the procedure's
 * own code. call_file:call_line is where the enclosing function calls it.
 */
struct structure_inline {
	const struct structure_inline *parent;
	const char *name; /* demangled, never NULL */
	const char *call_file;
	unsigned call_line;
	unsigned depth; /* 1: inlined into the procedure itself */
};

#endif
