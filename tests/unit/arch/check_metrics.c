/* check_metrics - each derived metric, computed from chosen counts */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "arch/machine.h"
#include "arch/metrics.h"
#include "base/banned.h"
#include "base/err.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

struct pair {
	const char *name;
	double value;
};

static const struct pair counts[] = {
	{ "TOT_CYC", 4e9 },        { "TOT_INS", 8e9 },
	{ "LD_INS", 2e9 },         { "ST_INS", 1e9 },
	{ "L1_DCA", 3e9 },         { "L2_DCA", 3e8 },
	{ "L2_DCM", 6e7 },         { "L3_DCA", 6e7 },
	{ "L3_DCM", 1.5e7 },       { "L1_ICA", 1e9 },
	{ "L2_ICA", 2e6 },         { "L2_ICM", 1e6 },
	{ "TLB_DM", 3e6 },         { "TLB_DH", 6e6 },
	{ "TLB_IM", 8e4 },         { "BR_INS", 1e9 },
	{ "BR_MSP", 5e6 },         { "FP_INS", 2e9 },
	{ "FAD_INS", 5e8 },        { "FML_INS", 5e8 },
	{ "FMA_INS", 4e8 },        { "FDV_INS", 5e7 },
	{ "FSQ_INS", 1e7 },        { "FP_PACKED", 1.5e9 },
	{ "FLOPS", 6e9 },          { "WALL_TIME", 2 },
	{ "USER_TIME", 1.5 },      { "SYS_TIME", 0.5 },
	{ "PEAK_MEMORY", 3e8 },    { "THREADS", 4 },
	{ "BUSIEST_CYC", 1.25e9 }, { "CYC_COMMIT_0", 2e9 },
	{ "CYC_COMMIT_1", 4e8 },   { "STALL_LOAD", 1e9 },
	{ "STALL_MEMORY", 6e8 },   { "STALL_EXECUTE", 4e8 },
	{ "STALL_FP", 3e8 },       { "STALL_BRANCH", 8e7 },
	{ "STALL_EMPTY", 3e8 },    { "STALL_STORE", 1e8 },
};

/* Zen 4: lines of 64 bytes, six instructions and 16 results a cycle, 460.8
 * GB/s, 2.4 GHz; L2 14, L3 54, memory 288 and a page walk 75 cycles */
static const struct pair expected[] = {
	{ "wall_time", 2 },
	{ "user_time", 1.5 },
	{ "system_time", 0.5 },
	{ "utilisation", 75 },
	{ "system_share", 25 },
	{ "clock", 2000 },
	{ "peak_memory", 300 },
	{ "parallel_efficiency", 80 },
	{ "ipc", 2 },
	{ "cpi", 0.5 },
	{ "mips", 4000 },
	{ "mips_peak", 100 / 3.0 },
	{ "flop", 6e9 },
	{ "mflops", 3000 },
	{ "mflops_user", 4000 },
	{ "mflops_algebraic", 900 },
	{ "mflops_weighted", 3100 },
	{ "mflops_peak", 9.375 },
	{ "flop_per_cycle", 1.5 },
	{ "instructions_per_load", 4 },
	{ "instructions_per_access", 8 / 3.0 },
	{ "load_share", 25 },
	{ "store_share", 12.5 },
	{ "load_store_ratio", 2 },
	{ "access_share", 37.5 },
	{ "fp_share", 25 },
	{ "simd_share", 75 },
	{ "fma_share", 20 },
	{ "fma_percentage", 400 / 9.0 },
	{ "divide_share", 3 },
	{ "computation_intensity", 2 },
	{ "l1d_hit", 90 },
	{ "accesses_per_l1_miss", 10 },
	{ "l1d_miss_rate", 37.5 },
	{ "l1i_hit", 99.8 },
	{ "l1i_miss_rate", 0.25 },
	{ "l2_hit", 80 },
	{ "l2_miss_rate", 7.5 },
	{ "l2_miss_of_accesses", 2 },
	{ "l2_per_cycle", 6 },
	{ "l3_hit", 75 },
	{ "l3_miss_rate", 1.875 },
	{ "l3_per_cycle", 1.125 },
	{ "l2_volume", 19200 },
	{ "l2_bandwidth", 9600 },
	{ "l3_volume", 3840 },
	{ "l3_bandwidth", 1920 },
	{ "memory_volume", 960 },
	{ "memory_bandwidth", 480 },
	{ "memory_peak", 100 * 480e6 / 460.8e9 },
	{ "memory_per_cycle", 0.375 },
	{ "operational_intensity", 6.25 },
	{ "l2_latency_time", 1.4 },
	{ "l3_latency_time", 1.0125 },
	{ "memory_latency_time", 1.8 },
	{ "tlb_miss_rate", 0.375 },
	{ "tlb_ratio", 0.1 },
	{ "utlb_ratio", 0.3 },
	{ "loads_per_tlb_miss", 2000 / 3.0 },
	{ "accesses_per_tlb_miss", 1000 },
	{ "tlb_per_cycle", 0.075 },
	{ "tlb_latency_time", 0.09375 },
	{ "itlb_miss_rate", 0.01 },
	{ "branch_share", 12.5 },
	{ "instructions_per_branch", 8 },
	{ "mispredicted", 0.5 },
	{ "misprediction_rate", 0.625 },
	{ "commit_more", 40 },
	{ "commit_one", 10 },
	{ "operation_wait", 10 },
	{ "fp_operation_wait", 7.5 },
	{ "cache_access_wait", 10 },
	{ "memory_access_wait", 17.5 },
	{ "branch_wait", 2 },
	{ "fetch_wait", 5 },
	{ "other_wait", 5.5 },
};

