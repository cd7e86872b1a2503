/*
 * How much there is of a program, by what its loops' turns did in a part of it
 * and when they came natively. Work is in instructions, some per access.
 */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/extrapolate/share.h"
#include "measure/collect/simulate/extrapolate/turns.h"

/* Gram-Schmidt orthogonalisation of 1200 columns: processor time natively when
 * each hundredth turn of the outer loop began, and at the end. */
static const double gram_schmidt_s[] = {
	0.0257, 0.4873, 0.8870, 1.2230, 1.5125, 1.7743, 2.0127,
	2.1949, 2.3305, 2.4299, 2.4992, 2.5392, 2.5500,
};

static struct turns *seen(const double *times, size_t n, double each)
{
	struct turns *t = calloc(1, sizeof(*t));

	for (size_t i = 0; i < n; i++)
		turns_see(t, (double)i * each, times[i]);
	return t;
}

static double column(double k, double noise)
{
	return 16000 * (1199 - k) + 13000 + (fmod(k, 2) > 0 ? noise : 0);
}

/* The turns 1 to count - 1 were done: the last of them, and all. */
static struct sim_turns columns(double count, double noise)
{
	struct sim_turns w = { .done = 1e7, .n = 6 };

	for (int k = 0; k < count - 1; k++)
		w.done += column(k, noise);
	for (size_t i = 0; i < w.n; i++)
		w.work[i] = column(count - 7 + (double)i, noise);
	return w;
}

static double all_columns(void)
{
	double all = 0;

	for (int k = 0; k < 1200; k++)
		all += column(k, 0);
	return all;
}

/* A twelfth of the turns is a sixth of the work. */
START_TEST(counts_a_triangle_exactly)
{
	struct turns *t = seen(gram_schmidt_s, 13, 100);
	const struct sim_turns w = columns(101, 0);
	const struct turns_growth g = turns_growth(t, &w, true, 101, 1200);

	ck_assert(g.regular);
	ck_assert_double_eq_tol(g.times, all_columns() / (w.done - 1e7), 1e-3);
	ck_assert_double_lt(g.error, 0.01);
	free(t);
}
END_TEST

/* What is not exact says nothing of a thousand turns more, though six of them
 * were alike: natively they take less and less. */
START_TEST(believes_no_turns_that_shrink_natively)
{
	struct turns *t = seen(gram_schmidt_s, 13, 100);
	const struct sim_turns w = columns(101, 5000);

	ck_assert(!turns_growth(t, &w, true, 101, 1200).regular);
	free(t);
}
END_TEST

static struct sim_turns same(double done, double noise)
{
	struct sim_turns w = { .done = done, .n = 6 };

	for (size_t i = 0; i < w.n; i++)
		w.work[i] = 1e6 + (i % 2 ? noise : 0);
	return w;
}

static const double even_s[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };

START_TEST(multiplies_turns_that_are_alike)
{
	struct turns *t = seen(even_s, 11, 100);
	const struct sim_turns exact = same(1.2e8, 0), about = same(1.2e8, 1e4);
	struct turns_growth g = turns_growth(t, &exact, true, 101, 1000);

	ck_assert(g.regular);
	ck_assert_double_eq_tol(g.times, 10, 0.1);
	g = turns_growth(t, &about, true, 101, 1000);
	ck_assert(g.regular);
	ck_assert_double_eq_tol(g.times, 10, 0.1);
	ck_assert_double_lt(g.error, 0.01);
	/* unless they are not: then it is their number, within half a turn */
	g = turns_growth(t, &about, false, 101, 1000);
	ck_assert(!g.regular);
	ck_assert_double_eq_tol(g.times, 1000 / 100.5, 1e-9);
	ck_assert_double_eq_tol(g.error, 0.5 / 100.5, 1e-9);
	/* no less than the part */
	ck_assert_double_eq(turns_growth(t, &about, false, 101, 50).times, 1);
	free(t);
}
END_TEST

/* A processor that is slower at times does not change what is exact; of what
 * is not, it is uncertain. */
