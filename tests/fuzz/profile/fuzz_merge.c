/*
 * fuzz_merge - the parts that ranks left, parted by lines "--", as one
 * measurement; it can be read again
 */
#include "../input.h"

#include "base/err.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "../read_again.h"

enum { PARTS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct merge *m = merge_new();
	struct err err = { 0 };
	struct profile *p, *parts[PARTS] = { NULL };

	for (int i = 0; i < PARTS && size && err.code == ERR_NONE; i++) {
		const uint8_t *part;
		const size_t n = input_part(&data, &size, &part);

		parts[i] = profile_read_xml_memory((const char *)part, n, NULL,
		                                   &err);
		if (parts[i])
			merge_expect(m, parts[i], i);
	}
	for (int i = 0; i < PARTS && err.code == ERR_NONE; i++) {
		if (parts[i])
			merge_add(m, parts[i], i, &err);
	}
	for (int i = 0; i < PARTS; i++)
		profile_free(parts[i]);
	p = merge_finish(m, NULL);
	if (p && err.code == ERR_NONE)
		read_again(p);
	profile_free(p);
	return 0;
}
