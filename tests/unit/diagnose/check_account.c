/* check_account - where a section's cycles went */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "diagnose/account.h"
#include "diagnose/assessment.h"
#include "profile/profile.h"

struct made {
	struct profile *p;
	struct profile_section *s;
};

/* 100 instructions, 250 cycles, of these 50 in the system */
static struct made make(double modelled_ins)
{
	struct made m = { .p = profile_new() };

	profile_event_add(m.p, "TOT_INS", NULL, PROFILE_SIMULATED);
	profile_event_add(m.p, "TOT_CYC", NULL, PROFILE_SAMPLED);
	profile_event_add(m.p, "SYS_CYC", NULL, PROFILE_SAMPLED);
	if (!isnan(modelled_ins)) {
		profile_event_add(m.p, "MODEL_INS", NULL, PROFILE_ESTIMATED);
		for (size_t i = 0; i < ACCOUNT_PARTS; i++)
			profile_event_add(m.p, account_parts[i].event, NULL,
			                  PROFILE_ESTIMATED);
	}
	m.s = profile_section_add(m.p, profile_root(m.p), PROFILE_PROCEDURE,
	                          "f");
	m.s->sum[0] = 100;
	m.s->sum[1] = 250;
	m.s->sum[2] = 50;
	if (!isnan(modelled_ins)) {
		m.s->sum[3] = modelled_ins;
		for (size_t i = 0; i < ACCOUNT_PARTS; i++)
			m.s->sum[4 + i] = 0;
	}
	return m;
}

static void set(struct made *m, const char *event, double value)
{
	m->s->sum[profile_event(m->p, event)] = value;
}

static const char *sentence(const struct made *m)
{
	static char text[400];
	struct strbuf b = STRBUF_INIT;
	const struct assess_input in = { .profile = m->p };
	struct account account;

	account_make(&account, &in, m->s);
	account_sentence(&b, &account, m->p, m->s);
	snprintf(text, sizeof(text), "%s", b.s);
	strbuf_release(&b);
	return text;
}

START_TEST(parts_add_up)
{
	struct made m = make(80);
	const struct assess_input in = { .profile = m.p };
	struct account account;
	double sum = 0;

	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		set(&m, account_parts[i].event, (double)(i + 1));
	account_make(&account, &in, m.s);
	ck_assert_ptr_null(account.why_not);
	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		ck_assert_double_eq(account.part[i], (double)(i + 1) / 80);
		sum += account.part[i];
	}
	ck_assert_double_eq(account.modelled, sum);
	ck_assert_double_eq(account.measured, 2);
	ck_assert_double_eq(account.covered, 0.8);
	profile_free(m.p);
}
END_TEST

static const struct {
	double cycles; /* of 100 instructions */
	bool doubtful;
} doubts[] = {
	{ 200, false }, { 320, false }, { 321, true },
	{ 125, false }, { 124, true },
};

/* measured: 2 a cycle; the model may be off by ACCOUNT_DOUBT either way */
START_TEST(doubt_is_told)
{
	struct made m = make(100);
	const struct assess_input in = { .profile = m.p };
	struct account account;

	set(&m, "MODEL_USEFUL", doubts[_i].cycles);
	account_make(&account, &in, m.s);
	ck_assert_int_eq(account.doubtful, doubts[_i].doubtful);
	ck_assert_double_eq(account.uncut, doubts[_i].cycles / 100);
	profile_free(m.p);
}
END_TEST

