/* check_arch_data - every shipped machine file, event and relation */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "arch/events.h"
#include "arch/lcpi.h"
#include "arch/machine.h"
#include "base/err.h"
#include "machines.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

START_TEST(all_files_are_listed)
{
	char **names, **titles;
	struct err err = { 0 };
	size_t n;

	ck_assert_msg(machine_list(&names, &titles, &n, &err) == 0, "%s",
	              err.msg);
	ck_assert_uint_ge(n, 20);
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_gt(strlen(titles[i]), 5);
	machine_list_free(names, titles, n);
}
END_TEST

START_TEST(parameters_are_sound)
{
	struct machine *m = machines_load(_i);
	const struct machine_param *list;
	size_t n = machine_params(m, &list);

	ck_assert_uint_ge(n, 11);
	for (size_t i = 0; i < n; i++) {
		double value = machine_param(m, list[i].name);

		ck_assert_msg(value > 0 && isfinite(value), "%s", list[i].name);
		ck_assert_uint_gt(strlen(list[i].source), 3);
		/* what is not known must not look as if it were */
		if (strstr(list[i].source, "not published"))
			ck_assert_msg(list[i].guess, "%s", list[i].name);
		if (strncmp(machine_name(m), "generic", 7) == 0)
			ck_assert_msg(list[i].guess, "%s", list[i].name);
	}
	machine_free(m);
}
END_TEST

/* lower <= higher where the machine has both */
static void ordered(const struct machine *m, const char *lower,
                    const char *higher)
{
	double low = machine_param(m, lower), high = machine_param(m, higher);

	if (!isnan(low) && !isnan(high))
		ck_assert_msg(low <= high, "%s: %s %g > %s %g", machine_name(m),
		              lower, low, higher, high);
}

START_TEST(latencies_are_ordered)
{
	struct machine *m = machines_load(_i);

	ordered(m, "L1_dlat", "L2_lat");
	ordered(m, "L2_lat", "L3_lat");
	ordered(m, "L2_lat", "Mem_lat");
	ordered(m, "L3_lat", "Mem_lat");
	ordered(m, "FP_lat", "FP_slow_lat");
	ordered(m, "FP_lat", "FP_slow_vec_lat");
	ordered(m, "BR_lat", "BR_miss_lat");
	ordered(m, "TLB_l2_lat", "TLB_lat");
	ordered(m, "TLB_lat", "TLB_worst_lat");
	ck_assert_double_ge(machine_param(m, "CPU_freq"), 1e9);
	ck_assert_double_le(machine_param(m, "CPU_freq"), 6e9);
	ck_assert_double_ge(machine_param(m, "CPI_threshold"), 0.2);
	ck_assert_double_le(machine_param(m, "CPI_threshold"), 0.5);
	ck_assert_double_le(machine_param(m, "Mem_lat"), 1000);
	machine_free(m);
}
END_TEST

static void check_sets(const struct machine_cache *c)
{
	uint64_t sets;

	if (!c->size_bytes)
		return;
	sets = c->size_bytes / c->ways / c->line_bytes;
	ck_assert_uint_eq(sets * c->ways * c->line_bytes, c->size_bytes);
	ck_assert_uint_eq(sets & (sets - 1), 0);
	ck_assert_uint_ge(c->shared_by, 1);
}

static void check_tlb(const struct machine_tlb *t)
{
	if (t->entries)
		ck_assert_uint_eq(t->entries % t->ways, 0);
}

