/* fuzz_native_text - kept native runs of any bytes; what is read can be
 * written, and reads as the same */
#include "input.h"

#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/sample/native.h"
#include "measure/sample/native_text.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = mem_alloc(size + 1, 1);
	struct native n;
	struct err err = { 0 };

	memcpy(text, data, size);
	if (native_text_read(text, &n, &err) == 0 && native_text_possible(&n))
		write_again(&n);
	native_release(&n);
	free(text);
	return 0;
}
