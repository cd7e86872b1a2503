/* fuzz_jit_map - names of code that a program makes, from any bytes */
#include <stdint.h>
#include <stdlib.h>

#include "measure/attribute/jit_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct jit_map *m = jit_map_parse((const char *)data, size);

	for (uint64_t at = 0; at < 0x10000; at += 0x10) {
		const struct jit_name *n = jit_map_find(m, at);

		if (n && (!*n->name || (n->line && !n->file)))
			abort();
	}
	jit_map_free(m);
	return 0;
}
