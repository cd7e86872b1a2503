/* check_diagnose - bars, thresholds and the checks' arithmetic */
#include "check.h"

#include <math.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "diagnose/bar.h"
#include "diagnose/check.h"
#include "diagnose/threshold.h"
#include "profile/profile.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* Ranger's good CPI is 0.5, so a character is 0.05. */
static const struct {
	double value, good;
	size_t want;
} lengths[] = {
	{ 0, 0.5, 1 },      { 0.05, 0.5, 1 },   { 0.10, 0.5, 2 },
	{ 0.35, 0.5, 7 },   { 1.10, 0.5, 22 },  { 2.55, 0.5, 51 },
	{ 9, 0.5, 51 },     { 2.52, 0.5, 50 },  { 2.53, 0.5, 51 },
	{ 0.074, 0.5, 1 },  { 0.076, 0.5, 2 },  { 1, 1, 10 },
	{ 1e300, 0.5, 51 }, { 0.001, 0.5, 1 },  { NAN, 0.5, 0 },
	{ 1, NAN, 0 },      { 4.808, 0.5, 51 }, { 1.336, 0.5, 27 },
	{ 0.54, 0.5, 11 },  { 0.136, 0.5, 3 },
};

START_TEST(bar_is_as_long)
{
	ck_assert_uint_eq(bar_length(lengths[_i].value, lengths[_i].good),
	                  lengths[_i].want);
}
END_TEST

static const struct {
	double one, two;
	const char *want;
} comparisons[] = {
	{ 0.10, 0.10, ">>" },   { 0.10, 0.20, ">>22" },
	{ 0.20, 0.10, ">>11" }, { 0.101, 0.099, ">>" }, /* equal once rounded */
	{ 0, 0, ">" },          { 0, 0.15, ">22" },
	{ NAN, 0.15, ">>>" }, /* what was not measured takes no part */
	{ 0.15, NAN, ">>>" },   { NAN, NAN, "" },
};

START_TEST(bars_compare)
{
	const double values[] = { comparisons[_i].one, comparisons[_i].two };
	const double good[] = { 0.5, 0.5 };
	struct strbuf b = STRBUF_INIT;

	bar_render(&b, values, good, 2);
	ck_assert_str_eq(b.s, comparisons[_i].want);
	strbuf_release(&b);
}
END_TEST

START_TEST(comparison_never_exceeds_the_scale)
{
	const double good[] = { 0.5, 0.5 };
	struct strbuf b = STRBUF_INIT;

	for (int i = 0; i < 35; i++) {
		for (int k = 0; k < 29; k++) {
			const double v[] = { 0.173 * i, 0.211 * k };
			size_t a = bar_length(v[0], 0.5);
			size_t c = bar_length(v[1], 0.5);
			size_t common = a < c ? a : c;

			strbuf_clear(&b);
			bar_render(&b, v, good, 2);
			ck_assert_uint_eq(b.len, a > c ? a : c);
			ck_assert_uint_le(b.len, BAR_MAX);
			ck_assert_uint_eq(strspn(b.s, ">"), common);
			ck_assert_uint_eq(
				strspn(b.s + common, a > c ? "1" : "2"),
				b.len - common);
		}
	}
	strbuf_release(&b);
}
END_TEST

static const struct {
	double value;
	enum bar_rating want;
} ratings[] = {
	{ 0, BAR_GREAT },         { 0.5, BAR_GREAT },      { 0.53, BAR_GOOD },
	{ 1.0, BAR_GOOD },        { 1.2, BAR_OKAY },       { 1.9, BAR_BAD },
	{ 2.1, BAR_PROBLEMATIC }, { 50, BAR_PROBLEMATIC }, { NAN, BAR_UNKNOWN },
};

START_TEST(bar_ends_below_its_word)
{
	static const char *const words[] = { "great", "good", "okay", "bad",
		                             "problematic" };
	enum bar_rating r = bar_rating(ratings[_i].value, 0.5);

	ck_assert_int_eq(r, ratings[_i].want);
	if (r == BAR_UNKNOWN)
		return;
	ck_assert_str_eq(bar_rating_name(r), words[r]);
	ck_assert_int_eq(
		strncmp(bar_scale + (size_t)10 * r, words[r], strlen(words[r])),
		0);
}
END_TEST

