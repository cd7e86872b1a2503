/*
 * What the rules say when the numbers of a measurement are others: thresholds,
 * prices and the order of reasons of all rules show in it.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "diagnose/account.h"
#include "knowledge/effects.h"
#include "knowledge/knowledge.h"
#include "knowledge/private.h"
#include "knowledge/record.h"
#include "limits.h"
#include "perturb.h"
#include "profile/xml.h"

static struct profile *recorded(const struct suggestion *s, const char *side)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };
	struct profile *p;

	io_join(&path, s->folder, s->example);
	strbuf_addf(&path, "/%s.db", side);
	p = profile_read_xml(path.s, NULL, &err);
	ck_assert_msg(p != NULL, "%s: %s", path.s, err.msg);
	strbuf_release(&path);
	return p;
}

static int by_id(const void *pa, const void *pb)
{
	const struct suggestion *const *a = pa, *const *b = pb;

	return strcmp((*a)->id, (*b)->id);
}

/* All suggestions by their ids, whichever files they stand in; free() it */
static struct suggestion **sorted(const struct knowledge *k)
{
	struct suggestion **copy = mem_alloc(k->n + 1, sizeof(*copy));

	for (size_t i = 0; i < k->n; i++)
		copy[i] = k->list[i];
	qsort(copy, k->n, sizeof(*copy), by_id);
	return copy;
}

/* Those that are asked about one side of an example, its own and those that
 * fire on it, are put before the others, which takes time. Returns how many. */
static size_t put_first(struct knowledge *k, const struct suggestion *of,
                        const struct record *r)
{
	size_t n = 0;

	for (size_t i = 0; i < k->n; i++) {
		struct suggestion *const s = k->list[i];

		if (s != of && !record_fires(r, s->id))
			continue;
		memmove(&k->list[n + 1], &k->list[n],
		        (i - n) * sizeof(struct suggestion *));
		k->list[n++] = s;
	}
	return n;
}

/* Asks about one side of an example, as it is and perturbed. A rule's count is
 * about its own examples and those on which it fires. */
static void ask(struct knowledge *k, const struct suggestion *of,
                const char *side, struct map *tallies)
{
	const bool of_before = strcmp(side, "before") == 0;
	const size_t n = k->n;
	uint32_t state = perturb_hash(perturb_hash(2463534242u, of->id), side);
	struct err err = { 0 };
	struct record r;

	ck_assert_int_eq(record_ask(&r, recorded(of, side), k, &err), 0);
	k->n = put_first(k, of, &r);
	record_release(&r);
	for (int round = 0; round < (of_before ? 2 : 1); round++) {
		struct profile *p = recorded(of, side);

		if (round)
			perturb_in_place(p, &state);
		else
			perturb(p, &state);
		ck_assert_msg(record_ask(&r, p, k, &err) == 0, "%s: %s", of->id,
		              err.msg);
		for (size_t i = 0; i < k->n; i++)
			tally_add(map_get(tallies, k->list[i]->id), r.suggest,
			          k->list[i], k->list[i] == of);
		record_release(&r);
	}
	k->n = n;
}

/*
 * A line for each rule: how often it fires, what it says, its saving, and how
 * often each reason against it was given, over its own examples and all on
 * which it fires, with their numbers changed. What is now goes to
 * build/perturbed.txt: a change of a rule changes its line, so copy the file to
 * tests/perturbed.txt once only the lines of rules that were meant differ.
 */
START_TEST(examples_with_other_numbers)
{
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	struct map *tallies = map_new();
	struct strbuf is = STRBUF_INIT;
	struct suggestion **list;

	ck_assert_msg(k != NULL, "%s", err.msg);
	list = sorted(k);
	for (size_t i = 0; i < k->n; i++)
		map_put_static(tallies, list[i]->id,
		               mem_alloc(1, sizeof(struct tally)));
	for (size_t i = 0; i < k->n; i++) {
		if (!list[i]->example)
			continue;
		ask(k, list[i], "before", tallies);
		ask(k, list[i], "after", tallies);
	}
	for (size_t i = 0; i < k->n; i++) {
		struct tally *t = map_get(tallies, list[i]->id);

		if (t->asked)
			tally_write(t, list[i]->id, &is);
		free(t);
	}
	perturb_compare("perturbed.txt", is.s);
	strbuf_release(&is);
	map_free(tallies);
	free(list);
	knowledge_free(k);
}
END_TEST

