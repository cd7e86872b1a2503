/* check_confidence - intervals of sampled counts and what is said about few */
#include "check.h"

#include <math.h>
#include <stdint.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "diagnose/assessment.h"
#include "diagnose/confidence.h"
#include "profile/profile.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* Garwood's limits of the mean, 95 %, as tables have them. */
static const struct {
	double n, low, high;
} limits[] = {
	{ 0, 0, 3.6889 },           { 1, 0.0253, 5.5716 },
	{ 2, 0.2422, 7.2247 },      { 3, 0.6187, 8.7673 },
	{ 5, 1.6235, 11.6683 },     { 10, 4.7954, 18.3904 },
	{ 20, 12.2165, 30.8884 },   { 50, 37.1110, 65.9188 },
	{ 100, 81.3640, 121.6268 },
};

START_TEST(limits_are_garwoods)
{
	struct assess_interval of = confidence_poisson(limits[_i].n);

	ck_assert_double_eq_tol(of.low, limits[_i].low, 6e-5);
	ck_assert_double_eq_tol(of.high, limits[_i].high, 6e-5);
}
END_TEST

/* P(X <= k) of a Poisson variable, by logarithms */
static double at_most(int k, double mean)
{
	double sum = 0;

	for (int j = 0; j <= k; j++)
		sum += exp(j * log(mean) - mean - lgamma(j + 1));
	return sum;
}

/* The definition itself, on both sides of where the approximation begins. */
START_TEST(limits_leave_out_a_fortieth)
{
	for (int n = 1; n < 400; n++) {
		struct assess_interval of = confidence_poisson(n);
		double tol = n < CONFIDENCE_EXACT ? 1e-9 : 2e-5;

		ck_assert_double_eq_tol(at_most(n, of.high), 0.025, tol);
		ck_assert_double_eq_tol(1 - at_most(n - 1, of.low), 0.025, tol);
	}
}
END_TEST

START_TEST(limits_of_many_and_of_none)
{
	struct assess_interval of = confidence_poisson(1e12);

	/* 1.96 standard deviations, and half a sample for being whole */
	ck_assert_double_eq_tol((of.high - 1e12) / 1e6, 1.96, 1e-3);
	ck_assert_double_eq_tol((1e12 - of.low) / 1e6, 1.96, 1e-3);
	ck_assert(isnan(confidence_poisson(NAN).low));
	ck_assert(isnan(confidence_poisson(-1).high));
	ck_assert(isnan(confidence_poisson(INFINITY).high));
}
END_TEST

/* Two runs of all events: 1,000 counts a sample, 10 of L2_DCM. */
struct measured {
	struct profile *p;
	struct profile_section *f;
};

static const char *const names[] = { "TOT_CYC", "TOT_INS", "L1_DCA", "L2_DCA",
	                             "L2_DCM",  "TLB_DM",  "BR_INS", "BR_MSP" };
enum { CYC, INS, L1, L2, L2M, TLB, BR, MSP, EVENTS };

static struct measured new_profile(enum profile_how how, const double *samples)
{
	struct measured made = { .p = profile_new() };
	struct profile_section *m;
	struct profile *p = made.p;

	p->machine = "opteron";
	p->program = "./app";
	p->collector = "hpcrun";
	p->clock_hz = 2e9;
	p->runtime_s = 100;
	for (size_t i = 0; i < EVENTS; i++)
		profile_event_add(p, names[i], NULL, how);
	for (size_t r = 0; r < 2; r++) {
		struct profile_run *run = profile_run_add(p);

		for (size_t i = 0; how == PROFILE_SAMPLED && i < EVENTS; i++)
			run->period[i] = i == L2M ? 20 : 2000;
	}
	m = profile_section_add(p, p->root, PROFILE_MODULE, "app");
	made.f = profile_section_add(p, m, PROFILE_PROCEDURE, "f");
	for (size_t i = 0; i < EVENTS; i++)
		made.f->sum[i] = samples[i] * (i == L2M ? 10 : 1000);
	profile_sum_up(p);
	return made;
}

static struct map *machines; /* read once for all tests */

static void begin(void)
{
	machines = map_new();
}

static void end(void)
{
	for (size_t i = 0; i < map_size(machines); i++)
		machine_free(map_value(machines, i));
	map_free(machines);
}

static struct assessment *assess(const struct profile *p)
{
	const struct profile *profiles[] = { p };
	const char *files[] = { "one.db" };
	const struct assess_options o = { .threshold = 0.1,
		                          .all = true,
		                          .machines = machines };
	struct err err = { 0 };
	struct assessment *a = assessment_new(profiles, files, 1, &o, &err);

