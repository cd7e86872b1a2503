/* check_intervals - the confidence intervals of rates hold, over many made-up
 * runs */
#include "check.h"
#include "made_slices.h"

#include <math.h>

#include "arch/machine.h"
#include "measure/collect/simulate/sample/settle.h"

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

/* Of a whole run: how many loads from memory in part i of n */
static double phase_rate(const double *begins, const double *rates,
                         size_t phases, double at)
{
	size_t k = 0;

	while (k + 1 < phases && begins[k + 1] <= at)
		k++;
	return rates[k];
}

/*
 * A program that does one thing after the other is passed over to its end: the
 * windows are a sample of all of it, place by place. The interval holds, and is
 * less than half of that of as many values in any order.
 */
START_TEST(what_lies_between_windows_is_like_its_neighbours)
{
	enum { WINDOWS = 24, SLICES = 6, EACH = 8, PHASES_MOST = 4 };
	struct machine *m = zen3();
	const size_t misses = event(m, "L3_DCM");
	uint64_t state = 5;
	double between = 0, any = 0;
	int inside = 0;

	for (int k = 0; k < 400; k++) {
		struct settle *s = settle_new(m, 1, 1);
		const size_t phases = 2 + (size_t)(draw(&state) * 3);
		double begins[PHASES_MOST] = { 0 }, rates[PHASES_MOST];
		double sum = 0, seen = 0, error;

		for (size_t i = 0; i < phases; i++) {
			begins[i] = i ? begins[i - 1] + (1 - begins[i - 1]) *
			                                        draw(&state)
			              : 0;
			rates[i] = 1 + 8 * draw(&state);
		}
		for (int i = 0; i < WINDOWS * EACH; i++) {
			const double rate =
				phase_rate(begins, rates, phases,
			                   (double)i / (WINDOWS * EACH));

			sum += rate / (WINDOWS * EACH);
			for (int j = 0; j < SLICES && i % EACH == 3; j++) {
				const double here = rate + draw(&state) / 10;

				seen += here / WINDOWS / SLICES;
				add(s, m, 0, here);
			}
			settle_pass(s, 0, 50.0 * SLICE);
		}
		settle_state(s, 0);
		error = settle_error(s, 0, misses, 0);
		between += error;
		any += settle_error(s, 0, misses, 1e-9);
		inside += fabs(seen - 0.05 - sum) <= error * sum;
		settle_free(s);
	}
	ck_assert_int_ge(inside, 360);
	ck_assert_double_lt(between, any / 2);
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

Suite *suite_intervals(void);
Suite *suite_intervals(void)
{
	Suite *s = suite_create("intervals");
	TCase *tc = tcase_create("intervals");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, intervals_are_honest);
	tcase_add_test(tc, intervals_of_windows_are_honest);
	tcase_add_loop_test(tc, intervals_of_one_window_are_honest, 0, KINDS);
	tcase_add_test(tc, what_lies_between_windows_is_like_its_neighbours);
	suite_add_tcase(s, tc);
	return s;
}
