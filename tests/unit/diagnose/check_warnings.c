/* check_warnings - when an assessment warns, and that it does so once */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/banned.h"
#include "diagnose/assessment.h"
#include "diagnose/check.h"
#include "profile/profile.h"
#include "tests/assess_profile.h"

/* How many warnings of a kind there are about an input. */
static int count(const struct assess_warnings *w, enum assess_check check,
                 size_t input)
{
	int n = 0;

	for (size_t i = 0; i < w->n; i++)
		n += w->w[i].check == check && w->w[i].input == input;
	return n;
}

static void spoil(struct profile *p, struct profile_section *s)
{
	s->sum[4] = 3 * s->sum[3];         /* more additions than operations */
	profile_samples(p, s)[0] = 99;     /* too few */
	profile_run_cycles(p, s)[0] = 1e9; /* not the same twice */
	profile_run_cycles(p, s)[1] = 3e9;
}

/* Each kind once, on the section and the input that it is about. */
START_TEST(warnings_come_once)
{
	struct profile *one = new_profile(), *two = new_profile();
	struct profile *both[] = { one, two };
	struct profile_section *f = NULL;
	struct assessment *a;

	for (int i = 0; i < 2; i++) {
		struct profile_section *m = profile_section_add(
			both[i], both[i]->root, PROFILE_MODULE, "app");

		f = add(both[i], m, PROFILE_PROCEDURE, "f", 6e9);
		add(both[i], m, PROFILE_PROCEDURE, "g", 6e9);
	}
	spoil(two, f); /* f of the second input */
	total(one);
	total(two);
	a = assess(one, two, 0.1, false);
	ck_assert_uint_eq(a->nshown, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct assess_section *s = a->shown[i];
		bool bad = strcmp(s->name, "f") == 0;

		for (int k = ASSESS_TOO_SHORT; k <= ASSESS_INCONSISTENT; k++) {
			ck_assert_int_eq(
				count(&s->warnings, (enum assess_check)k, 0),
				0);
			ck_assert_int_eq(
				count(&s->warnings, (enum assess_check)k, 1),
				bad);
		}
	}
	ck_assert_uint_eq(a->ndoubts, 3);
	assessment_free(a);
	profile_free(one);
	profile_free(two);
}
END_TEST

/* Two relations that say the same in other words of the formula: once. */
START_TEST(the_same_contradiction_is_said_once)
{
	static const char *const kinds[] = { "FAD_INS", "FML_INS", "FMA_INS",
		                             "FDV_INS", "FSQ_INS", "FOT_INS" };
	struct profile *p = profile_new();
	size_t cycles =
		profile_event_add(p, "TOT_CYC", NULL, PROFILE_SIMULATED);
	size_t all = profile_event_add(p, "FP_INS", NULL, PROFILE_SIMULATED);
	struct profile_section *s;
	struct assessment *a;

	p->machine = "opteron";
	for (size_t i = 0; i < COUNT(kinds); i++)
		profile_event_add(p, kinds[i], NULL, PROFILE_SIMULATED);
	s = profile_section_add(p, p->root, PROFILE_MODULE, "app");
	s = profile_section_add(p, s, PROFILE_PROCEDURE, "f");
	s->sum[cycles] = 1e10;
	s->sum[all] = 1e9;
	for (size_t i = 0; i < COUNT(kinds); i++)
		s->sum[2 + i] = 4e8; /* two are less than all, four are more */
	total(p);
	a = assess(p, NULL, 0.1, false);
	ck_assert_int_eq(count(&a->shown[0]->warnings, ASSESS_INCONSISTENT, 0),
	                 1);
	assessment_free(a);
	profile_free(p);
}
END_TEST

/* Samples of 1e6 each: 3 additions of 1 operation are chance, 30 of 10 not. */
START_TEST(contradictions_by_chance)
{
	static const struct {
		double adds, all, period;
		int want;
	} cases[] = {
		{ 3e6, 1e6, 1e6, 0 },   { 30e6, 10e6, 1e6, 1 },
		{ 3e6, 1e6, NAN, 1 },   { 1e6, 0, 1e6, 0 },
		{ 30e6, 29e6, NAN, 0 }, /* within the tolerance of 5 % */
		{ 30e6, 28e6, NAN, 1 },
	};
	struct profile *p = new_profile();
	struct profile_section *m, *f;
	struct assessment *a;

	p->runs[0].period[3] = p->runs[0].period[4] = cases[_i].period;
	m = profile_section_add(p, p->root, PROFILE_MODULE, "app");
	f = add(p, m, PROFILE_PROCEDURE, "f", 9e9);
	f->sum[3] = cases[_i].all;
	f->sum[4] = cases[_i].adds;
	total(p);
	a = assess(p, NULL, 0.1, false);
	ck_assert_int_eq(count(&a->shown[0]->warnings, ASSESS_INCONSISTENT, 0),
	                 cases[_i].want);
	assessment_free(a);
	profile_free(p);
}
END_TEST

/* The limits themselves are fine, one beyond is not. */
static const struct {
	const char *what;
	double samples, runtime_s, run2; /* of 6e9 cycles in the first run */
	int too_short, varies;
} limits[] = {
	{ "100 samples", 100, 0.1, 6e9, 0, 0 },
	{ "99 samples", 99, 100, 6e9, 1, 0 },
	{ "0 samples", 0, 100, 6e9, 1, 0 },
	{ "1 s", NAN, 1, 6e9, 0, 0 },
	{ "0.99 s", NAN, 0.99, 6e9, 1, 0 },
	{ "20 %", 1e6, 100, 4.8e9, 0, 0 },
	{ "20.1 %", 1e6, 100, 4.79e9, 0, 1 },
	{ "25 % by chance", 100, 100, 4.5e9, 0, 0 },
};

START_TEST(limits_of_the_checks)
{
	struct profile *p = new_profile();
	struct profile_section *m =
		profile_section_add(p, p->root, PROFILE_MODULE, "app");
	struct profile_section *f = add(p, m, PROFILE_PROCEDURE, "f", 6e9);
	struct assessment *a;

	p->clock_hz = NAN; /* seconds are then those that elapsed */
	p->runtime_s = limits[_i].runtime_s;
	profile_samples(p, f)[0] = limits[_i].samples;
	profile_run_cycles(p, f)[0] = 6e9;
	profile_run_cycles(p, f)[1] = limits[_i].run2;
	total(p);
	a = assess(p, NULL, 0.1, false);
	ck_assert_int_eq(count(&a->shown[0]->warnings, ASSESS_TOO_SHORT, 0),
	                 limits[_i].too_short);
	ck_assert_int_eq(count(&a->shown[0]->warnings, ASSESS_VARIES, 0),
	                 limits[_i].varies);
	assessment_free(a);
	profile_free(p);
}
END_TEST

Suite *suite_warnings(void);
Suite *suite_warnings(void)
{
	Suite *s = suite_create("warnings");
	TCase *tc = tcase_create("warnings");

	tcase_add_test(tc, warnings_come_once);
	tcase_add_test(tc, the_same_contradiction_is_said_once);
	tcase_add_loop_test(tc, contradictions_by_chance, 0, 6);
	tcase_add_loop_test(tc, limits_of_the_checks, 0, COUNT(limits));
	suite_add_tcase(s, tc);
	return s;
}