	ck_assert_msg(a != NULL, "%s", err.msg);
	ck_assert_uint_eq(a->nshown, 1);
	return a;
}

static const char *said(const struct assessment *a)
{
	const struct assess_warnings *w = &a->shown[0]->warnings;
	const char *text = NULL;

	for (size_t i = 0; i < w->n; i++) {
		if (w->w[i].check != ASSESS_FEW_SAMPLES)
			continue;
		ck_assert_ptr_null(text); /* one sentence */
		text = w->w[i].text;
	}
	return text;
}

/* Opteron: good CPI 0.5, so a character is 0.05; TLB miss 50, branch 2, branch
 * misprediction 10, L1 3, L2 9, memory 310 cycles. */
static const struct {
	double samples[EVENTS];
	const char *want; /* NULL: nothing is said */
} few[] = {
	/* all are many */
	{ { 5000, 5000, 2000, 200, 100, 100, 900, 100 }, NULL },
	/* few misses of little weight: 20 samples x 310 x 10 / 5e6 = 0.01 */
	{ { 5000, 5000, 2000, 200, 20, 0, 900, 0 }, NULL },
	/* 60 walks x 50 / 5000 are 0.6; 99 of 100 are too few */
	{ { 5000, 5000, 2000, 200, 100, 60, 900, 99 },
	  "few samples for branch instructions (99), data TLB (60): at "
	  "least "
	  "100 are needed" },
	/* no walk was seen in 2,000 instructions: up to 3.7 x 50 / 2000 */
	{ { 5000, 2000, 2000, 200, 100, 0, 900, 100 },
	  "few samples for data TLB (0): at least 100 are needed" },
	/* everything rests on instructions; overall on what is said of it */
	{ { 5000, 80, 200, 200, 100, 100, 200, 100 },
	  "few samples for overall (80), data accesses (80), branch "
	  "instructions (80), data TLB (80): at least 100 are needed" },
	/* few clock samples were said already */
	{ { 50, 5000, 2000, 200, 100, 100, 900, 100 }, NULL },
	/* no instruction was seen: nothing can be divided, and that is why */
	{ { 5000, 0, 2000, 200, 100, 100, 900, 100 },
	  "few samples for overall (0), data accesses (0), branch "
	  "instructions (0), data TLB (0): at least 100 are needed" },
};

START_TEST(few_samples_are_said)
{
	struct measured m = new_profile(PROFILE_SAMPLED, few[_i].samples);
	struct assessment *a = assess(m.p);
	const char *text = said(a);

	if (few[_i].want) {
		ck_assert_ptr_nonnull(text);
		ck_assert_str_eq(text, few[_i].want);
	} else {
		ck_assert_msg(!text, "%s", text);
	}
	assessment_free(a);
	profile_free(m.p);
}
END_TEST

START_TEST(exact_counts_have_no_interval)
{
	struct measured m = new_profile(PROFILE_SIMULATED, few[3].samples);
	struct assessment *a = assess(m.p);
	const struct assess_value *v = &a->shown[0]->in[0];

	ck_assert_ptr_null(said(a));
	for (size_t k = 0; k < a->nevents; k++) {
		ck_assert(isnan(v->event_samples[k]));
		ck_assert(isnan(v->event_interval[k].high));
		ck_assert(!confidence_sampled(a, k));
	}
	for (size_t k = 0; k < a->ncategories; k++)
		ck_assert(isnan(v->lcpi_interval[k].high));
	assessment_free(a);
	profile_free(m.p);
}
END_TEST

/* Cycles from clock samples, the rest simulated: overall only is uncertain. */
START_TEST(only_what_was_sampled_is_uncertain)
{
	struct measured m = new_profile(PROFILE_SIMULATED, few[0].samples);
	struct assess_interval want = confidence_poisson(400);
	struct assessment *a;
	const struct assess_value *v;

	profile_samples(m.p, m.f)[CYC] = 400;
	profile_samples(m.p, m.p->root)[CYC] = 400;
	a = assess(m.p);
	v = &a->shown[0]->in[0];
	ck_assert_ptr_null(said(a));
	ck_assert_double_eq(v->event_samples[CYC], 400);
	ck_assert_double_eq_tol(v->event_interval[CYC].low, 12500 * want.low,
	                        1e-3);
	ck_assert_double_eq_tol(v->lcpi_interval[0].low, want.low / 400, 1e-9);
	ck_assert_double_eq_tol(v->lcpi_interval[0].high, want.high / 400,
	                        1e-9);
	ck_assert(isnan(v->lcpi_interval[1].high));
	assessment_free(a);
	profile_free(m.p);
}
END_TEST