START_TEST(is_as_certain_as_the_time_of_turns)
{
	static const double slower_s[] = { 0,   1,   2,   3.1, 4.2, 5.4,
		                           6.7, 7.9, 8.9, 10,  11 };
	struct turns *t = seen(slower_s, 11, 100);
	const struct sim_turns exact = same(1.2e8, 0), about = same(1.2e8, 1e4);
	struct turns_growth g = turns_growth(t, &exact, true, 101, 1000);

	ck_assert(g.regular);
	ck_assert_double_lt(g.error, 0.01);
	g = turns_growth(t, &about, true, 101, 1000);
	ck_assert(g.regular);
	ck_assert_double_gt(g.error, 0.1);
	free(t);
}
END_TEST

/* What was done before can't have been less than the turns that were. */
START_TEST(believes_no_turns_that_grew)
{
	struct turns *t = seen(even_s, 11, 100);
	const struct sim_turns exact = same(0.6e8, 0), about = same(0.6e8, 1e4);

	ck_assert(!turns_growth(t, &exact, true, 101, 1000).regular);
	ck_assert(!turns_growth(t, &about, true, 101, 1000).regular);
	free(t);
}
END_TEST

/* No matter how many there were; the last is among them. */
START_TEST(keeps_as_many_points_as_it_can)
{
	struct turns *t = calloc(1, sizeof(*t));
	const struct sim_turns w = same(1.2e10, 1e4);
	struct turns_growth g;

	for (int i = 0; i <= 100000; i++)
		turns_see(t, i, i * 1e-4);
	ck_assert_uint_le(t->n, TURNS_POINTS);
	ck_assert_double_gt(t->v[t->n - 1].count, 99000);
	g = turns_growth(t, &w, true, 10001, 98000);
	ck_assert(g.regular);
	ck_assert_double_lt(g.error, 0.001);
	free(t);
}
END_TEST

/* Two phases: what was counted was done in the first, the part ended in the
 * second: in one run's case (Prodigal) something else was done in both. */
START_TEST(tells_that_what_was_counted_is_over)
{
	static const struct {
		double share, error, times;
		bool passed, believed, forgotten;
	} of[] = {
		{ 0.465, 0.1, 1.0, false, false, false },
		{ 0.286, 0.139, 1.0, true, true, true },
		{ 0.465, 0.1, 2.1, false, true, false },
		{ 0.465, 0.1, 2.1, true, true, false },
		{ 0.95, 0.05, 1.0, true, true, false },
		{ 0.85, 0.1, 1.0, true, true, false },
		{ 0.465, 0.1, NAN, false, true, true },
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		struct share share = { .share = of[i].share,
			               .times = of[i].times,
			               .times_error = 0.01 };

		ck_assert_msg(share_is_believed(&share, of[i].error,
		                                of[i].passed) == of[i].believed,
		              "case %zu", i);
		ck_assert_msg(isnan(share.times) == of[i].forgotten, "case %zu",
		              i);
	}
}
END_TEST

/* Gram-Schmidt's first hundred columns are 16.1 % of the work. They took 22 %
 * of a run that was a fifth slower than another: others had the processor. */
START_TEST(is_uncertain_as_others_have_the_processor)
{
	struct share_doubts d = { .share = 0.22, .runs = 0.09 };

	ck_assert_double_gt(share_error(&d), (0.22 - 0.161) / 0.22);
	/* alone, it is as certain as its end */
	d = (struct share_doubts){ .share = 0.22, .runs = 0.002, .end = 0.01 };
	ck_assert_double_lt(share_error(&d), 0.015);
	/* all of it was as fast as it was */
	d = (struct share_doubts){ .share = 1, .runs = 0.09 };
	ck_assert_double_eq_tol(share_error(&d), 0.09, 1e-9);
}
END_TEST

/* PyObject_Free meets a full page 554 times in a twentieth of one run, and 676
 * times in all of another: the part, of 1.5 instructions in a cycle by the
 * model, seemed to be all of that. */
