/* check_timeline - how much of a run's beginning stands for all of it */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/simulate/sample/timeline.h"

enum { RUN = 4000, RUNS = 2, ALL = RUN * RUNS, PLACES = 12 };

static double draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 40) / (1 << 24);
}

/* What is done at a moment of the run, 0..1, by a number 0..1. */
typedef struct timeline_sample does(double at, double random);

/* Section 0: the first PLACES places, some hit more often than others. */
static uint32_t some_place(double random)
{
	return (uint32_t)(random * random * PLACES);
}

static struct timeline_sample steady(double at, double random)
{
	(void)at;
	return (struct timeline_sample){ 0, some_place(random) };
}

static struct timeline_sample turns_at_third(double at, double random)
{
	const uint32_t place = some_place(random);

	return (struct timeline_sample){ 0, at < 1 / 3. ? place
		                                        : PLACES - 1 - place };
}

/* One place is hit more and more, as where data leaves the caches. */
static struct timeline_sample drifts(double at, double random)
{
	return (struct timeline_sample){ 0, random < at
		                                    ? 0
		                                    : 1 + some_place(random) };
}

static struct timeline_sample starts_up(double at, double random)
{
	if (at < 0.05)
		return (struct timeline_sample){ TIMELINE_NONE, 99 };
	return steady(at, random);
}

static struct timeline_sample cold_at_first(double at, double random)
{
	if (at < 0.1)
		return (struct timeline_sample){ 0, 3 };
	return steady(at, random);
}

static struct timeline_sample comes_late(double at, double random)
{
	if (at < 0.8)
		return (struct timeline_sample){ TIMELINE_NONE, 99 };
	return steady(at, random);
}

static const struct {
	does *what;
	double begins_least, begins_most, need_least, need_most;
} runs[] = {
	{ steady, 0, 0.04, 0, 0.05 },
	{ starts_up, 0.05, 0.1, 0.05, 0.12 },
	/* until enough of the rest was seen, or all that is different is past
	 */
	{ turns_at_third, 0, 0.04, 0.4, 0.6 },
	{ drifts, 0, 0.04, 0.5, 1 },
	{ comes_late, 0.8, 0.85, 0.8, 0.85 },
	/* a tenth of the time was another, once a third was seen that shows
	 * less than much */
	{ cold_at_first, 0, 0.04, 0.15, 0.6 },
};

START_TEST(needs)
{
	struct timeline_sample *list = mem_alloc(ALL, sizeof(*list));
	const size_t run[RUNS] = { RUN, ALL };
	struct timeline_need need;
	uint64_t state = 7;

	for (size_t i = 0; i < ALL; i++)
		list[i] = runs[_i].what((double)(i % RUN) / RUN, draw(&state));
	timeline_needs(list, run, RUNS, 1, &need);
	ck_assert_double_ge(need.begins, runs[_i].begins_least);
	ck_assert_double_le(need.begins, runs[_i].begins_most);
	ck_assert_double_ge(need.need, runs[_i].need_least);
	ck_assert_double_le(need.need, runs[_i].need_most);
	free(list);
}
END_TEST

/* What only one of the runs does is of what else the machine did then. */
START_TEST(wants_a_change_in_each_run)
{
	struct timeline_sample *list = mem_alloc(ALL, sizeof(*list));
	const size_t run[RUNS] = { RUN, ALL };
	struct timeline_need need;
	uint64_t state = 7;

	for (size_t i = 0; i < ALL; i++) {
		does *what = i < RUN ? turns_at_third : steady;

		list[i] = what((double)(i % RUN) / RUN, draw(&state));
	}
	timeline_needs(list, run, RUNS, 1, &need);
	ck_assert_double_le(need.need, 0.05);
	free(list);
}
END_TEST

START_TEST(says_nothing_of_few_samples)
{
	const struct timeline_sample list[] = { { 0, 1 }, { 0, 2 }, { 1, 9 } };
	const size_t run = 3;
	struct timeline_need need[3];

	timeline_needs(list, &run, 1, 3, need);
	for (size_t i = 0; i < 3; i++)
		ck_assert_double_eq(need[i].need, 0);
	timeline_needs(NULL, NULL, 0, 1, need);
	ck_assert_double_eq(need[0].need, 0);
}
END_TEST

/* A fifth of the time elsewhere: found, and at least so much as is sure. */
START_TEST(measures_a_difference)
{
	const double a[] = { 3000, 5000, 2000 }, b[] = { 500, 300, 200 };
	const double c[] = { 300, 500, 200 }, d[] = { 29, 52, 19 };

	ck_assert_double_eq_tol(timeline_differ(a, b, 3), 0.17, 0.03);
	ck_assert_double_eq_tol(timeline_differ(b, a, 3), 0.17, 0.03);
	ck_assert_double_eq(timeline_differ(a, c, 3), 0);
	ck_assert_double_eq(timeline_differ(a, d, 3), 0);
	ck_assert_double_eq(timeline_differ(a, b, 1), 0);
}
END_TEST

/* Of equal distributions, few samples or many, next to none is called others */
START_TEST(takes_chance_for_chance)
{
	uint64_t state = 1;
	size_t found = 0;

	for (int round = 0; round < 1000; round++) {
		double a[40] = { 0 }, b[40] = { 0 };
		const int n = 10 + round * 2;

		for (int i = 0; i < n; i++)
			a[(int)(draw(&state) * draw(&state) * 40)]++;
		for (int i = 0; i < 3000; i++)
			b[(int)(draw(&state) * draw(&state) * 40)]++;
		found += timeline_differ(a, b, 40) > 0;
	}
	ck_assert_uint_le(found, 5);
}
END_TEST

START_TEST(keeps_the_order_of_samples)
{
	struct samples *s = samples_new();
	size_t n;
	const uint32_t *order;

	for (uint64_t i = 0; i < 600; i++) {
		const struct sample_key key = { .offset = i % 3 };

		samples_next(s, samples_at(s, &key));
	}
	order = samples_order(s, &n);
	ck_assert_uint_eq(n, 600);
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_eq(order[i], i % 3);
	samples_free(s);
}
END_TEST

/* Memory is bounded; what is kept is spread evenly over the run. */
START_TEST(thins_the_order_of_very_many)
{
	enum { MANY = 10000000 };
	struct samples *s = samples_new();
	size_t n;
	const uint32_t *order;
	double farthest = 0;

	for (uint64_t i = 0; i < MANY; i++) {
		const struct sample_key key = { .offset = i * 10 / MANY };

		samples_next(s, samples_at(s, &key));
	}
	order = samples_order(s, &n);
	ck_assert_uint_le(n, 1 << 22);
	ck_assert_uint_ge(n, 1 << 21);
	for (size_t i = 0; i < n; i++)
		farthest = fmax(farthest,
		                fabs(order[i] - (double)i * 10 / (double)n));
	ck_assert_double_le(farthest, 1.01);
	samples_free(s);
}
END_TEST

Suite *suite_timeline(void);
Suite *suite_timeline(void)
{
	Suite *s = suite_create("timeline");
	TCase *tc = tcase_create("timeline");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, needs, 0, (int)(sizeof(runs) / sizeof(*runs)));
	tcase_add_test(tc, wants_a_change_in_each_run);
	tcase_add_test(tc, says_nothing_of_few_samples);
	tcase_add_test(tc, measures_a_difference);
	tcase_add_test(tc, takes_chance_for_chance);
	tcase_add_test(tc, keeps_the_order_of_samples);
	tcase_add_test(tc, thins_the_order_of_very_many);
	suite_add_tcase(s, tc);
	return s;
}
