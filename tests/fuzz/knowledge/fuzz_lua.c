/* fuzz_lua - any bytes as a script: it ends, in bounds, with one line */
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "lua/sandbox.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct sandbox_limits limits = { .memory_bytes = 4 << 20,
		                                      .instructions = 100000,
		                                      .time_s = 1 };
	struct sandbox *sb = sandbox_new(&limits);
	struct arena *a = arena_new();
	struct err err = { 0 };
	struct sandbox_value v, field;
	const char **keys;
	size_t n;

	if (sandbox_load(sb, "f.lua", (const char *)data, size, &v, &err)) {
		if (err.code != ERR_FORMAT || strpbrk(err.msg, "\n\x1b"))
			abort();
	} else if (v.type == SANDBOX_TABLE) {
		sandbox_keys(sb, v.ref, a, &keys, &n, &err);
		for (size_t i = 0; i < n; i++)
			sandbox_get(sb, v.ref, keys[i], &field, &err);
	} else if (v.type == SANDBOX_FUNCTION) {
		sandbox_call(sb, v.ref, &v, 1, &field, &err);
	}
	if (sandbox_memory(sb) > limits.memory_bytes)
		abort();
	arena_free(a);
	sandbox_free(sb);
	return 0;
}
