/*
 * perfexpert-sim: what an instruction does with the flags
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX computes flags where they are used, from the operands of the instruction
 * that set them. What that one was is read from the code itself.
 *
 * Source: AMD64 Architecture Programmer's Manual, vol. 3, appendix A (24594)
 */
#include "model_block.h"

#if defined(VGA_amd64)

/* CMOVcc and SETcc use them; moves, shuffles and vectors keep them. */
static enum flags of_two_bytes(UChar opcode)
{
	if ((opcode & 0xf0) == 0x40 || (opcode & 0xf0) == 0x90)
		return FLAGS_USED;
	switch (opcode) {
	case 0xa3: /* bit tests */
	case 0xab:
	case 0xaf: /* IMUL */
	case 0xb3:
	case 0xba:
	case 0xbb:
	case 0xbc: /* bit scans */
	case 0xbd:
	case 0xb8: /* POPCNT */
	case 0xc0: /* XADD */
	case 0xc1:
	case 0x2e: /* UCOMISS, COMISS */
	case 0x2f:
		return FLAGS_SET;
	default:
		return FLAGS_KEPT;
	}
}

/* Groups of operations, selected by the middle bits of the next byte. */
static enum flags of_group(UChar opcode, UChar modrm)
{
	const UInt which = (modrm >> 3) & 7;

	switch (opcode) {
	case 0x80:
	case 0x81:
	case 0x83: /* ADC, SBB; CMP */
		return which == 2 || which == 3 ? FLAGS_CARRIED
		       : which == 7             ? FLAGS_COMPARED
		                                : FLAGS_SET;
	case 0xf6:
	case 0xf7:
		return which < 2    ? FLAGS_COMPARED
		       : which == 2 ? FLAGS_KEPT
		                    : FLAGS_SET;
	case 0xfe:
	case 0xff:
		return which < 2 ? FLAGS_STEPPED : FLAGS_KEPT;
	default: /* RCL, RCR; shifts */
		return which == 2 || which == 3 ? FLAGS_CARRIED : FLAGS_SET;
	}
}

static enum flags of_one_byte(UChar opcode, UChar modrm)
{
	/* eight operations, six forms of each: ADC and SBB, the last is CMP */
	if (opcode < 0x40 && (opcode & 7) < 6)
		return (opcode & 0xf0) == 0x10 ? FLAGS_CARRIED
		       : opcode >= 0x38        ? FLAGS_COMPARED
		                               : FLAGS_SET;
	switch (opcode) {
	case 0x84: /* TEST */
	case 0x85:
	case 0xa8:
	case 0xa9:
		return FLAGS_COMPARED;
	case 0x69: /* IMUL */
	case 0x6b:
	case 0x9d: /* POPF, SAHF */
	case 0x9e:
		return FLAGS_SET;
	case 0x80:
	case 0x81:
	case 0x83:
	case 0xc0:
	case 0xc1:
	case 0xd0:
	case 0xd1:
	case 0xd2:
	case 0xd3:
	case 0xf6:
	case 0xf7:
	case 0xfe:
	case 0xff:
		return of_group(opcode, modrm);
	default:
		return FLAGS_KEPT;
	}
}

static Bool is_prefix(UChar byte)
{
	return (byte & 0xf0) == 0x40 || byte == 0x66 || byte == 0xf2 ||
	       byte == 0xf3 || byte == 0x2e || byte == 0x3e || byte == 0x64 ||
	       byte == 0x65 || byte == 0xf0;
}

static UInt n_prefixes(const struct insn *i)
{
	const UChar *p = (const UChar *)i->addr;
	UInt n = 0;

	while (n + 2 < i->size && is_prefix(p[n]))
		n++;
	return n;
}

enum flags flags_of(const struct insn *i)
{
	const UChar *p = (const UChar *)i->addr;
	const UInt n = n_prefixes(i);

