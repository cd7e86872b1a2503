#include "killed.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"

enum { MOST_BYTES = 1 << 20 };

/* The number after a line's first word in a file below root; NAN: there is
 * none */
static double read_number(const char *root, const char *file, const char *word)
{
	const size_t n = strlen(word);
	struct strbuf path = STRBUF_INIT, b = STRBUF_INIT;
	struct err ignored = { 0 };
	double value = NAN;

	strbuf_addf(&path, "%s/%s", root, file);
	if (io_read_file(path.s, MOST_BYTES, &b, &ignored) != 0)
		strbuf_clear(&b);
	for (const char *line = b.s; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, word, n) == 0 && strchr(" :", line[n]) &&
		    line[n]) {
			value = strtod(line + n + 1, NULL);
			break;
		}
	}
	strbuf_release(&path);
	strbuf_release(&b);
	return value;
}

void killed_read(struct killed *k, const char *root)
{
	*k = (struct killed){
		.count = read_number(root, "proc/vmstat", "oom_kill"),
		.memory_bytes =
			read_number(root, "proc/meminfo", "MemTotal") * 1024,
	};
}

void killed_describe(struct strbuf *b, const struct killed *before,
                     const struct killed *after, int signal, double peak_bytes)
{
	static const double gib = 1 << 30;
	const bool likely = after->count > before->count,
		   most = peak_bytes > after->memory_bytes / 2;

	if (!likely && (signal != SIGKILL || !most))
		return;
	if (signal == SIGKILL && likely)
		strbuf_adds(b, ", most likely because memory ran out");
	else if (likely)
		strbuf_adds(b, "; while it ran, the kernel killed a process "
		               "because memory ran out");
	if (peak_bytes > 0)
		strbuf_addf(b, "%s it had reached %.1f GiB", likely ? ":" : ";",
		            peak_bytes / gib);
	/* else a group of processes had a limit of its own */
	if (most)
		strbuf_addf(b, " of the machine's %.1f GiB",
		            after->memory_bytes / gib);
}
