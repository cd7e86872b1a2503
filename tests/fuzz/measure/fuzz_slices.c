/*
 * fuzz_slices - what the simulator tells while it runs, of any bytes, in two
 * pieces; the first byte says where it is cut
 */
#include "../input.h"

#include "base/mem.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/sample/slices.h"

enum { SECTIONS = 5 };

static void take(void *ctx, size_t section, const uint64_t n[SIM_NCOUNTERS],
                 bool watched)
{
	(void)ctx;
	(void)n;
	(void)watched;
	if (section >= SECTIONS)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slices_reader *r = slices_new(SECTIONS);
	char *text = mem_alloc(size + 1, 1);
	size_t cut, used;

	if (size > 0) {
		cut = (size - 1) * data[0] / 255;
		memcpy(text, data + 1, size - 1);
		used = slices_read(r, text, cut, take, NULL);
		if (used > cut)
			abort();
		slices_read(r, text + used, size - 1 - used, take, NULL);
		slices_cpu_s(r);
	}
	slices_free(r);
	free(text);
	return 0;
}
