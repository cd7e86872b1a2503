/* check_scale - by what the counts of a part are multiplied, and how sure that
 * is */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/modules.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/simulate/extrapolate/scale.h"
#include "measure/collect/simulate/extrapolate/share.h"
#include "measure/collect/simulate/sample/settle.h"
#include "measure/collect/simulate/sample/steer.h"
#include "profile/profile.h"

/* Time of a place: run, module and how long, as count samples of it. */
static struct sample_count *put_time(struct samples *s, const char *module,
                                     uint16_t run, double time_s, double count)
{
	const struct sample_key key = { .module = samples_module(s, module),
		                        .run = run };
	struct sample_count *c = samples_at(s, &key);

	c->user_s = time_s;
	c->samples = count;
	return c;
}

/*
 * Two runs of which 4 s are in [a], 1 s in [b], a moment in [c]; the
 * simulated part has 1 s of [a], too few samples of [b] for as much of it, and
 * about as many of [c]. What the system did in [a], it did in the part.
 */
START_TEST(counts_grow_as_time_does)
{
	struct native n = { .samples = samples_new(), .nruns = 2 };
	struct share share = { .share = 0.2,
		               .speed = 1,
		               .samples = samples_new() };
	struct profile *p = profile_new();
	struct attribution of = { .p = p,
		                  .modules = modules_new(p, NULL, NULL) };
	struct scale *scale, *whole;
	struct spot spots[4];
	const struct profile_section *a, *b, *c;

	put_time(n.samples, "[a]", 0, 4, 4000);
	put_time(n.samples, "[a]", 1, 4, 4000);
	put_time(n.samples, "[b]", 0, 1, 1000);
	put_time(n.samples, "[c]", 0, 0.02, 20);
	put_time(share.samples, "[a]", 0, 1, 2000)->system_s = 1;
	put_time(share.samples, "[b]", 0, 0.005, 5);
	put_time(share.samples, "[c]", 0, 0.002, 2);
	spots[0] = spots[1] = attribution_spot_file(&of, "[a]", 0);
	spots[2] = attribution_spot_file(&of, "[b]", 0);
	spots[3] = attribution_spot_file(&of, "[c]", 0);
	a = spots[0].section;
	b = spots[2].section;
	c = spots[3].section;
	scale = scale_new(&of, &n, spots, &share, NULL);
	whole = scale_new(&of, &n, spots, NULL, NULL);
	ck_assert_double_eq_tol(scale_of(scale, a), 4, 1e-9);
	/* 0.5 s after 5 samples and a half of 1 ms */
	ck_assert_double_eq_tol(scale_of(scale, b), 0.5 / 0.0055, 1e-6);
	ck_assert_double_gt(scale_of(scale, c), 4);
	ck_assert_double_lt(scale_of(scale, c), 5);
	ck_assert_double_eq_tol(scale_of(whole, a), 1, 1e-9);
	scale_free(scale);
	scale_free(whole);
	modules_free(of.modules);
	profile_free(p);
	samples_free(n.samples);
	share_release(&share);
}
END_TEST

/*
 * Programs made up by chance, each with a part and a rest: what is extrapolated
 * from the part's counts is what a pass over all of it would have counted.
 */
START_TEST(extrapolated_is_what_a_full_pass_counts)
{
	enum { PLACES = 12, RUNS = 2 };
	const bool rest_is_known = _i % 2;
	const double speed = 0.8 + 0.05 * _i, tick_s = 0.001;
	struct native n = { .samples = samples_new(), .nruns = RUNS };
	struct share share = { .share = 0.3,
		               .speed = speed,
		               .times = NAN,
		               .times_error = NAN,
		               .whole = rest_is_known,
		               .samples = samples_new() };
	struct profile *p = profile_new();
	struct attribution of = { .p = p,
		                  .modules = modules_new(p, NULL, NULL) };
	struct spot spots[RUNS * PLACES];
	double part_s[PLACES], all_s[PLACES], rate[PLACES];
	struct scale *scale;

	srand(1 + (unsigned)_i);
	for (int k = 0; k < PLACES; k++) {
		char name[16];

		snprintf(name, sizeof(name), "[%d]", k);
		part_s[k] = tick_s * (10 + rand() % 5000);
		/* some were over; of no other less than 5 % is left */
		all_s[k] = part_s[k] * (k < 3 ? 1 : 1.1 + rand() % 100);
		rate[k] = 1e9 * (1 + rand() % 4);
		put_time(share.samples, name, 0, part_s[k], part_s[k] / tick_s);
		if (rest_is_known)
			put_time(share.samples, name, 1, all_s[k] - part_s[k],
			         (all_s[k] - part_s[k]) / tick_s);
		for (uint16_t run = 0; run < RUNS; run++) {
			put_time(n.samples, name, run, all_s[k] / speed,
			         all_s[k] / speed / tick_s);
			spots[RUNS * k + run] =
				attribution_spot_file(&of, name, 0);
		}
	}
	scale = scale_new(&of, &n, spots, &share, NULL);
	for (int k = 0; k < PLACES; k++) {
		const double counted = rate[k] * part_s[k];
		const double full = rate[k] * all_s[k];
		const double is =
			counted * scale_of(scale, spots[RUNS * k].section);

		ck_assert_msg(fabs(is / full - 1) < 1e-9,
		              "place %d: %g, a full pass %g", k, is, full);
	}
	scale_free(scale);
	modules_free(of.modules);
	profile_free(p);
	samples_free(n.samples);
	share_release(&share);
}
END_TEST

/*
 * By time there is eight times as much of [a] as in the part, which had all of
 * [start]; times: by the count of a marker
 */
