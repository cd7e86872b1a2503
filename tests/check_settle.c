/* check_settle - when a simulated pass has seen enough, and what its rates are
 * worth */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch/machine.h"
#include "base/err.h"
#include "base/mem.h"
#include "measure/simulate/part/pace.h"
#include "measure/simulate/part/settle.h"
#include "measure/simulate/output/sim_events.h"
#include "profile/profile.h"

enum { SLICE = 1000000 };

static struct machine *zen3(void)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, "zen3", &err) == 0, "%s", err.msg);
	return m;
}

static size_t event(const struct machine *m, const char *name)
{
	struct profile *p = profile_new();
	int at;

	sim_events_add(p, machine_geometry(m), false);
	at = profile_event(p, name);
	profile_free(p);
	ck_assert_int_ge(at, 0);
	return (size_t)at;
}

/* A slice with so many loads from memory in a thousand instructions. */
static void add(struct settle *s, const struct machine *m, size_t section,
                double per_thousand)
{
	double events[SIM_EVENTS_MAX] = { 0 };

	events[0] = SLICE;
	events[event(m, "L1_DCA")] = 0.05 * SLICE;
	events[event(m, "L3_DCM")] = per_thousand * SLICE / 1000;
	settle_add(s, section, events);
}

/* Pseudo-random numbers, the same everywhere: 0..1 */
static double draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 40) / (1 << 24);
}

START_TEST(steady_rates_settle)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);

	ck_assert_int_eq(settle_state(s, 0), SETTLE_UNSEEN);
	for (int i = 0; i < 5; i++)
		add(s, m, 0, 1);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	for (int i = 0; i < 10; i++)
		add(s, m, 0, 1);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_DONE);
	ck_assert_int_eq(settle_state(s, 1), SETTLE_UNSEEN);
	ck_assert_double_eq(settle_error(s, 0, event(m, "L3_DCM"), 0), 0);
	ck_assert_double_eq(settle_bars(s, 0, 0), 0);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* 400 cycles of memory, half of the time: no bar stands */
START_TEST(noise_does_not_settle)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1);
	uint64_t state = 1;

	for (int i = 0; i < 20; i++)
		add(s, m, 0, draw(&state) < 0.5 ? 0 : 2);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	ck_assert_double_gt(settle_bars(s, 0, 0), 1);
	ck_assert_double_gt(settle_error(s, 0, event(m, "L3_DCM"), 0), 0.1);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* A rate that rises all the time is not taken for its mean. */
/* A bar is not shorter than nothing, nor longer than all of the line. */
START_TEST(bars_end)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1);

	for (int i = 0; i < 3; i++)
		add(s, m, 0, i < 2 ? 0 : 20);
	ck_assert_double_gt(settle_bars(s, 0, 0), 40);
	ck_assert_double_le(settle_bars(s, 0, 0), 51);
	settle_free(s);
	machine_free(m);
}
END_TEST

START_TEST(drift_does_not_settle)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1);

	for (int i = 0; i < 60; i++)
		add(s, m, 0, 0.02 * i);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* Cold misses happen once: ten times the instructions don't bring ten times. */
START_TEST(tells_the_cold_start_apart)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1);
	const size_t misses = event(m, "L3_DCM");

	for (int i = 0; i < 4; i++)
		add(s, m, 0, 100);
	for (int i = 0; i < 36; i++)
		add(s, m, 0, 1);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_DONE);
	/* 4 x 100 + 36 x 1 were seen; 400 slices have 4 x 100 + 396 x 1 */
	ck_assert_double_eq_tol(settle_factor(s, 0, misses, 10), 796.0 / 436,
	                        1e-9);
	ck_assert_double_eq_tol(settle_factor(s, 0, event(m, "L1_DCA"), 10), 10,
	                        1e-9);
	settle_free(s);
	machine_free(m);
}
END_TEST

