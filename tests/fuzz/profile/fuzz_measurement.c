/* fuzz_measurement - the measurement file's reader on any bytes */
#include <stdint.h>

#include "base/err.h"
#include "profile/profile.h"
#include "profile/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct profile_read_options small = { .min_fraction = 0.1 };
	struct err err = { 0 };

	profile_free(
		profile_read_xml_memory((const char *)data, size, NULL, &err));
	err_clear(&err);
	profile_free(profile_read_xml_memory((const char *)data, size, &small,
	                                     &err));
	return 0;
}
