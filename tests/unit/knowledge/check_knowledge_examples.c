/* The rules on what make verify-knowledge recorded of their examples. */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "knowledge/knowledge.h"
#include "knowledge/record.h"
#include "knowledge/suggest.h"
#include "perturb.h"
#include "profile/profile.h"
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

/* What is said of all examples is asked once, and read by all tests: of the
 * i-th rule's example before its advice is taken, [2 * i], and after. */
static struct knowledge *rules;
static struct record *asked;

static void ask_of_all(void)
{
	const struct suggestion *const *list;
	struct err err = { 0 };
	size_t n;

	rules = knowledge_load(&err);
	ck_assert_msg(rules != NULL, "%s", err.msg);
	n = knowledge_suggestions(rules, &list);
	asked = mem_alloc(2 * n + 1, sizeof(*asked));
	for (size_t i = 0; i < 2 * n; i++) {
		const struct suggestion *s = list[i / 2];

		if (!s->example)
			continue;
		ck_assert_msg(
			record_ask(&asked[i],
		                   recorded(s, i % 2 ? "after" : "before"),
		                   rules, &err) == 0,
			"%s: %s", s->id, err.msg);
	}
}

static void forget(void)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(rules, &list);

	for (size_t i = 0; i < 2 * n; i++) {
		if (list[i / 2]->example)
			record_release(&asked[i]);
	}
	free(asked);
	knowledge_free(rules);
}

/* Claims about time are measured, not recorded. */
static bool bound_falls(const struct suggestion *s, const struct record *before,
                        const struct record *after)
{
	if (strcmp(s->claim_category, "time") == 0 ||
	    strcmp(s->claim_category, "elapsed") == 0)
		return s->measured && !isnan(s->measured->speedup);
	return record_bound(after, s->claim_category) <=
	       record_bound(before, s->claim_category) *
	               (1 - s->claim_at_least);
}

/* What is wrong with one pair, a line each */
static void judge(const struct suggestion *s, const struct record *before,
                  const struct record *after, struct strbuf *wrong)
{
	const char *reason = record_reason(before, s->id);

	if (!record_fires(before, s->id))
		strbuf_addf(wrong, "%s does not fire on before: %s\n", s->id,
		            reason ? reason : "no section");
	if (record_fires(after, s->id))
		strbuf_addf(wrong, "%s fires on after\n", s->id);
	if (!bound_falls(s, before, after))
		strbuf_addf(wrong, "%s: the claim does not hold\n", s->id);
	if (!s->measured)
		strbuf_addf(wrong, "%s was not measured\n", s->id);
}

/* On what make verify-knowledge recorded, each rule fires before its advice is
 * taken and not after; what it claims is so. */
START_TEST(rules_hold_on_their_examples)
{
	const struct suggestion *const *list;
	struct strbuf wrong = STRBUF_INIT;
	const size_t n = knowledge_suggestions(rules, &list);
	size_t pairs = 0;

	for (size_t i = 0; i < n; i++) {
		if (!list[i]->example)
			continue;
		judge(list[i], &asked[2 * i], &asked[2 * i + 1], &wrong);
		pairs++;
	}
	ck_assert_uint_gt(pairs, 0);
	ck_assert_msg(wrong.len == 0, "%s", wrong.s);
	strbuf_release(&wrong);
}
END_TEST

/* What a suggestion may save of its own example, as shown; NAN: not made */
static double saved_of(const struct record *r, const char *id)
{
	double most = NAN;

	for (size_t i = 0; i < r->suggest->n; i++) {
		for (size_t k = 0; k < r->suggest->sections[i].n; k++) {
			const struct suggest_item *item =
				&r->suggest->sections[i].items[k];

			if (strcmp(item->suggestion->id, id) == 0)
				most = fmax(most, item->gain.saved);
		}
	}
	return most;
}

/* How many of v are smaller than v[i]; of equal ones half of them */
static double rank(const double *v, size_t n, size_t i)
{
	double below = 0;

	for (size_t k = 0; k < n; k++)
		below += v[k] < v[i] ? 1 : v[k] == v[i] ? 0.5 : 0;
	return below;
}

/* Spearman's */
static double rank_correlation(const double *a, const double *b, size_t n)
{
	const double mean = (double)n / 2;
	double ab = 0, aa = 0, bb = 0;

	for (size_t i = 0; i < n; i++) {
		const double x = rank(a, n, i) - mean;
		const double y = rank(b, n, i) - mean;

		ab += x * y;
		aa += x * x;
		bb += y * y;
	}
	return ab / sqrt(aa * bb);
}

/* Suggestions are ordered by what they may save: over all examples, those that
 * are said to save more did save more, on each machine that was measured. */
START_TEST(order_is_that_of_what_was_gained)
{
	static double said[512], gained[512];
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(rules, &list);
	size_t compared = 0;

	for (size_t i = 0; i < n; i++) {
		if (!list[i]->example)
			continue;
		for (const struct knowledge_measured *m = list[i]->measured;
		     m && compared < 512; m = m->next) {
			said[compared] = saved_of(&asked[2 * i], list[i]->id);
			gained[compared] = 1 - 1 / m->speedup;
			if (!isnan(said[compared]))
				compared++;
		}
	}
	ck_assert_uint_gt(compared, 100);
	ck_assert_msg(rank_correlation(said, gained, compared) > 0.2,
	              "rank correlation %.2f of %zu",
	              rank_correlation(said, gained, compared), compared);
}
END_TEST