static struct machine *load(const char *name)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, name, &err) == 0, "%s", err.msg);
	return m;
}

/* ctx: a name that was not measured, or NULL */
static double count(const void *ctx, const char *name)
{
	for (int i = 0; i < COUNT(counts); i++) {
		if (strcmp(counts[i].name, name) == 0 &&
		    (!ctx || strcmp(ctx, name) != 0))
			return counts[i].value;
	}
	return NAN;
}

static double value(const struct machine *m, const char *id, const void *ctx)
{
	int at = metrics_find(m, id);

	ck_assert_msg(at >= 0, "no metric %s", id);
	return lcpi_eval(m, metrics_category(m, (size_t)at), count, ctx);
}

/* in the order of metrics.lua, so that none is left out */
START_TEST(each_is_what_its_name_says)
{
	struct machine *m = load("zen4");
	const struct lcpi_category *list;
	size_t n = metrics(m, &list);

	ck_assert_int_eq((int)n, COUNT(expected));
	ck_assert_str_eq(list[_i].id, expected[_i].name);
	ck_assert_double_eq_tol(value(m, expected[_i].name, NULL),
	                        expected[_i].value,
	                        1e-9 * fabs(expected[_i].value));
	machine_free(m);
}
END_TEST

static double nothing(const void *ctx, const char *name)
{
	(void)ctx;
	(void)name;
	return NAN;
}

static double zero(const void *ctx, const char *name)
{
	(void)ctx;
	(void)name;
	return 0;
}

START_TEST(each_is_described)
{
	struct machine *m = load("zen4");
	const struct lcpi_category *list;
	size_t n = metrics(m, &list);

	for (size_t i = 0; i < n; i++) {
		size_t c = metrics_category(m, i);
		double v = lcpi_eval(m, c, count, NULL);
		double none = lcpi_eval(m, c, zero, NULL);

		ck_assert_uint_gt(strlen(list[i].label), 3);
		ck_assert_uint_gt(strlen(list[i].description), 10);
		ck_assert_uint_gt(strlen(list[i].source), 5);
		ck_assert_uint_gt(strlen(list[i].unit), 0);
		ck_assert_ptr_nonnull(list[i].group);
		ck_assert(!list[i].bound);
		ck_assert_msg(v >= list[i].min && v <= list[i].max, "%s is %g",
		              list[i].id, v);
		/* not measured, or divided by nothing: no number */
		ck_assert_double_nan(lcpi_eval(m, c, nothing, NULL));
		ck_assert_msg(isnan(none) || none == 0, "%s", list[i].id);
	}
	machine_free(m);
}
END_TEST

/* metrics are no categories of the assessment, nor the other way round */
START_TEST(they_are_apart_from_the_categories)
{
	struct machine *m = load("zen4");
	const struct lcpi_category *list;
	size_t n = lcpi_categories(m, &list);

	ck_assert_int_eq(lcpi_find(m, "ipc"), -1);
	ck_assert_int_eq(metrics_find(m, "overall"), -1);
	ck_assert_int_eq(metrics_find(m, "none"), -1);
	for (size_t i = 0; i < n; i++)
		ck_assert_ptr_null(list[i].group);
	ck_assert_uint_eq(metrics_category(m, 0), n);
	machine_free(m);
}
END_TEST

