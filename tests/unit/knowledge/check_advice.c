/*
 * Advice that was given and was wrong, each from what a real program showed,
 * and beside it where the same advice is right.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "advice_cases.h"
#include "advice_compiled.h"
#include "advice_first.h"
#include "advice_gains.h"
#include "advice_gains_calls.h"
#include "advice_last.h"
#include "advice_later.h"
#include "advice_near.h"
#include "advice_profile.h"
#include "advice_review.h"
#include "advice_seldom.h"
#include "advice_steps.h"
#include "advice_waits.h"
#include "base/banned.h"
#include "base/err.h"
#include "diagnose/assessment.h"
#include "knowledge/knowledge.h"
#include "knowledge/private.h"
#include "knowledge/suggest.h"
#include "limits.h"
#include "perturb.h"
#include "profile/profile.h"

/* Why not, as the section says that is nearest to the inner loop */
static const char *reason(const struct suggest *s, const char *id)
{
	const char *found = "no reason is given";

	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sections[i].nreasons; k++) {
			if (strcmp(s->sections[i].reasons[k].suggestion->id,
			           id) == 0 &&
			    !strstr(s->sections[i].reasons[k].text, "is about"))
				found = s->sections[i].reasons[k].text;
		}
	}
	return found;
}

static bool made(const struct suggest *s, const char *id)
{
	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sections[i].n; k++) {
			if (strcmp(s->sections[i].items[k].suggestion->id,
			           id) == 0)
				return true;
		}
	}
	return false;
}

/* What is suggested for a profile */
struct advice {
	struct profile *p;
	struct assessment *a;
	struct suggest *s;
};

/* Read once for all cases, before they are processes of their own */
static struct knowledge *rules;

static void read_rules(void)
{
	struct err err = { 0 };

	rules = knowledge_load(&err);
	ck_assert_msg(rules, "%s", err.msg);
}

static void free_rules(void)
{
	knowledge_free(rules);
}

static struct advice advise_above(struct profile *p, double threshold)
{
	const char *name = "in.db";
	const struct assess_options options = { .threshold = threshold,
		                                .all = threshold <= 0,
		                                .machines = knowledge_machines(
							rules) };
	struct err err = { 0 };
	struct advice v = { .p = p };

	v.a = assessment_new((const struct profile *const *)&v.p, &name, 1,
	                     &options, &err);
	ck_assert_msg(v.a, "%s", err.msg);
	v.s = suggest_new(rules, v.a, &err);
	ck_assert_msg(v.s != NULL, "%s", err.msg);
	return v;
}

static struct advice advise(struct profile *p)
{
	return advise_above(p, 0);
}

static void release(struct advice *v)
{
	suggest_free(v->s);
	assessment_free(v->a);
	profile_free(v->p);
}

static void is_made(const struct advice_case *c)
{
	struct advice v =
		advise(made_up(c->events, c->procedure, c->outer, c->inner));

	ck_assert_msg(made(v.s, c->id) == c->right, "%s, for %s: %s: %s", c->id,
	              c->what, c->right ? "not made" : "made",
	              reason(v.s, c->id));
	release(&v);
}

START_TEST(only_where_it_is_right)
{
	is_made(&cases[_i]);
}
END_TEST

START_TEST(where_a_compiler_can)
{
	is_made(&compiled[_i]);
}
END_TEST

START_TEST(as_the_first_programs_showed)
{
	is_made(&first[_i]);
}
END_TEST

START_TEST(as_later_programs_showed)
{
	is_made(&later[_i]);
}
END_TEST

START_TEST(not_where_it_is_nearly_right)
{
	is_made(&nearly[_i]);
}
END_TEST

START_TEST(as_the_last_programs_showed)
{
	is_made(&last[_i]);
}
END_TEST

START_TEST(for_each_kind_of_waiting)
{
	is_made(&waiting[_i]);
}
END_TEST

START_TEST(as_no_program_showed)
{
	is_made(&seldom[_i]);
}
END_TEST

START_TEST(where_steps_are_too_many)
{
	is_made(&steps[_i]);
}
END_TEST

START_TEST(as_a_reading_found)
{
	is_made(&review[_i]);
}
END_TEST

/* The words for which it is made, of the first section that has them */
static const char *evidence(const struct suggest *s, const char *id)
{
	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sections[i].n; k++) {
			const struct suggest_item *item =
				&s->sections[i].items[k];

			if (strcmp(item->suggestion->id, id) == 0)
				return item->evidence;
		}
	}
	return "it is not made";
}

START_TEST(says_why)
{
	struct advice v = advise(made_up(words[_i].events, GCC_O2,
	                                 words[_i].outer, words[_i].inner));
	const char *said = evidence(v.s, words[_i].id);

	ck_assert_msg(strstr(said, words[_i].said), "%s, for %s: %s",
	              words[_i].id, words[_i].what, said);
	release(&v);
}
END_TEST

