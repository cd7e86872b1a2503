/*
 * intervals - are a stopped pass's intervals honest? For bench/intervals.sh
 *
 * intervals MACHINE SECTIONS SLICES: takes the slices of a whole pass, as
 * the simulator wrote them, and ends it at 200 random places. Whether what is
 * then expected of the whole lies within the interval of what the whole pass
 * counted, by section and event; a tenth of a character is no difference, nor
 * is what lies beyond a bar's end. And how wide these are, in characters.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/bar_scale.h"
#include "arch/machine.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "measure/collect/simulate/sample/settle.h"
#include "measure/collect/simulate/protocol/sim_events.h"
#include "measure/collect/simulate/sample/slices.h"
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

/* Takes the whole lines of size bytes of the text; returns their end. */
static size_t replay(struct slices_reader *r, struct pass *p, const char *text,
                     size_t size)
{
	char *copy = mem_alloc(size + 1, 1);
	size_t used;

	memcpy(copy, text, size);
	used = slices_read(r, copy, size, take, p);
	free(copy);
	return used;
}

struct score {
	unsigned inside, all;
	double *width; /* half, in characters */
	size_t cap;
};

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* In characters; what is beyond a bar's end does not count. */
static bool is_inside(double expected, double error, double truth)
{
	static const double bar_end = BAR_MAX, none = 0.1;
	const double shown = fmin(truth, bar_end);

	return shown >= fmin(expected - error, bar_end) - none &&
	       shown <= fmin(expected + error, bar_end) + none;
}

static void judge(const struct pass *whole, const struct pass *part,
                  const struct profile *names, size_t n, struct score *score)
{
	const double character =
		machine_param(whole->m, "CPI_threshold") / BAR_PER_GOOD;

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
			error = settle_error(part->settle, s, (size_t)e,
			                     1 - 1 / times);
			if (isnan(error))
				continue;
			expected = part->sum[s][e] * settle_factor(part->settle,
			                                           s, (size_t)e,
			                                           times);
			score->width = mem_grow(score->width, &score->cap,
			                        score->all + 1, sizeof(double));
			score->width[score->all++] = expected * error * each;
			score->inside += is_inside(expected * each,
			                           expected * error * each,
			                           whole->sum[s][e] * each);
		}
	}
}

/* Places in the order in which they come. */
static void find_places(double at[PLACES])
{
	uint32_t random = 1;

	for (int i = 0; i < PLACES; i++) {
		random = random * 1664525u + 1013904223u;
		at[i] = 0.02 + 0.9 * random / 4294967296.0;
	}
	qsort(at, PLACES, sizeof(*at), by_size);
}

static void judge_places(const struct pass *whole, struct pass *part,
                         const struct strbuf *text, const struct profile *names,
                         size_t n, struct score *score)
{
	struct slices_reader *r = slices_new(n);
	double at[PLACES];
	size_t done = 0;

	find_places(at);
	for (int i = 0; i < PLACES; i++) {
		const size_t to = (size_t)((double)text->len * at[i]);

		done += replay(r, part, text->s + done, to - done);
		judge(whole, part, names, n, score);
	}
	slices_free(r);
}

int main(int argc, char **argv)
{
	struct err err = { 0 };
	struct machine *m;
	struct strbuf text = STRBUF_INIT;
	struct profile *names = profile_new();
	struct pass whole = { 0 }, part = { 0 };
	struct slices_reader *r;
	struct score score = { 0 };
	int sections = 0;
	size_t n;

	if (argc != 4 || !num_int(argv[2], 1, MAX_SECTIONS, &sections) ||
	    machine_load(&m, argv[1], &err) != 0 ||
	    io_read_file(argv[3], (size_t)1 << 30, &text, &err) != 0) {
		fprintf(stderr, "intervals: %s\n", err.msg);
		return 2;
	}
	n = (size_t)sections;
	sim_events_add(names, machine_geometry(m), false);
	whole.m = part.m = m;
	part.settle = settle_new(m, n, 1);
	r = slices_new(n);
	replay(r, &whole, text.s, text.len);
	slices_free(r);
	judge_places(&whole, &part, &text, names, n, &score);
	if (score.all)
		qsort(score.width, score.all, sizeof(double), by_size);
	printf("%u of %u within their intervals: %.1f %%; half of these are no "
	       "wider than +-%.2f, nine in ten than +-%.1f\n",
	       score.inside, score.all, 100.0 * score.inside / score.all,
	       score.all ? score.width[score.all / 2] : NAN,
	       score.all ? score.width[score.all * 9 / 10] : NAN);
	free(score.width);
	settle_free(part.settle);
	strbuf_release(&text);
	profile_free(names);
	machine_free(m);
	return 10 * score.inside < 9 * score.all;
}
