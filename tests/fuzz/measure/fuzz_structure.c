/*
 * fuzz_structure - the structure reader on damaged ELF files
 *
 * Opens the input as a binary, looks at every procedure that it seems to have
 * and at addresses that depend on it.
 */
#include <stdint.h>

#include "base/err.h"
#include "measure/binary/structure.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool look(void *ctx, const struct structure_proc *p)
{
	struct structure_place place;

	for (size_t i = 0; i < p->nparts; i++)
		structure_find(ctx, p->parts[i].header + 1, &place);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct structure_place place;
	struct err err = { 0 };
	struct structure *s = structure_open_memory(data, size, &err);

	if (!s)
		return 0;
	structure_each(s, look, s);
	for (uint64_t a = 0x1000; a < 0x1400; a += 3)
		structure_find(s, a, &place);
	structure_free(s);
	return 0;
}
