/* check_trend - what a rate may become in the rest of a run */
#include "check.h"

#include <math.h>

#include "measure/collect/simulate/sample/trend.h"

/* The 97.5 % points of Student's distribution (Abramowitz and Stegun, table
 * 26.10), by the number of values: one more than the degrees of freedom */
START_TEST(student_t_is_that_of_tables)
{
	static const struct {
		double n, t;
	} rows[] = { { 3, 4.303 },  { 4, 3.182 },         { 5, 2.776 },
		     { 6, 2.571 },  { 8, 2.365 },         { 11, 2.228 },
		     { 21, 2.086 }, { 31, 2.042 },        { 61, 2.000 },
		     { 121, 1.98 }, { INFINITY, 1.95996 } };
	const double close = _i == 0 ? 0.01 : 0.002;

	ck_assert_double_eq_tol(student_t(rows[_i].n), rows[_i].t,
	                        close * rows[_i].t);
}
END_TEST

START_TEST(student_t_of_few_is_that_of_three)
{
	ck_assert_double_eq(student_t(2), student_t(3));
	ck_assert_double_eq(student_t(0), student_t(3));
	ck_assert_double_gt(student_t(3), student_t(3.5));
}
END_TEST

static struct trend of_values(const double *values, size_t n, double share)
{
	struct trend_piece p[16];

	for (size_t i = 0; i < n; i++)
		p[i] = (struct trend_piece){ values[i], 1, (double)i + 0.5 };
	return trend_of(p, n, share, (double)n);
}

/* Values 1, 2, .. 8: their deviation is 2.449 (7 degrees of freedom: 2.365).
 * The rest, as long as what was seen, has a mean of 12.5, which is 4 more than
 * that of the whole. */
START_TEST(what_rises_goes_on_to_rise)
{
	static const double values[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const struct trend t = of_values(values, 8, 0.5);

	ck_assert_double_eq_tol(t.alike, 2.365 * 2.449, 0.01);
	ck_assert_double_eq_tol(t.further, 4, 0.01);
}
END_TEST

START_TEST(what_stays_stays)
{
	static const double values[] = { 3, 3, 3, 3, 3, 3 };
	static const double noise[] = { 3, 5, 4, 5, 3, 4, 5, 3 };

	ck_assert_double_eq(of_values(values, 6, 0.9).alike, 0);
	ck_assert_double_eq(of_values(values, 6, 0.9).further, 0);
	/* by chance: the slope is less than its error */
	ck_assert_double_eq(of_values(noise, 8, 0.9).further, 0);
}
END_TEST

Suite *suite_trend(void);

Suite *suite_trend(void)
{
	Suite *s = suite_create("trend");
	TCase *tc = tcase_create("trend");

	tcase_add_loop_test(tc, student_t_is_that_of_tables, 0, 11);
	tcase_add_test(tc, student_t_of_few_is_that_of_three);
	tcase_add_test(tc, what_rises_goes_on_to_rise);
	tcase_add_test(tc, what_stays_stays);
	suite_add_tcase(s, tc);
	return s;
}