START_TEST(geometry_is_sound)
{
	struct machine *m = machines_load(_i);
	const struct machine_geometry *g = machine_geometry(m);
	const struct machine_peak *p = machine_peak(m);

	check_sets(&g->l1d);
	check_sets(&g->l1i);
	check_sets(&g->l2);
	check_sets(&g->l3);
	ck_assert_uint_lt(g->l1d.size_bytes, g->l2.size_bytes);
	if (g->l3.size_bytes) {
		ck_assert_uint_lt(g->l2.size_bytes, g->l3.size_bytes);
		ck_assert_double_gt(machine_param(m, "L3_lat"), 0);
	}
	ck_assert_uint_le(g->l1d.line_bytes, g->l2.line_bytes);
	check_tlb(&g->dtlb1);
	check_tlb(&g->dtlb2);
	check_tlb(&g->itlb1);
	check_tlb(&g->itlb2);
	if (g->dtlb2.entries) {
		ck_assert_uint_lt(g->dtlb1.entries, g->dtlb2.entries);
		ck_assert_double_gt(machine_param(m, "TLB_l2_lat"), 0);
	}
	if (g->tlb2_unified)
		ck_assert_uint_eq(g->itlb2.entries, g->dtlb2.entries);
	ck_assert_uint_ge(g->fetch_bytes, 16);
	ck_assert_uint_le(g->fetch_bytes, g->l1i.line_bytes);
	ck_assert_uint_ge(g->branch_bits, 10);
	ck_assert_uint_ge(p->vector_bits, 128);
	ck_assert_double_le(p->scalar_flops, p->vector_flops);
	if (!isnan(p->core_bytes_per_s))
		ck_assert_double_le(p->core_bytes_per_s, p->socket_bytes_per_s);
	machine_free(m);
}
END_TEST

/* can these natives be in one run? each to a counter of its own, by trial */
static bool place(const struct machine_event *e, size_t i, uint64_t busy,
                  unsigned left, unsigned programmable)
{
	const struct machine_native *n;

	if (i == e->nnatives)
		return true;
	n = e->natives[i];
	if (n->fixed)
		return place(e, i + 1, busy, left, programmable);
	if (left < n->width)
		return false;
	for (unsigned c = 0; c < programmable; c++) {
		uint64_t bit = (uint64_t)1 << c;

		if (!(busy & bit) && (!n->counters || (n->counters & bit)) &&
		    place(e, i + 1, busy | bit, left - n->width, programmable))
			return true;
	}
	return false;
}

START_TEST(each_event_can_be_counted)
{
	struct machine *m = machines_load(_i);
	unsigned programmable = machine_counters(m)->programmable;
	const struct machine_event *list;
	size_t n = machine_events(m, &list);

	ck_assert_uint_ge(programmable, 4);
	for (size_t i = 0; i < n; i++) {
		ck_assert_ptr_nonnull(
			events_find(machine_catalogue(m), list[i].name));
		ck_assert_msg(place(&list[i], 0, 0, programmable, programmable),
		              "%s: %s does not fit the counters",
		              machine_name(m), list[i].name);
		for (size_t k = 0; k < list[i].nnatives; k++) {
			const struct machine_native *e = list[i].natives[k];

			ck_assert_msg(e->has_raw || e->perf,
			              "%s: perf can't count %s",
			              machine_name(m), e->name);
			ck_assert_uint_eq(e->counters >> programmable, 0);
		}
	}
	machine_free(m);
}
END_TEST

/* each of the 15 is counted, or the file says why not */
START_TEST(core_events_are_there_or_explained)
{
	struct machine *m = machines_load(_i);
	const struct event *list;
	size_t n = events_list(machine_catalogue(m), &list);

	for (size_t i = 0; i < n; i++) {
		bool has = machine_event_find(m, list[i].name) != NULL;
		const char *why = machine_missing(m, list[i].name);

		ck_assert_msg(!has || !why, "%s: %s is there and missing",
		              machine_name(m), list[i].name);
		if (list[i].core)
			ck_assert_msg(has || why, "%s: %s is not explained",
			              machine_name(m), list[i].name);
	}
	ck_assert_ptr_nonnull(machine_event_find(m, "TOT_CYC"));
	ck_assert_ptr_nonnull(machine_event_find(m, "TOT_INS"));
	machine_free(m);
}
END_TEST

/* a native must mean one thing: names and codes pair up */
START_TEST(codes_are_not_reused)
{
	struct machine *m = machines_load(_i);
	const struct machine_event *list;
	size_t n = machine_events(m, &list);

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++) {
			const struct machine_native *a = list[i].natives[0];
			const struct machine_native *b = list[k].natives[0];

			if (a != b && a->has_raw && b->has_raw)
				ck_assert_msg(a->raw != b->raw, "%s: %s, %s",
				              machine_name(m), a->name,
				              b->name);
		}
	}
	machine_free(m);
}
END_TEST

