/*
 * callers.h - where a library that calls us was called by the program
 *
 * Only this library's own files and a test include it: it needs nothing.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_MPI_LIBRARY_CALLERS_H
#define PERFEXPERT_MEASURE_COLLECT_MPI_LIBRARY_CALLERS_H

#include <stdint.h>

/* Who called one of our functions: where it returns to, and what the stack
 * pointer is then (the canonical frame address, DWARF 5, 6.4) */
struct caller {
	uintptr_t address, frame;
};

/*
 * callers_known - where the program called the library that is the caller; 0:
 * it is to be unwound
 *
 * What is read lies within 2 kB of where unwinding found it before.
 */
uintptr_t callers_known(const struct caller *c);

/*
 * callers_learn - that it is program, as unwinding found; frame: what the stack
 * pointer is after the return to there
 */
void callers_learn(const struct caller *c, uintptr_t program, uintptr_t frame);

#endif
