/*
 * What a suggestion is said to save: by the account of cycles where there is
 * one, and in the order of it.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/gain.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "profile/profile.h"
#include "report/suggestions.h"

/* A procedure of 10^9 instructions that are all modelled: CPI 2 measured */
struct made {
	struct profile *p;
	struct assessment *a;
	struct suggestion s;
	struct gain_question q;
	struct account account;
};

static void make(struct made *m, const double *parts, double system)
{
	static const char *const name = "in.db";
	const struct assess_options options = { .threshold = 0.1 };
	struct err err = { 0 };
	struct profile_section *s;
	size_t n = 0;

	*m = (struct made){ .p = profile_new() };
	m->p->program = "made-up";
	m->p->collector = "simulate";
	m->p->machine = "zen4";
	profile_event_add(m->p, "TOT_CYC", NULL, PROFILE_SIMULATED);
	profile_event_add(m->p, "TOT_INS", NULL, PROFILE_SIMULATED);
	profile_event_add(m->p, "SYS_CYC", NULL, PROFILE_SIMULATED);
	profile_event_add(m->p, "MODEL_INS", NULL, PROFILE_SIMULATED);
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		profile_event_add(m->p, account_parts[i].event, NULL,
		                  PROFILE_SIMULATED);
	s = profile_section_add(m->p, profile_root(m->p), PROFILE_MODULE, "m");
	s = profile_section_add(m->p, s, PROFILE_PROCEDURE, "f");
	profile_add(s, n++, 2e9 / (1 - system));
	profile_add(s, n++, 1e9);
	profile_add(s, n++, system * 2e9 / (1 - system));
	profile_add(s, n++, 1e9);
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		profile_add(s, n++, parts[i]);
	profile_sum_up(m->p);
	m->a = assessment_new((const struct profile *const *)&m->p, &name, 1,
	                      &options, &err);
	ck_assert_msg(m->a != NULL, "%s", err.msg);
	m->s = (struct suggestion){ .category = "data_accesses",
		                    .removes_something = true };
	m->q = (struct gain_question){ .assessment = m->a,
		                       .s = &m->s,
		                       .at = &m->a->procedures[0]->in[0],
		                       .bound = 5,
		                       .overall = 2,
		                       .part = 0.5 };
	ck_assert(gain_account(&m->q, &m->account));
}

static void release(struct made *m)
{
	assessment_free(m->a);
	profile_free(m->p);
}

enum { LATENCY = 7, CHAIN_FP = 1 };

START_TEST(cycles_that_are_charged)
{
	const double parts[ACCOUNT_PARTS] = {
		[0] = 4e8, [LATENCY] = 1.2e9, [CHAIN_FP] = 4e8
	};
	const struct causes causes = { .share = { [LATENCY] = 1 } };
	struct gain gain;
	struct made m;

	make(&m, parts, 0);
	gain_of_causes(&m.q, &m.account, &causes, &gain);
	ck_assert_double_eq_tol(gain.most, 0.6, 1e-9);
	ck_assert_double_eq_tol(gain.saved, 0.3, 1e-9);
	ck_assert(gain.expected && !gain.doubtful);
	ck_assert_uint_eq(gain.cause, LATENCY);
	ck_assert_double_eq_tol(gain.charged, 0.6, 1e-9);
	ck_assert_double_eq_tol(gain_times(gain.most), 2.5, 1e-9);
	release(&m);
}
END_TEST

/* No code runs faster while the system works. */
START_TEST(not_the_time_of_the_system)
{
	const double parts[ACCOUNT_PARTS] = { [0] = 8e8, [LATENCY] = 1.2e9 };
	const struct causes causes = { .share = { [LATENCY] = 1 } };
	struct gain gain;
	struct made m;

	make(&m, parts, 0.5);
	gain_of_causes(&m.q, &m.account, &causes, &gain);
	ck_assert_double_eq_tol(gain.most, 0.3, 1e-9);
	release(&m);
}
END_TEST

/* Cycles that the model does not explain, and that no bound may have, are as
 * those that it does; at most, all are of what it sees; and in doubt. */
