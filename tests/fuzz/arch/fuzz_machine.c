/* fuzz_machine - a machine file of any bytes, and all that is asked of it */
#include "../input.h"

#include "arch/machine.h"
#include "base/err.h"

static void count(const struct machine *m, const struct machine_event *e)
{
	double *counts = malloc((e->nnatives + 1) * sizeof(*counts));

	for (size_t i = 0; i < e->nnatives; i++)
		counts[i] = (double)(i + 1);
	machine_event_count(m, e, counts);
	free(counts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input_file f = input_file(data, size);
	const struct machine_param *params;
	const struct machine_event *events;
	struct machine *m = NULL;
	struct err err = { 0 };

	if (machine_load(&m, f.path, &err) == 0) {
		machine_set_clock(m, 3e9);
		for (size_t i = machine_params(m, &params); i-- > 0;)
			machine_param(m, params[i].name);
		for (size_t i = machine_events(m, &events); i-- > 0;)
			count(m, &events[i]);
	}
	machine_free(m);
	input_close(&f);
	return 0;
}
