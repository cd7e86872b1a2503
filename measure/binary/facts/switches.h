/*
 * switches.h - what a procedure was compiled with (internal)
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FACTS_SWITCHES_H
#define PERFEXPERT_MEASURE_BINARY_FACTS_SWITCHES_H

struct arena;
struct debug_func;
struct structure_proc;

/*
 * switches_read - level and optimised of p
 *
 * From its producer, as GCC records its switches there; else from the unit's
 * flag, as Clang does; else by the share of instructions that access the stack.
 */
void switches_read(struct arena *a, struct structure_proc *p,
                   const struct debug_func *f);

#endif
