/*
 * perfexpert-sim: arguments that come again
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/arguments.h"
#include "measure/collect/simulate/tool/core/sim.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

/*
 * A mathematical function gives the same for the same arguments, so a call with
 * those of an earlier one was not needed. Seen are calls of the mathematical
 * library by code that jumps through the table of its own module; the
 * table has the function's address after the first call only, so each call is
 * looked at until it is known whether it is one. The arguments are in the
 * registers for floating-point numbers; how many there are is not known here.
 */

#if defined(VGA_amd64)

/* [ENDBR64] [BND] JMP *DISP32(%RIP), with which a stub begins; 0: something
 * else */
static const Addr *table_entry(Addr stub)
{
	enum { MOST = 11 };
	const UChar *code = (const UChar *)stub;
	Int disp;

	if (!VG_(am_is_valid_for_client)(stub, MOST, VKI_PROT_READ))
		return NULL;
	if (!VG_(memcmp)(code, "\xf3\x0f\x1e\xfa", 4))
		code += 4;
	if (*code == 0xf2)
		code++;
	if (code[0] != 0xff || code[1] != 0x25)
		return NULL;
	VG_(memcpy)(&disp, code + 2, sizeof disp);
	const Addr entry = (Addr)(code + 6) + (Addr)(Long)disp;

	return VG_(am_is_valid_for_client)(entry, sizeof entry, VKI_PROT_READ)
	               ? (const Addr *)entry
	               : NULL;
}

#else

static const Addr *table_entry(Addr stub)
{
	(void)stub;
	return NULL;
}

#endif

struct arguments *arguments_of(Addr stub)
{
	const Addr *entry = table_entry(stub);
	struct arguments *a;

	if (!entry)
		return NULL;
	a = forever(sizeof *a);
	a->entry = entry;
	return a;
}

static Bool is_mathematical(Addr function)
{
	const HChar *path = sim.code.module[module_of(function)].path;
	const HChar *name = VG_(strrchr)(path, '/');

	return name && !VG_(strncmp)(name, "/libm", 5) &&
	       (name[5] == '.' || name[5] == '-');
}

/* The loader writes the function's address when it is called first. */
static void decide(struct arguments *a)
{
	enum { ENOUGH = 4 };

	if (++a->n < ENOUGH)
		return;
	a->n = 0;
	if (VG_(am_is_valid_for_client)((Addr)a->entry, sizeof *a->entry,
	                                VKI_PROT_READ) &&
	    is_mathematical(*a->entry))
		a->recent = system_memory(sizeof *a->recent);
	else
		a->other = True;
}

static void note(struct arguments *a, UInt k, ULong value)
{
	/* to spread what differs in high bits only, and not to be 0 */
	const ULong hash = (value + k + 1) * 0x9e3779b97f4a7c15ULL;
	ULong *place = &a->recent->of[k][hash >> (64 - RECENT_BITS)];

	if (hash == a->last[k])
		a->same[k]++;
	if (hash == *place)
		a->known[k]++;
	a->last[k] = *place = hash;
}

VG_REGPARM(3)
void arguments_seen(struct arguments *a, ULong first, ULong second)
{
	if (a->other)
		return;
	if (!a->recent) {
		decide(a);
		return;
	}
	a->n++;
	note(a, 0, first);
	note(a, 1, first * 31 + second);
}
