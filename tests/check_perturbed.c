/*
 * What the rules say when the numbers of a measurement are others: thresholds,
 * prices and the order of reasons of all rules show in it.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/map.h"
#include "base/strbuf.h"
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

Suite *suite_perturbed(void);
Suite *suite_perturbed(void)
{
	Suite *s = suite_create("perturbed");
	TCase *tc = tcase_create("perturbed");

	tcase_set_timeout(tc, 600);
	tcase_add_test(tc, examples_with_other_numbers);
	tcase_add_test(tc, limits_of_examples);
	suite_add_tcase(s, tc);
	return s;
}
