/*
 * unwind_self.h - the running program itself, for unwind.h; x86-64 only
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_UNWIND_UNWIND_SELF_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_UNWIND_UNWIND_SELF_H

#include <ucontext.h>

#include "unwind.h"

/*
 * unwind_self_tables - struct unwind_memory's tables
 *
 * Without a lock where the C library can (_dl_find_object, from 2.35 on); else
 * glibc's lock is one that a thread may take again; of other C libraries there
 * are no tables. ctx: not used
 */
uint64_t unwind_self_tables(void *ctx, uint64_t pc);

/* unwind_self_begin - the frame in which a signal came, or getcontext() was */
void unwind_self_begin(struct unwind_frame *f, const ucontext_t *u);

#endif
