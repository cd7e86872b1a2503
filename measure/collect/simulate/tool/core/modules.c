/*
 * perfexpert-sim: which file the code at an address is from
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sim.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_aspacehl.h"
#include "pub_tool_vki.h"

#include <elf.h>

/* Is all of it readable memory of the program? */
static Bool readable(Addr a, SizeT len)
{
	return VG_(am_is_valid_for_client)(a, len, VKI_PROT_READ);
}

/* Notes are 4-byte aligned; the build id is the one we want. */
static void read_notes(struct module *m, Addr a, ULong len)
{
	if (len > 65536 || !readable(a, len))
		return;
	const Addr end = a + len;

	while (end - a >= sizeof(Elf64_Nhdr)) {
		const Elf64_Nhdr *n = (const Elf64_Nhdr *)a;
		const ULong name = (n->n_namesz + 3ULL) & ~3ULL;
		const ULong desc = (n->n_descsz + 3ULL) & ~3ULL;

		a += sizeof *n;
		if (name + desc > end - a)
			return;
		if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 &&
		    n->n_descsz <= sizeof m->build_id &&
		    !VG_(memcmp)((const void *)a, "GNU", 4)) {
			m->build_id_len = n->n_descsz;
			VG_(memcpy)
			(m->build_id, (const void *)(a + name), n->n_descsz);
			return;
		}
		a += name + desc;
	}
}

/* Where the same file's first page is mapped, not above `s`; 0 if nowhere. */
static Addr first_page(const NSegment *s)
{
	Int n = 0;
	Addr found = 0;
	Addr *starts = VG_(get_segment_starts)(SkFileC, &n);

	for (Int i = 0; i < n; i++) {
		const NSegment *t = VG_(am_find_nsegment)(starts[i]);

		if (t && t->kind == SkFileC && t->dev == s->dev &&
		    t->ino == s->ino && t->offset == 0 &&
		    t->start <= s->start && t->start > found)
			found = t->start;
	}
	VG_(free)(starts);
	return found;
}

static Bool is_elf64(Addr base)
{
	const Elf64_Ehdr *e = (const Elf64_Ehdr *)base;

	return base && readable(base, sizeof *e) &&
	       VG_(memcmp)(e->e_ident, ELFMAG, SELFMAG) == 0 &&
	       e->e_ident[EI_CLASS] == ELFCLASS64 &&
	       e->e_phentsize == sizeof(Elf64_Phdr) && e->e_phoff < 1 << 20 &&
	       readable(base + e->e_phoff, e->e_phnum * sizeof(Elf64_Phdr));
}

/* Is it what was started? Some libraries have an interpreter as well. */
static Bool is_program(const struct module *m, const Elf64_Ehdr *e,
                       const Elf64_Phdr *p)
{
	if (e->e_type != ET_DYN)
		return True;
	for (UInt i = 0; i < e->e_phnum; i++) {
		if (p[i].p_type == PT_INTERP)
			return !VG_(strstr)(m->path, ".so");
	}
	return False;
}

/*
 * The load bias and the build id, from the program headers in memory. Where
 * there are none the bias is as if addresses were file offsets.
 */
static void read_elf(struct module *m, Addr base)
{
	m->bias = m->start - m->offset;
	if (!is_elf64(base))
		return;
	const Elf64_Ehdr *e = (const Elf64_Ehdr *)base;
	const Elf64_Phdr *p = (const Elf64_Phdr *)(base + e->e_phoff);

	m->program = is_program(m, e, p);
	for (UInt i = 0; i < e->e_phnum; i++) {
		const ULong page = p[i].p_offset & ~4095ULL;

		if (p[i].p_type == PT_LOAD && (p[i].p_flags & PF_X) &&
		    m->offset >= page &&
		    m->offset < p[i].p_offset + p[i].p_filesz) {
			m->bias = m->start - m->offset + p[i].p_offset -
			          p[i].p_vaddr;
			break;
		}
	}
	for (UInt i = 0; i < e->e_phnum && !m->build_id_len; i++) {
		if (p[i].p_type == PT_NOTE)
			read_notes(m, m->bias + p[i].p_vaddr, p[i].p_memsz);
	}
}

static struct module *module_new(void)
{
	if (sim.code.n_modules == sim.code.cap_modules) {
		sim.code.cap_modules =
			sim.code.cap_modules ? 2 * sim.code.cap_modules : 64;
		sim.code.module = VG_(realloc)("sim.modules", sim.code.module,
		                               sim.code.cap_modules *
		                                       sizeof *sim.code.module);
	}
	struct module *m = &sim.code.module[sim.code.n_modules++];

	VG_(memset)(m, 0, sizeof *m);
	m->live = True;
	return m;
}

static Bool holds(const struct module *m, Addr addr)
{
	return m->live && addr >= m->start && addr < m->end;
}

UInt module_of(Addr addr)
{
	if (sim.code.last_module < sim.code.n_modules &&
	    holds(&sim.code.module[sim.code.last_module], addr))
		return sim.code.last_module;
	for (UInt i = 0; i < sim.code.n_modules; i++) {
		if (holds(&sim.code.module[i], addr))
			return sim.code.last_module = i;
	}
	const NSegment *s = VG_(am_find_nsegment)(addr);
	const HChar *name =
		s && s->kind == SkFileC ? VG_(am_get_filename)(s) : NULL;
	struct module *m = module_new();

	m->start = s ? s->start : addr;
	m->end = s ? s->end + 1 : addr + 1;
	m->path = VG_(strdup)("sim.branches.path", name ? name : "[anon]");
	if (name) {
		const NSegment copy = *s; /* looking for others may move it */

		m->offset = (ULong)copy.offset;
		read_elf(m, first_page(&copy));
	}
	slices_module(m);
	return sim.code.last_module = sim.code.n_modules - 1;
}

/* True when code was seen there; such modules end. */
Bool module_unmapped(Addr start, Addr end)
{
	Bool any = False;

	for (UInt i = 0; i < sim.code.n_modules; i++) {
		struct module *m = &sim.code.module[i];

		if (!m->live || end <= m->start || start >= m->end)
			continue;
		any = True;
		/* code that stays mapped gets a new record when it is met */
		m->live = False;
	}
	return any;
}
