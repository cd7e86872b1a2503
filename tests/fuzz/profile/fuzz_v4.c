/*
 * fuzz_v4 - any bytes as a database of version 4
 *
 * The input is meta.db and profile.db, one after the other; the first four
 * bytes say how long meta.db is.
 */
#include <stdint.h>

#include "base/err.h"
#include "profile/import/hpctoolkit.h"
#include "profile/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err err = { 0 };
	struct profile *p;
	size_t meta;

	if (size < 4)
		return 0;
	meta = data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16;
	data += 4;
	size -= 4;
	if (meta > size)
		meta = size;
	p = profile_read_v4(data, meta, data + meta, size - meta, NULL, &err);
	if (!p && err.code == ERR_NONE)
		abort(); /* refused without a word */
	profile_free(p);
	return 0;
}
