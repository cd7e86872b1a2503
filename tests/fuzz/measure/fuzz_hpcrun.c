/*
 * fuzz_hpcrun - texts of any bytes from hpcrun and hpcprof: words about an
 * error, logs, names of metrics
 */
#include "../input.h"

#include "arch/machine.h"
#include "base/err.h"
#include "measure/collect/counters/hpcrun/hpcrun.h"
#include "measure/collect/counters/hpcrun/native_metrics.h"

static void names(char *text)
{
	struct machine *m = NULL;
	struct err err = { 0 };
	char *save = NULL;

	if (machine_load(&m, "opteron", &err) == 0) {
		for (char *s = strtok_r(text, "\n", &save); s;
		     s = strtok_r(NULL, "\n", &save))
			metrics_native(m, s);
	}
	machine_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *folder = input_folder();
	struct hpcrun_folder f;
	char *text = strndup((const char *)data, size);

	input_write(folder, "app-000000-000-7-1.log", data, size);
	hpcrun_folder_read(&f, folder);
	hpcrun_folder_release(&f);
	free(hpcrun_words_of(text));
	names(text);
	free(text);
	return 0;
}