START_TEST(knows_what_is_over)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);

	for (int i = 0; i < 5; i++)
		add(s, m, 0, 1);
	ck_assert(!settle_over(s, 0));
	for (int i = 0; i < 4; i++)
		add(s, m, 1, 1);
	ck_assert(!settle_over(s, 0));
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	add(s, m, 1, 1);
	ck_assert(settle_over(s, 0));
	ck_assert_int_eq(settle_state(s, 0), SETTLE_DONE);
	ck_assert(!settle_over(s, 1));
	settle_free(s);
	machine_free(m);
}
END_TEST

/*
 * The intervals hold what they say: of rates that wander (a slice is like the
 * one before by half), seen for 12 to 300 slices, the true mean lies within the
 * 95 % interval in 90 % of the cases at least. 1000 of them.
 */
START_TEST(intervals_are_honest)
{
	struct machine *m = zen3();
	const size_t misses = event(m, "L3_DCM"), loads = event(m, "L1_DCA");
	uint64_t state = 7;
	int inside = 0;

	for (int k = 0; k < 1000; k++) {
		struct settle *s = settle_new(m, 1, 1);
		const int n = 12 + (int)(288 * draw(&state));
		double wander = 0, sum = 0, error;

		for (int i = 0; i < n; i++) {
			double events[SIM_EVENTS_MAX] = { 0 };

			wander = 0.5 * wander + draw(&state) - 0.5;
			events[0] = SLICE;
			events[loads] = 0.05 * SLICE;
			events[misses] = (5 + wander) * SLICE / 1000;
			sum += events[misses];
			settle_add(s, 0, events);
		}
		settle_state(s, 0); /* which tells cold slices apart */
		error = settle_error(s, 0, misses, 0);
		/* the steady rate that the factor of very many slices means */
		sum *= settle_factor(s, 0, misses, 1e9) / 1e9 / n / SLICE * 1e3;
		inside += fabs(sum - 5) <= error * sum;
		settle_free(s);
	}
	ck_assert_int_ge(inside, 900);
	machine_free(m);
}
END_TEST

/*
 * The same of windows: a rate that differs from one time of the run to another
 * by a half, and hardly within a window, is watched twelve times. The interval
 * holds, and is not much wider than twelve such values make it.
 */
START_TEST(intervals_of_windows_are_honest)
{
	enum { WINDOWS = 12, SLICES = 6, PARTS = 96 };
	struct machine *m = zen3();
	const size_t misses = event(m, "L3_DCM");
	uint64_t state = 11;
	double widest = 0;
	int inside = 0;

	for (int k = 0; k < 400; k++) {
		struct settle *s = settle_new(m, 1, 1);
		double sum = 0, seen = 0, error;

		for (int i = 0; i < PARTS; i++) {
			const double rate = 4 + 2 * draw(&state);

			sum += rate / PARTS;
			for (int j = 0; j < SLICES && i % 8 == 3; j++) {
				const double here = rate + draw(&state) / 10;

				seen += here / WINDOWS / SLICES;
				add(s, m, 0, here);
			}
			settle_pass(s, 0, 50.0 * SLICE);
		}
		settle_state(s, 0);
		error = settle_error(s, 0, misses, 0);
		widest = fmax(widest, error);
		inside += fabs(seen - 0.05 - sum) <= error * sum;
		settle_free(s);
	}
	ck_assert_int_ge(inside, 360);
	/* 2.2 standard errors: 2.2 * 0.58 / sqrt(12) / 5 = 0.07 */
	ck_assert_double_lt(widest, 0.15);
	machine_free(m);
}
END_TEST

enum { ALIKE, WANDERS, RISES, PHASES, KINDS };