/* Measured: 2 a cycle. Work stays; what waits is cut, or the rest said. */
START_TEST(the_measured_overrule)
{
	static const struct {
		double useful, memory, l3; /* of 100 instructions */
		double is_useful, is_memory, is_l3, unexplained;
	} cases[] = {
		{ 100, 300, 100, 1, 0.75, 0.25, 0 },
		{ 400, 100, 0, 1.6, 0.4, 0, 0 },
		{ 50, 150, 0, 0.5, 1.5, 0, 0 },
		{ 60, 20, 0, 0.6, 0.2, 0, 1.2 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct made m = make(100);
		const struct assess_input in = { .profile = m.p };
		struct account account;

		set(&m, "MODEL_USEFUL", cases[i].useful);
		set(&m, "MODEL_MEMORY_LATENCY", cases[i].memory);
		set(&m, "MODEL_L3", cases[i].l3);
		account_make(&account, &in, m.s);
		ck_assert_double_eq_tol(account.part[ACCOUNT_USEFUL],
		                        cases[i].is_useful, 1e-9);
		ck_assert_double_eq_tol(account.part[ACCOUNT_MEMORY_LATENCY],
		                        cases[i].is_memory, 1e-9);
		ck_assert_double_eq_tol(account.part[ACCOUNT_L3],
		                        cases[i].is_l3, 1e-9);
		ck_assert_double_eq_tol(account_unexplained(&account),
		                        cases[i].unexplained, 1e-9);
		profile_free(m.p);
	}
}
END_TEST

/* what little of a section is not the system's tells nothing of the model */
START_TEST(the_system_s_is_no_doubt)
{
	static const struct {
		double system; /* of 250 cycles */
		bool of_system;
	} cases[] = { { 50, false }, { 199, false }, { 201, true } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct made m = make(100);
		const struct assess_input in = { .profile = m.p };
		struct account account;

		set(&m, "MODEL_USEFUL", 1000);
		set(&m, "SYS_CYC", cases[i].system);
		account_make(&account, &in, m.s);
		ck_assert_int_eq(account_of_system(&account),
		                 cases[i].of_system);
		ck_assert_int_eq(account.doubtful, !cases[i].of_system);
		profile_free(m.p);
	}
}
END_TEST

START_TEST(no_account_has_a_reason)
{
	struct made none = make(NAN), little = make(2), calls = make(100);
	struct made most = make(100);
	struct profile_section *loop;

	ck_assert_str_eq(sentence(&none),
	                 "not modelled: the collector runs no timing model");
	set(&little, "MODEL_USEFUL", 100);
	ck_assert_str_eq(
		sentence(&little),
		"not modelled: the timing model executed too little of it");
	/* of the loop that has most of its time, nothing */
	set(&most, "MODEL_USEFUL", 100);
	loop = profile_section_add(most.p, most.s, PROFILE_LOOP, "f");
	loop->sum[0] = 10;
	loop->sum[1] = 150;
	ck_assert_str_eq(
		sentence(&most),
		"not modelled: the timing model executed too little of it");
	loop->sum[1] = 50;
	ck_assert_ptr_null(strstr(sentence(&most), "not modelled"));
	/* all its time is in what it calls */
	set(&calls, "MODEL_USEFUL", 100);
	set(&calls, "TOT_CYC", 0);
	set(&calls, "SYS_CYC", 0);
	ck_assert_str_eq(sentence(&calls), "not modelled: no cycles were "
	                                   "measured in it");
	profile_free(calls.p);
	profile_free(most.p);
	profile_free(none.p);
	profile_free(little.p);
}
END_TEST

START_TEST(a_sentence_says_what_is_waited_for)
{
	struct made m = make(100);
	struct profile_line *line;

	set(&m, "MODEL_USEFUL", 40);
	set(&m, "MODEL_MEMORY_LATENCY", 140);
	set(&m, "MODEL_MISPREDICTED", 30);
	ck_assert_str_eq(sentence(&m),
	                 "of 2.1 cycles per instruction 1.4 wait for memory "
	                 "(latency), 0.3 are lost to mispredicted branches, "
	                 "0.4 are useful work");
	line = profile_line_add(m.p, m.s, "/src/tree.c", 31);
	line->sum[profile_event(m.p, "MODEL_MISPREDICTED")] = 30;
	/* less than a third of its part is no place to name */
	line->sum[profile_event(m.p, "MODEL_MEMORY_LATENCY")] = 40;
	set(&m, "MODEL_USEFUL", 10);
	ck_assert_str_eq(sentence(&m),
	                 "of 1.8 cycles per instruction 1.4 wait for memory "
	                 "(latency), 0.3 are lost to mispredicted branches at "
	                 "tree.c:31");
	/* of equal ones none is passed over */
	set(&m, "MODEL_CHAIN_FP", 140);
	ck_assert_str_eq(sentence(&m),
	                 "of 3.2 cycles per instruction 1.4 wait for chains of "
	                 "FP operations, 1.4 wait for memory (latency)");
	set(&m, "MODEL_CHAIN_FP", 0);
	set(&m, "MODEL_MEMORY_LATENCY", 30000);
	set(&m, "MODEL_MISPREDICTED", 0);
	ck_assert_str_eq(sentence(&m),
	                 "of 2 cycles per instruction 1.9 wait for memory "
	                 "(latency)");
	profile_free(m.p);
}
END_TEST

START_TEST(nothing_but_work)
{
	struct made m = make(100);

	set(&m, "MODEL_USEFUL", 20);
	ck_assert_str_eq(sentence(&m), "of 0.2 cycles per instruction 0.2 are "
	                               "useful work; 1.8 more are unexplained");
	profile_free(m.p);
}
END_TEST

Suite *suite_account(void);
Suite *suite_account(void)
{
	Suite *s = suite_create("account");
	TCase *t = tcase_create("account");

	suite_add_tcase(s, t);
	tcase_add_test(t, parts_add_up);
	tcase_add_test(t, the_measured_overrule);
	tcase_add_loop_test(t, doubt_is_told, 0,
	                    sizeof(doubts) / sizeof(*doubts));
	tcase_add_test(t, the_system_s_is_no_doubt);
	tcase_add_test(t, no_account_has_a_reason);
	tcase_add_test(t, a_sentence_says_what_is_waited_for);
	tcase_add_test(t, nothing_but_work);
	return s;
}
