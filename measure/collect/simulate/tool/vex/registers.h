/*
 * perfexpert-sim: what the register allocation knows
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * registers.c walks over a translation, as its top says; register_choice.c
 * has which value is in which register, or in memory.
 */
#ifndef PERFEXPERT_SIM_VEX_REGISTERS_H
#define PERFEXPERT_SIM_VEX_REGISTERS_H

#include "pieces.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)
#include "libvex.h"

enum {
	MOST_OPERANDS = 5,
	MOST_REGS = 64,
	MOST_MAPPED = 6,
	MOST_STEPS = 15000, /* VEX's own limit */
	NO_REG = 0xff,
	NO_SLOT = 0xffff,
	NEVER = 0xffff,
	SLOTS = LibVEX_N_SPILL_BYTES / 8,
	WORDS = SLOTS / 64,
	INDEX = 0xfffff,   /* of a register, in its number, .. */
	NUMBER_SHIFT = 20, /* .. the processor's, .. */
	CLASS_SHIFT = 27,  /* .. its class, .. */
	CLASS_MASK = 15,
	CLASSES = 16,
	CLASS_FLOAT = 6, /* both of 16 bytes in memory */
	CLASS_VECTOR = 8,
};

/* ---- VEX's interface (host_generic_regs.h), since Valgrind 3.14; its headers
 * for tools do not have it. A virtual register is one without a sign. ---- */

enum mode { READ, WRITE, MODIFY };

typedef Int reg; /* below 0: virtual */

struct usage {
	ULong read, written;
	reg virtual[MOST_OPERANDS];
	UInt mode[MOST_OPERANDS];
	UInt n;
	Bool is_move;
	reg from, to;
	Bool unused;
};

struct remap {
	reg from[MOST_MAPPED], to[MOST_MAPPED];
	Int n;
};

struct code {
	void **insn;
	Int room, n, n_virtual;
};

struct universe {
	UInt n, allocable; /* which come first */
	reg reg[MOST_REGS];
};

struct control {
	const struct universe *universe;
	void (*usage)(struct usage *use, const void *insn, Bool wide);
	void (*map)(struct remap *map, void *insn, Bool wide);
	void (*spill)(void **first, void **second, reg from, Int at, Bool wide);
	void (*reload)(void **first, void **second, reg to, Int at, Bool wide);
	void *(*move)(reg from, reg to, Bool wide);
	void *(*in_memory)(void *insn, reg which, Short at);
	UInt guest_size;
	void *print[2];
	Bool wide;
};

/* ---- state ---- */

struct step {
	struct usage use;
	UShort next[MOST_OPERANDS]; /* step that has this operand again */
	UInt live;                  /* real ones that are read later */
	UInt piece;                 /* the piece that it is, or NO_PIECE */
	UInt calls;                 /* .. which may call: it changes these */
	Bool gone;                  /* it needs no code */
	UInt event;                 /* the next step with any real one */
};

struct value {
	UShort end;   /* the last step that has it, */
	UShort reach; /* .. or those that it is moved to then */
	UShort next;  /* the next step that has it */
	UShort slot;  /* in memory, or NO_SLOT */
	UChar reg;
	UChar hint; /* where it goes at its end, or NO_REG */
	Bool same;  /* in memory, too */
	UChar class;
};

/* Sets of registers are bits, by their index. */
struct registers {
	const struct control *vex;
	struct step *step;
	UInt room_steps, n;
	struct value *value;
	UInt room_values;
	struct code out;
	UInt of_class[CLASSES];
	UInt touched; /* by any step as real ones */
	UInt bound, reserved, allocable;
	UShort owner[32]; /* of those that are bound */
	ULong slots[WORDS];
};

static inline UInt bit(UInt r)
{
	return 1u << r % 32;
}

static inline UInt register_index(reg r)
{
	return (UInt)r & INDEX;
}

static inline UInt register_class(reg r)
{
	return (UInt)r >> CLASS_SHIFT & CLASS_MASK;
}

/* register_emit - the next instruction of the translation; NULL: none */
void register_emit(struct registers *a, void *insn);

/* Does it take 16 bytes in memory? */
Bool register_is_long(const struct value *v);

/* Of a value in memory, from the guest state's beginning */
Int register_offset(const struct registers *a, const struct value *v);

void register_bind(struct registers *a, UInt index, UInt r);
void register_unbind(struct registers *a, struct value *v);

/* A value that nobody needs any more */
void register_release(struct registers *a, struct value *v);

/* register_load - emits what brings it from memory, where it has to be */
void register_load(struct registers *a, const struct value *v, reg to);

/* Which others need as real ones after a step, up to another one. */
UInt register_conflicts(const struct registers *a, UInt at, UInt end);

/* A register for a value, but none of some; another value may go to memory. */
UInt register_choose(struct registers *a, const struct value *v, UInt at,
                     UInt not );

/* Moves a value out of a register that is needed for another, to a free one */
void register_evacuate(struct registers *a, UInt r, UInt at, UInt not );
#endif

#endif
