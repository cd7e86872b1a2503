/* check_transfer - an account made over for another machine */
#include "check.h"

#include <math.h>

#include "arch/machine.h"
#include "base/err.h"
#include "diagnose/account.h"
#include "diagnose/floor.h"
#include "diagnose/transfer.h"
#include "profile/profile.h"

static struct machine *load(const char *name)
{
	struct err err = { 0 };
	struct machine *m = NULL;

	ck_assert_msg(machine_load(&m, name, &err) == 0, "%s", err.msg);
	return m;
}

static struct account account_of(size_t part, double cycles)
{
	struct account a = { .modelled = cycles + 0.2, .covered = 1 };

	a.part[ACCOUNT_USEFUL] = 0.2;
	a.part[part] += cycles;
	return a;
}

static double sum(const struct account *a)
{
	double all = 0;

	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		all += a->part[i];
	return all;
}

/*
 * From Zen 4 to another machine: a stream is served faster by HBM2 of a core of
 * A64FX per cycle of its slower clock, chains of FP additions take 9 cycles
 * instead of 3 there; mispredictions and walks are what the files say.
 */
static const struct {
	const char *to;
	size_t part;
	double least, most; /* of the part, which was 1 */
} parts[] = {
	{ "a64fx", ACCOUNT_MEMORY_BANDWIDTH, 0.1, 0.9 },
	{ "a64fx", ACCOUNT_CHAIN_FP, 2.9, 3.1 },
	{ "a64fx", ACCOUNT_USEFUL, 1.5, 1.5 },
	{ "power9", ACCOUNT_CHAIN_FP, 2.3, 2.4 },
	{ "skylake_sp", ACCOUNT_CHAIN_FP, 1.3, 1.4 },
	{ "zen4", ACCOUNT_CHAIN_FP, 1, 1 },
	{ "zen4", ACCOUNT_MEMORY_LATENCY, 1, 1 },
};

START_TEST(parts_go_by_the_figure_that_rules_them)
{
	struct machine *from = load("zen4"), *to = load(parts[_i].to);
	struct profile *p = profile_new();
	struct profile_section *s =
		profile_section_add(p, profile_root(p), PROFILE_PROCEDURE, "f");
	struct profile_attr work[] = { { "instructions", "100" },
		                       { "slots", "100" },
		                       { "fp_add", "10" } };
	struct account a = account_of(parts[_i].part, 1);
	const double before = a.part[parts[_i].part];

	profile_fact_add(p, s, "operations", work, 3);
	account_transfer(&a, s, from, to);
	ck_assert_double_ge(a.part[parts[_i].part] / before,
	                    parts[_i].least - 1e-9);
	ck_assert_double_le(a.part[parts[_i].part] / before,
	                    parts[_i].most + 1e-9);
	ck_assert_double_eq_tol(a.modelled, sum(&a), 1e-12);
	profile_free(p);
	machine_free(from);
	machine_free(to);
}
END_TEST

/* A share of the work, however small, is a share. */
START_TEST(latencies_weigh_by_what_was_done)
{
	static const char *const counts[] = { "10", "0.1", "0" };
	struct machine *from = load("zen4"), *to = load("a64fx");

	for (size_t i = 0; i < 3; i++) {
		struct profile *p = profile_new();
		struct profile_section *s = profile_section_add(
			p, profile_root(p), PROFILE_PROCEDURE, "f");
		struct profile_attr work[] = { { "instructions", "100" },
			                       { "slots", "100" },
			                       { "fp_add", counts[i] } };
		struct account a = account_of(ACCOUNT_CHAIN_FP, 1);

		profile_fact_add(p, s, "operations", work, 3);
		account_transfer(&a, s, from, to);
		/* 3 cycles each on Zen 4, 9 on A64FX; of none it is unknown */
		ck_assert_double_eq_tol(a.part[ACCOUNT_CHAIN_FP], i < 2 ? 3 : 1,
		                        1e-9);
		profile_free(p);
	}
	machine_free(from);
	machine_free(to);
}
END_TEST

/* Nothing is faster than the other machine's floor; the rest is its reason's.
 */
START_TEST(no_account_is_below_the_floor)
{
	struct machine *from = load("zen4"), *to = load("a64fx");
	struct profile *p = profile_new();
	struct profile_section *s =
		profile_section_add(p, profile_root(p), PROFILE_PROCEDURE, "f");
	struct profile_attr work[] = { { "instructions", "100" },
		                       { "slots", "100" },
		                       { "fp_add", "50" } };
	struct profile_attr chain[] = { { "instructions", "100" },
		                        { "cycles", "150" },
		                        { "fp_add", "150" } };
	struct account a = { .modelled = 0.3 };
	struct floor floor;

	a.part[ACCOUNT_USEFUL] = 0.3;
	profile_fact_add(p, s, "operations", work, 3);
	profile_fact_add(p, s, "longest_chain", chain, 3);
	floor_make(&floor, to, from, s);
	/* 3 cycles each on Zen 4, 9 on A64FX */
	ck_assert_double_eq_tol(floor.cpi, 4.5, 1e-9);
	account_transfer(&a, s, from, to);
	ck_assert_double_eq_tol(a.modelled, 4.5, 1e-9);
	ck_assert_double_eq_tol(sum(&a), 4.5, 1e-9);
	ck_assert_double_ge(a.part[ACCOUNT_CHAIN_FP], 3);
	profile_free(p);
	machine_free(from);
	machine_free(to);
}
END_TEST

Suite *suite_transfer(void);
Suite *suite_transfer(void)
{
	Suite *s = suite_create("transfer");
	TCase *t = tcase_create("transfer");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, parts_go_by_the_figure_that_rules_them, 0,
	                    sizeof(parts) / sizeof(*parts));
	tcase_add_test(t, latencies_weigh_by_what_was_done);
	tcase_add_test(t, no_account_is_below_the_floor);
	return s;
}