/* what takes its place where an event was not measured */
START_TEST(others_stand_in)
{
	struct machine *m = load("zen4");

	ck_assert_double_eq_tol(value(m, "flop", "FLOPS"), 1.86e9, 1);
	ck_assert_double_eq_tol(value(m, "instructions_per_access", "ST_INS"),
	                        8 / 3.0, 1e-9);
	ck_assert_double_nan(value(m, "l3_hit", "L3_DCM"));
	ck_assert_double_nan(value(m, "memory_bandwidth", "L3_DCM"));
	ck_assert_double_nan(value(m, "mips", "WALL_TIME"));
	machine_free(m);
}
END_TEST

/* A64FX has no L3 cache, lines of 256 bytes and 1024 GB/s */
START_TEST(machines_can_override)
{
	struct machine *m = load("a64fx");
	const struct lcpi_category *list;

	ck_assert_uint_eq(metrics(m, &list), COUNT(expected));
	ck_assert_double_eq_tol(value(m, "memory_volume", "L3_DCM"), 15360,
	                        1e-6);
	ck_assert_double_eq_tol(value(m, "memory_bandwidth", "L3_DCM"), 7680,
	                        1e-6);
	ck_assert_double_eq_tol(value(m, "memory_peak", "L3_DCM"), 0.75, 1e-9);
	ck_assert_double_nan(value(m, "l3_bandwidth", "L3_DCA"));
	machine_free(m);
}
END_TEST

/* the nine items but one, which is a part of another, are all cycles */
START_TEST(accounting_adds_up)
{
	static const char *const items[] = {
		"commit_more",        "commit_one",  "operation_wait",
		"cache_access_wait",  "branch_wait", "fetch_wait",
		"memory_access_wait", "other_wait",
	};
	struct machine *m = load("a64fx");
	double sum = 0;

	for (int i = 0; i < COUNT(items); i++)
		sum += value(m, items[i], NULL);
	ck_assert_double_eq_tol(sum, 100, 1e-9);
	for (int i = 0; i < COUNT(counts); i++) {
		if (strncmp(counts[i].name, "STALL", 5) == 0)
			ck_assert_ptr_nonnull(
				machine_event_find(m, counts[i].name));
	}
	machine_free(m);
}
END_TEST

/* scalar, 128-bit double, of 4, of 8 and of 16 results: each by its results */
START_TEST(intel_counts_results)
{
	static const double one[] = { 1, 1, 1, 1, 1 };
	struct machine *m = load("sapphire_rapids");
	const struct machine_event *e = machine_event_find(m, "FLOPS");

	ck_assert_ptr_nonnull(e);
	ck_assert_uint_eq(e->nnatives, COUNT(one));
	ck_assert_double_eq(machine_event_count(m, e, one), 31);
	machine_free(m);
}
END_TEST

/* doc/metrics.md has a row for each, and names no other */
START_TEST(all_are_documented)
{
	struct machine *m = load("zen4");
	const struct lcpi_category *list;
	size_t n = metrics(m, &list), rows = 0;
	char line[4096], id[64];
	FILE *f = fopen("doc/metrics.md", "r");

	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof(line), f) && strncmp(line, "## ", 3) != 0) {
		if (sscanf(line, "| `%63[a-z0-9_]` |", id) != 1)
			continue;
		ck_assert_msg(rows < n && strcmp(list[rows].id, id) == 0, "%s",
		              id);
		ck_assert_msg(strstr(line, list[rows].formula) != NULL, "%s",
		              id);
		rows++;
	}
	ck_assert_uint_eq(rows, n);
	while (fgets(line, sizeof(line), f)) {
		const char *cell = strchr(line + 1, '|');

		if (line[0] != '|' || !cell ||
		    sscanf(cell, "| `%63[a-z0-9_]` |", id) != 1)
			continue;
		ck_assert_msg(metrics_find(m, id) >= 0, "%s", id);
		rows++;
	}
	ck_assert_uint_gt(rows, 2 * n - 10);
	fclose(f);
	machine_free(m);
}
END_TEST

Suite *suite_metrics(void);
Suite *suite_metrics(void)
{
	Suite *s = suite_create("metrics");
	TCase *t = tcase_create("metrics");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, each_is_what_its_name_says, 0, COUNT(expected));
	tcase_add_test(t, each_is_described);
	tcase_add_test(t, they_are_apart_from_the_categories);
	tcase_add_test(t, others_stand_in);
	tcase_add_test(t, machines_can_override);
	tcase_add_test(t, accounting_adds_up);
	tcase_add_test(t, intel_counts_results);
	tcase_add_test(t, all_are_documented);
	return s;
}
