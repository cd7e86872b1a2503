/*
 * perfexpert-sim: a block while it is described
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model_describe.c goes through its instructions, model_values.c follows what
 * they wait for.
 */
#ifndef PERFEXPERT_SIM_DESCRIBE_H
#define PERFEXPERT_SIM_DESCRIBE_H

#include "model.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#elif defined(VGA_arm64)
#include "libvex_guest_arm64.h"
#elif defined(VGA_ppc64le) || defined(VGA_ppc64be)
#include "libvex_guest_ppc64.h"
#endif

enum { NOT_YET = 0xfffe, NO_MICRO = 0xffff };

/* What an instruction does with the flags, as far as renaming sees. */
enum flags {
	FLAGS_KEPT,
	FLAGS_SET,
	FLAGS_STEPPED, /* set, but for the carry */
	FLAGS_COMPARED,
	FLAGS_USED,
	FLAGS_CARRIED, /* used and set */
};

struct describe {
	/* room, which is kept from one block to the next: as far as `block` */
	struct micro *micros;
	struct uop *uops;
	struct mem_op *mems;
	struct put *puts;
	UShort *srcs;
	UInt cap_micros, cap_uops, cap_mems, cap_puts, cap_srcs;
	UInt *scratch;
	SizeT cap_scratch;

	const struct block *block;
	const IRSB *in;
	const IRExpr **def;
	UInt n_micros, n_uops, n_mems, n_puts, n_srcs;
	UShort *log_at; /* by statement: its first access in the log */
	Bool failed, end_taken;

	UShort *value; /* by temporary: who makes it */
	UInt *visited; /* by temporary: walk in which it was seen */
	UInt walk;
	UShort *home;      /* by temporary: the instruction that assigns it */
	UChar *used_later; /* and whether another one uses it */
	UInt *in_address;  /* walk in which an address was made of it */
	UShort slot[MAX_SLOTS]; /* who made what is in the guest state */
	UInt x87_top;           /* where the x87 stack's top is */

	/* the current instruction */
	struct micro *micro;
	UShort op_srcs[64];
	UInt n_op_srcs;
	UShort op_temps[64]; /* temporaries that the operation makes */
	UInt n_op_temps;
	Bool has_op, to_vec, to_int;
	Bool sets_flags, set_flags_before;
	enum flags flags; /* what it does with them */
	Bool compared;    /* they are those of a comparison */
	UShort flags_src; /* the operation that set them, in this block, */
	Bool keeps_flags; /* but for those that the current one keeps */
	UInt n_condition; /* of op_srcs, that a condition is made of */
	Bool wide;        /* on vectors of 512 bits */
	Bool multiplies;  /* integers */
	UInt x87_passes;  /* how often it takes the x87 unit, if it does */
	enum op_class class;
};

struct leaf {
	Bool op;    /* it is computed by this instruction */
	UShort src; /* if not: from where it is */
};

/* ---- the guest state ---- */

#if defined(VGA_amd64)
#define STACK_POINTER offsetof(VexGuestAMD64State, guest_RSP)
#define FLAGS_FROM offsetof(VexGuestAMD64State, guest_CC_OP)
#define FLAGS_TO offsetof(VexGuestAMD64State, guest_DFLAG)
#define CARRY offsetof(VexGuestAMD64State, guest_CC_NDEP)
#define COUNTER offsetof(VexGuestAMD64State, guest_RIP)
#define VECTORS_FROM offsetof(VexGuestAMD64State, guest_YMM0)
#elif defined(VGA_arm64)
#define STACK_POINTER offsetof(VexGuestARM64State, guest_XSP)
#define FLAGS_FROM offsetof(VexGuestARM64State, guest_CC_OP)
#define FLAGS_TO (offsetof(VexGuestARM64State, guest_CC_NDEP) + 8)
#define CARRY offsetof(VexGuestARM64State, guest_CC_NDEP)
#define COUNTER offsetof(VexGuestARM64State, guest_PC)
#define VECTORS_FROM offsetof(VexGuestARM64State, guest_Q0)
#else
#define STACK_POINTER offsetof(VexGuestPPC64State, guest_GPR1)
#define FLAGS_FROM 0
#define FLAGS_TO 0
#define CARRY 0
#define COUNTER offsetof(VexGuestPPC64State, guest_CIA)
#define VECTORS_FROM offsetof(VexGuestPPC64State, guest_VSR0)
#endif