/* A state of the caller's needs no lock, and none is spoken of. */
START_TEST(speaks_of_no_lock)
{
	struct advice v =
		advise(made_up("", GCC_O2, "", OF_CALLS("rand_r", "1e7")));
	const char *said = evidence(v.s, "own-random-numbers");

	ck_assert_ptr_nonnull(strstr(said, "rand_r"));
	ck_assert_msg(!strstr(said, "lock"), "%s", said);
	release(&v);
}
END_TEST

/* What a call copies on the line whose loop copies the rest of a list */
START_TEST(adds_calls_to_loops_that_copy)
{
	struct advice v = advise(
		made_up("FP_INS=0", IN_FORTRAN,
	                OUTER_OF_LIST "caused title=memcpy module=/lib/l.so "
	                              "file=x.c line=11 cycles=5e8 calls=2e4",
	                TURNS));
	const char *said = evidence(v.s, "reserve-capacity");

	ck_assert_ptr_nonnull(said);
	ck_assert_ptr_nonnull(strstr(said, "memcpy is called 20,000 times"));
	ck_assert_ptr_nonnull(strstr(said, "a loop there copies"));
	release(&v);
}
END_TEST

/* What it may save most, of all sections for which it is made; 0: for none */
static double saved(const struct suggest *s, const char *id)
{
	double most = 0;

	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sections[i].n; k++) {
			const struct suggest_item *item =
				&s->sections[i].items[k];

			if (strcmp(item->suggestion->id, id) == 0)
				most = fmax(most, item->gain.saved);
		}
	}
	return most;
}

static void check_gain(const struct advice_gain *g)
{
	struct advice v = advise(
		made_up(g->events,
	                strstr(g->events, "fortran") ? GFORTRAN("O2") : GCC_O2,
	                g->outer, g->inner));
	const struct suggest *s = v.s;

	ck_assert_msg(fabs(saved(s, g->id) - g->saved) < 0.005,
	              "%s, for %s: %.3f instead of %.3f: %s", g->id, g->what,
	              saved(s, g->id), g->saved, reason(s, g->id));
	release(&v);
}

START_TEST(saves_what_it_can)
{
	check_gain(&gains[_i]);
}
END_TEST

START_TEST(saves_what_calls_take)
{
	check_gain(&gains_of_calls[_i]);
}
END_TEST

/* A switch is for all of the program, also for what is too small to be shown.
 */
START_TEST(saves_below_the_threshold)
{
	static const char events[] = "small=1 TOT_CYC=1e9 MODEL_INS=1e9 "
				     "MODEL_USEFUL=1e9";
	static const char facts[] =
		"compiler name=gcc level=O0 optimised=no producer=GNU_C17;"
		"code instructions=8";
	struct advice small = advise_above(made_up(events, facts, "", ""), 0.1);
	struct advice all = advise(made_up(events, facts, "", ""));

	ck_assert_uint_lt(small.s->n, all.s->n);
	ck_assert_double_gt(saved(all.s, "optimise-at-all"), 0.6);
	ck_assert_double_eq_tol(saved(small.s, "optimise-at-all"),
	                        saved(all.s, "optimise-at-all"), 1e-9);
	release(&small);
	release(&all);
}
END_TEST

/* One rule is asked about a case whose advice is right, with other numbers */
static void ask_perturbed(const struct advice_case *c, struct tally *t)
{
	struct suggestion *const *const all = rules->list;
	const struct suggestion *const s = knowledge_find(rules, c->id);
	struct suggestion *only = NULL;
	const size_t n = rules->n;
	uint32_t state = perturb_hash(2463534242u, c->what);

	for (size_t i = 0; i < n; i++) {
		if (all[i] == s)
			only = all[i];
	}
	rules->list = &only;
	rules->n = 1;
	for (int round = 0; round < 4; round++) {
		struct profile *p =
			made_up(c->events, c->procedure, c->outer, c->inner);
		struct advice v;

		if (round)
			perturb_in_place(p, &state);
		else
			perturb(p, &state);
		v = advise(p);
		tally_add(t, v.s, s, true);
		release(&v);
	}
	rules->list = (struct suggestion **)all;
	rules->n = n;
}

