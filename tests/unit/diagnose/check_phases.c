/* Where compositions change, and when samples were taken. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/banned.h"
#include "check.h"
#include "diagnose/changes.h"
#include "measure/collect/clock/moments.h"

enum { ROWS = 200, KINDS = 4 };

static uint64_t random_state;

static double random_share(void)
{
	random_state =
		random_state * 6364136223846793005u + 1442695040888963407u;
	return (double)(random_state >> 11) / 9007199254740992.0;
}

/* So many samples of a distribution in a row */
static void draw(double *row, const double *share, int samples)
{
	for (int i = 0; i < samples; i++) {
		double left = random_share();
		size_t k = 0;

		while (k + 1 < KINDS && left >= share[k])
			left -= share[k++];
		row[k]++;
	}
}

static const struct {
	double before[KINDS], after[KINDS];
	size_t at; /* 0: nothing changes */
	int samples;
} cases[] = {
	{ { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, 57, 10 },
	{ { .5, .5, 0, 0 }, { .5, .2, .3, 0 }, 120, 10 },
	/* few samples: other programs have the processor */
	{ { .9, .1, 0, 0 }, { .1, .9, 0, 0 }, 83, 2 },
	{ { .4, .3, .2, .1 }, { .4, .3, .2, .1 }, 0, 10 },
	{ { .97, .01, .01, .01 }, { .97, .01, .01, .01 }, 0, 10 },
};

START_TEST(finds_one_change_or_none)
{
	int wrong = 0;

	for (int seed = 0; seed < 50; seed++) {
		double rows[ROWS * KINDS] = { 0 };
		size_t ends[ROWS], n;

		random_state = (uint64_t)seed * 77 + (uint64_t)_i;
		for (size_t i = 0; i < ROWS; i++)
			draw(rows + i * KINDS,
			     i < cases[_i].at ? cases[_i].before
			                      : cases[_i].after,
			     cases[_i].samples);
		n = changes_find(rows, ROWS, KINDS, 4, ends);
		ck_assert_uint_eq(ends[n - 1], ROWS);
		wrong += n != 1 + (cases[_i].at != 0) ||
		         (n == 2 &&
		          fabs((double)ends[0] - (double)cases[_i].at) > 3);
	}
	/* the generator is ours: this never changes by chance */
	ck_assert_int_le(wrong, 1);
}
END_TEST

/* Iterations that are longer than a row, with parts that differ */
START_TEST(repetition_is_no_change)
{
	double rows[ROWS * KINDS] = { 0 };
	size_t ends[ROWS];

	for (size_t i = 0; i < ROWS; i++)
		rows[i * KINDS + (i % 3 == 2)] = 10;
	ck_assert_uint_eq(changes_find(rows, ROWS, KINDS, 4, ends), 1);
}
END_TEST

/* A thread that lacks a processor runs in turns, and does one thing in each. */
START_TEST(turns_are_no_change)
{
	int cuts = 0, found = 0;

	for (int seed = 0; seed < 50; seed++) {
		double rows[ROWS * KINDS] = { 0 };
		size_t ends[ROWS], n;

		random_state = (uint64_t)seed * 77;
		for (size_t i = 0; i < ROWS; i += 2)
			rows[i * KINDS + (random_share() < 0.5)] = 4;
		cuts += (int)changes_find(rows, ROWS, KINDS, 4, ends) - 1;
		/* unless what it does in its turns changes */
		for (size_t i = ROWS / 2; i < ROWS; i += 2) {
			rows[i * KINDS + 2] = rows[i * KINDS];
			rows[i * KINDS] = 0;
		}
		n = changes_find(rows, ROWS, KINDS, 4, ends);
		found += n == 2 && fabs((double)ends[0] - ROWS / 2.0) < 10;
	}
	/* the generator is ours: this never changes by chance */
	ck_assert_int_le(cuts, 1);
	ck_assert_int_ge(found, 48);
}
END_TEST

START_TEST(odd_sizes)
{
	double rows[3 * KINDS] = { 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0 };
	size_t ends[3];

	ck_assert_uint_eq(changes_find(rows, 0, KINDS, 1, ends), 0);
	ck_assert_uint_eq(changes_find(rows, 1, KINDS, 5, ends), 1);
	ck_assert_uint_eq(ends[0], 1);
	ck_assert_uint_ge(changes_find(rows, 3, KINDS, 1, ends), 1);
	/* nothing at all was seen */
	for (size_t i = 0; i < (size_t)3 * KINDS; i++)
		rows[i] = 0;
	ck_assert_uint_eq(changes_find(rows, 3, KINDS, 1, ends), 1);
}
END_TEST

/* Two threads in turns: neither is lost when every other moment goes. */
START_TEST(moments_thin_out_each_thread)
{
	struct moments *m = moments_new();
	const size_t total = 3 * (size_t)MOMENTS_MOST;
	size_t n, of[2] = { 0 };
	uint32_t every;
	const struct moment *all;

	for (size_t i = 0; i < total; i++)
		moments_add(m, &(struct moment){ .ns = i,
		                                 .kind = MOMENT_CPU,
		                                 .thread = i % 2,
		                                 .amount = 1e-3 });
	all = moments_all(m, &n, &every);
	ck_assert_uint_le(n, MOMENTS_MOST);
	ck_assert_uint_eq(every, 4);
	for (size_t i = 0; i < n; i++)
		of[all[i].thread]++;
	ck_assert_uint_eq(of[0], of[1]);
	ck_assert_uint_eq(n * every, total);
	moments_free(m);
}
END_TEST

START_TEST(moments_join_what_goes_on)
{
	struct moments *m = moments_new();
	const struct {
		uint64_t ns, span_ns;
		uint32_t place;
		double amount;
	} one[] = {
		{ 10000000, 10000000, 7, 0.01 },
		{ 20000000, 10000000, 7, 0.01 },
		{ 30000000, 10000000, 8, 0.01 },  /* another wait */
		{ 40000000, 10000000, 8, 0.004 }, /* not all of it */
		{ 90000000, 10000000, 8, 0.01 },  /* a gap before */
	};
	size_t n;
	uint32_t every;
	const struct moment *all;

	for (size_t i = 0; i < sizeof(one) / sizeof(*one); i++)
		moments_add(m, &(struct moment){ .ns = one[i].ns,
		                                 .span_ns = one[i].span_ns,
		                                 .kind = MOMENT_BLOCKED,
		                                 .place = one[i].place,
		                                 .amount = one[i].amount });
	all = moments_all(m, &n, &every);
	ck_assert_uint_eq(n, 4);
	ck_assert_uint_eq(all[0].ns, 20000000);
	ck_assert_uint_eq(all[0].span_ns, 20000000);
	ck_assert_double_eq_tol(all[0].amount, 0.02, 1e-12);
	moments_free(m);
}
END_TEST

Suite *suite_phases(void);
Suite *suite_phases(void)
{
	Suite *s = suite_create("phases");
	TCase *tc = tcase_create("phases");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, finds_one_change_or_none, 0,
	                    (int)(sizeof(cases) / sizeof(*cases)));
	tcase_add_test(tc, repetition_is_no_change);
	tcase_add_test(tc, turns_are_no_change);
	tcase_add_test(tc, odd_sizes);
	tcase_add_test(tc, moments_thin_out_each_thread);
	tcase_add_test(tc, moments_join_what_goes_on);
	suite_add_tcase(s, tc);
	return s;
}
