/* check_settle - when a simulated pass has seen enough, and what its rates are
 * worth */
#include "check.h"
#include "made_slices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch/machine.h"
#include "base/err.h"
#include "base/mem.h"
#include "measure/collect/simulate/sample/settle.h"
#include "measure/collect/simulate/protocol/sim_events.h"
#include "profile/profile.h"

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

/* A rate that rises all the time is not taken for its mean. */
START_TEST(drift_does_not_settle)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1);

	for (int i = 0; i < 60; i++)
		add(s, m, 0, 0.02 * i);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
	settle_free(s);
	/* the same, but in another order: it is its mean */
	s = settle_new(m, 1, 1);
	for (int i = 0; i < 60; i++)
		add(s, m, 0, 0.02 * (i * 37 % 60));
	ck_assert_int_eq(settle_state(s, 0), SETTLE_DONE);
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

/* A slice with so many operations, which are counted wherever it is. */
static void add_counted(struct settle *s, const struct machine *m, double fp,
                        double misses)
{
	double events[SIM_EVENTS_MAX] = { 0 };

	events[0] = SLICE;
	events[event(m, "FP_INS")] = events[event(m, "FAD_INS")] = fp * SLICE;
	events[event(m, "L3_DCM")] = misses * SLICE / 1000;
	settle_add(s, 0, events);
}

/* What is counted wherever it is leaves nothing open at the program's end; what
 * is counted only where it is watched does. */
START_TEST(what_is_counted_is_sure_when_all_was_executed)
{
	struct machine *m = zen3();

	for (int misses = 0; misses < 2; misses++) {
		struct settle *s = settle_new(m, 1, 1);

		for (int i = 0; i < 12; i++) {
			for (int j = 0; j < 4; j++)
				add_counted(s, m, i < 6 ? 0.1 : 0.4,
				            misses && i >= 6 ? 1 : 0);
			settle_pass(s, 0, 20.0 * SLICE);
		}
		ck_assert_int_eq(settle_state(s, 0), SETTLE_OPEN);
		ck_assert_double_gt(settle_bars(s, 0, 0), 1);
		if (misses)
			ck_assert_double_gt(settle_bars_executed(s, 0), 0.5);
		else
			ck_assert_double_lt(settle_bars_executed(s, 0), 1e-9);
		settle_free(s);
	}
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

static double apart_of(const struct machine *m, const double *window, size_t n)
{
	struct settle *s = settle_new(m, 1, 1);
	double apart;

	for (size_t w = 0; w < n; w++) {
		for (int i = 0; i < 4; i++)
			add(s, m, 0, window[w]);
		settle_pass(s, 0, 20.0 * SLICE);
	}
	settle_state(s, 0);
	apart = settle_apart(s, 0);
	settle_free(s);
	return apart;
}

/* Windows that are drawn by lot have halves that differ, which is no change. */
START_TEST(chance_is_no_change)
{
	enum { RUNS = 400, WINDOWS = 6 };
	struct machine *m = zen3();
	uint64_t state = 1;
	int changed = 0;
	double line[WINDOWS], lot[WINDOWS];

	for (int w = 0; w < WINDOWS; w++)
		line[w] = 1 + w * 0.2;
	ck_assert_double_gt(apart_of(m, line, WINDOWS), 2);
	for (int r = 0; r < RUNS; r++) {
		for (int w = 0; w < WINDOWS; w++)
			lot[w] = 1 + draw(&state);
		changed += apart_of(m, lot, WINDOWS) > 0;
	}
	ck_assert_int_lt(changed, RUNS / 4);
	ck_assert_int_gt(changed, RUNS / 50);
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
	tcase_add_test(tc, windows_stand_for_what_is_passed_over);
	tcase_add_test(tc, what_is_counted_is_sure_when_all_was_executed);
	tcase_add_test(tc, few_windows_that_differ_are_not_sure);
	tcase_add_test(tc, chance_is_no_change);
	tcase_add_test(tc, what_is_not_seen_may_be_like_one_window);
	tcase_add_test(tc, what_flattens_is_not_taken_to_rise);
	tcase_add_test(tc, settles_at_another_tolerance);
	tcase_add_test(tc, passes_over);
	tcase_add_test(tc, knows_that_an_instruction_costs_more_and_more);
	tcase_set_timeout(tc, 60);
	suite_add_tcase(s, tc);
	return s;
}
