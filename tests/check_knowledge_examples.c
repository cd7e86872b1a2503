/* The rules on what make verify-knowledge recorded of their examples. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "knowledge/knowledge.h"
#include "knowledge/record.h"
#include "knowledge/suggest.h"
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

/* On what make verify-knowledge recorded, each rule fires before its advice is
 * taken and not after; what it claims is so. */
START_TEST(rules_hold_on_their_examples)
{
	const struct suggestion *const *list;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	struct record before, after;
	const char *reason;
	size_t n, pairs = 0;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		const struct suggestion *s = list[i];

		if (!s->example)
			continue;
		ck_assert_msg(record_ask(&before, recorded(s, "before"), k,
		                         &err) == 0,
		              "%s: %s", s->id, err.msg);
		ck_assert_msg(
			record_ask(&after, recorded(s, "after"), k, &err) == 0,
			"%s: %s", s->id, err.msg);
		reason = record_reason(&before, s->id);
		ck_assert_msg(record_fires(&before, s->id),
		              "%s does not fire on before: %s", s->id,
		              reason ? reason : "no section");
		ck_assert_msg(!record_fires(&after, s->id), "%s fires on after",
		              s->id);
		ck_assert_msg(bound_falls(s, &before, &after),
		              "%s: the claim does not hold", s->id);
		ck_assert_msg(s->measured != NULL, "%s was not measured",
		              s->id);
		record_release(&before);
		record_release(&after);
		pairs++;
	}
	ck_assert_uint_gt(pairs, 0);
	knowledge_free(k);
}
END_TEST

/* The largest part that is said to be removed at most */
static double most_said(const struct record *r, const char *id)
{
	double most = 0;

	for (size_t i = 0; i < r->suggest->n; i++)
		for (size_t k = 0; k < r->suggest->sections[i].n; k++) {
			const struct suggest_item *item =
				&r->suggest->sections[i].items[k];

			if (strcmp(item->suggestion->id, id) == 0)
				most = fmax(most, item->most);
		}
	return most;
}

/* What is said to be removed at most is not less than what the bars of its own
 * example lost; what a pair lost is what measured.lua has. */
START_TEST(at_most_is_not_less_than_measured)
{
	const struct suggestion *const *list;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	struct record before, after;
	size_t n, compared = 0;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		const struct suggestion *s = list[i];
		double removed, most;

		if (!s->example || strcmp(s->category, s->claim_category) != 0)
			continue;
		record_ask(&before, recorded(s, "before"), k, &err);
		record_ask(&after, recorded(s, "after"), k, &err);
		removed = 1 - record_bound(&after, s->claim_category) /
		                      record_bound(&before, s->claim_category);
		most = most_said(&before, s->id);
		ck_assert_msg(most >= removed - 0.02,
		              "%s: %.2f at most, but its example lost %.2f",
		              s->id, most, removed);
		record_release(&before);
		record_release(&after);
		compared++;
	}
	ck_assert_uint_gt(compared, 40);
	knowledge_free(k);
}
END_TEST

/* The paper's rules that look for one kind of code (SC'10, Fig. 4), and the
 * examples that have it: only there may they fire. */
static const struct {
	const char *id, *examples; /* the latter between blanks */
} selective[] = {
	{ "compare-squares", " compare-squares " },
	{ "reciprocal", " reciprocal divide-after-sum relaxed-divides " },
};

static bool named(const char *list, const char *id)
{
	struct strbuf word = STRBUF_INIT;
	bool found;

	strbuf_addf(&word, " %s ", id);
	found = strstr(list, word.s) != NULL;
	strbuf_release(&word);
	return found;
}

START_TEST(fires_on_its_code_only)
{
	const size_t m = sizeof(selective) / sizeof(*selective);
	const struct suggestion *const *list;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	struct record before;
	size_t n, asked = 0;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++) {
		if (!list[i]->example)
			continue;
		ck_assert_msg(record_ask(&before, recorded(list[i], "before"),
		                         k, &err) == 0,
		              "%s", err.msg);
		for (size_t j = 0; j < m; j++)
			ck_assert_msg(record_fires(&before, selective[j].id) ==
			                      named(selective[j].examples,
			                            list[i]->id),
			              "%s on the example of %s",
			              selective[j].id, list[i]->id);
		record_release(&before);
		asked++;
	}
	ck_assert_uint_gt(asked, 100);
	knowledge_free(k);
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
						 { "entries", "1e9" } },
			                 2);
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
	struct knowledge *k = knowledge_load(&err);

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct suggestion *s = knowledge_find(k, ids[i]);
		struct profile *p = recorded(s, "before");
		struct record r;

		make_loops_long(p);
		ck_assert_int_eq(record_ask(&r, p, k, &err), 0);
		ck_assert_msg(!record_fires(&r, ids[i]), "%s", ids[i]);
		record_release(&r);
	}
	knowledge_free(k);
}
END_TEST

Suite *suite_knowledge_examples(void);
Suite *suite_knowledge_examples(void)
{
	Suite *s = suite_create("knowledge_examples");
	TCase *tc = tcase_create("knowledge_examples");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, rules_hold_on_their_examples);
	tcase_add_test(tc, at_most_is_not_less_than_measured);
	tcase_add_test(tc, fires_on_its_code_only);
	tcase_add_test(tc, few_copies_by_the_way);
	suite_add_tcase(s, tc);
	return s;
}
