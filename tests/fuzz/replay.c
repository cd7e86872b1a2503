/*
 * replay - gives every file named on the command line to a fuzz target
 *
 * The same target is searched by libFuzzer in "make fuzz"; here its corpus is
 * replayed, so that a defect once found stays mended. An input may take
 * processor time and memory by its size: far more than any needs, even under a
 * sanitizer, and far less than a search through all for each.
 */
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

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

static double cpu_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double peak_bytes(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return 1024.0 * (double)u.ru_maxrss;
}

/* False, with a line on stderr, when the input asked for too much */
static bool replay(const char *path, const struct strbuf *b)
{
	const double size = (double)b->len;
	const double start_s = cpu_s(), start_bytes = peak_bytes();
	double time_s, bytes;

	LLVMFuzzerTestOneInput((const uint8_t *)b->s, b->len);
	time_s = cpu_s() - start_s;
	bytes = peak_bytes() - start_bytes;
	if (time_s <= 8 + 1e-4 * size && bytes <= 512e6 + 2000 * size)
		return true;
	fprintf(stderr, "replay: '%s': %.0f bytes took %.1f s and %.0f MB\n",
	        path, size, time_s, bytes / 1e6);
	return false;
}

int main(int argc, char **argv)
{
	int failed = 0;
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };

	xmlSetGenericErrorFunc(NULL, silent);
	for (int i = 1; i < argc; i++) {
		strbuf_clear(&b);
		if (io_read_file(argv[i], 64u << 20, &b, &err) != 0) {
			fprintf(stderr, "replay: %s\n", err.msg);
			return EXIT_FAILURE;
		}
		failed += !replay(argv[i], &b);
	}
	printf("%d inputs replayed\n", argc - 1);
	strbuf_release(&b);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
