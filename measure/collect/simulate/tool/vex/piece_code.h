/*
 * perfexpert-sim: what pieces.c and piece_code.c share
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_PIECE_CODE_H
#define PERFEXPERT_SIM_PIECE_CODE_H

#include "pieces.h"

/* Code that lies together: where it begins in bytes, and in the translation */
struct part {
	UInt begin, n, at;
};

/*
 * Code that is hardly ever executed lies in a separate part. The jump to it, at
 * `jump` in the part main, and its last jump, back to `back` there, are written
 * when both places are known.
 */
struct stub {
	UInt main, part, jump, back;
};

struct list {
	void *first;
	UInt n, room;
};

/* Of the translation being made; all but what is known are emptied for each. */
struct pieces {
	Bool asked, known; /* can it be done? */
	Bool loads_known;  /* and load_at_once()? */
	UInt call_kind, memory_kind, push_kind, load_kind;
	UInt state, advance;
	UInt at; /* bytes of the translation up to now */
	struct list piece, part, stub, bytes;
	UChar *begun, *next; /* of the part that is written */
};

extern struct pieces *vex_pieces; /* of this room; NULL: none yet */

enum { JUMP_BYTES = 4 /* how far, at the end of a jump */ };

/* list_grow - make room for that many more elements, each of size bytes */
void *list_grow(struct list *l, SizeT size, UInt more);

/* piece_code - writes the code of a piece: returns its part; its stubs follow.
 * Arguments as of piece_write() */
UInt piece_code(UInt number, UInt operand, const struct kept *kept);

#endif