static const struct {
	const char *id, *label;
} categories[] = {
	{ "overall", "overall" },
	{ "data_accesses", "data accesses" },
	{ "instruction_accesses", "instruction accesses" },
	{ "floating_point", "floating-point instr" },
	{ "branches", "branch instructions" },
	{ "data_tlb", "data TLB" },
	{ "instruction_tlb", "instruction TLB" },
};

/* 1000 instructions and 10 of each other event */
static double ten(const void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "TOT_INS") == 0 ? 1000 : 10;
}

static double only_core(const void *ctx, const char *name)
{
	const struct event *e = events_find(ctx, name);

	return e->core ? ten(NULL, name) : NAN;
}

static double nothing(const void *ctx, const char *name)
{
	(void)ctx;
	(void)name;
	return NAN;
}

static double no_instructions(const void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "TOT_INS") == 0 ? 0 : 10;
}

START_TEST(categories_are_the_papers)
{
	struct machine *m = machines_load(_i);
	const struct lcpi_category *list;
	size_t n = lcpi_categories(m, &list);

	ck_assert_uint_eq(n, COUNT(categories));
	for (size_t i = 0; i < n; i++) {
		ck_assert_str_eq(list[i].id, categories[i].id);
		ck_assert_str_eq(list[i].label, categories[i].label);
		ck_assert_str_eq(list[i].unit, "cycles/instruction");
		ck_assert_int_eq(list[i].bound, i > 0);
		ck_assert_double_eq(list[i].min, 0);
		ck_assert_double_infinite(list[i].max);
		ck_assert_uint_gt(strlen(list[i].source), 10);
		ck_assert_uint_gt(strlen(list[i].description), 10);
		ck_assert_double_gt(lcpi_eval(m, i, ten, NULL), 0);
		ck_assert_double_nan(lcpi_eval(m, i, nothing, NULL));
		ck_assert_double_nan(lcpi_eval(m, i, no_instructions, NULL));
		/* the paper's 15 events are enough on every machine */
		ck_assert_double_gt(
			lcpi_eval(m, i, only_core, machine_catalogue(m)), 0);
	}
	machine_free(m);
}
END_TEST

/* what each refinement adds to the plain bound, it adds: nothing is dropped */
START_TEST(refinements_stay_bounds)
{
	struct machine *m = machines_load(_i);

	for (size_t i = 1; i < COUNT(categories); i++) {
		double refined = lcpi_eval(m, i, ten, NULL);
		double parts[32], sum = 0;
		const struct lcpi_category *list;

		lcpi_categories(m, &list);
		lcpi_eval_parts(m, i, ten, NULL, parts);
		for (size_t k = 0; k < list[i].nparts; k++)
			sum += isnan(parts[k]) ? 0 : parts[k];
		ck_assert_double_eq_tol(sum, refined, 1e-12);
	}
	machine_free(m);
}
END_TEST

START_TEST(the_15_events_are_there)
{
	static const char *const core[] = {
		"TOT_CYC", "TOT_INS", "L1_DCA", "L1_ICA",  "L2_DCA",
		"L2_ICA",  "L2_DCM",  "L2_ICM", "TLB_DM",  "TLB_IM",
		"BR_INS",  "BR_MSP",  "FP_INS", "FAD_INS", "FML_INS",
	};
	struct events *ev;
	struct err err = { 0 };
	const struct event *list;
	size_t n, ncore = 0;

	ck_assert_msg(events_load(&ev, &err) == 0, "%s", err.msg);
	for (int i = 0; i < COUNT(core); i++) {
		ck_assert_ptr_nonnull(events_find(ev, core[i]));
		ck_assert(events_find(ev, core[i])->core);
	}
	n = events_list(ev, &list);
	for (size_t i = 0; i < n; i++) {
		ncore += list[i].core;
		ck_assert_uint_gt(strlen(list[i].description), 10);
		/* each its own only */
		ck_assert_ptr_null(
			strstr(list[i].description + 1, "modelled cycles:"));
		ck_assert_str_eq(events_find(ev, list[i].name)->group,
		                 list[i].group);
	}
	ck_assert_uint_eq(ncore, 15);
	ck_assert_ptr_null(events_find(ev, "PAPI_TOT_CYC"));
	events_free(ev);
}
END_TEST