/* By which share what is claimed fell on a machine; NAN: not recorded there */
static double fall_on(const struct suggestion *s,
                      const struct knowledge_measured *m)
{
	if (strcmp(s->claim_category, "time") == 0 ||
	    strcmp(s->claim_category, "elapsed") == 0)
		return 1 - 1 / m->speedup;
	return 1 - m->bound_after / m->bound_before;
}

/* What pays on one processor may harm on another: nothing is claimed that does
 * not hold on all that were measured. */
START_TEST(claims_hold_on_every_machine)
{
	const struct suggestion *const *list;
	struct strbuf wrong = STRBUF_INIT;
	const size_t n = knowledge_suggestions(rules, &list);
	size_t compared = 0;

	for (size_t i = 0; i < n; i++) {
		const struct suggestion *s = list[i];

		for (const struct knowledge_measured *m = s->measured; m;
		     m = m->next) {
			compared += isnan(fall_on(s, m)) ? 0 : 1;
			if (fall_on(s, m) < s->claim_at_least)
				strbuf_addf(&wrong, "%s on %s: %s by %.3f\n",
				            s->id, m->machine,
				            s->claim_category, fall_on(s, m));
		}
	}
	ck_assert_uint_gt(compared, 300);
	ck_assert_msg(wrong.len == 0, "%s", wrong.s);
	strbuf_release(&wrong);
}
END_TEST

static int by_id(const void *pa, const void *pb)
{
	const struct suggestion *const *list;
	const size_t *a = pa, *b = pb;

	knowledge_suggestions(rules, &list);
	return strcmp(list[*a]->id, list[*b]->id);
}

/* The numbers of all suggestions in the order of their ids, whichever files
 * they stand in; free() it. */
static size_t *sorted(size_t n)
{
	size_t *order = mem_alloc(n + 1, sizeof(*order));

	for (size_t i = 0; i < n; i++)
		order[i] = i;
	qsort(order, n, sizeof(*order), by_id);
	return order;
}

/* "example: rule rule ..." for each example that something is suggested for,
 * before its advice is taken and, "+" behind its name, after */
static void add_fired(struct strbuf *out, const size_t *order, size_t n,
                      size_t which)
{
	const struct suggestion *const *list;

	knowledge_suggestions(rules, &list);
	strbuf_addf(out, "%s%s:", list[which / 2]->id, which % 2 ? "+" : "");
	for (size_t i = 0; i < n; i++) {
		if (record_fires(&asked[which], list[order[i]]->id))
			strbuf_addf(out, " %s", list[order[i]]->id);
	}
	strbuf_addc(out, '\n');
}

/*
 * Which rules fire on which examples is looked at by people: what is not meant
 * for an example's code must not fire there. What is now goes to
 * build/fired.txt; read what changed, then copy it to tests/fired.txt.
 */
START_TEST(fires_where_it_was_reviewed)
{
	struct strbuf is = STRBUF_INIT;
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(rules, &list);
	size_t *order = sorted(n);

	for (size_t i = 0; i < n; i++) {
		if (!list[order[i]]->example)
			continue;
		add_fired(&is, order, n, 2 * order[i]);
		add_fired(&is, order, n, 2 * order[i] + 1);
	}
	perturb_compare("fired.txt", is.s);
	strbuf_release(&is);
	free(order);
}
END_TEST

/* Every loop goes round a million times as often. */
static void make_loops_long(struct profile *p)
{
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		for (size_t i = 0; i < s->nfacts; i++) {
			if (strcmp(s->facts[i].name, "loop") != 0)
				continue;
			s->facts[i].name = "former";
			profile_fact_add(p, s, "loop",
			                 (const struct profile_attr[]){
						 { "iterations", "1e12" },
						 { "entries", "1e9" },
						 { "trips", "1000" } },
			                 3);
			break;
		}
	}
}

/* A few copies in a program that does other things are nothing to change. */
START_TEST(few_copies_by_the_way)
{
	static const char *const ids[] = { "swap-instead-of-copy",
		                           "no-clearing-before-writing" };
	struct err err = { 0 };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct suggestion *s = knowledge_find(rules, ids[i]);
		struct profile *p = recorded(s, "before");
		struct record r;

		make_loops_long(p);
		ck_assert_int_eq(record_ask(&r, p, rules, &err), 0);
		ck_assert_msg(!record_fires(&r, ids[i]), "%s", ids[i]);
		record_release(&r);
	}
}
END_TEST

Suite *suite_knowledge_examples(void);
Suite *suite_knowledge_examples(void)
{
	Suite *s = suite_create("knowledge_examples");
	TCase *tc = tcase_create("knowledge_examples");

	tcase_set_timeout(tc, 60);
	tcase_add_unchecked_fixture(tc, ask_of_all, forget);
	tcase_add_test(tc, rules_hold_on_their_examples);
	tcase_add_test(tc, order_is_that_of_what_was_gained);
	tcase_add_test(tc, claims_hold_on_every_machine);
	tcase_add_test(tc, fires_where_it_was_reviewed);
	tcase_add_test(tc, few_copies_by_the_way);
	suite_add_tcase(s, tc);
	return s;
}