START_TEST(does_not_believe_what_is_many_times_too_slow)
{
	static const struct {
		double instructions, most, user, modelled;
		unsigned width;
		bool possible;
	} of[] = {
		{ 7.4e9, 1e11, 9e10, 1.5, 6, false },
		{ 7.4e9, 1e11, 3e10, 1.5, 6, true },
		{ 7.4e9, 1e11, 9e10, NAN, 6, true },
		/* all of that in the system */
		{ 7.4e9, 1e11, 1e8, 1.5, 6, true },
		/* which another run gave, too */
		{ 7.4e9, 1e11, NAN, 1.5, 6, true },
		{ 7.4e9, 1e9, 9e8, 3, 6, false },
		{ 7.4e9, 1e9, 9e8, 3, 0, true },
		{ 7.4e9, 1e9, 9e8, 0.5, 0, false },
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		const struct share_speed speed = {
			.instructions = of[i].instructions,
			.most_cycles = of[i].most,
			.user_cycles = of[i].user,
			.modelled = of[i].modelled,
			.width = of[i].width,
		};

		ck_assert_msg(share_is_possible(&speed) == of[i].possible,
		              "case %zu", i);
	}
}
END_TEST

/* Fifty thousand stops at a breakpoint took most of what was to be timed. */
START_TEST(is_uncertain_where_the_part_was_stopped_often)
{
	const struct share_doubts d = { .share = 0.34, .hits = 0.6 };

	ck_assert_double_ge(share_error(&d), 0.6);
}
END_TEST

/* A loop over ever more data, until they are in no cache */
START_TEST(tells_that_as_much_takes_longer_later)
{
	struct share s = { .share = 0.14,
		           .times = 1 / 0.305,
		           .times_error = 0.01 };

	ck_assert_double_eq_tol(share_slower(&s), 0.305 / 0.14, 1e-9);
	s.times_error = 0.2;
	ck_assert_double_eq(share_slower(&s), 1);
	s.times_error = NAN;
	ck_assert_double_eq(share_slower(&s), 1);
	s.times_error = 0.01;
	s.regular = true;
	ck_assert_double_eq(share_slower(&s), 1);
}
END_TEST

/* Half of the part is set-up (SCS): it does not make the rest faster. */
START_TEST(leaves_out_what_was_over_before)
{
	struct share s = { .share = 0.061,
		           .times = 1 / 0.030,
		           .times_error = 0.01,
		           .setup = 0.031 };
	struct turns *t = calloc(1, sizeof(*t));

	ck_assert_double_eq_tol(share_slower(&s), 0.969, 0.001);
	s.setup = 0.0605;
	ck_assert_double_eq(share_slower(&s), 1);

	ck_assert_ptr_nonnull(t);
	ck_assert_double_eq(turns_begin(t, 100), 0);
	for (int i = 0; i < 50; i++)
		turns_see(t, 0, i * 0.01);
	for (int i = 0; i < 500; i++)
		turns_see(t, 2 * i, 0.5 + i * 0.01);
	ck_assert_double_eq_tol(turns_begin(t, 100), 0.5, 1e-6);
	ck_assert_double_eq_tol(turns_begin(t, 900), 0.5, 1e-6);
	free(t);
}
END_TEST

/* Half of what was counted is of a program's start, or each takes longer than
 * the one before, or less. */
