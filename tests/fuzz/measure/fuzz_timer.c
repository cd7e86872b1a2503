/*
 * fuzz_timer - the area that the preloaded sampler fills, which the measured
 * program may write to: numbers given out, so many mappings, then samples
 */
#include "../input.h"

/* what it does with the area has no name outside:
 * NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "measure/collect/clock/timer_sampler.c"

enum { PATH_BYTES = 16 };

struct head {
	uint64_t samples_next, mappings_next;
	uint32_t images, nmappings;
};

/* Takes so many bytes off the input; false: there are not that many. */
static bool bytes(const uint8_t **data, size_t *size, void *to, size_t n)
{
	if (*size < n)
		return false;
	memcpy(to, *data, n);
	*data += n;
	*size -= n;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct timer_area area;
	struct head h;
	struct sampler *t = mem_alloc(1, sizeof(*t));
	struct sampler_result result;
	struct samples *out = samples_new();
	struct err err = { 0 };
	size_t n = 0, m = 0;

	t->area = &area;
	t->maps = maps_new();
	t->out = out;
	t->library.fd = -1;
	strbuf_init(&t->library.library);
	if (bytes(&data, &size, &h, sizeof(h))) {
		area.images = h.images;
		area.samples_next = h.samples_next / 2;
		area.mappings_next = h.mappings_next / 2;
		while (m < h.nmappings && m < TIMER_MAPPINGS &&
		       bytes(&data, &size, &area.mappings[m],
		             offsetof(struct timer_mapping, path) + PATH_BYTES))
			m++;
		while (n < TIMER_SAMPLES &&
		       bytes(&data, &size, &area.samples[n],
		             sizeof(*area.samples)))
			n++;
		tick(t, 0);
		/* it may count back, too */
		area.samples_next = h.samples_next;
		area.mappings_next = h.mappings_next;
	}
	finish(t, &result, &err);
	samples_free(out);
	memset(area.mappings, 0, m * sizeof(*area.mappings));
	memset(area.samples, 0, n * sizeof(*area.samples));
	return 0;
}
