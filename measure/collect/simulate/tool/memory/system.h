/*
 * perfexpert-sim: what the operating system leaves in the caches
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_SYSTEM_H
#define PERFEXPERT_SIM_SYSTEM_H

#include "measure/collect/simulate/tool/core/sim.h"
#include "pub_tool_vki.h"

enum {
	SYSTEM_CHUNK = 30,   /* bits of an address that are known together */
	SYSTEM_ADDRESS = 47, /* bits of an address; above, nothing is known */
	N_SYSTEM_CHUNKS = 1 << (SYSTEM_ADDRESS - SYSTEM_CHUNK)
};

extern struct system_pages {
	Bool on;
	ULong **known; /* by chunk: pages that were looked up */
} system_pages;

/* A page in the bits of its chunk */
static inline ULong system_page(Addr addr)
{
	return (addr & ((1UL << SYSTEM_CHUNK) - 1)) >> VKI_PAGE_SHIFT;
}

/* system_knows - was the page looked up? */
static inline Bool system_knows(Addr addr)
{
	const ULong chunk = addr >> SYSTEM_CHUNK, page = system_page(addr);
	const ULong *known =
		chunk < N_SYSTEM_CHUNKS ? system_pages.known[chunk] : NULL;

	return known && known[page / 64] >> (page & 63) & 1;
}

void system_init(void);
void system_forked(void);

/*
 * system_clears - what an access missed that missed so much, if it is the first
 * one to a page that the system clears for it: then the page's lines are in L2
 * and L3, or, of a large page, in L3. The page is known afterwards.
 */
UInt system_clears(Addr addr, UInt missed);

/* system_looks_away - pages are touched from now on that are not seen */
void system_looks_away(void);

/* system_gives_up - the pages are the system's again */
void system_gives_up(Addr addr, SizeT len);

/* system_copies - a system call reads or writes this memory of the program */
void system_copies(Addr addr, SizeT len);

/* system_post_call - a system call was done, which may give up memory */
void system_post_call(UInt number, const UWord *args);

#endif
