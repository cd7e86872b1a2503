/*
 * fuzz_perf - records of any bytes in the order of a perf ring, as long as the
 * kernel makes them: each of the size that it says
 */
#include "../input.h"

/* what it does with records has no name outside:
 * NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "measure/collect/clock/perf_stream.c"

static void count_one(void *ctx, const struct perf_stream_sample *sample)
{
	if (sample->event >= PERF_STREAM_MAX)
		abort();
	samples_at(ctx, sample->key)->samples++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct perf_stream_event events[2] = { { .period = 1 } };
	struct samples *s = samples_new();
	const struct perf_stream_setup setup = {
		.events = events, .n = 2, .out = s, .count = count_one, .ctx = s
	};
	struct perf_stream *p = perf_stream_new(&setup);
	struct cpu c = { .fds = { 0, 0 }, .ids = { 0, 1 } };
	struct perf_event_header h;

	p->kernel = size & 1;
	while (size >= sizeof(h)) {
		struct perf_event_header *record;

		memcpy(&h, data, sizeof(h));
		if (h.size < sizeof(h) || h.size > size)
			break;
		record = malloc(h.size); /* its end is watched */
		memcpy(record, data, h.size);
		take(p, &c, record);
		free(record);
		data += h.size;
		size -= h.size;
	}
	process(p, UINT64_MAX);
	maps_free(p->maps);
	free(p->cpus);
	free(p->records);
	free(p->threads);
	free(p->processes);
	free(p);
	samples_free(s);
	return 0;
}
