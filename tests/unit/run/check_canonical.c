/* check_canonical - native events become canonical ones; metric names */
#include "check.h"

#include <math.h>

#include "arch/machine.h"
#include "base/err.h"
#include "measure/attribute/canonical.h"
#include "measure/collect/counters/hpcrun/native_metrics.h"
#include "measure/plan/plan.h"
#include "profile/import/hpctoolkit.h"
#include "profile/profile.h"

static struct machine *load(const char *name)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, name, &err) == 0, "%s", err.msg);
	return m;
}

static const struct machine_native *native(const struct machine *m,
                                           const char *event, size_t i)
{
	return machine_event_find(m, event)->natives[i];
}

/* A64FX: L2_DCM = max(0, refills - swaps - prefetches) */
START_TEST(formulas_are_computed)
{
	static const char *const names[] = { "L2D_CACHE_REFILL", "L2D_SWAP_DM",
		                             "L2D_CACHE_MIBMCH_PRF" };
	static const double sums[] = { 1000000, 200000, 300000 };
	struct machine *m = load("a64fx");
	struct profile *p = profile_new();
	struct profile_run *run;
	size_t cycles =
		profile_event_add(p, "TOT_CYC", "CPU_CYCLES", PROFILE_SAMPLED);
	double *samples;

	for (size_t i = 0; i < 3; i++)
		ck_assert_uint_eq(profile_event_add(p, names[i], names[i],
		                                    PROFILE_SAMPLED),
		                  i + 1);
	run = profile_run_add(p);
	profile_root(p)->sum[cycles] = 4e9;
	samples = profile_samples(p, p->root);
	for (size_t i = 0; i < 3; i++) {
		p->root->sum[i + 1] = sums[i];
		samples[i + 1] = sums[i] / 1000; /* a period of 1000 */
		run->total[i + 1] = sums[i];
		run->period[i + 1] = 1000;
	}
	run->total[cycles] = 4e9;
	run->period[cycles] = 4e6;
	samples[cycles] = 1000;
	canonical_events(p, m);
	ck_assert_uint_eq(p->nevents, 2);
	ck_assert_int_eq(profile_event(p, names[0]), -1);
	ck_assert_double_eq(profile_value(p, p->root, "TOT_CYC"), 4e9);
	ck_assert_double_eq(profile_value(p, p->root, "L2_DCM"), 500000);
	ck_assert_int_eq(p->events[1].how, PROFILE_DERIVED);
	ck_assert_double_eq(p->runs[0].total[1], 500000);
	ck_assert(isnan(p->runs[0].period[1]));
	ck_assert_double_eq(p->root->samples[0], 1000);
	/* variance 1000^2 * (1000 + 200 + 300): as 166.7 samples would have */
	ck_assert_double_eq(p->root->samples[1], 166);
	profile_free(p);
	machine_free(m);
}
END_TEST

/* A part of an event's natives is no value, and never half of one. */
START_TEST(a_missing_native_is_not_zero)
{
	struct machine *m = load("a64fx");
	struct profile *p = profile_new();

	profile_event_add(p, "TOT_CYC", NULL, PROFILE_SAMPLED);
	profile_event_add(p, "L2D_CACHE_REFILL", NULL, PROFILE_SAMPLED);
	profile_root(p)->sum[1] = 5;
	canonical_events(p, m);
	ck_assert_int_eq(profile_event(p, "L2_DCM"), -1);
	ck_assert_uint_eq(p->nevents, 1);
	profile_free(p);
	machine_free(m);
}
END_TEST

