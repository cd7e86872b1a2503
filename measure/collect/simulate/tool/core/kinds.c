/*
 * perfexpert-sim: which processes are simulated
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * To start takes a process some hundred times as long under Valgrind as it
 * takes natively: a script that starts thousands of short programs would take
 * hours. The table (protocol/kinds.h) is mapped only while no code of the
 * program runs: it is not at an address that the program may be given.
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { MOST_ARGUMENTS = 8, MOST_PROBES = 16 };

void kinds_open(void)
{
	sim.kinds_fd = -1;
	if (sim.kinds_file)
		sim.kinds_fd =
			exec_open("--kinds=", sim.kinds_file, VKI_O_RDWR);
}

static struct kind *map_table(void)
{
	if (sim.kinds_fd < 0 || sim.sealed)
		return NULL;
	const SysRes r = vgPlain_do_syscall(
		__NR_mmap, 0, KINDS * sizeof(struct kind),
		VKI_PROT_READ | VKI_PROT_WRITE, VKI_MAP_SHARED,
		(UWord)sim.kinds_fd, 0, 0, 0);

	return sr_isError(r) ? NULL : (struct kind *)sr_Res(r);
}

static void unmap_table(struct kind *table)
{
	vgPlain_do_syscall(__NR_munmap, (UWord)table,
	                   KINDS * sizeof(struct kind), 0, 0, 0, 0, 0, 0);
}

static ULong mix(ULong hash, ULong v)
{
	hash = (hash ^ v) * 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 29;
}

static Bool is_file(const HChar *path, struct vg_stat *st)
{
	return !sr_isError(VG_(stat)(path, st)) && VKI_S_ISREG(st->mode);
}

static const HChar *base_of(const HChar *name)
{
	const HChar *slash = VG_(strrchr)(name, '/');

	return slash ? slash + 1 : name;
}

/*
 * The file, what it is called by (which decides what some do) and the files
 * that are named: a script, an input. 0: there is no such file.
 */
static ULong name_of(const HChar *path, Addr argv)
{
	struct vg_stat st;
	ULong hash;

	if (!is_file(path, &st) || !(st.mode & 0111))
		return 0;
	hash = mix(mix(1, st.dev), st.ino);
	for (UInt i = 0; i < MOST_ARGUMENTS; i++, argv += sizeof(Addr)) {
		if (!VG_(am_is_valid_for_client)(argv, sizeof(Addr),
		                                 VKI_PROT_READ))
			break;
		const HChar *arg = *(const HChar *const *)argv;

		if (!arg || !exec_is_text((Addr)arg))
			break;
		if (i == 0) {
			for (const HChar *c = base_of(arg); *c; c++)
				hash = mix(hash, (UChar)*c);
		} else if (is_file(arg, &st)) {
			hash = mix(mix(hash, st.dev), st.ino);
		}
	}
	return hash | 1;
}

/* The entry of that name, which is made; NULL: there is no room */
static struct kind *entry_of(struct kind *table, ULong name)
{
	for (UInt i = 0; i < MOST_PROBES; i++) {
		struct kind *k = &table[(name / 2 + i) % KINDS];
		ULong old = 0;

		if (__atomic_compare_exchange_n(&k->name, &old, name, False,
		                                __ATOMIC_SEQ_CST,
		                                __ATOMIC_SEQ_CST) ||
		    old == name)
			return k;
	}
	return NULL;
}

/* Odd, as programs are often started by turns. */
static UInt each_of(const struct kind *k, UInt number)
{
	const UInt each = number / KIND_PART | 1;

	return k->apart || k->ended < KIND_ENOUGH ? 1 : each;
}

Bool kinds_begin(const HChar *path, Addr argv, struct kind_place *place)
{
	const ULong name =
		sim.kinds_fd < 0 || sim.sealed ? 0 : name_of(path, argv);
	struct kind *table = name ? map_table() : NULL;
	struct kind *k = table ? entry_of(table, name) : NULL;
	Bool simulated = True;

	*place = (struct kind_place){ 0, 0, 0 };
	if (k) {
		const UInt number =
			__atomic_fetch_add(&k->begun, 1, __ATOMIC_SEQ_CST);

		simulated = number >= k->next;
		if (simulated) {
			const UInt each = each_of(k, number);

			k->next = number + each;
			*place = (struct kind_place){ (Int)(k - table) + 1,
				                      (Int)number, (Int)each };
		}
	}
	if (table)
		unmap_table(table);
	return simulated;
}

static void change(Bool apart, Bool ended)
{
	struct kind *table = sim.kind.kind ? map_table() : NULL;

	if (!table)
		return;
	struct kind *k = &table[sim.kind.kind - 1];

	if (apart)
		k->apart = 1;
	if (ended)
		__atomic_fetch_add(&k->ended, 1, __ATOMIC_SEQ_CST);
	unmap_table(table);
}

void kinds_ended(ULong cpu_ms)
{
	change(!sim.clock.on || cpu_ms > KIND_SHORT_MS, True);
}

void kinds_started_another(void)
{
	change(True, False);
}
