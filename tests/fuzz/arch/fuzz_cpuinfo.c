/* fuzz_cpuinfo - which machine a /proc/cpuinfo of any bytes is */
#include "../input.h"

#include "arch/machine.h"
#include "base/err.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input_file f = input_file(data, size);
	struct machine *m = NULL;
	struct err err = { 0 };

	if (machine_host(&m, f.path, &err) == 0 && !machine_name(m))
		abort();
	machine_free(m);
	input_close(&f);
	return 0;
}