struct pair {
	const char *name;
	double value;
};

static double pair_value(const void *ctx, const char *name)
{
	for (const struct pair *p = ctx; p->name; p++) {
		if (strcmp(p->name, name) == 0)
			return p->value;
	}
	return NAN;
}

static const struct {
	const char *relation;
	struct pair counts[8];
	enum events_verdict want;
} verdicts[] = {
	{ "L2_DCA <= L1_DCA",
	  { { "L2_DCA", 10 }, { "L1_DCA", 10 } },
	  EVENTS_HOLD },
	/* sampling in two runs: a few percent are no contradiction */
	{ "L2_DCA <= L1_DCA",
	  { { "L2_DCA", 104 }, { "L1_DCA", 100 } },
	  EVENTS_HOLD },
	{ "L2_DCA <= L1_DCA",
	  { { "L2_DCA", 106 }, { "L1_DCA", 100 } },
	  EVENTS_BROKEN },
	{ "L2_DCA <= L1_DCA", { { "L2_DCA", 106 } }, EVENTS_NOT_MEASURED },
	{ "FAD_INS + FML_INS <= FP_INS",
	  { { "FAD_INS", 6 }, { "FML_INS", 6 }, { "FP_INS", 10 } },
	  EVENTS_BROKEN },
	{ "FAD_INS + FML_INS <= FP_INS",
	  { { "FAD_INS", 4 }, { "FML_INS", 6 }, { "FP_INS", 10 } },
	  EVENTS_HOLD },
	{ "BR_MSP <= BR_INS",
	  { { "BR_MSP", 1 }, { "BR_INS", 0 } },
	  EVENTS_BROKEN },
	{ "BR_MSP <= BR_INS",
	  { { "BR_MSP", 0 }, { "BR_INS", 0 } },
	  EVENTS_HOLD },
};

START_TEST(relations_are_checked)
{
	struct events *ev;
	struct err err = { 0 };
	const struct event_relation *list;
	size_t n, i = 0;

	ck_assert_int_eq(events_load(&ev, &err), 0);
	n = events_relations(ev, &list);
	while (i < n && strcmp(list[i].text, verdicts[_i].relation) != 0)
		i++;
	ck_assert_uint_lt(i, n);
	ck_assert_int_eq(events_check(ev, i, pair_value, verdicts[_i].counts,
	                              NULL, NULL),
	                 verdicts[_i].want);
	events_free(ev);
}
END_TEST

/* a relation names categories that exist */
START_TEST(relations_name_categories)
{
	struct machine *m = machines_load(0);
	const struct event_relation *list;
	size_t n = events_relations(machine_catalogue(m), &list);

	ck_assert_uint_ge(n, 15);
	for (size_t i = 0; i < n; i++) {
		ck_assert_uint_ge(list[i].ncategories, 1);
		for (size_t k = 0; k < list[i].ncategories; k++)
			ck_assert_int_ge(lcpi_find(m, list[i].categories[k]),
			                 0);
	}
	machine_free(m);
}
END_TEST

Suite *suite_arch_data(void);
Suite *suite_arch_data(void)
{
	Suite *s = suite_create("arch_data");
	TCase *t = tcase_create("arch_data");
	const int n = machines_shipped();

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_test(t, all_files_are_listed);
	tcase_add_loop_test(t, parameters_are_sound, 0, n);
	tcase_add_loop_test(t, latencies_are_ordered, 0, n);
	tcase_add_loop_test(t, geometry_is_sound, 0, n);
	tcase_add_loop_test(t, each_event_can_be_counted, 0, n);
	tcase_add_loop_test(t, core_events_are_there_or_explained, 0, n);
	tcase_add_loop_test(t, codes_are_not_reused, 0, n);
	tcase_add_loop_test(t, categories_are_the_papers, 0, n);
	tcase_add_loop_test(t, refinements_stay_bounds, 0, n);
	tcase_add_test(t, the_15_events_are_there);
	tcase_add_loop_test(t, relations_are_checked, 0, COUNT(verdicts));
	tcase_add_test(t, relations_name_categories);
	return s;
}
