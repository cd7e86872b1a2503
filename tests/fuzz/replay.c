/*
 * replay - gives every file named on the command line to a fuzz target
 *
 * The same target is searched by libFuzzer in "make fuzz"; here its corpus is
 * replayed, so that a defect once found stays mended.
 */
#include <stdint.h>
#include <libxml/xmlerror.h>

#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void silent(void *ctx, const char *msg, ...)
{
	(void)ctx;
	(void)msg;
}

int main(int argc, char **argv)
{
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };

	xmlSetGenericErrorFunc(NULL, silent);
	for (int i = 1; i < argc; i++) {
		strbuf_clear(&b);
		if (io_read_file(argv[i], 64u << 20, &b, &err) != 0) {
			fprintf(stderr, "replay: %s\n", err.msg);
			return EXIT_FAILURE;
		}
		LLVMFuzzerTestOneInput((const uint8_t *)b.s, b.len);
	}
	printf("%d inputs replayed\n", argc - 1);
	strbuf_release(&b);
	return EXIT_SUCCESS;
}