/* Misses of a thousand instructions, slice by slice of a whole run. */
static void make_run(int kind, size_t n, double *rate, uint64_t *state)
{
	double wander = 0, phase = 4;
	size_t left = 0;

	for (size_t i = 0; i < n; i++) {
		const double noise = draw(state) - 0.5;

		if (left-- == 0) {
			left = 20 + (size_t)(40 * draw(state));
			phase = 10 - phase; /* 4, 6, 4 ... */
		}
		wander = 0.97 * wander + noise;
		rate[i] = (const double[]){
			[ALIKE] = 5 + noise,
			[WANDERS] = 8 + wander,
			[RISES] = 3 + 4 * (double)i / (double)n + noise / 5,
			[PHASES] = phase + noise / 5,
		}[kind];
	}
}

/*
 * A pass that is watched from its beginning is ended somewhere: what all of the
 * run has lies within the interval in nine of ten cases, be the slices alike,
 * like the one before, ever more, or of phases that come again. Half of the
 * intervals are no wider than is good for, in that case.
 */
START_TEST(intervals_of_one_window_are_honest)
{
	enum { RUNS = 300, SLICES = 500 };
	static const double most[KINDS] = { 0.04, 0.16, 0.6, 0.4 };
	struct machine *m = zen3();
	const size_t misses = event(m, "L3_DCM");
	uint64_t state = 5;
	int inside = 0, narrow = 0;

	for (int k = 0; k < RUNS; k++) {
		struct settle *s = settle_new(m, 1, 1);
		const size_t n =
			(size_t)(SLICES * (0.06 + 0.86 * draw(&state)));
		const double times = (double)SLICES / (double)n;
		double rate[SLICES], all = 0, seen = 0, error;

		make_run(_i, SLICES, rate, &state);
		for (size_t i = 0; i < SLICES; i++) {
			all += rate[i];
			if (i >= n)
				continue;
			seen += rate[i];
			add(s, m, 0, rate[i]);
		}
		settle_state(s, 0);
		seen *= settle_factor(s, 0, misses, times);
		error = settle_error(s, 0, misses, 1 - 1 / times);
		inside += fabs(seen - all) <= error * seen;
		narrow += error <= most[_i];
		settle_free(s);
	}
	ck_assert_int_ge(inside, RUNS * 9 / 10);
	ck_assert_int_ge(narrow, RUNS / 2);
	machine_free(m);
}
END_TEST

/*
 * METIS: graphs grow, and of each as much is watched, ever less of what is
 * done. What was passed over is like what was watched before and after.
 */
START_TEST(windows_stand_for_what_is_passed_over)
{
	enum { WINDOWS = 8, SLICES = 4 };
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1);
	const size_t misses = event(m, "L3_DCM"), loads = event(m, "L1_DCA");
	double all = 0, watched = 0, times;

	for (int w = 1; w <= WINDOWS; w++) {
		const int passed = 10 * w * w;

		for (int i = 0; i < SLICES; i++)
			add(s, m, 0, w);
		watched += SLICES * w;
		all += SLICES * w;
		all += passed / 2.0 * (w + (w < WINDOWS ? w + 1 : w));
		settle_pass(s, 0, passed * (double)SLICE);
	}
	settle_state(s, 0);
	times = settle_growth(s, 0);
	ck_assert_double_eq_tol(settle_factor(s, 0, misses, times) * watched,
	                        all, 1e-6 * all);
	/* what is counted exactly is not estimated */
	ck_assert_double_eq_tol(settle_factor(s, 0, loads, 1), 1, 1e-9);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* Two windows that differ say that others may, however sure each is. */
START_TEST(few_windows_that_differ_are_not_sure)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);

	for (size_t k = 0; k < 2; k++) {
		for (int w = 0; w < 3; w++) {
			for (int i = 0; i < 8; i++)
				add(s, m, k, k ? 1 + 0.2 * w : 1);
			settle_pass(s, k, 20.0 * SLICE);
		}
		settle_state(s, k);
	}
	ck_assert_double_lt(settle_bars(s, 0, 0), 1e-9);
	ck_assert_double_lt(settle_apart(s, 0), 1e-9);
	ck_assert_double_gt(settle_bars(s, 1, 0), 2);
	ck_assert_double_gt(settle_apart(s, 1), 2);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* The mean of many is sure; what comes may still be like one of them. */
