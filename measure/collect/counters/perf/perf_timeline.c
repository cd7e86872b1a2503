#include "perf_timeline.h"

#include <linux/perf_event.h>
#include <string.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/canonical.h"
#include "measure/attribute/time_rows.h"
#include "measure/collect/clock/moments.h"
#include "measure/collect/clock/sampler.h"
#include "measure/collect/clock/samples.h"
#include "perf_counters.h"

enum { CLOCK, FAULTS, FAULT_PERIOD = 16 };

size_t perf_timeline_events(struct perf_stream_event *events, size_t n)
{
	static const struct perf_stream_event more[PERF_TIMELINE_EVENTS] = {
		[CLOCK] = { .type = PERF_TYPE_SOFTWARE,
		            .config = PERF_COUNT_SW_CPU_CLOCK,
		            .period = SAMPLER_PERIOD_NS,
		            .optional = true,
		            .alone = true },
		[FAULTS] = { .type = PERF_TYPE_SOFTWARE,
		             .config = PERF_COUNT_SW_PAGE_FAULTS,
		             .period = FAULT_PERIOD,
		             .optional = true,
		             .alone = true },
	};

	if (n + PERF_TIMELINE_EVENTS > PERF_STREAM_MAX)
		return n;
	memcpy(events + n, more, sizeof(more));
	return n + PERF_TIMELINE_EVENTS;
}

static void add(struct perf_counters *c, enum moment_kind kind, uint32_t place,
                double amount, const struct perf_stream_sample *sample)
{
	moments_add(samples_moments(c->samples, 0),
	            &(struct moment){ .ns = sample->time_ns,
	                              .kind = kind,
	                              .thread = sample->key->thread,
	                              .place = place,
	                              .amount = amount });
}

void perf_timeline_clock(struct perf_counters *c, size_t i,
                         const struct perf_stream_sample *sample)
{
	struct sample_key key = *sample->key;

	if (i == FAULTS) {
		add(c, MOMENT_FAULTS, 0, FAULT_PERIOD, sample);
		return;
	}
	key.event = PERF_COUNTERS_CLOCK;
	add(c, MOMENT_CPU,
	    samples_index(c->samples, samples_at(c->samples, &key)),
	    SAMPLER_PERIOD_NS * 1e-9, sample);
}

/* The event, where it is this native alone; one native may be of several. */
static const struct machine_event *counted(const struct machine *m,
                                           const char *name,
                                           const struct machine_native *native)
{
	const struct machine_event *e = machine_event_find(m, name);

	return e && e->nnatives == 1 && e->natives[0] == native ? e : NULL;
}

void perf_timeline_count(struct perf_counters *c,
                         const struct machine_native *native, double period,
                         const struct perf_stream_sample *sample)
{
	const struct machine *m = c->s->machine;
	const struct machine_event *cycles = counted(m, "TOT_CYC", native);
	const struct machine_event *ins = counted(m, "TOT_INS", native);

	if (cycles)
		add(c, MOMENT_CYCLES, 0,
		    1e-9 * period * canonical_constant(m, cycles), sample);
	if (ins)
		add(c, MOMENT_INS, 0,
		    1e-9 * period * canonical_constant(m, ins), sample);
}

void perf_timeline_build(struct attribution *b, const struct perf_counters *c,
                         const struct spot *spots, double turns)
{
	static const unsigned of[MOMENT_KINDS] = {
		[MOMENT_CPU] = TIME_OF_CPU,
		[MOMENT_FAULTS] = TIME_OF_FAULTS,
		[MOMENT_CYCLES] = TIME_OF_CYCLES,
		[MOMENT_INS] = TIME_OF_INS,
	};
	const struct moments *moments = samples_moments(c->samples, 0);
	struct time_rows *t = time_rows_new(b, moments_origin(moments),
	                                    c->runs[0].launch.wall_s);
	uint32_t every;
	size_t n;
	const struct moment *m = moments_all(moments, &n, &every);

	if (!t)
		return;
	for (size_t i = 0; i < n; i++) {
		const struct time_span when = { m[i].ns, m[i].span_ns };
		const double amount =
			m[i].amount * every *
			(of[m[i].kind] >= TIME_OF_CYCLES ? turns : 1);

		time_rows_add(t, NULL, of[m[i].kind], when, m[i].thread,
		              amount);
		if (m[i].kind == MOMENT_CPU)
			time_rows_add(t, spots[m[i].place].section, TIME_OF_CPU,
			              when, m[i].thread, amount);
	}
	time_rows_end(t);
}
