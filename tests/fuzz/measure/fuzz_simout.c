/* fuzz_simout - the reader of the simulator's output on any bytes */
#include <stdint.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "measure/collect/simulate/protocol/simout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = { 0 };

	strbuf_add(&text, data, size);
	struct simout *out = simout_parse(text.s, text.len, &err);
	uint64_t total = 0;

	for (size_t i = 0; out && i < out->n_instrs; i++) {
		for (int c = 0; c < SIM_NCOUNTERS; c++)
			total +=
				sim_count(&out->instrs[i], (enum sim_counter)c);
	}
	/* what was accepted has counts only where there are instructions */
	if (out && !out->n_instrs && total)
		abort();
	simout_free(out);
	strbuf_release(&text);
	return 0;
}
