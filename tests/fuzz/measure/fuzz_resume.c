/*
 * fuzz_resume - the file that an interrupted measurement left, of any bytes;
 * runs that are read can be written, and read as the same
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arch/machine.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/kept/identity.h"
#include "measure/kept/resume.h"
#include "measure/collect/counters/perf/perf_counters.h"
#include "measure/collect/counters/perf/perf_kept.h"
#include "measure/plan/plan.h"
#include "measure/collect/clock/samples.h"

static const struct machine_native natives[] = { { .name = "cycles" },
	                                         { .name = "faults" } };
static struct plan_count first_set[] = { { &natives[0], 1009, 1000 },
	                                 { &natives[1], 1, 10 } };
static struct plan_count second_set[] = { { &natives[0], 1009, 1000 } };
static struct plan_run sets[] = { { .counts = first_set, .ncounts = 2 },
	                          { .counts = second_set, .ncounts = 1 } };
static struct plan plan = { .runs = sets, .nruns = 2 };

/* The runs of a text, written again to b; false: it has none */
static bool read_runs(char *text, struct strbuf *b)
{
	struct perf_counters *c = mem_alloc(1, sizeof(*c));
	struct err err = { 0 };
	bool ok;

	c->plan = &plan;
	c->samples = samples_new();
	ok = perf_kept_read(c, text, &err) == 0;
	if (ok)
		perf_kept_text(b, c);
	samples_free(c->samples);
	free(c);
	return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = mem_alloc(size + 1, 1);
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	struct resume_text t;
	struct err err = { 0 };

	memcpy(text, data, size);
	if (resume_parse(&t, text, &err) == 0) {
		if (identity_compare(t.identity, t.identity, &err) != 0)
			abort();
		if (read_runs(t.runs, &first)) {
			char *again = mem_strdup(first.s);

			if (!read_runs(again, &second) ||
			    strcmp(first.s, second.s) != 0)
				abort();
			free(again);
		}
	}
	strbuf_release(&first);
	strbuf_release(&second);
	free(text);
	return 0;
}