START_TEST(what_is_not_explained)
{
	const double parts[ACCOUNT_PARTS] = { [0] = 2e8, [LATENCY] = 8e8 };
	const struct causes causes = { .share = { [LATENCY] = 1 } };
	struct gain gain;
	struct made m;

	make(&m, parts, 0);
	gain_of_causes(&m.q, &m.account, &causes, &gain);
	ck_assert(gain.doubtful);
	ck_assert_double_eq_tol(gain.saved, 0.5 * 0.8, 1e-9);
	ck_assert_double_eq_tol(gain.most, 0.9, 1e-9);
	release(&m);
}
END_TEST

/* A bound of divides may have of it what none of the others does. */
START_TEST(divides_that_take_longer)
{
	static const double parts[ACCOUNT_PARTS] = {
		[ACCOUNT_USEFUL] = 2e8, [ACCOUNT_PIPES] = 8e8
	};
	struct causes causes = { .share = { 0 } };
	struct gain gain;
	struct made m;
	size_t fp = 0;

	make(&m, parts, 0);
	causes.share[ACCOUNT_PIPES] = 1;
	for (size_t c = 1; c < m.a->ncategories; c++) {
		if (strcmp(m.a->categories[c].id, "floating_point") == 0)
			fp = c;
	}
	ck_assert_uint_gt(fp, 0);
	m.a->procedures[0]->in[0].lcpi[fp] = 4;
	gain_of_causes(&m.q, &m.account, &causes, &gain);
	ck_assert_double_eq_tol(gain.saved, 0.5 * 0.9, 1e-9);
	release(&m);
}
END_TEST

static void add_chain(struct made *m, const char *cycles)
{
	struct profile_section *s =
		profile_root(m->p)->child->child; /* the procedure */
	const struct profile_attr ops[] = { { "instructions", "1000" },
		                            { "slots", "1000" } };
	const struct profile_attr chain[] = { { "instructions", "1000" },
		                              { "cycles", cycles } };

	profile_fact_add(m->p, s, "operations", ops, 2);
	profile_fact_add(m->p, s, "longest_chain", chain, 2);
}

/* Who removes waits alone leaves what the instructions cost at best. */
START_TEST(not_the_floor)
{
	const double parts[ACCOUNT_PARTS] = { [0] = 2e8, [LATENCY] = 1.8e9 };
	const struct causes waits = { .share = { [LATENCY] = 1 } };
	const struct causes chains = {
		.share = { [LATENCY] = 1, [CHAIN_FP] = 1 }
	};
	const struct causes code = { .share = { [LATENCY] = 1, [0] = 0.1 } };
	struct gain gain;
	struct made m;

	make(&m, parts, 0);
	add_chain(&m, "1500");
	gain_of_causes(&m.q, &m.account, &waits, &gain);
	ck_assert_double_eq_tol(gain.most, 0.25, 1e-9);
	/* half of the waits would be more than what does not stay */
	ck_assert_double_eq_tol(gain.saved, 0.25, 1e-9);
	m.q.part = 0.25;
	gain_of_causes(&m.q, &m.account, &waits, &gain);
	ck_assert_double_eq_tol(gain.saved, 0.25 * 0.9, 1e-9);
	gain_of_causes(&m.q, &m.account, &chains, &gain);
	ck_assert_double_gt(gain.most, 0.8);
	gain_of_causes(&m.q, &m.account, &code, &gain);
	ck_assert_double_gt(gain.most, 0.9);
	release(&m);
}
END_TEST

static size_t category(const struct made *m, const char *id)
{
	for (size_t c = 0; c < m->a->ncategories; c++) {
		if (strcmp(m->a->categories[c].id, id) == 0)
			return c;
	}
	ck_abort_msg("no category '%s'", id);
	return 0;
}

/*
 * Of a joined part a cause may have all, or what its category's bound allows,
 * and others the rest of it: a bound, and nothing to expect.
 */
