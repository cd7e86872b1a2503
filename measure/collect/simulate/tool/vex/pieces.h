/*
 * perfexpert-sim: what is added to translations, as machine code of our own
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX makes instructions of what a tool adds as it does of the program's own,
 * a step after the other; that takes a third of the time in which programs
 * start, and the arguments of calls that are hardly ever made are there each
 * time. Where VEX is known well enough (amd64), a piece is one call for it, of
 * which nothing remains but the place: the register allocation (registers.c)
 * writes in its stead what piece_write() makes. What is hardly ever executed
 * follows the translation and keeps all registers.
 */
#ifndef PERFEXPERT_SIM_PIECES_H
#define PERFEXPERT_SIM_PIECES_H

#include "measure/collect/simulate/tool/core/sim.h"

enum piece_kind {
	PIECE_ENTRY,  /* gives the block's stamps and counts an execution */
	PIECE_COUNT,  /* the same of a later segment */
	PIECE_FETCH,  /* is the line there? */
	PIECE_DATA,   /* is what is accessed in a line that is known? */
	PIECE_BRANCH, /* is the outcome known? */
	PIECE_CALL,   /* remembers where a call returns to, */
	PIECE_RETURN  /* .. and whether it did */
};

struct piece {
	UChar kind;
	Bool operand;      /* the address, the outcome, or where it returns */
	Bool inverted;     /* BRANCH: the outcome is whether it is not taken */
	Bool touch, model; /* ENTRY: what else there is to it */
	UInt stamps;       /* that the block gave before it */
	const void *what;  /* the first argument of the call */
	/* of the counter; of struct fetched; DATA without an operand: what is
	 * accessed; CALL: where it returns to */
	ULong at;
	Int low;   /* DATA: the first byte's distance from the address, */
	UInt most; /* .. and its largest distance from the line's start */
	void *slow;
};

/* Values in registers that a piece has to keep, by the processor's numbers */
struct kept {
	UInt n, n_vectors;
	UChar reg[16], vector[16];
};

enum { NO_PIECE = ~0u };

#if defined(VGA_amd64) && defined(SIM_DECODES) && !defined(SIM_PLAIN)
/*
 * pieces_begin - for a translation; state: offset of struct state in the guest
 * state. False: VEX is not known well enough, or allocates registers itself, or
 * traces its work; or --own-code=no.
 */
Bool pieces_begin(UInt state);

/* pieces_finish - the block gives so many stamps */
void pieces_finish(UInt stamps);

/* piece_new - its number, or NO_PIECE where there are too many */
UInt piece_new(const struct piece *p);

/* piece_get - valid until another one is made */
struct piece *piece_get(UInt number);

/* piece_mark - the address that VEX is made to call for it */
void *piece_mark(UInt number);

/* is_mark - is it the address that VEX is made to call for a piece? */
Bool is_mark(const void *fn);

/* piece_of - the number of the piece that an instruction of VEX's calls, or
 * NO_PIECE */
UInt piece_of(const void *insn);

/*
 * piece_write - an instruction for VEX, or two, in the place of the piece;
 * emit() takes them. operand: the processor's number of its register, or
 * ignored
 */
void piece_write(UInt number, UInt operand, const struct kept *kept,
                 void (*emit)(void *to, void *insn), void *to);

/* pieces_write_rest - what follows the translation, in the same way */
void pieces_write_rest(void (*emit)(void *to, void *insn), void *to);

/*
 * load_at_once - one instruction for VEX in place of three that load eight
 * bytes into a vector register: they are pushed, loaded, and popped. NULL: that
 * is not what the three do, as far as is known. to: the register.
 */
void *load_at_once(const void *first, const void *second, const void *third,
                   Int to);
#else
/* Without this room (SIM_VEX=no), and on other processors, VEX translates what
 * is added. */
static inline Bool pieces_begin(UInt state)
{
	(void)state;
	return False;
}

static inline void pieces_finish(UInt stamps)
{
	(void)stamps;
}

static inline UInt piece_new(const struct piece *p)
{
	(void)p;
	return NO_PIECE;
}

static inline struct piece *piece_get(UInt number)
{
	(void)number;
	return NULL;
}

static inline void *piece_mark(UInt number)
{
	(void)number;
	return NULL;
}
#endif

#endif
