/*
 * perfexpert-sim: what the operating system leaves in the caches
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "cache.h"
#include "system.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/*
 * A page of anonymous memory is cleared when the program touches it for the
 * first time: its lines are in L2 then, and only the system missed the caches.
 * Measured on a Zen 4, with pages of 4 KB: a load of another line of such a
 * page takes 14 cycles, of a page that was touched before the rest of 64 MB 190
 * to 220. In the same way what a system call reads or writes is there
 * afterwards.
 *
 * The memory of the program is this process's: what the kernel has not given it
 * yet is seen in the table of its pages. Each page is looked up there when it
 * misses L2 for the first time. In large pages, of 2 MB, a load takes 31 to 37
 * cycles then: they are more than L2 holds.
 */
enum {
	/* of a chunk, at most: Linux has no smaller pages than of 4 KB, and on
	 * some processors their size is known only at run time */
	PAGES = 1 << (SYSTEM_CHUNK - 12),
	ENTRY = 8,  /* bytes of the table for a page: the highest bits say */
	THERE = 62, /* .. that it is in memory or swapped out */
	SYSTEM_FAULTS = 16
};

struct system_pages system_pages;

static struct {
	Int table; /* of the pages: a file; below 0: none */
	/* where nothing was there before, the last ones */
	Addr fault[SYSTEM_FAULTS];
	UInt n_faults;
} own;

/* The core keeps its files where the program can't close them. */
Int vgPlain_safe_fd(Int fd);

#define NO_FAULT ((Addr)1)
#define LARGE_PAGE ((Addr)2 << 20)

/* Where the system refuses it, nothing is known to be cleared. */
static void open_table(void)
{
	const Int fd = VG_(fd_open)("/proc/self/pagemap", VKI_O_RDONLY, 0);

	own.table = fd < 0 ? fd : vgPlain_safe_fd(fd);
}

void system_init(void)
{
	if (!system_pages.on)
		return;
	system_pages.known = VG_(calloc)("sim.system", N_SYSTEM_CHUNKS,
	                                 sizeof *system_pages.known);
	open_table();
	system_looks_away();
}

/* The table that is open is the parent's. */
void system_forked(void)
{
	if (!system_pages.on)
		return;
	if (own.table >= 0)
		VG_(close)(own.table);
	open_table();
}

static Bool is_there(Addr addr)
{
	const Int fd = own.table;
	ULong entry;

	if (VG_(lseek)(fd, (Off64T)(addr >> VKI_PAGE_SHIFT) * ENTRY,
	               VKI_SEEK_SET) < 0 ||
	    VG_(read)(fd, &entry, ENTRY) != ENTRY)
		return True;
	return entry >> THERE != 0;
}

/* Files are read into memory by someone else, some time. */
static Bool is_anonymous(Addr addr)
{
	const NSegment *s = VG_(am_find_nsegment)(addr);

	return s && s->kind == SkAnonC;
}

static void bring_lines(Addr from, Addr end, Bool into_l2)
{
	for (Addr a = from; a < end; a += sim.g_l2.line) {
		if (into_l2 && !sim.l2.none)
			level_hit(&sim.l2, a);
		if (!sim.l3.none)
			level_hit(&sim.l3, a);
	}
}

/* ---- large pages ---- */

static Addr *find_fault(Addr block)
{
	for (UInt i = 0; i < SYSTEM_FAULTS; i++) {
		if (own.fault[i] == block)
			return &own.fault[i];
	}
	return NULL;
}

/* Notes a fault in a block of a large page's size, if nothing of it was mapped,
 * judged by its two ends. */
static void note_fault(Addr block, Addr addr)
{
	const Addr last = block + LARGE_PAGE - 1;

	if ((addr - block >= VKI_PAGE_SIZE && is_there(block)) ||
	    (last - addr >= VKI_PAGE_SIZE && is_there(last)))
		return;
	own.fault[own.n_faults++ % SYSTEM_FAULTS] = block;
}

/*
 * A page that was missing when another page of its block was first touched, and
 * is there now, came with that one as a part of a large page. If it is still
 * missing, there was no large page.
 */
static Bool came_along(Addr addr, Bool there)
{
	const Addr block = addr & ~(LARGE_PAGE - 1);
	Addr *fault = find_fault(block);

	if (there)
		return fault != NULL;
	if (fault)
		*fault = NO_FAULT;
	else
		note_fault(block, addr);
	return False;
}

void system_looks_away(void)
{
	for (UInt i = 0; i < SYSTEM_FAULTS; i++)
		own.fault[i] = NO_FAULT;
}

UInt system_clears(Addr addr, UInt missed)
{
	const ULong chunk = addr >> SYSTEM_CHUNK, page = system_page(addr);

	if (chunk >= N_SYSTEM_CHUNKS || own.table < 0)
		return missed;
	if (!system_pages.known[chunk])
		system_pages.known[chunk] =
			VG_(calloc)("sim.system", PAGES / 64, sizeof(ULong));
	system_pages.known[chunk][page / 64] |= 1ULL << (page & 63);
	const Bool there = is_there(addr), along = came_along(addr, there);

	if ((there && !along) || !is_anonymous(addr))
		return missed;
	/* a large page is more than L2 holds */
	bring_lines(VG_PGROUNDDN(addr), VG_PGROUNDDN(addr) + VKI_PAGE_SIZE,
	            !along);
	return along ? missed & ~(UInt)(MISS_L3 | MISS_OTHERS) : 0;
}

void system_gives_up(Addr addr, SizeT len)
{
	const Addr end = addr + len < addr ? ~0UL : addr + len;

	if (!system_pages.on)
		return;
	for (Addr a = VG_PGROUNDDN(addr); a < end;) {
		const ULong chunk = a >> SYSTEM_CHUNK;
		const Addr next = (a | ((1UL << SYSTEM_CHUNK) - 1)) + 1;

		if (chunk >= N_SYSTEM_CHUNKS)
			return;
		ULong *known = system_pages.known[chunk];

		for (; known && a < next && a < end; a += VKI_PAGE_SIZE)
			known[system_page(a) / 64] &=
				~(1ULL << (system_page(a) & 63));
		a = next;
	}
}

/* Of much the last is there. */
void system_copies(Addr addr, SizeT len)
{
	const ULong room = sim.l3.none ? sim.g_l2.size : sim.g_l3.size;

	if (!system_pages.on || sim.slices.mode == LIGHT || !len)
		return;
	if (len > room) {
		addr += len - room;
		len = room;
	}
	bring_lines(addr & ~(sim.g_l2.line - 1), addr + len, True);
}

void system_post_call(UInt number, const UWord *args)
{
	enum { DONT_NEED = 4, FREE = 8 };

	if (number == __NR_madvise && (args[2] == DONT_NEED || args[2] == FREE))
		system_gives_up(args[0], args[1]);
}
