/*
 * unwind.h - from a place in a program to its caller's, by the unwind tables
 * (.eh_frame) of its binaries
 *
 * Neither tables nor stack are trusted: all memory is read through a function
 * that may refuse, and what a step may do is bounded. Nothing is allocated or
 * locked: a signal handler calls it.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_UNWIND_UNWIND_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_UNWIND_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNWIND_REGS = 17, UNWIND_SP = 7, UNWIND_RA = 16 }; /* of x86-64 */

struct unwind_memory {
	/* read - n bytes at an address; false: they can't be read */
	bool (*read)(void *ctx, uint64_t addr, void *to, size_t n);
	/* tables - address of the .eh_frame_hdr of the binary that contains
	 * pc, or 0 */
	uint64_t (*tables)(void *ctx, uint64_t pc);
	void *ctx;
};

/* Where a procedure is. Registers have DWARF's numbers; UNWIND_RA is the
 * instruction pointer. */
struct unwind_frame {
	uint64_t reg[UNWIND_REGS];
	uint32_t known; /* a bit for each */
	bool exact;     /* a signal came there; else it is after a call */
};

/*
 * unwind_step - turn a frame into its caller's
 *
 * false: there is none, or the tables don't have it; the frame is unchanged
 * Source: DWARF 4, sec. 6.4; Linux Standard Base 5.0, Core, sec. 10.6
 * (.eh_frame)
 */
bool unwind_step(const struct unwind_memory *m, struct unwind_frame *f);

/*
 * unwind_past - turn the frame of code that no table describes, such as
 * assembly or code made at run time, into that of its nearest caller that one
 * does: by a word on the stack that is the address after a call, and from which
 * the tables lead to where the thread began
 *
 * false: tables describe the frame, or there is no such word in reach; the
 * frame is unchanged
 */
bool unwind_past(const struct unwind_memory *m, struct unwind_frame *f);

#endif