/* Zen 2: FMA_INS is n1 / 2; FP_INS and FLOPS share a native */
START_TEST(natives_are_shared)
{
	struct machine *m = load("zen2");
	struct profile *p = profile_new();

	ck_assert_ptr_null(canonical_alone(m, native(m, "FP_INS", 0)));
	ck_assert_ptr_null(canonical_alone(m, native(m, "FMA_INS", 0)));
	ck_assert_str_eq(canonical_alone(m, native(m, "BR_INS", 0))->name,
	                 "BR_INS");
	profile_event_add(p, "RETIRED_SSE_AVX_FLOPS:ANY", NULL,
	                  PROFILE_SAMPLED);
	profile_event_add(p, "RETIRED_SSE_AVX_FLOPS:MAC_FLOPS", NULL,
	                  PROFILE_SAMPLED);
	profile_root(p)->sum[0] = 80;
	p->root->sum[1] = 10;
	canonical_events(p, m);
	ck_assert_double_eq(profile_value(p, p->root, "FP_INS"), 80);
	ck_assert_double_eq(profile_value(p, p->root, "FLOPS"), 80);
	ck_assert_double_eq(profile_value(p, p->root, "FMA_INS"), 5);
	profile_free(p);
	machine_free(m);
}
END_TEST

/* All of a machine's events come of their natives, first and last, too. */
START_TEST(every_event_is_computed)
{
	struct machine *m = load("zen2");
	const struct machine_event *list;
	const size_t n = machine_events(m, &list);

	ck_assert_uint_gt(n, 10);
	for (size_t i = 0; i < n; i++) {
		struct profile *p = profile_new();

		for (size_t k = 0; k < list[i].nnatives; k++)
			profile_event_add(p, list[i].natives[k]->name, NULL,
			                  PROFILE_SAMPLED);
		profile_root(p);
		canonical_events(p, m);
		ck_assert_msg(!list[i].nnatives ||
		                      profile_event(p, list[i].name) >= 0,
		              "%s", list[i].name);
		profile_free(p);
	}
	machine_free(m);
}
END_TEST

static const struct {
	const char *metric, *native; /* NULL: not one of the machine's */
} metrics[] = {
	{ "REQUESTS_TO_L2:DATA", "REQUESTS_TO_L2:DATA" },
	{ "requests_to_l2:data", "REQUESTS_TO_L2:DATA" },
	{ "amd64_fam10h_barcelona::REQUESTS_TO_L2:DATA",
	  "REQUESTS_TO_L2:DATA" },
	{ "PAPI_L2_DCA", "REQUESTS_TO_L2:DATA" },
	{ "papi::PAPI_L2_DCA", "REQUESTS_TO_L2:DATA" },
	{ "REQUESTS_TO_L2", NULL },
	{ "REQUESTS_TO_L2:DATA2", NULL },
	{ "", NULL },
};

START_TEST(metric_names)
{
	struct machine *m = load("opteron");
	const struct machine_native *n = metrics_native(m, metrics[_i].metric);

	if (metrics[_i].native)
		ck_assert_str_eq(n->name, metrics[_i].native);
	else
		ck_assert_ptr_null(n);
	machine_free(m);
}
END_TEST

START_TEST(periods_are_the_plans)
{
	struct machine *m = load("opteron");
	const struct plan_request r = { .machine = m, .rate = 500 };
	struct err err = { 0 };
	struct plan *plan = plan_make(&r, &err);
	struct metrics t = { m, plan };
	struct hpctoolkit_metric metric = { "x", 7, 1 };

	ck_assert(metrics_translate(&t, "CPU_CLK_UNHALTED", &metric));
	ck_assert_str_eq(metric.name, "TOT_CYC");
	ck_assert_double_eq(metric.scale, 1);
	ck_assert_double_eq(metric.period, 4600003);
	metric = (struct hpctoolkit_metric){ "x", 7, 1 };
	ck_assert(!metrics_translate(&t, "NO_SUCH_EVENT", &metric));
	ck_assert_str_eq(metric.name, "x");
	plan_free(plan);
	machine_free(m);
}
END_TEST

Suite *suite_canonical(void);

Suite *suite_canonical(void)
{
	Suite *s = suite_create("canonical");
	TCase *tc = tcase_create("canonical");

	tcase_add_test(tc, formulas_are_computed);
	tcase_add_test(tc, a_missing_native_is_not_zero);
	tcase_add_test(tc, natives_are_shared);
	tcase_add_test(tc, every_event_is_computed);
	tcase_add_loop_test(tc, metric_names, 0,
	                    (int)(sizeof(metrics) / sizeof(*metrics)));
	tcase_add_test(tc, periods_are_the_plans);
	suite_add_tcase(s, tc);
	return s;
}