static const struct {
	const char *text;
	bool looks;
	double want; /* NAN: out of range */
} thresholds[] = {
	{ "0.1", true, 0.1 },     { ".1", true, 0.1 },
	{ "1", true, 1 },         { "10%", true, 0.1 },
	{ "2.5%", true, 0.025 },  { "100%", true, 1 },
	{ "1e-3", true, 0.001 },  { "0", true, NAN },
	{ "0%", true, NAN },      { "1.01", true, NAN },
	{ "101%", true, NAN },    { "7", true, NAN },
	{ "-0.1", true, NAN },    { "1d_heat", false, NAN },
	{ "./0.1", false, NAN },  { "app.db", false, NAN },
	{ "nan", false, NAN },    { "inf", false, NAN },
	{ "", false, NAN },       { "%", false, NAN },
	{ "0.1x", false, NAN },   { "0,1", false, NAN },
	{ "10%%", false, NAN },   { " 0.1", false, NAN },
	{ "0.1.db", false, NAN },
};

START_TEST(thresholds_parse)
{
	struct err err = { 0 };
	double got = -1;
	int rc = threshold_parse(thresholds[_i].text, &got, &err);

	ck_assert(threshold_looks_like(thresholds[_i].text) ==
	          thresholds[_i].looks);
	if (isnan(thresholds[_i].want)) {
		ck_assert_int_eq(rc, -1);
		ck_assert_int_eq(err_exit_status(&err), 2);
		ck_assert_double_eq(got, -1);
	} else {
		ck_assert_int_eq(rc, 0);
		ck_assert_double_eq_tol(got, thresholds[_i].want, 1e-15);
	}
}
END_TEST

static const struct {
	double v[3], samples, want;
} variations[] = {
	{ { 100, 80, 90 }, NAN, 0.2 },    { { 100, 79, 90 }, NAN, 0.21 },
	{ { 100, 100, 100 }, NAN, 0 },    { { NAN, 50, 100 }, NAN, 0.5 },
	{ { NAN, NAN, 100 }, NAN, NAN }, /* one run can't vary */
	{ { NAN, NAN, NAN }, NAN, NAN },  { { 0, 0, 0 }, NAN, NAN },
	{ { 100, 70, 100 }, 27, 0 },      /* 10, 7 and 10 samples: chance */
	{ { 100, 70, 100 }, 27000, 0.3 }, /* the same of many is none */
};

START_TEST(variation_between_runs)
{
	double got =
		check_variation(variations[_i].v, 3, variations[_i].samples);

	if (isnan(variations[_i].want))
		ck_assert(isnan(got));
	else
		ck_assert_double_eq_tol(got, variations[_i].want, 1e-12);
}
END_TEST

START_TEST(samples_are_counted_or_computed)
{
	struct profile *p = profile_new();
	size_t cycles = profile_event_add(p, "TOT_CYC", NULL, PROFILE_SAMPLED);
	struct profile_section *m, *s;

	profile_run_add(p)->period[cycles] = 1000;
	m = profile_section_add(p, p->root, PROFILE_MODULE, "m");
	s = profile_section_add(p, m, PROFILE_PROCEDURE, "f");
	ck_assert(isnan(check_samples(p, s)));
	s->sum[cycles] = 5000;
	ck_assert_double_eq(check_samples(p, s), 5);
	profile_samples(p, s)[cycles] = 7;
	ck_assert_double_eq(check_samples(p, s), 7);
	p->runs[0].period[cycles] = NAN;
	ck_assert_double_eq(check_samples(p, s), 7);
	s->samples[cycles] = NAN;
	ck_assert(isnan(check_samples(p, s)));
	profile_free(p);
}
END_TEST

Suite *suite_diagnose(void);
Suite *suite_diagnose(void)
{
	Suite *s = suite_create("diagnose");
	TCase *tc = tcase_create("diagnose");

	tcase_add_loop_test(tc, bar_is_as_long, 0, COUNT(lengths));
	tcase_add_loop_test(tc, bars_compare, 0, COUNT(comparisons));
	tcase_add_test(tc, comparison_never_exceeds_the_scale);
	tcase_add_loop_test(tc, bar_ends_below_its_word, 0, COUNT(ratings));
	tcase_add_loop_test(tc, thresholds_parse, 0, COUNT(thresholds));
	tcase_add_loop_test(tc, variation_between_runs, 0, COUNT(variations));
	tcase_add_test(tc, samples_are_counted_or_computed);
	suite_add_tcase(s, tc);
	return s;
}
