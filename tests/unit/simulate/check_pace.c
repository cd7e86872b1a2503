/* check_pace - when a simulated pass watches, and when it passes over */
#include "check.h"
#include "made_slices.h"

#include <math.h>

#include "arch/machine.h"
#include "measure/collect/simulate/sample/pace.h"
#include "measure/collect/simulate/sample/settle.h"

struct moment {
	double now_s, cost_s;
};

/* Slices of a section: so many, at a second of the program each. */
static bool runs(struct pace *p, struct settle *s, const struct machine *m,
                 size_t section, bool watched, struct moment *at)
{
	at->now_s += 1;
	at->cost_s += watched ? 30 : 3;
	pace_ran(p, section, SLICE, watched);
	if (watched)
		add(s, m, section, 1);
	return pace_watches(p, s, at->now_s, at->cost_s);
}

/* Until it settled, when something new runs, and every twelfth of the run. */
START_TEST(watches_now_and_then)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);
	struct pace *p = pace_new(2, 120, 1000, 1000);
	struct moment at = { 0, 0 };
	bool watches = true;
	int slices = 0;

	while ((watches = runs(p, s, m, 0, watches, &at)))
		slices++;
	ck_assert_int_ge(slices, 2);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_DONE);
	slices = 0;
	while (!(watches = runs(p, s, m, 0, false, &at)))
		slices++;
	ck_assert_int_ge(slices, 8);
	ck_assert_int_le(slices, 10);
	ck_assert(runs(p, s, m, 0, true, &at));
	ck_assert(!runs(p, s, m, 0, true, &at));
	ck_assert(!runs(p, s, m, 0, false, &at));
	ck_assert(runs(p, s, m, 1, false, &at));
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
	struct moment at = { 0, 0 };
	bool watches = true;
	int windows = 0;

	while (at.now_s < 120) {
		const bool before = watches;

		watches = runs(p, s, m, 0, watches, &at);
		windows += watches && !before;
		/* the first ones are paid for with the first watching */
		at.cost_s += watches && !before ? 300 : 0;
	}
	ck_assert_int_ge(windows, 2);
	ck_assert_int_le(windows, 4);
	/* but what is new is looked at */
	while (watches)
		watches = runs(p, s, m, 0, true, &at);
	ck_assert(!runs(p, s, m, 0, false, &at));
	ck_assert(runs(p, s, m, 1, false, &at));
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

/* Though it has cost all that it may, and then each time it did four times as
 * much: METIS refines ever larger graphs. */
START_TEST(watches_again_what_did_much_more_since)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 1, 1);
	struct pace *p = pace_new(1, 120, 59, 0);
	struct moment at = { 0, 0 };
	int windows = 0, watched = 0;
	bool watches = true, before = true;

	for (int i = 0; i < 118; i++) {
		watches = runs(p, s, m, 0, watches, &at);
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

/* Libraries are loaded first; then a phase comes in turns with another one, and
 * in the slice in which either ends the other does not run. */
START_TEST(watches_phases_that_come_in_turns)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);
	struct pace *p = pace_new(2, 120, 1e6, 0);
	struct moment at = { 0, 0 };
	int slices = 0;

	ck_assert(!pace_watches(p, s, at.now_s = 1, at.cost_s = 3));
	/* told to pass over, it watched one more */
	ck_assert(runs(p, s, m, 0, true, &at));
	do {
		slices++;
	} while (runs(p, s, m, slices % 4 == 3, true, &at));
	ck_assert_int_ge(slices, 36);
	ck_assert_int_le(slices, 48);
	ck_assert_int_eq(settle_state(s, 0), SETTLE_DONE);
	ck_assert_int_eq(settle_state(s, 1), SETTLE_DONE);
	pace_free(p);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* A phase is over when the order to watch arrives: its next turn is waited for.
 */
START_TEST(waits_for_a_short_phase_to_come_again)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);
	struct pace *p = pace_new(2, 120, 1000, 1000);
	struct moment at = { 0, 0 };
	bool watches = true;

	while (watches)
		watches = runs(p, s, m, 0, true, &at);
	ck_assert(runs(p, s, m, 1, false, &at));
	for (int i = 0; i < 12; i++)
		ck_assert(runs(p, s, m, 0, true, &at));
	do {
		watches = runs(p, s, m, 1, true, &at);
	} while (watches);
	ck_assert_int_eq(settle_state(s, 1), SETTLE_DONE);
	pace_free(p);
	settle_free(s);
	machine_free(m);
}
END_TEST

/* Its next turn may come after the window: the next windows are longer, and
 * then it is given up. */
START_TEST(gives_up_a_phase_that_no_window_has)
{
	struct machine *m = zen3();
	struct settle *s = settle_new(m, 2, 1);
	struct pace *p = pace_new(2, 1e6, 300, 0);
	struct moment at = { 0, 0 };
	bool watches = true;

	while (watches)
		watches = runs(p, s, m, 0, true, &at);
	for (int longest = 10; longest <= 40; longest *= 2) {
		int slices = 0;

		ck_assert(runs(p, s, m, 1, false, &at));
		do {
			slices++;
		} while (runs(p, s, m, 0, true, &at));
		ck_assert_int_eq(slices, longest);
	}
	ck_assert(!runs(p, s, m, 1, false, &at));
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

Suite *suite_pace(void);
Suite *suite_pace(void)
{
	Suite *s = suite_create("pace");
	TCase *tc = tcase_create("pace");

	tcase_add_test(tc, watches_now_and_then);
	tcase_add_test(tc, watches_less_often_what_is_dear);
	tcase_add_test(tc, watches_as_often_where_the_clock_is_slow);
	tcase_add_test(tc, watches_again_what_did_much_more_since);
	tcase_add_test(tc, watches_phases_that_come_in_turns);
	tcase_add_test(tc, waits_for_a_short_phase_to_come_again);
	tcase_add_test(tc, gives_up_a_phase_that_no_window_has);
	tcase_add_test(tc, watches_no_longer_than_allowed);
	tcase_set_timeout(tc, 60);
	suite_add_tcase(s, tc);
	return s;
}