START_TEST(what_is_not_seen_may_be_like_one_window)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 3, 1);
	const size_t misses = event(m, "L3_DCM");

	for (size_t k = 0; k < 3; k++) {
		for (int w = 0; w < 12; w++) {
			for (int i = 0; i < 8; i++)
				add(s, m, k, k ? 1 + 0.2 * (w % 2) : 1);
			if (k < 2)
				settle_pass(s, k, 20.0 * SLICE);
		}
		settle_state(s, k);
	}
	ck_assert_double_lt(settle_error(s, 0, misses, 1), 1e-9);
	/* two standard deviations, of 0.1 each */
	ck_assert_double_eq_tol(settle_error(s, 1, misses, 0.5), 0.11, 0.02);
	ck_assert_double_eq_tol(settle_error(s, 1, misses, 1), 0.21, 0.02);
	ck_assert_double_lt(settle_error(s, 1, misses, 0), 0.1);
	ck_assert_double_gt(settle_bars(s, 1, 1), 2 * settle_bars(s, 1, 0));
	settle_free(s);
	machine_free(m);
}
END_TEST

/*
 * xz, whose dictionary fills: misses become more and more, but less so with
 * time, which is not expected to go on as fast as it was on average.
 */
START_TEST(what_flattens_is_not_taken_to_rise)
{
	enum { RUNS = 100, SLICES = 4000, SEEN = 400, FIRST = 40, EACH = 60 };
	struct machine *m = zen3();
	const size_t misses = event(m, "L3_DCM");
	uint64_t state = 3;
	int inside = 0, narrow = 0;

	for (int k = 0; k < RUNS; k++) {
		struct settle *s = settle_new(m, 1, 1);
		double all = 0, seen = 0, watched = 0, error, times;

		for (int i = 0; i < SLICES; i++) {
			const double rate =
				2 + log(1 + i / 8.0) + (draw(&state) - 0.5) / 5;

			all += rate;
			if (i >= SEEN)
				continue;
			if (i >= FIRST && i % EACH >= 4) {
				settle_pass(s, 0, SLICE);
				continue;
			}
			add(s, m, 0, rate);
			seen += rate;
			watched++;
		}
		settle_state(s, 0);
		times = SLICES / watched;
		seen *= settle_factor(s, 0, misses, times);
		error = settle_error(s, 0, misses, 1 - (double)SEEN / SLICES);
		inside += fabs(seen - all) <= error * seen;
		narrow += error <= 0.6;
		settle_free(s);
	}
	ck_assert_int_ge(inside, RUNS * 9 / 10);
	ck_assert_int_ge(narrow, RUNS * 9 / 10);
	machine_free(m);
}
END_TEST

/* What is open at one tolerance is done at another, and back. */
START_TEST(settles_at_another_tolerance)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1e-6);
	uint64_t state = 1;

	for (int i = 0; i < 40; i++)
		add(s, m, 0, 1 + 0.1 * draw(&state));
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	settle_tolerate(s, 5);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_DONE);
	settle_tolerate(s, 1e-6);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* xz: the dictionary fills, and more and more is missed. */
START_TEST(knows_that_an_instruction_costs_more_and_more)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);

	ck_assert(isnan(settle_drift(s, 0)));
	for (int i = 0; i < 20; i++) {
		add(s, m, 0, 1 + i * 0.05);
		add(s, m, 1, 1);
	}
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	ck_assert_int_eq(settle_state(s, 1), SETTLE_DONE);
	ck_assert_double_gt(settle_drift(s, 0), 0.2);
	ck_assert_double_lt(settle_drift(s, 1), 1e-9);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* What was not watched counts as time, and for the growth of counts. */