START_TEST(joined_causes_have_a_bound)
{
	const double parts[ACCOUNT_PARTS] = { [0] = 2e9 };
	const size_t execution = account_find("execution");
	struct causes causes = { .share = { [CHAIN_FP] = 1 } };
	struct account counted = { .counted = true,
		                   .measured = 2,
		                   .modelled = 2 };
	struct gain gain;
	struct made m;

	make(&m, parts, 0);
	for (size_t i = 0; i < ACCOUNT_ALL; i++)
		counted.part[i] = NAN;
	counted.part[ACCOUNT_USEFUL] = 0.5;
	counted.part[execution] = 1.5;
	gain_of_causes(&m.q, &counted, &causes, &gain);
	ck_assert(gain.joined && gain.expected);
	ck_assert_uint_eq(gain.cause, execution);
	ck_assert_double_eq_tol(gain.charged, 0.75, 1e-9);
	ck_assert_double_eq_tol(gain.most, 0.75, 1e-9);
	m.q.at->lcpi[category(&m, "floating_point")] = 0.4;
	gain_of_causes(&m.q, &counted, &causes, &gain);
	ck_assert_double_eq_tol(gain.most, 0.2, 1e-9);
	causes.share[ACCOUNT_PIPES] = 0.5;
	gain_of_causes(&m.q, &counted, &causes, &gain);
	ck_assert_double_eq_tol(gain.most, (0.4 + 0.5 * 1.1) / 2, 1e-9);
	/* what is told apart is still to be expected */
	causes.share[ACCOUNT_PIPES] = causes.share[CHAIN_FP] = 0;
	causes.share[ACCOUNT_USEFUL] = 1;
	gain_of_causes(&m.q, &counted, &causes, &gain);
	ck_assert(!gain.joined);
	ck_assert_double_eq_tol(gain.most, 0.25, 1e-9);
	release(&m);
}
END_TEST

START_TEST(nothing_to_expect_of_bounds)
{
	const double parts[ACCOUNT_PARTS] = { [0] = 2e9 };
	struct gain gain;
	struct made m;

	make(&m, parts, 0);
	gain_of_bounds(&m.q, &gain);
	ck_assert(!gain.expected);
	ck_assert(isnan(gain.most) && isnan(gain_times(gain.most)));
	ck_assert_uint_eq(gain.cause, ACCOUNT_ALL);
	m.s.category = "system_io"; /* its part is of the time itself */
	gain_of_bounds(&m.q, &gain);
	ck_assert(gain.expected);
	ck_assert_double_eq_tol(gain.saved, 0.5, 1e-9);
	release(&m);
}
END_TEST

static const struct {
	double saved, most;
	const char *said;
} said[] = {
	/* three digits where two would be 1.0 */
	{ 0.012, 0.012, "the program about 1.01 x as fast" },
	{ 0.012, 0.02, "the program about 1.01 x as fast, at most 1.02 x" },
	{ 0.3, 0.6, "the program about 1.4 x as fast, at most 2.5 x" },
};

/* The same words in the text and on the page */
START_TEST(what_is_said_of_little)
{
	const struct suggest_item item = { .gain = { .saved = said[_i].saved,
		                                     .most = said[_i].most,
		                                     .expected = true } };
	struct strbuf b = STRBUF_INIT;

	suggestions_gain(&b, &item);
	ck_assert_str_eq(b.s, said[_i].said);
	strbuf_release(&b);
}
END_TEST

Suite *suite_gain(void);
Suite *suite_gain(void)
{
	Suite *s = suite_create("gain");
	TCase *tc = tcase_create("gain");

	tcase_add_test(tc, cycles_that_are_charged);
	tcase_add_test(tc, not_the_time_of_the_system);
	tcase_add_test(tc, what_is_not_explained);
	tcase_add_test(tc, divides_that_take_longer);
	tcase_add_test(tc, not_the_floor);
	tcase_add_test(tc, joined_causes_have_a_bound);
	tcase_add_test(tc, nothing_to_expect_of_bounds);
	tcase_add_loop_test(tc, what_is_said_of_little, 0,
	                    sizeof(said) / sizeof(*said));
	suite_add_tcase(s, tc);
	return s;
}
