/* fuzz_experiment_xml - any bytes as an experiment.xml */
#include <stdint.h>

#include "base/err.h"
#include "profile/import/hpctoolkit.h"
#include "profile/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err err = { 0 };
	struct profile *p =
		profile_read_experiment((const char *)data, size, NULL, &err);

	if (!p && err.code == ERR_NONE)
		abort(); /* refused without a word */
	profile_free(p);
	return 0;
}