static double growth_beside(double times, double times_error, bool regular,
                            double other_s, double *start, double *error)
{
	struct native n = { .samples = samples_new(), .nruns = 1 };
	struct share share = { .share = 0.2,
		               .speed = 1,
		               .whole = true,
		               .times = times,
		               .times_error = times_error,
		               .regular = regular,
		               .samples = samples_new() };
	struct profile *p = profile_new();
	struct attribution of = { .p = p,
		                  .modules = modules_new(p, NULL, NULL) };
	struct machine *m;
	struct err err = { 0 };
	struct steer steer = STEER_INIT;
	struct profile_section *section;
	struct scale *scale;
	size_t ins;
	double a;

	ck_assert(machine_load(&m, "zen3", &err) == 0);
	steer.settle = settle_new(m, 0, 1);
	ins = profile_event_add(p, "TOT_INS", NULL, PROFILE_SIMULATED);
	put_time(share.samples, "[a]", 0, 1, 1000);
	put_time(share.samples, "[a]", 1, 7, 7000);
	put_time(share.samples, "[start]", 0, 1, 1000);
	if (other_s > 0) {
		put_time(share.samples, "[b]", 0, 1, 1000);
		put_time(share.samples, "[b]", 1, other_s, 1000 * other_s);
	}
	scale = scale_new(&of, &n, NULL, &share, &steer);
	section = attribution_spot_file(&of, "[a]", 0).section;
	a = scale_of(scale, section);
	attribution_add(section, ins, 1000);
	scale_errors(scale, p, ins, 1);
	*error = profile_errors(p, section)[ins];
	*start = scale_of(scale,
	                  attribution_spot_file(&of, "[start]", 0).section);
	scale_free(scale);
	settle_free(steer.settle);
	machine_free(m);
	modules_free(of.modules);
	profile_free(p);
	samples_free(n.samples);
	share_release(&share);
	return a;
}

static double growth_of(double times, double times_error, bool regular,
                        double *start, double *error)
{
	return growth_beside(times, times_error, regular, 0, start, error);
}

/* How much there is in all is counted, but not how much of each: [a] may take
 * less for an instruction than [b] in the rest, or be done less often. */
START_TEST(what_grows_otherwise_than_all_is_uncertain)
{
	double start, error;

	growth_beside(10, 0.001, true, 9, &start, &error);
	ck_assert_double_ge(error, 1 - 8.0 / 9);
	ck_assert_double_lt(error, 0.15);
	growth_beside(10, 0.001, true, 7, &start, &error);
	ck_assert_double_lt(error, 0.06);
}
END_TEST

START_TEST(what_comes_in_turns_alike_grows_as_their_number)
{
	double start, error;

	ck_assert_double_eq_tol(growth_of(NAN, NAN, false, &start, &error), 8,
	                        1e-9);
	ck_assert_double_eq_tol(start, 1, 1e-9);
	/* what an instruction takes may be another in four fifths of the run;
	 * 1000 of the part's 2000 samples are of [a] */
	ck_assert_double_eq_tol(
		error, hypot(0.8 * 0.15, 1.96 * sqrt(0.5 / 1000)), 1e-4);
	ck_assert_double_eq_tol(growth_of(10, 0.01, true, &start, &error), 10,
	                        1e-9);
	ck_assert_double_eq_tol(start, 1, 1e-9);
	/* few turns in the part say less than time does */
	ck_assert_double_eq_tol(growth_of(10, 0.2, true, &start, &error), 8,
	                        1e-9);
	/* turns that differ: not trusted, but as much as time is */
	ck_assert_double_eq_tol(growth_of(17, 0.01, false, &start, &error), 8,
	                        1e-9);
	ck_assert_double_eq_tol(growth_of(14, 0.01, false, &start, &error),
	                        sqrt(8 * 14), 1e-9);
	ck_assert_double_ge((1 + error) * sqrt(8 * 14), 14);
}
END_TEST

/*
 * The run that found the part came to its end: its own samples tell, whatever
 * the speed of the others. Those after the part are no part of it.
 */
START_TEST(counts_grow_as_time_of_the_same_run_does)
{
	struct native n = { .samples = samples_new(), .nruns = 1 };
	struct share share = { .share = 0.1,
		               .speed = 3,
		               .whole = true,
		               .samples = samples_new() };
	struct profile *p = profile_new();
	struct attribution of = { .p = p,
		                  .modules = modules_new(p, NULL, NULL) };
	struct scale *scale;
	struct spot spot;

	put_time(n.samples, "[a]", 0, 100, 100000);
	put_time(share.samples, "[a]", 0, 1, 1000);
	put_time(share.samples, "[a]", 1, 7, 7000);
	spot = attribution_spot_file(&of, "[a]", 0);
	scale = scale_new(&of, &n, &spot, &share, NULL);
	ck_assert_double_eq_tol(scale_of(scale, spot.section), 8, 1e-9);
	scale_free(scale);
	modules_free(of.modules);
	profile_free(p);
	samples_free(n.samples);
	share_release(&share);
}
END_TEST

Suite *suite_scale(void);
Suite *suite_scale(void)
{
	Suite *s = suite_create("scale");
	TCase *tc = tcase_create("scale");

	tcase_set_timeout(tc, 30);
	tcase_add_test(tc, counts_grow_as_time_does);
	tcase_add_test(tc, counts_grow_as_time_of_the_same_run_does);
	tcase_add_test(tc, what_comes_in_turns_alike_grows_as_their_number);
	tcase_add_test(tc, what_grows_otherwise_than_all_is_uncertain);
	tcase_add_loop_test(tc, extrapolated_is_what_a_full_pass_counts, 0, 8);
	suite_add_tcase(s, tc);
	return s;
}
