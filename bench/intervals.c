/*
 * intervals - are a stopped pass's intervals honest? For bench/intervals.sh
 *
 * intervals MACHINE SECTIONS SLICES: takes the slices of a whole pass, as
 * the simulator wrote them, and ends it at 200 random places. Whether what is
 * then expected of the whole lies within the interval of what the whole pass
 * counted, by section and event; a tenth of a character is no difference.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/machine.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "measure/simulate/part/settle.h"
#include "measure/simulate/output/sim_events.h"
#include "measure/simulate/part/slices.h"
#include "profile/profile.h"

enum { PLACES = 200, MAX_SECTIONS = 64 };

static const struct {
	const char *event, *latency;
} costs[] = {
	{ "L1_DCA", "L1_dlat" },     { "L2_DCA", "L2_lat" },
	{ "L3_DCA", "L3_lat" },      { "L3_DCM", "Mem_lat" },
	{ "TLB_DM", "TLB_lat" },     { "BR_INS", "BR_lat" },
	{ "BR_MSP", "BR_miss_lat" }, { "FP_INS", "FP_lat" },
};

enum { N_COSTS = sizeof(costs) / sizeof(*costs) };

struct pass {
	const struct machine *m;
	struct settle *settle; /* or NULL: only sums */
	double sum[MAX_SECTIONS][SIM_EVENTS_MAX];
};

static void take(void *ctx, size_t section, const uint64_t n[SIM_NCOUNTERS],
                 bool watched)
{
	struct pass *p = ctx;
	double events[SIM_EVENTS_MAX] = { 0 };

	(void)watched;
	const size_t count =
		sim_events_counts(n, machine_geometry(p->m), events);

	for (size_t e = 0; e < count; e++)
		p->sum[section][e] += events[e];
	if (p->settle)
		settle_add(p->settle, section, events);
}

/* The slices up to a byte. */
static void replay(struct pass *p, const char *text, size_t size, size_t n)
{
	struct slices_reader *r = slices_new(n);
	char *copy = mem_alloc(size + 1, 1);

	memcpy(copy, text, size);
	slices_read(r, copy, size, take, p);
	slices_free(r);
	free(copy);
}

struct score {
	unsigned inside, all;
};

static void judge(const struct pass *whole, const struct pass *part,
                  const struct profile *names, size_t n, struct score *score)
{
	const double character = machine_param(whole->m, "CPI_threshold") / 10;

	for (size_t s = 0; s < n; s++) {
		const double ins = whole->sum[s][0];

		if (settle_state(part->settle, s) == SETTLE_UNSEEN)
			continue;
		for (size_t k = 0; k < N_COSTS; k++) {
			const int e = profile_event(names, costs[k].event);
			const double each =
				machine_param(whole->m, costs[k].latency) /
				ins / character;
			const double times = ins / part->sum[s][0];
			double error, expected;

			if (e < 0 || isnan(each))
				continue;
			error = settle_error(part->settle, s, (size_t)e);
			if (isnan(error))
				continue;
			expected = part->sum[s][e] * settle_factor(part->settle,
			                                           s, (size_t)e,
			                                           times);
			score->all++;
			score->inside +=
				fabs(expected - whole->sum[s][e]) * each <=
				expected * error * each + 0.1;
		}
	}
}

int main(int argc, char **argv)
{
	struct err err = { 0 };
	struct machine *m;
	struct strbuf text = STRBUF_INIT;
	struct profile *names = profile_new();
	struct pass whole = { 0 };
	struct score score = { 0 };
	int sections = 0;
	size_t n;
	uint32_t random = 1;

	if (argc != 4 || !num_int(argv[2], 1, MAX_SECTIONS, &sections) ||
	    machine_load(&m, argv[1], &err) != 0 ||
	    io_read_file(argv[3], (size_t)1 << 30, &text, &err) != 0) {
		fprintf(stderr, "intervals: %s\n", err.msg);
		return 2;
	}
	n = (size_t)sections;
	sim_events_add(names, machine_geometry(m), false);
	whole.m = m;
	replay(&whole, text.s, text.len, n);
	for (int i = 0; i < PLACES; i++) {
		struct pass part = { .m = m };

		random = random * 1664525u + 1013904223u;
		part.settle = settle_new(m, n, 1);
		replay(&part, text.s,
		       (size_t)((double)text.len *
		                (0.02 + 0.9 * random / 4294967296.0)),
		       n);
		judge(&whole, &part, names, n, &score);
		settle_free(part.settle);
	}
	printf("%u of %u within their intervals: %.1f %%\n", score.inside,
	       score.all, 100.0 * score.inside / score.all);
	strbuf_release(&text);
	profile_free(names);
	machine_free(m);
	return 10 * score.inside < 9 * score.all;
}