/* Where each rule changes its mind about its example, before and after */
START_TEST(limits_of_examples)
{
	static const char *const sides[] = { "before", "after" };
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	struct strbuf is = STRBUF_INIT;
	struct suggestion **list;

	ck_assert_msg(k != NULL, "%s", err.msg);
	list = sorted(k);
	for (size_t i = 0; i < 2 * k->n; i++) {
		struct suggestion *s = list[i / 2];
		struct limits l;
		struct record r;

		if (!s->example)
			continue;
		limits_watch(&l, k, s);
		ck_assert_msg(
			record_ask(&r, recorded(s, sides[i % 2]), k, &err) == 0,
			"%s: %s", s->id, err.msg);
		strbuf_addf(&is, "%s, %s: ", s->id, sides[i % 2]);
		limits_say(&l, &is);
		record_release(&r);
	}
	perturb_compare("limits.txt", is.s);
	strbuf_release(&is);
	free(list);
	knowledge_free(k);
}
END_TEST

static void add_words(struct strbuf *out, const char *what,
                      const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		strbuf_addf(out, "%s%s", i ? " " : what, words[i]);
}

static void add_switches(struct strbuf *out, const char *what,
                         const struct knowledge_switch *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		strbuf_addf(out, "%s%s %s", i ? ", " : what, list[i].compiler,
		            list[i].name ? list[i].name : "none");
}

/* What is yes, and numbers and causes */
static void add_properties(struct strbuf *out, const struct suggestion *s)
{
	const struct {
		bool is;
		const char *name;
	} flags[] = {
		{ s->fewer_instructions, "fewer instructions" },
		{ s->for_libraries, "for libraries" },
		{ s->for_scripts, "for scripts" },
		{ s->of_program, "of the program" },
		{ s->of_elapsed, "of elapsed time" },
		{ s->everywhere, "everywhere" },
		{ s->last, "last" },
		{ s->judges_machine, "judges the machine" },
		{ s->whole_program, "whole program" },
		{ s->removes_rule != 0, "removes by rule" },
		{ s->besides != 0, "besides" },
		{ s->example != NULL, "with example" },
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		if (flags[i].is)
			strbuf_addf(out, "; %s", flags[i].name);
	}
	if (s->claim_category)
		strbuf_addf(out, "; %s falls by %g", s->claim_category,
		            s->claim_at_least);
	if (s->tolerance > 0)
		strbuf_addf(out, "; within %g", s->tolerance);
	if (!isnan(s->fallback))
		strbuf_addf(out, "; else %g", s->fallback);
	for (size_t i = 0; s->removes_something && i < ACCOUNT_PARTS; i++) {
		if (s->removes.share[i] > 0)
			strbuf_addf(out, "; %s %g", account_parts[i].id,
			            s->removes.share[i]);
	}
}

/* All that a rule's file says beside its functions and sentences */
START_TEST(fields_of_rules)
{
	static const char *const scopes[] = { "loops and procedures", "loops",
		                              "procedures" };
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	struct strbuf is = STRBUF_INIT;
	struct suggestion **list;

	ck_assert_msg(k != NULL, "%s", err.msg);
	list = sorted(k);
	for (size_t i = 0; i < k->n; i++) {
		const struct suggestion *s = list[i];

		strbuf_addf(&is, "%s: %s; %s", s->id, s->category,
		            scopes[s->scope]);
		add_words(&is, "; needs ", s->needs, s->nneeds);
		strbuf_adds(&is, "; changes ");
		effects_words(s->changes, &is);
		add_properties(&is, s);
		if (s->remedy)
			strbuf_addf(&is, "; remedy %s", s->remedy);
		if (s->level)
			strbuf_addf(&is, "; %s", s->level);
		if (s->after_level)
			strbuf_addf(&is, ", then %s", s->after_level);
		add_words(&is, "; with ", s->env, s->nenv);
		add_words(&is, "; then with ", s->after_env, s->nafter_env);
		add_switches(&is, "\n  switches: ", s->switches, s->nswitches);
		add_switches(&is, "\n  pragmas: ", s->pragmas, s->npragmas);
		strbuf_addf(&is, "\n  %zu steps\n", s->nhow);
	}
	perturb_compare("rule_fields.txt", is.s);
	strbuf_release(&is);
	free(list);
	knowledge_free(k);
}
END_TEST

Suite *suite_perturbed(void);
Suite *suite_perturbed(void)
{
	Suite *s = suite_create("perturbed");
	TCase *tc = tcase_create("perturbed");

	tcase_set_timeout(tc, 600);
	tcase_add_test(tc, examples_with_other_numbers);
	suite_add_tcase(s, tc);
	tc = tcase_create("limits");
	tcase_set_timeout(tc, 600);
	tcase_add_test(tc, limits_of_examples);
	tcase_add_test(tc, fields_of_rules);
	suite_add_tcase(s, tc);
	return s;
}
