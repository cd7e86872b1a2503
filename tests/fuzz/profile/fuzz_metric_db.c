/*
 * fuzz_metric_db - the files of one thread's metrics beside an experiment.xml:
 * the XML, a line "--", a metric-db file of any bytes
 */
#include "../input.h"

#include "base/err.h"
#include "profile/import/open.h"
#include "profile/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *folder = input_folder();
	const uint8_t *xml;
	size_t n = input_part(&data, &size, &xml);
	struct err err = { 0 };

	input_write(folder, "experiment.xml", xml, n);
	input_write(folder, "app-000000-000-7-1-0.metric-db", data, size);
	profile_free(profile_open(folder, NULL, &err));
	return 0;
}