/* All tables */
static const struct {
	const struct advice_case *list;
	size_t n;
} tables[] = {
	{ cases, sizeof(cases) / sizeof(*cases) },
	{ compiled, sizeof(compiled) / sizeof(*compiled) },
	{ first, sizeof(first) / sizeof(*first) },
	{ later, sizeof(later) / sizeof(*later) },
	{ nearly, sizeof(nearly) / sizeof(*nearly) },
	{ last, sizeof(last) / sizeof(*last) },
	{ review, sizeof(review) / sizeof(*review) },
	{ waiting, sizeof(waiting) / sizeof(*waiting) },
	{ seldom, sizeof(seldom) / sizeof(*seldom) },
	{ steps, sizeof(steps) / sizeof(*steps) },
};

/* As tests/perturbed.txt, of rules that may have no example */
START_TEST(right_ones_with_other_numbers)
{
	struct strbuf is = STRBUF_INIT;
	struct tally t;

	for (size_t k = 0; k < sizeof(tables) / sizeof(*tables); k++) {
		for (size_t i = 0; i < tables[k].n; i++) {
			if (!tables[k].list[i].right)
				continue;
			memset(&t, 0, sizeof(t));
			ask_perturbed(&tables[k].list[i], &t);
			strbuf_addf(&is, "%s: ", tables[k].list[i].what);
			tally_write(&t, tables[k].list[i].id, &is);
		}
	}
	perturb_compare("perturbed_advice.txt", is.s);
	strbuf_release(&is);
}
END_TEST

/* Where a rule that has no example changes its mind about what is right */
START_TEST(limits_without_an_example)
{
	struct strbuf is = STRBUF_INIT;

	for (size_t k = 0; k < sizeof(tables) / sizeof(*tables); k++) {
		for (size_t i = 0; i < tables[k].n; i++) {
			const struct advice_case *c = &tables[k].list[i];
			struct limits l;
			struct advice v;
			size_t at = 0;

			while (at < rules->n &&
			       strcmp(rules->list[at]->id, c->id) != 0)
				at++;
			if (!c->right || at == rules->n ||
			    rules->list[at]->example)
				continue;
			limits_watch(&l, rules, rules->list[at]);
			v = advise(made_up(c->events, c->procedure, c->outer,
			                   c->inner));
			strbuf_addf(&is, "%s: %s: ", c->what, c->id);
			limits_say(&l, &is);
			release(&v);
		}
	}
	perturb_compare("limits_advice.txt", is.s);
	strbuf_release(&is);
}
END_TEST

Suite *suite_advice(void);
Suite *suite_advice(void)
{
	Suite *s = suite_create("advice");
	TCase *tc = tcase_create("advice");

	tcase_set_timeout(tc, 60);
	tcase_add_unchecked_fixture(tc, read_rules, free_rules);
	tcase_add_loop_test(tc, only_where_it_is_right, 0,
	                    sizeof(cases) / sizeof(*cases));
	tcase_add_loop_test(tc, where_a_compiler_can, 0,
	                    sizeof(compiled) / sizeof(*compiled));
	tcase_add_loop_test(tc, as_the_first_programs_showed, 0,
	                    sizeof(first) / sizeof(*first));
	tcase_add_loop_test(tc, as_later_programs_showed, 0,
	                    sizeof(later) / sizeof(*later));
	tcase_add_loop_test(tc, not_where_it_is_nearly_right, 0,
	                    sizeof(nearly) / sizeof(*nearly));
	tcase_add_loop_test(tc, as_the_last_programs_showed, 0,
	                    sizeof(last) / sizeof(*last));
	tcase_add_loop_test(tc, as_a_reading_found, 0,
	                    sizeof(review) / sizeof(*review));
	tcase_add_loop_test(tc, for_each_kind_of_waiting, 0,
	                    sizeof(waiting) / sizeof(*waiting));
	tcase_add_loop_test(tc, as_no_program_showed, 0,
	                    sizeof(seldom) / sizeof(*seldom));
	tcase_add_loop_test(tc, where_steps_are_too_many, 0,
	                    sizeof(steps) / sizeof(*steps));
	tcase_add_loop_test(tc, says_why, 0, sizeof(words) / sizeof(*words));
	tcase_add_test(tc, speaks_of_no_lock);
	tcase_add_test(tc, adds_calls_to_loops_that_copy);
	tcase_add_loop_test(tc, saves_what_it_can, 0,
	                    sizeof(gains) / sizeof(*gains));
	tcase_add_loop_test(tc, saves_what_calls_take, 0,
	                    sizeof(gains_of_calls) / sizeof(*gains_of_calls));
	tcase_add_test(tc, saves_below_the_threshold);
	suite_add_tcase(s, tc);
	tc = tcase_create("perturbed");
	tcase_set_timeout(tc, 600);
	tcase_add_unchecked_fixture(tc, read_rules, free_rules);
	tcase_add_test(tc, right_ones_with_other_numbers);
	tcase_add_test(tc, limits_without_an_example);
	suite_add_tcase(s, tc);
	return s;
}
