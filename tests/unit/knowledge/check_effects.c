/* What following a suggestion may change, of all that come with perfexpert. */
#include "check.h"

#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "knowledge/effects.h"
#include "knowledge/knowledge.h"

#define BIT(effect) (1u << (effect))
#define ALL_OF_FAST                                                            \
	(BIT(EFFECT_ROUNDING) | BIT(EFFECT_ORDER) | BIT(EFFECT_NAN) |          \
	 BIT(EFFECT_DENORMALS) | BIT(EFFECT_OVERFLOW) | BIT(EFFECT_BEHAVIOUR))

static const struct {
	const char *compiler, *switches;
	unsigned effects;
	bool known;
} cases[] = {
	{ "gcc", "-O3", 0, true },
	{ "gcc", "-O3 -ffast-math", ALL_OF_FAST, true },
	{ "clang", "-Wl,--icf=all", BIT(EFFECT_BEHAVIOUR), true },
	{ "gcc", "-march=x86-64-v2", BIT(EFFECT_PORTABLE), true },
	{ "clang", " -march=native ",
	  BIT(EFFECT_PORTABLE) | BIT(EFFECT_ROUNDING), true },
	{ "gcc", "-fstack-arrays", BIT(EFFECT_STACK), true },
	/* levels that bring fast mathematics with some compilers */
	{ "intel", "-O2", ALL_OF_FAST, true },
	{ "intel", "-fp-model=fast", ALL_OF_FAST, true },
	{ "fujitsu_trad", "-Kfast", ALL_OF_FAST | BIT(EFFECT_STACK), true },
	{ "fujitsu_clang", "-Ofast", ALL_OF_FAST | BIT(EFFECT_ALIASING), true },
	{ "cray", "-hfp3", ALL_OF_FAST, true },
	{ "nvidia", "-fast",
	  BIT(EFFECT_ROUNDING) | BIT(EFFECT_ORDER) | BIT(EFFECT_DENORMALS),
	  true },
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

/* Then the pair must give the same text (tests/examples.sh runs it) */
START_TEST(what_changes_nothing_computes_the_same)
{
	const struct suggestion *const *list;
	struct strbuf wrong = STRBUF_INIT;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	size_t n;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		if (list[i]->example && !list[i]->changes &&
		    list[i]->tolerance > 0)
			strbuf_addf(&wrong, " %s", list[i]->id);
	}
	ck_assert_msg(wrong.len == 0, "results may differ:%s", wrong.s);
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

/*
 * What a reading of all suggestions found wrong in their words: what each has
 * to say now (of what it changes, its steps, switches and limits), and what not
 */
static const struct {
	const char *id;
	unsigned changes; /* that it must name */
	const char *said, *not_said;
} texts[] = {
	/* PGO of Clang needs a step between the builds */
	{ "profile-guided-branches", 0, "llvm-profdata merge", NULL },
	{ "comparison-as-number", 0, "", "fprofile" },
	/* the linker takes no letters */
	{ "huge-pages-for-code", 0, "page-size=2097152", "page-size=2M" },
	{ "finite-maximum", BIT(EFFECT_NAN), "isinf() are always false",
	  "nothing without NaNs" },
	{ "fma-instruction", BIT(EFFECT_ROUNDING) | BIT(EFFECT_PORTABLE),
	  "-ffp-contract=off", NULL },
	{ "highest-level", BIT(EFFECT_ROUNDING) | BIT(EFFECT_PORTABLE), "",
	  NULL },
	{ "several-sums", BIT(EFFECT_ORDER), "-fassociative-math",
	  "-fvariable-expansion-in-unroller" },
	{ "round-halves-away", 0, "x86: round() is an instruction", NULL },
	/* blocks above 32 MiB are mapped, whatever the threshold is */
	{ "keep-freed-memory", 0, "MALLOC_MMAP_MAX_=0", NULL },
	{ "plain-complex-division", 0, "classic", NULL },
	{ "call-blas", BIT(EFFECT_ROUNDING) | BIT(EFFECT_ORDER),
	  "OPENBLAS_NUM_THREADS=1", NULL },
	{ "tuned-blas", BIT(EFFECT_ROUNDING) | BIT(EFFECT_ORDER),
	  "OPENBLAS_NUM_THREADS=1", NULL },
	{ "store-past-the-cache", BIT(EFFECT_THREADS), "sfence", NULL },
	{ "branchless-select", BIT(EFFECT_NAN) | BIT(EFFECT_THREADS),
	  "another thread may own", NULL },
	{ "remember-what-was-found", BIT(EFFECT_THREADS), "data race", NULL },
	{ "mask-for-modulo", 0, "collide", NULL },
	{ "small-links", BIT(EFFECT_PORTABLE), "4 GiB of addresses", NULL },
	{ "hash-instead-of-tree", 0, "invalidates iterators", NULL },
	{ "wait-less-for-messages", 0, "Large messages move only inside MPI",
	  "5.12" },
	{ "popcount-instruction", BIT(EFFECT_PORTABLE), "FEAT_CSSC",
	  "on all processors" },
	{ "no-conversions", BIT(EFFECT_ROUNDING), "0.5d0", "0.5_4" },
	{ "fewer-threads-on-memory", BIT(EFFECT_ORDER), "round differently",
	  NULL },
	{ "flush-denormals", BIT(EFFECT_DENORMALS) | BIT(EFFECT_NAN),
	  "in the whole process", NULL },
	{ "vector-math", BIT(EFFECT_DENORMALS) | BIT(EFFECT_NAN),
	  "in the whole process", NULL },
	{ "reciprocal-root", BIT(EFFECT_DENORMALS) | BIT(EFFECT_NAN), "",
	  NULL },
	{ "relaxed-divides", BIT(EFFECT_DENORMALS) | BIT(EFFECT_NAN),
	  "in the whole process", NULL },
	/* no generator with a state of the caller's has a lock */
	{ "own-random-numbers", 0, "rand and random lock their state", NULL },
	{ "finite-maximum", 0, "", "-Ksimd_reduction_product" },
	{ "tile-for-pages", 0, "", "_CRI" },
	{ "allocate-outside", BIT(EFFECT_THREADS), "-fstack-arrays", NULL },
	{ "restrict-pointers", BIT(EFFECT_ALIASING), "Fortran", NULL },
	{ "promise-no-overlap", BIT(EFFECT_ALIASING), "contiguous", NULL },
};

static void all_text(const struct suggestion *s, struct strbuf *b)
{
	strbuf_addf(b, "%s\n%s\n%s\n%s\n%s\n", s->title, s->why, s->not_when,
	            s->source, s->changes_says ? s->changes_says : "");
	for (size_t i = 0; i < s->nhow; i++)
		strbuf_addf(b, "%s\n", s->how[i]);
	for (size_t i = 0; i < s->nswitches; i++)
		strbuf_addf(b, "%s %s: %s\n", s->switches[i].compiler,
		            s->switches[i].name ? s->switches[i].name : "",
		            s->switches[i].text);
	for (size_t i = 0; i < s->npragmas; i++)
		strbuf_addf(b, "%s: %s\n",
		            s->pragmas[i].name ? s->pragmas[i].name : "",
		            s->pragmas[i].text);
}

START_TEST(says_what_was_missing)
{
	const struct suggestion *const *list, *s = NULL;
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	size_t n;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i]->id, texts[_i].id) == 0)
			s = list[i];
	}
	ck_assert_msg(s != NULL, "no '%s'", texts[_i].id);
	all_text(s, &b);
	ck_assert_msg(strstr(b.s, texts[_i].said) != NULL,
	              "'%s' does not say '%s'", s->id, texts[_i].said);
	ck_assert_msg(!texts[_i].not_said ||
	                      strstr(b.s, texts[_i].not_said) == NULL,
	              "'%s' says '%s'", s->id, texts[_i].not_said);
	ck_assert_msg((s->changes & texts[_i].changes) == texts[_i].changes,
	              "'%s' does not name what it changes", s->id);
	strbuf_release(&b);
	knowledge_free(k);
}
END_TEST

/* No column for compilers that are gone, and of Cray's only Fortran's */
START_TEST(compilers_are_those_of_today)
{
	const struct suggestion *const *list;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	size_t n;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < list[i]->nswitches; j++) {
			const struct knowledge_switch *s =
				&list[i]->switches[j];

			ck_assert_str_ne(s->compiler, "ibm");
			if (strcmp(s->compiler, "cray") == 0 && s->name)
				ck_assert_msg(strstr(s->text, "Fortran"),
				              "%s: %s", list[i]->id, s->name);
			/* what says that there is none is no switch */
			ck_assert_msg(!s->name || s->name[0] == '-' ||
			                      s->name[0] == '/',
			              "%s: %s", list[i]->id, s->name);
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
	tcase_add_test(tc, what_changes_nothing_computes_the_same);
	tcase_add_test(tc, threads_are_not_bound_to_one_core);
	tcase_add_loop_test(tc, says_what_was_missing, 0,
	                    sizeof(texts) / sizeof(*texts));
	tcase_add_test(tc, compilers_are_those_of_today);
	suite_add_tcase(s, tc);
	return s;
}
