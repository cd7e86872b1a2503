/*
 * fuzz_unwind - callers by the unwind tables of a hostile binary on a hostile
 * stack: 4 bytes say where the code is, from the tables on; then come 16 words
 * for the registers, then memory, which begins with .eh_frame_hdr
 */
#include "../input.h"

#include <string.h>

#include "measure/collect/clock/unwind/unwind.h"

enum { DEPTH = 64, HEAD = 4 + 8 * 16 };

static const uint64_t base = 0x400000;

struct memory {
	const uint8_t *bytes;
	size_t size;
};

static bool read_some(void *ctx, uint64_t addr, void *to, size_t n)
{
	const struct memory *m = ctx;

	if (addr < base || addr - base > m->size || n > m->size - (addr - base))
		return false;
	memcpy(to, m->bytes + (addr - base), n);
	return true;
}

static uint64_t tables(void *ctx, uint64_t pc)
{
	(void)ctx;
	return pc ? base : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct memory mem;
	const struct unwind_memory m = { read_some, tables, &mem };
	struct unwind_frame f = { .exact = true,
		                  .known = (1u << UNWIND_REGS) - 1 };
	int32_t code;

	if (size < HEAD)
		return 0;
	memcpy(&code, data, 4);
	memcpy(f.reg, data + 4, (size_t)8 * 16);
	f.reg[UNWIND_RA] = base + (uint64_t)(int64_t)code;
	mem.bytes = data + HEAD;
	mem.size = size - HEAD;
	for (int i = 0;
	     i < DEPTH && (unwind_step(&m, &f) || unwind_past(&m, &f)); i++)
		;
	return 0;
}
