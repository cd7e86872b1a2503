/*
 * Clock samples from the kernel: cpu-clock of perf_event_open(2), and page
 * faults in the same stream.
 */
#include "sampler.h"

#include <linux/perf_event.h>
#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "moments.h"
#include "perf_stream.h"
#include "samples.h"

enum { FAULT_PERIOD = 16 };
enum { CLOCK, FAULTS, NEVENTS };

static const struct perf_stream_event events[NEVENTS] = {
	[CLOCK] = { .type = PERF_TYPE_SOFTWARE,
	            .config = PERF_COUNT_SW_CPU_CLOCK,
	            .period = SAMPLER_PERIOD_NS },
	/* without it facts about page faults will be missing, no more */
	[FAULTS] = { .type = PERF_TYPE_SOFTWARE,
	             .config = PERF_COUNT_SW_PAGE_FAULTS,
	             .period = FAULT_PERIOD,
	             .optional = true },
};

struct sampler {
	struct perf_stream_event events[NEVENTS];
	struct samples *out;
	struct perf_stream *stream;
	struct sampler_result result;
};

static int usable(struct err *err)
{
	int error;

	if (getenv("PERFEXPERT_NO_PERF_EVENT"))
		return err_set(err, ERR_UNSUPPORTED,
		               "perf_event_open is switched off by "
		               "PERFEXPERT_NO_PERF_EVENT");
	error = perf_stream_try(&events[CLOCK], 1);
	if (error)
		return err_set(err, ERR_UNSUPPORTED,
		               "perf_event_open is refused here: %s",
		               strerror(error));
	return 0;
}

static void count(void *ctx, const struct perf_stream_sample *sample)
{
	struct sampler *p = ctx;
	struct sample_count *at = samples_at(p->out, sample->key);
	struct moments *moments = samples_moments(p->out, sample->key->run);
	struct moment when = {
		.ns = sample->time_ns,
		.kind = sample->event == FAULTS ? MOMENT_FAULTS : MOMENT_CPU,
		.thread = sample->key->thread,
		.place = samples_index(p->out, at),
	};

	if (sample->event == FAULTS) {
		when.amount = FAULT_PERIOD;
		at->faults += FAULT_PERIOD;
		p->result.faults += FAULT_PERIOD;
	} else {
		when.amount = (double)p->events[CLOCK].period * 1e-9;
		at->samples++;
		samples_next(p->out, at);
		p->result.samples++;
		*(sample->kernel ? &at->system_s : &at->user_s) += when.amount;
	}
	if (moments)
		moments_add(moments, &when);
}

static struct sampler *start(struct samples *s, uint16_t run,
                             uint32_t period_ns, struct err *err)
{
	struct sampler *p = mem_alloc(1, sizeof(*p));
	const struct perf_stream_setup setup = {
		.events = p->events,
		.n = NEVENTS,
		.out = s,
		.run = run,
		/* of a part it is known later what belongs to it */
		.hold = period_ns == SAMPLER_PART_NS,
		.count = count,
		.ctx = p,
	};

	(void)err;
	memcpy(p->events, events, sizeof(events));
	p->events[CLOCK].period = period_ns;
	p->out = s;
	p->stream = perf_stream_new(&setup);
	return p;
}

static int attach(void *ctx, pid_t pid, struct err *err)
{
	const struct sampler *p = ctx;

	return perf_stream_attach(p->stream, pid, err);
}

static bool tick(void *ctx, double elapsed_s)
{
	const struct sampler *p = ctx;

	return perf_stream_tick(p->stream, elapsed_s);
}

static void cut(void *ctx, uint16_t run, double ago_s)
{
	const struct sampler *p = ctx;

	perf_stream_cut(p->stream, run, ago_s);
}

static int finish(struct sampler *p, struct sampler_result *result,
                  struct err *err)
{
	struct perf_stream_result r;

	(void)err;
	perf_stream_finish(p->stream, &r);
	*result = p->result;
	result->lost = r.lost;
	result->threads = r.threads;
	result->kernel_time = r.kernel;
	if (!r.totals[FAULTS].opened)
		result->faults = NAN;
	free(p);
	return 0;
}

const struct sampler_ops sampler_perf = {
	.name = "perf_event cpu-clock",
	.usable = usable,
	.start = start,
	.attach = attach,
	.tick = tick,
	.cut = cut,
	.finish = finish,
};
