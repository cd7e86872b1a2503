#include "callees.h"

#include "base/banned.h"
#include "flow.h"
#include "measure/binary/elf/debug.h"
#include "measure/binary/elf/linker_names.h"
#include "measure/binary/elf/symbols.h"

/* A callee with more instructions is taken to return */
enum { MAX_CALLEE = 64 };

/* The slot that the stub of a procedure linkage table at vaddr jumps through */
static uint64_t stub_slot(const struct image *img, uint64_t vaddr)
{
	size_t n;
	const uint8_t *p = image_bytes(img, vaddr, &n);
	uint64_t adrp, ldr, high;

	if (img->arch == IMAGE_X86_64) {
		/* [endbr64] [bnd] jmp *disp32(%rip) */
		for (size_t i = 0; p && i < 6 && i + 6 <= n; i++) {
			if (p[i] == 0xff && p[i + 1] == 0x25 &&
			    image_read(img, vaddr + i + 2, 4, &high))
				return vaddr + i + 6 + (uint64_t)(int32_t)high;
		}
	} else if (img->arch == IMAGE_AARCH64 &&
	           image_read(img, vaddr, 4, &adrp) &&
	           image_read(img, vaddr + 4, 4, &ldr) &&
	           (adrp & 0x9f00001f) == 0x90000010) {
		/* adrp x16, page; ldr x17, [x16, #imm] */
		high = (adrp >> 29 & 3) | (adrp >> 3 & 0x1ffffc);
		if (high & 0x100000)
			high |= ~(uint64_t)0x1fffff;
		return (vaddr & ~(uint64_t)0xfff) + (high << 12) +
		       (ldr >> 10 & 0xfff) * 8;
	}
	return 0;
}

/* foreign: by way of the linkage table or a slot of the GOT */
static const char *callee(const struct flow_source *src,
                          const struct insn *insn, bool *foreign)
{
	const struct symbol *sym;
	uint64_t low, high;

	*foreign = true;
	if (insn->flow == FLOW_CALL_INDIRECT)
		return insn->nmem && insn->mem[0].pc
		               ? symbols_slot(src->symbols,
		                              (uint64_t)insn->mem[0].disp)
		               : NULL;
	sym = symbols_find(src->symbols, insn->target, &low, &high);
	if (!sym)
		return NULL;
	if (sym->plt)
		return symbols_slot(src->symbols,
		                    stub_slot(src->img, insn->target));
	*foreign = false;
	return sym->low == insn->target ? sym->name : NULL;
}

const char *calls_callee(const struct flow_source *src, const struct insn *insn,
                         bool *by_table)
{
	return callee(src, insn, by_table);
}

static bool declared_so(const struct flow_source *src, uint64_t vaddr)
{
	const struct debug_func *f =
		src->debug ? debug_find(src->debug, vaddr) : NULL;

	return f && f->entry == vaddr && debug_never_returns(f);
}

/* Nothing in the function returns, or jumps out of it */
static bool has_no_return(const struct flow_source *src,
                          const struct symbol *sym)
{
	size_t avail = 0;
	uint64_t vaddr = sym->low;
	const uint8_t *p = image_bytes(src->img, vaddr, &avail);
	struct insn insn;

	if (!p || !sym->sized || sym->plt || sym->high - sym->low > avail)
		return false;
	avail = sym->high - sym->low;
	for (unsigned i = 0; avail > 0; i++) {
		if (i == MAX_CALLEE ||
		    !decode(src->decoder, p, avail, vaddr, &insn))
			return false;
		if (insn.flow == FLOW_RETURN || insn.flow == FLOW_SWITCH)
			return false;
		if ((insn.flow == FLOW_JUMP || insn.flow == FLOW_BRANCH) &&
		    (insn.target < sym->low || insn.target >= sym->high))
			return false;
		p += insn.size;
		vaddr += insn.size;
		avail -= insn.size;
	}
	return true;
}

bool calls_never_return(const struct flow_source *src, const struct insn *insn)
{
	bool foreign;
	const char *name = callee(src, insn, &foreign);
	const struct symbol *at;
	struct symbol *sym;

	if (name && names_never_returns(name, foreign))
		return true;
	at = insn->flow == FLOW_CALL ? symbols_at(src->symbols, insn->target)
	                             : NULL;
	if (!at)
		return false;
	sym = &src->symbols->v[at - src->symbols->v];
	if (!sym->returns)
		sym->returns =
			has_no_return(src, sym) || declared_so(src, sym->low)
				? 2
				: 1;
	return sym->returns == 2;
}
