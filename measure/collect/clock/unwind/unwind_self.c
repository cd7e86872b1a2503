#include "unwind_self.h"

#if defined(__x86_64__)

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>

#if defined(DLFO_EH_SEGMENT_TYPE)
#pragma weak _dl_find_object
#endif

struct search {
	uint64_t pc, hdr;
};

static int look_at(struct dl_phdr_info *info, size_t size, void *p)
{
	struct search *s = p;
	uint64_t hdr = 0;
	bool here = false;

	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		const uint64_t at = info->dlpi_addr + h->p_vaddr;

		if (h->p_type == PT_GNU_EH_FRAME)
			hdr = at;
		here |= h->p_type == PT_LOAD && s->pc >= at &&
		        s->pc - at < h->p_memsz;
	}
	if (here)
		s->hdr = hdr;
	return here;
}

uint64_t unwind_self_tables(void *ctx, uint64_t pc)
{
	struct search s = { .pc = pc };

	(void)ctx;
	(void)s;
#if defined(DLFO_EH_SEGMENT_TYPE)
	if (_dl_find_object) {
		struct dl_find_object found;

		return _dl_find_object((void *)pc, &found) == 0
		               ? (uintptr_t)found.dlfo_eh_frame
		               : 0;
	}
#endif
#if defined(__GLIBC__)
	dl_iterate_phdr(look_at, &s);
#endif
	return s.hdr;
}

/* DWARF's numbers of the registers (System V ABI, AMD64, fig. 3.36) */
void unwind_self_begin(struct unwind_frame *f, const ucontext_t *u)
{
	static const int order[UNWIND_REGS] = {
		REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
		REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
		REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP,
	};

	for (unsigned i = 0; i < UNWIND_REGS; i++)
		f->reg[i] = (uint64_t)u->uc_mcontext.gregs[order[i]];
	f->known = (1u << UNWIND_REGS) - 1;
	f->exact = true;
}

#else

/* An empty file is none. */
typedef int unwind_self_of_x86_64_only;

#endif