START_TEST(passes_over)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);

	ck_assert_double_eq(settle_growth(s, 0), 1);
	ck_assert_double_eq(settle_watched(s), 1);
	add(s, m, 0, 1);
	settle_pass(s, 0, 3 * SLICE);
	ck_assert_double_eq(settle_growth(s, 0), 4);
	ck_assert_double_eq(settle_watched(s), 0.25);
	settle_pass(s, 1, 4 * SLICE);
	ck_assert(settle_over(s, 0));
	ck_assert_int_eq(settle_state(s, 1), SETTLE_UNSEEN);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* Slices of a section: so many, at a second of the program each. */
static bool runs(struct pace *p, struct settle *s, const struct machine *m,
                 size_t section, bool watched, double *now_s, double *cost_s)
{
	*now_s += 1;
	*cost_s += watched ? 30 : 3;
	pace_ran(p, section, SLICE, watched);
	if (watched)
		add(s, m, section, 1);
	return pace_watches(p, s, *now_s, *cost_s);
}

/* Until it settled, when something new runs, and every twelfth of the run. */
START_TEST(watches_now_and_then)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);
	struct pace *p = pace_new(2, 120, 1000, 1000);
	double now_s = 0, cost_s = 0;
	bool watches = true;
	int slices = 0;

	while ((watches = runs(p, s, m, 0, watches, &now_s, &cost_s)))
		slices++;
	ck_assert_int_ge(slices, 2);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_DONE);
	slices = 0;
	while (!(watches = runs(p, s, m, 0, false, &now_s, &cost_s)))
		slices++;
	ck_assert_int_ge(slices, 8);
	ck_assert_int_le(slices, 10);
	ck_assert(runs(p, s, m, 0, true, &now_s, &cost_s));
	ck_assert(!runs(p, s, m, 0, true, &now_s, &cost_s));
	ck_assert(!runs(p, s, m, 0, false, &now_s, &cost_s));
	ck_assert(runs(p, s, m, 1, false, &now_s, &cost_s));
	pace_free(p);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* Where a window costs as much as five of twelve may, there are fewer. */
START_TEST(watches_less_often_what_is_dear)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);
	struct pace *p = pace_new(2, 120, 600, 120);
	double now_s = 0, cost_s = 0;
	bool watches = true;
	int windows = 0;

	while (now_s < 120) {
		const bool before = watches;

		watches = runs(p, s, m, 0, watches, &now_s, &cost_s);
		windows += watches && !before;
		/* the first ones are paid for with the first watching */
		cost_s += watches && !before ? 300 : 0;
	}
	ck_assert_int_ge(windows, 2);
	ck_assert_int_le(windows, 4);
	/* but what is new is looked at */
	while (watches)
		watches = runs(p, s, m, 0, true, &now_s, &cost_s);
	ck_assert(!runs(p, s, m, 0, false, &now_s, &cost_s));
	ck_assert(runs(p, s, m, 1, false, &now_s, &cost_s));
	pace_free(p);
	settle_free(s);
	machine_free(m);
}
END_TEST

/*
 * The clock may be too slow, where passing over tells no misses: what that
 * costs tells of the time, too. More is watched where more is allowed.
 */
START_TEST(watches_as_often_where_the_clock_is_slow)
{
	int windows[2] = { 0 };

	for (int k = 0; k < 2; k++) {
		struct machine *m = zen3();
		struct settle *s = settle_new(m, 1, 1);
		struct pace *p = pace_new(1, 100, 30, 60);
		double cost_s = 0;
		bool watches = true;

		if (k)
			pace_allow(p, 1000);
		for (int slice = 0; slice < 400; slice++) {
			const bool before = watches;

			cost_s += watches ? 10 : 2.25;
			if (watches)
				add(s, m, 0, 1);
			pace_ran(p, 0, SLICE, watches);
			watches = pace_watches(p, s, slice / 40.0, cost_s);
			windows[k] += watches && !before;
		}
		pace_free(p);
		settle_free(s);
		machine_free(m);
	}
	ck_assert_int_ge(windows[0], 3);
	ck_assert_int_gt(windows[1], windows[0]);
}
END_TEST