START_TEST(compares_the_rest_with_the_later_half)
{
	struct share s = { .share = 0.311, .times = 2.07, .times_error = 0.01 };
	struct turns *t[3];

	for (int k = 0; k < 3; k++) {
		t[k] = calloc(1, sizeof(*t[k]));
		ck_assert_ptr_nonnull(t[k]);
		for (int i = 0; i <= 1000; i++)
			turns_see(t[k], i,
			          k == 0   ? i < 200 ? i * 1e-4 : i * 0.01
			          : k == 1 ? i * i * 1e-4
			                   : sqrt(i));
	}
	ck_assert_double_eq_tol(turns_slower(t[0], 483), 1, 0.01);
	/* 150 to 300 take 6.75, the other 700 91 */
	ck_assert_double_eq_tol(turns_slower(t[1], 300),
	                        0.3 + 91.0 / (6.75 / 150) / 1000, 0.01);
	ck_assert_double_lt(turns_slower(t[2], 300), 0.8);
	ck_assert(isnan(turns_slower(t[0], 1001)));

	ck_assert_double_eq_tol(share_slower(&s), 1.553, 0.001);
	s.later = turns_slower(t[0], 483);
	ck_assert_double_eq_tol(share_slower(&s), 1, 0.01);
	s.later = 0.7;
	ck_assert_double_eq(share_slower(&s), 1);
	s.later = 2;
	ck_assert_double_eq_tol(share_slower(&s), 1.553, 0.001);
	s.times = 6;
	ck_assert_double_eq(share_slower(&s), 1);
	s.later = turns_slower(t[2], 300);
	ck_assert_double_eq(share_slower(&s), s.later);
	s.later = 0.1;
	ck_assert_double_eq_tol(share_slower(&s), 1 / 0.311 / 6, 0.001);
	for (int k = 0; k < 3; k++)
		free(t[k]);
}
END_TEST

/* A count that others contradict is of use while it says what time does. */
START_TEST(takes_a_count_for_what_others_say)
{
	struct share s = { .share = 0.51, .times = 1 / 0.885 };

	ck_assert(share_count_usable(&s, true));
	ck_assert(!share_count_usable(&s, false));
	s.regular = true;
	ck_assert(share_count_usable(&s, false));
	s = (struct share){ .share = 0.2, .times = 4 };
	ck_assert(share_count_usable(&s, false));
	s.times = 3;
	ck_assert(!share_count_usable(&s, false));
	s.times = NAN;
	ck_assert(!share_count_usable(&s, false));
}
END_TEST

/* Executions at equal times. */
static bool fades(const double *count, size_t n)
{
	struct turns *t = calloc(1, sizeof(*t));
	bool fades;

	for (size_t i = 0; i < n; i++)
		turns_see(t, count[i], 0.1 * (double)i);
	fades = turns_fade(t, count[n / 2]);
	free(t);
	return fades;
}

/*
 * Python imports modules, and then does some of that once in each turn of a
 * loop: four fifths of all executions were in a quarter of the run, which was
 * simulated again, to its end, as if the rest took three times as long. The
 * others: loops, of turns that take as long, and ever longer.
 */
START_TEST(tells_what_is_done_to_start)
{
	static const double imports[] = { 0,    7000, 7500, 7650, 7800,
		                          7950, 8100, 8250, 8400 };
	double even[9], longer[9];

	for (int i = 0; i < 9; i++) {
		even[i] = 1000 * i;
		longer[i] = 1000 * cbrt(i);
	}
	ck_assert(fades(imports, 9));
	ck_assert(!fades(even, 9));
	ck_assert(!fades(longer, 9));
	ck_assert(!fades(imports, 1));
}
END_TEST

Suite *suite_turns(void);
Suite *suite_turns(void)
{
	Suite *s = suite_create("turns");
	TCase *tc = tcase_create("turns");

	tcase_add_test(tc, tells_that_as_much_takes_longer_later);
	tcase_add_test(tc, leaves_out_what_was_over_before);
	tcase_add_test(tc, compares_the_rest_with_the_later_half);
	tcase_add_test(tc, takes_a_count_for_what_others_say);
	tcase_add_test(tc, counts_a_triangle_exactly);
	tcase_add_test(tc, believes_no_turns_that_shrink_natively);
	tcase_add_test(tc, multiplies_turns_that_are_alike);
	tcase_add_test(tc, is_as_certain_as_the_time_of_turns);
	tcase_add_test(tc, believes_no_turns_that_grew);
	tcase_add_test(tc, tells_what_is_done_to_start);
	tcase_add_test(tc, keeps_as_many_points_as_it_can);
	tcase_add_test(tc, is_uncertain_as_others_have_the_processor);
	tcase_add_test(tc, tells_that_what_was_counted_is_over);
	tcase_add_test(tc, does_not_believe_what_is_many_times_too_slow);
	tcase_add_test(tc, is_uncertain_where_the_part_was_stopped_often);
	suite_add_tcase(s, tc);
	return s;
}
