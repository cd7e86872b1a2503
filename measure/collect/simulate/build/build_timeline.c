#include "build_timeline.h"

#include <math.h>
#include <stdint.h>

#include "base/banned.h"
#include "build_threads.h"
#include "build_waits.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/time_rows.h"
#include "measure/collect/clock/moments.h"
#include "measure/collect/clock/sample_waits.h"
#include "measure/collect/clock/samples.h"
#include "profile/waits.h"

/* Work of the clock's samples, and page faults */
static void add_clock(struct time_rows *t, const struct timeline_source *from)
{
	const bool both = from->clock == from->timed;
	uint32_t every;
	size_t n, places;
	const struct moment *m =
		moments_all(samples_moments(from->clock, 0), &n, &every);
	const struct sample_count *counts = samples_all(from->clock, &places);

	for (size_t i = 0; i < n; i++) {
		const struct time_span when = { m[i].ns, m[i].span_ns };
		struct profile_section *s;
		double amount = m[i].amount * every;
		uint32_t thread;

		if (m[i].kind > MOMENT_FAULTS)
			continue;
		thread = threads_clock(from->threads, 0, m[i].thread);
		if (thread == THREADS_NONE)
			continue;
		if (m[i].kind == MOMENT_FAULTS) {
			time_rows_add(t, NULL, TIME_OF_FAULTS, when, thread,
			              amount);
			continue;
		}
		s = from->spots[m[i].place].section;
		if (!both)
			amount *= 1 - waits_share(from->waits, s);
		else if (counts[m[i].place].key.call)
			continue;
		time_rows_add(t, s, TIME_OF_CPU, when, thread, amount);
		time_rows_add(t, NULL, TIME_OF_CPU, when, thread, amount);
	}
}

static unsigned wait_of(unsigned call)
{
	const enum wait_kind kind = sample_wait_kind(call);

	return TIME_OF_WAIT + (kind == WAIT_NONE ? WAIT_OTHER : kind);
}

/* What was waited for, spinning or blocked, and for a processor */
static void add_timed(struct time_rows *t, const struct timeline_source *from)
{
	uint32_t every;
	size_t n, places;
	const struct moment *m =
		moments_all(samples_moments(from->timed, 0), &n, &every);
	const struct sample_count *counts = samples_all(from->timed, &places);

	for (size_t i = 0; i < n; i++) {
		const struct time_span when = { m[i].ns, m[i].span_ns };
		const uint32_t thread =
			threads_timed(from->threads, 0, m[i].thread);
		unsigned call = m[i].place, of;

		if (m[i].kind == MOMENT_FAULTS || m[i].kind > MOMENT_DELAY ||
		    thread == THREADS_NONE)
			continue;
		if (m[i].kind == MOMENT_CPU) {
			call = counts[m[i].place].key.call;
			if (!call)
				continue;
		}
		of = m[i].kind == MOMENT_DELAY ? TIME_OF_DELAY : wait_of(call);
		time_rows_add(t, NULL, of, when, thread, m[i].amount * every);
	}
}

void build_timeline(struct attribution *b, const struct timeline_source *from)
{
	struct time_rows *t = time_rows_new(
		b, moments_origin(samples_moments(from->clock, 0)),
		from->wall_s);

	if (!t)
		return;
	add_clock(t, from);
	add_timed(t, from);
	time_rows_end(t);
}
