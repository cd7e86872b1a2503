#include "native_text.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "native.h"
#include "samples.h"
#include "samples_text.h"

static void write_run(struct strbuf *b, const struct native_run *r)
{
	const double v[] = {
		r->launch.wall_s,     r->launch.user_s,       r->launch.sys_s,
		r->launch.peak_bytes, r->launch.exit_status,  r->clock_hz,
		r->period_ns,         r->sampler.samples,     r->sampler.lost,
		r->sampler.threads,   r->sampler.kernel_time, r->sampler.faults,
	};

	strbuf_adds(b, "run");
	samples_text_numbers(b, v, sizeof(v) / sizeof(*v));
}

bool native_text_possible(const struct native *n)
{
	for (size_t i = 0; i < n->nruns; i++) {
		const struct launch_result *r = &n->runs[i].launch;

		if (r->interrupted || r->limited || r->stopped || r->signal ||
		    n->runs[i].sampler.problem)
			return false;
	}
	return n->nruns > 0 && !n->regions &&
	       samples_text_possible(n->samples) &&
	       samples_text_possible(n->waits);
}

void native_text_write(struct strbuf *b, const struct native *n)
{
	strbuf_addf(b, "native %d %d %zu %d\n", n->sampler == &sampler_perf,
	            n->gave_avx512_up, n->nruns, n->waits != n->samples);
	for (size_t i = 0; i < n->nruns; i++)
		write_run(b, &n->runs[i]);
	samples_text_write(b, n->samples);
	if (n->waits != n->samples) {
		strbuf_adds(b, "waits\n");
		samples_text_write(b, n->waits);
	}
	strbuf_adds(b, "end\n");
}

struct reader {
	struct native *n;
	struct samples *to;
	size_t runs; /* that there are to be */
	bool ended;
};

static bool read_native(struct reader *r, const struct line_words *w)
{
	struct native *n = r->n;
	bool ok = w->n == 5 && !n->samples;

	n->sampler = line_whole(w, 1, 1, &ok) ? &sampler_perf : &sampler_timer;
	n->gave_avx512_up = line_whole(w, 2, 1, &ok);
	r->runs = line_whole(w, 3, NATIVE_MAX_RUNS, &ok);
	if (!ok)
		return false;
	n->samples = n->waits = r->to = samples_new();
	if (line_whole(w, 4, 1, &ok))
		n->waits = samples_new();
	return ok && r->runs > 0;
}

static bool read_run(struct reader *r, const struct line_words *w)
{
	struct native *n = r->n;
	bool ok = w->n == 13 && n->nruns < r->runs;
	struct native_run run = {
		.launch = { .wall_s = line_known(w, 1, &ok),
		            .user_s = line_known(w, 2, &ok),
		            .sys_s = line_known(w, 3, &ok),
		            .peak_bytes = line_number(w, 4, &ok),
		            .exit_status = (int)line_whole(w, 5, 255, &ok) },
		.clock_hz = line_number(w, 6, &ok),
		.period_ns = (uint32_t)line_whole(w, 7, UINT32_MAX, &ok),
		.sampler = { .samples = line_known(w, 8, &ok),
		             .lost = line_known(w, 9, &ok),
		             .threads = line_known(w, 10, &ok),
		             .kernel_time = line_whole(w, 11, 1, &ok),
		             .faults = line_number(w, 12, &ok) },
	};

	if (ok)
		n->runs[n->nruns++] = run;
	return ok;
}

static bool read_line(void *ctx, char *line)
{
	struct reader *r = ctx;
	struct line_words w;

	if (r->ended)
		return false;
	if (r->to && strcmp(line, "waits") == 0) {
		const bool first = r->to != r->n->waits;

		r->to = r->n->waits;
		return first;
	}
	if (strcmp(line, "end") == 0) {
		r->ended = r->n->nruns && r->n->nruns == r->runs;
		return r->ended;
	}
	if (strncmp(line, "native ", 7) == 0)
		return line_words(&w, line) && read_native(r, &w);
	if (!r->to)
		return false;
	if (strncmp(line, "run ", 4) == 0)
		return line_words(&w, line) && read_run(r, &w);
	return samples_text_line(r->to, r->n->nruns, line);
}

int native_text_read(char *text, struct native *n, struct err *err)
{
	struct reader r = { .n = n };

	*n = (struct native){ 0 };
	return samples_text_lines(text, "native runs", read_line, &r, &r.ended,
	                          err);
}
