/* fuzz_native_text - kept native runs of any bytes; what is read can be
 * written, reads as the same, and can be joined as that of ranks */
#include "../input.h"

#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/native_text.h"
#include "measure/collect/clock/rank_runs.h"
#include "measure/collect/clock/samples.h"

static void write_again(const struct native *n)
{
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	struct native again;
	struct err err = { 0 };
	char *text;

	native_text_write(&first, n);
	text = mem_strdup(first.s);
	if (native_text_read(text, &again, &err) != 0)
		abort();
	native_text_write(&second, &again);
	if (strcmp(first.s, second.s) != 0)
		abort();
	native_release(&again);
	free(text);
	strbuf_release(&first);
	strbuf_release(&second);
}

/* As two ranks of the same */
static void join(const struct native *n)
{
	const struct rank_runs_place first = { .rank = 0 }, second = {
		.rank = 1, .thread = 1 << 20, .process = 1 << 20
	};
	struct samples *all = samples_new();

	rank_runs_join(all, n->samples, &first);
	rank_runs_join(all, n->samples, &second);
	samples_free(all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = mem_alloc(size + 1, 1);
	struct native n;
	struct err err = { 0 };

	memcpy(text, data, size);
	if (native_text_read(text, &n, &err) == 0 && native_text_possible(&n)) {
		write_again(&n);
		join(&n);
	}
	native_release(&n);
	free(text);
	return 0;
}