/* A second phase may be watched for as long as its share is, twice. */
START_TEST(watches_for_longer_what_is_new)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1e-9);
	struct pace *p = pace_new(2, 1e9, 240, 0);
	uint64_t state = 1;
	double cost_s = 0, now_s = 0;
	int slices[2] = { 0 };

	pace_weigh(p, 0, 0.5);
	pace_weigh(p, 1, 0.5);
	for (size_t k = 0; k < 2; k++) {
		bool watches = k == 0;

		do {
			cost_s += 30;
			now_s++;
			if (watches)
				add(s, m, k, draw(&state));
			pace_ran(p, k, SLICE, watches);
			slices[k] += watches;
			watches = pace_watches(p, s, now_s, cost_s);
		} while (watches);
	}
	ck_assert_int_eq(slices[0], 8);
	ck_assert_int_eq(slices[1], 8);
	pace_free(p);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* Though it has cost all that it may, and then each time it did four times as
 * much: METIS refines ever larger graphs. */
START_TEST(watches_again_what_did_much_more_since)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1);
	struct pace *p = pace_new(1, 120, 59, 0);
	double now_s = 0, cost_s = 0;
	int windows = 0, watched = 0;
	bool watches = true, before = true;

	for (int i = 0; i < 118; i++) {
		watches = runs(p, s, m, 0, watches, &now_s, &cost_s);
		windows += watches && !before;
		watched += watches;
		before = watches;
	}
	ck_assert_int_ge(windows, 1);
	ck_assert_int_le(windows, 3);
	ck_assert_int_le(watched, 30);
	pace_free(p);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* What does not settle is not watched for longer than it may cost. */
START_TEST(watches_no_longer_than_allowed)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1e-9);
	struct pace *p = pace_new(1, 1e9, 240, 0);
	uint64_t state = 1;
	double cost_s = 0;
	int slices = 0;

	do {
		slices++;
		cost_s += 30;
		add(s, m, 0, draw(&state));
		pace_ran(p, 0, SLICE, true);
	} while (pace_watches(p, s, slices, cost_s));
	ck_assert_int_eq(slices, 8);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	pace_free(p);
	settle_free(s);
	machine_free(m);
}
END_TEST

Suite *suite_settle(void);
Suite *suite_settle(void)
{
	Suite *s = suite_create("settle");
	TCase *tc = tcase_create("settle");

	tcase_add_test(tc, steady_rates_settle);
	tcase_add_test(tc, noise_does_not_settle);
	tcase_add_test(tc, bars_end);
	tcase_add_test(tc, drift_does_not_settle);
	tcase_add_test(tc, tells_the_cold_start_apart);
	tcase_add_test(tc, knows_what_is_over);
	tcase_add_test(tc, intervals_are_honest);
	tcase_add_test(tc, intervals_of_windows_are_honest);
	tcase_add_loop_test(tc, intervals_of_one_window_are_honest, 0, KINDS);
	tcase_add_test(tc, windows_stand_for_what_is_passed_over);
	tcase_add_test(tc, few_windows_that_differ_are_not_sure);
	tcase_add_test(tc, what_is_not_seen_may_be_like_one_window);
	tcase_add_test(tc, what_flattens_is_not_taken_to_rise);
	tcase_add_test(tc, settles_at_another_tolerance);
	tcase_add_test(tc, passes_over);
	tcase_add_test(tc, knows_that_an_instruction_costs_more_and_more);
	tcase_add_test(tc, watches_now_and_then);
	tcase_add_test(tc, watches_less_often_what_is_dear);
	tcase_add_test(tc, watches_for_longer_what_is_new);
	tcase_add_test(tc, watches_as_often_where_the_clock_is_slow);
	tcase_add_test(tc, watches_again_what_did_much_more_since);
	tcase_add_test(tc, watches_no_longer_than_allowed);
	tcase_set_timeout(tc, 60);
	suite_add_tcase(s, tc);
	return s;
}