START_TEST(counts_without_samples_have_an_upper_limit)
{
	struct measured m = new_profile(PROFILE_SAMPLED, few[3].samples);
	struct assess_interval of = confidence_count(m.p, m.f, TLB);

	/* two runs of period 2000: a sample is 1000 of the mean */
	ck_assert_double_eq(of.low, 0);
	ck_assert_double_eq_tol(of.high, 3688.879, 1e-2);
	/* in a section around it a sample was worth 700 */
	m.f->parent->sum[TLB] = 7000;
	profile_samples(m.p, m.f->parent)[TLB] = 10;
	of = confidence_count(m.p, m.f, TLB);
	ck_assert_double_eq_tol(of.high, 0.7 * 3688.879, 1e-2);
	m.f->sum[TLB] = NAN;
	ck_assert(isnan(confidence_count(m.p, m.f, TLB).high));
	profile_free(m.p);
}
END_TEST

/* Distances add up in squares: the interval of overall from both its counts. */
START_TEST(uncertainties_add_up)
{
	struct measured m = new_profile(PROFILE_SAMPLED, few[0].samples);
	struct assessment *a = assess(m.p);
	struct assess_interval n = confidence_poisson(5000);
	double by_ins = 5000 / n.low - 1, by_cyc = n.high / 5000 - 1;

	ck_assert_double_eq_tol(a->shown[0]->in[0].lcpi_interval[0].high,
	                        1 + hypot(by_ins, by_cyc), 1e-9);
	by_ins = 1 - 5000 / n.high;
	by_cyc = 1 - n.low / 5000;
	ck_assert_double_eq_tol(a->shown[0]->in[0].lcpi_interval[0].low,
	                        1 - hypot(by_ins, by_cyc), 1e-9);
	assessment_free(a);
	profile_free(m.p);
}
END_TEST

/* A count of a Poisson variable with this mean, by its definition */
static double draw(double mean, uint64_t *state)
{
	double left = exp(-mean), product = 1, n = -1;

	do {
		*state = *state * 6364136223846793005u + 1442695040888963407u;
		product *= ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
		n++;
	} while (product > left);
	return n;
}

/* The true ratio lies in the interval in 95 % of all measurements. */
START_TEST(intervals_hold_the_truth)
{
	static const double mean[] = { 5, 30, 200 };
	uint64_t state = 42 + (uint64_t)_i;
	double n[EVENTS] = { 0, 0, 300, 100, 100, 100, 100, 100 };
	int held = 0;

	for (int i = 0; i < 400; i++) {
		struct measured m;
		struct assessment *a;
		struct assess_interval of;

		n[CYC] = fmax(1, draw(mean[_i], &state));
		n[INS] = fmax(1, draw(2 * mean[_i], &state));
		m = new_profile(PROFILE_SAMPLED, n);
		a = assess(m.p);
		of = a->shown[0]->in[0].lcpi_interval[0];
		held += of.low <= 0.5 && of.high >= 0.5;
		assessment_free(a);
		profile_free(m.p);
	}
	/* 380 of 400 +- 4.4, and Garwood's are wide for few */
	ck_assert_int_ge(held, 368);
	ck_assert_int_le(held, 399);
}
END_TEST

Suite *suite_confidence(void);
Suite *suite_confidence(void)
{
	Suite *s = suite_create("confidence");
	TCase *tc = tcase_create("confidence");

	tcase_add_unchecked_fixture(tc, begin, end);
	tcase_add_loop_test(tc, limits_are_garwoods, 0, COUNT(limits));
	tcase_add_test(tc, limits_leave_out_a_fortieth);
	tcase_add_test(tc, limits_of_many_and_of_none);
	tcase_add_loop_test(tc, few_samples_are_said, 0, COUNT(few));
	tcase_add_test(tc, exact_counts_have_no_interval);
	tcase_add_test(tc, only_what_was_sampled_is_uncertain);
	tcase_add_test(tc, counts_without_samples_have_an_upper_limit);
	tcase_add_test(tc, uncertainties_add_up);
	tcase_add_loop_test(tc, intervals_hold_the_truth, 0, 3);
	suite_add_tcase(s, tc);
	return s;
}