static inline Bool is_flags(Int offset)
{
	return (UInt)offset >= FLAGS_FROM && (UInt)offset < FLAGS_TO;
}

static inline Bool is_vector(Int offset)
{
	return (UInt)offset >= VECTORS_FROM;
}

/* How is rounded: it seldom changes, and is not waited for. */
static inline Bool is_rounding(Int offset)
{
#if defined(VGA_amd64)
	return offset == offsetof(VexGuestAMD64State, guest_SSEROUND) ||
	       offset == offsetof(VexGuestAMD64State, guest_FPROUND);
#else
	(void)offset;
	return False;
#endif
}

static inline UInt slot_at(Int offset)
{
	return ((UInt)offset >> 3) % MAX_SLOTS;
}

static inline Bool is_vector_type(IRType t)
{
	return t == Ity_V128 || t == Ity_V256 || t == Ity_F64 || t == Ity_F32;
}

/* model_values.c */
void use_all(struct describe *d);
void mark_addresses(struct describe *d, const IRStmt *s);
void op_src(struct describe *d, UShort src);
void heavier(struct describe *d, enum op_class c);
UShort read_slot(struct describe *d, Int offset, IRType type);
struct leaf walk_temp(struct describe *d, IRTemp t, UInt depth);
struct leaf walk(struct describe *d, const IRExpr *e, UInt depth);
void address_srcs(struct describe *d, const IRExpr *e, UInt depth);

IRType type_of(const struct describe *d, const IRExpr *e);

/* model_x87.c */
void x87_begin(struct describe *d);
UInt indexed_slot(const struct describe *d, const IRRegArray *array,
                  const IRExpr *index, Int bias);
Bool is_x87_state(Int offset);
Bool is_x87(const struct insn *i);
void x87_move(struct describe *d, const IRDirty *s);
Bool is_x87_tag(const struct describe *d, const IRExpr *e, UInt depth);
Bool is_x87_move(const IRDirty *s);

/* model_flags.c */
enum flags flags_of(const struct insn *i);
enum op_class integer_class(const struct insn *i);
Bool is_gather(const struct insn *i); /* of AVX2 */
Bool sets_constant(const struct insn *i);
Bool reads_control(const struct insn *i); /* of FP: STMXCSR */
Bool joins_flags(const struct insn *i);   /* CMOVcc, before it selects */

/* model_uops.c */
void begin_micro(struct describe *d, struct insn *insn, UInt segment);
struct uop *add_uop(struct describe *d, enum uop_kind kind,
                    enum op_class class);
void add_src(struct describe *d, UShort src);
UShort add_load(struct describe *d, const IRExpr *addr, UInt log, Bool vector);
void add_prefetch(struct describe *d, const IRExpr *addr, UInt into);
void add_store(struct describe *d, const IRExpr *addr, UInt log, UShort data,
               Bool vector);
void add_put(struct describe *d, UInt slot, UShort src);

/*
 * make_op - add the operation of the current instruction, if it has one, after
 * the values that it uses are known; operands change register files, and
 * comparisons and flags become operations of their own (model_op.c)
 *
 * from_vector - does the source come from a vector register?
 */
void make_op(struct describe *d);
Bool from_vector(const struct describe *d, UShort src);

/* keep_description - a copy in one allocation, which the caller owns
 * (model_keep.c) */
struct description *keep_description(const struct describe *d);

/* model_evex.c; of one that evex_of() knows */
UInt evex_accesses(const IRDirty *s);
void evex_loads(struct describe *d, const IRDirty *s, UInt log);
void evex_values(struct describe *d, const IRDirty *s);
void evex_leave(struct describe *d, const IRDirty *s, UInt log, UShort op);

#endif