	if (n + 1 >= i->size)
		return of_one_byte(p[n], 0);
	if (p[n] == 0x0f)
		return of_two_bytes(p[n + 1]);
	return of_one_byte(p[n], p[n + 1]);
}

/* LEA with a displacement beside two registers */
static Bool has_three_parts(UChar rex, UChar modrm, UChar sib)
{
	const UInt mod = modrm >> 6;
	const Bool index = (sib & 0x38) != 0x20 || (rex & 0x42) == 0x42;

	return (modrm & 7) == 4 && index && (mod == 1 || mod == 2);
}

/*
 * The class of an integer instruction that is no simple arithmetic. VEX's code
 * does not show it, as that has shifts and selections everywhere.
 */
enum op_class integer_class(const struct insn *i)
{
	const UInt n = n_prefixes(i), size = i->size - n;
	const UChar *p = (const UChar *)i->addr + n;

	if (*p == 0xc0 || *p == 0xc1 || (*p & 0xfc) == 0xd0)
		return C_INT_SHIFT;
	if (*p == 0x8d && size > 2 &&
	    has_three_parts(n ? p[-1] : 0, p[1], p[2]))
		return C_INT_ADDRESS;
	/* CMOVcc, SETcc; SHLD, SHRD */
	if (*p == 0x0f && size > 2 &&
	    ((p[1] & 0xf0) == 0x40 || (p[1] & 0xf0) == 0x90))
		return C_INT_SELECT;
	if (*p == 0x0f && size > 2 && (p[1] & 0xf6) == 0xa4)
		return C_INT_SHIFT;
	/* SHLX and the like; RORX */
	if (*p == 0xc4 && size > 4 &&
	    (((p[1] & 0x1f) == 2 && p[3] == 0xf7 && p[2] & 3) ||
	     ((p[1] & 0x1f) == 3 && p[3] == 0xf0)))
		return C_INT_SHIFT;
	return C_INT;
}

/* Conditions are in pairs, the odd one of them denies the other. */
Bool joins_flags(const struct insn *i)
{
	const UChar *p = (const UChar *)i->addr + n_prefixes(i);
	const UInt pair = p[1] >> 1 & 7;

	if (*p != 0x0f || (p[1] & 0xf0) != 0x40)
		return False;
	return pair == 3 ? sim.model->n.select_joint > 0
	                 : pair > 5 && sim.model->n.select_joint > 1;
}

/* MOV of a number to a register */
Bool sets_constant(const struct insn *i)
{
	const UChar *p = (const UChar *)i->addr + n_prefixes(i);

	return (*p & 0xf8) == 0xb8 || (*p == 0xc7 && p[1] >= 0xc0);
}

/* 0F AE with 3 as its further opcode, and an address; or C5, whose second byte
 * is in the place of 0F. */
Bool reads_control(const struct insn *i)
{
	const UInt n = n_prefixes(i), size = i->size - n;
	const UChar *p = (const UChar *)i->addr + n;
	const UInt at = *p == 0xc5 ? 2 : 1;

	return (*p == 0x0f || *p == 0xc5) && size > at + 1 && p[at] == 0xae &&
	       (p[at + 1] & 0x38) == 0x18 && p[at + 1] < 0xc0;
}

Bool is_gather(const struct insn *i)
{
	const UChar *p = (const UChar *)i->addr;

	return i->size > 5 && *p == 0xc4 && (p[1] & 0x1f) == 2 &&
	       p[3] >= 0x90 && p[3] <= 0x93;
}

#else

enum flags flags_of(const struct insn *i)
{
	(void)i;
	return FLAGS_KEPT;
}

enum op_class integer_class(const struct insn *i)
{
	(void)i;
	return C_INT;
}

Bool joins_flags(const struct insn *i)
{
	(void)i;
	return False;
}

Bool sets_constant(const struct insn *i)
{
	(void)i;
	return False;
}

Bool reads_control(const struct insn *i)
{
	(void)i;
	return False;
}

Bool is_gather(const struct insn *i)
{
	(void)i;
	return False;
}

#endif
