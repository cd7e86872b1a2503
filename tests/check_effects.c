/* What following a suggestion may change, of all that come with perfexpert. */
#include "check.h"

#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "knowledge/effects.h"
#include "knowledge/knowledge.h"

#define BIT(effect) (1u << (effect))

static const struct {
	const char *compiler, *switches;
	unsigned effects;
	bool known;
} cases[] = {
	{ "gcc", "-O3", 0, true },
	{ "gcc", "-O3 -ffast-math",
	  BIT(EFFECT_ROUNDING) | BIT(EFFECT_ORDER) | BIT(EFFECT_NAN) |
	          BIT(EFFECT_DENORMALS) | BIT(EFFECT_OVERFLOW),
	  true },
	{ "gcc", "-march=x86-64-v2", BIT(EFFECT_PORTABLE), true },
	{ "clang", " -march=native ",
	  BIT(EFFECT_PORTABLE) | BIT(EFFECT_ROUNDING), true },
	{ "gcc", "-fstack-arrays", BIT(EFFECT_STACK), true },
	/* one compiler's own */
	{ "fujitsu_trad", "-Kfz", BIT(EFFECT_DENORMALS), true },
	{ "gcc", "-Kfz", 0, false },
	{ "gcc", "-O3 -fno-such-thing -mfma",
	  BIT(EFFECT_PORTABLE) | BIT(EFFECT_ROUNDING), false },
	{ "gcc", "", 0, true },
	{ "gcc", "-ffast-mathematics", 0, false },
};

START_TEST(switches_change_what_is_said)
{
	bool known;

	ck_assert_uint_eq(effects_of_switches(cases[_i].compiler,
	                                      cases[_i].switches, &known),
	                  cases[_i].effects);
	ck_assert_int_eq(known, cases[_i].known);
}
END_TEST

START_TEST(words)
{
	struct strbuf b = STRBUF_INIT;

	for (int i = 0; i < EFFECTS; i++)
		ck_assert_int_eq((int)effect_find(effect_id((enum effect)i)),
		                 i);
	ck_assert_int_eq((int)effect_find("digits"), EFFECTS);
	effects_words(0, &b);
	strbuf_addc(&b, '|');
	effects_words(BIT(EFFECT_ROUNDING) | BIT(EFFECT_NAN), &b);
	ck_assert_str_eq(b.s, "nothing|rounding, NaN and infinity");
	ck_assert_uint_eq(effects_in_text("With -mfma (or -fstack-arrays), "
	                                  "x-y - z: -O2."),
	                  BIT(EFFECT_PORTABLE) | BIT(EFFECT_ROUNDING) |
	                          BIT(EFFECT_STACK));
	strbuf_release(&b);
}
END_TEST

/* A switch that is offered, and nobody knows what it changes */
START_TEST(every_switch_is_known)
{
	const struct suggestion *const *list;
	struct strbuf wrong = STRBUF_INIT;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	size_t n;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < list[i]->nswitches; j++) {
			const struct knowledge_switch *s =
				&list[i]->switches[j];
			bool known = true;

			if (s->name)
				effects_of_switches(s->compiler, s->name,
				                    &known);
			if (!known)
				strbuf_addf(&wrong, "%s: %s %s\n", list[i]->id,
				            s->compiler, s->name);
		}
	}
	ck_assert_msg(wrong.len == 0, "%s", wrong.s);
	strbuf_release(&wrong);
	knowledge_free(k);
}
END_TEST

/* Bound to a core without a number of them (PE=, --cpus-per-task), a rank has
 * one core for all of its threads. */
START_TEST(threads_are_not_bound_to_one_core)
{
	const struct suggestion *const *list;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	size_t n;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < list[i]->nhow; j++) {
			const char *how = list[i]->how[j];

			if (strstr(how, "--bind-to core"))
				ck_assert_ptr_nonnull(strstr(how, "PE="));
			if (strstr(how, "--cpu-bind"))
				ck_assert_ptr_nonnull(
					strstr(how, "--cpus-per-task"));
		}
	}
	knowledge_free(k);
}
END_TEST

Suite *suite_effects(void);
Suite *suite_effects(void)
{
	Suite *s = suite_create("effects");
	TCase *tc = tcase_create("effects");

	tcase_add_loop_test(tc, switches_change_what_is_said, 0,
	                    sizeof(cases) / sizeof(*cases));
	tcase_add_test(tc, words);
	tcase_add_test(tc, every_switch_is_known);
	tcase_add_test(tc, threads_are_not_bound_to_one_core);
	suite_add_tcase(s, tc);
	return s;
}
