#include "launched.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/collect/simulate/sample/marker.h"
#include "measure/run/descendants.h"
#include "measure/run/rank_variables.h"
#include "measure/run/ranks.h"

enum { MOST_TEXT = 4 << 20 };

struct wanted {
	int rank;
	const struct marker *markers;
	size_t n;
};

/* The variables that a process was started with, as ranks_number wants them. */
static int rank_of(pid_t pid)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct err unsaid = { 0 };
	int rank = -1, size;

	strbuf_addf(&path, "/proc/%ld/environ", (long)pid);
	if (io_read_file(path.s, MOST_TEXT, &text, &unsaid) == 0 && text.len) {
		char **envp = mem_alloc(text.len + 1, sizeof(*envp));
		size_t n = 0;

		for (char *s = text.s; s < text.s + text.len;
		     s += strlen(s) + 1)
			envp[n++] = s;
		ranks_number(envp, &rank, &size);
		free(envp);
	}
	strbuf_release(&path);
	strbuf_release(&text);
	return rank;
}

static bool is_wanted(void *ctx, pid_t pid)
{
	const struct wanted *w = ctx;

	if (w->rank >= 0 && rank_of(pid) != w->rank)
		return false;
	for (size_t i = 0; i < w->n; i++) {
		if (marker_loaded(&w->markers[i], pid))
			return true;
	}
	return false;
}

pid_t launched_find(int rank, const struct marker *markers, size_t n)
{
	struct wanted w = { rank, markers, n };

	return descendants_find(is_wanted, &w);
}
