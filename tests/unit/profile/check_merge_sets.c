/* check_merge_sets - what ranks that counted different events come to */
#include "check.h"

#include <math.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "profile/merge.h"
#include "profile/profile.h"

enum { RANKS = 4, SECTIONS = 2 };

/* Ranks 0 and 2 count A, the others B; all of them cycles and instructions. */
struct rank {
	double instructions[SECTIONS], own[SECTIONS];
};

static struct profile *part(int rank, const struct rank *r, double samples)
{
	struct profile *p = profile_new();
	const char *own = rank % 2 ? "B" : "A";

	p->program = "app";
	p->collector = PROFILE_BY_PERF;
	p->counter_set = rank % 2 + 1;
	profile_event_add(p, "TOT_CYC", NULL, PROFILE_SAMPLED);
	profile_event_add(p, "TOT_INS", NULL, PROFILE_SAMPLED);
	profile_event_add(p, own, own, PROFILE_SAMPLED);
	profile_run_add(p)->purpose = "counter set";
	for (size_t i = 0; i < SECTIONS; i++) {
		struct profile_section *s = profile_section_add(
			p, profile_root(p), PROFILE_PROCEDURE, i ? "g" : "f");
		struct profile_line *l = profile_line_add(p, s, "a.c", 7);

		s->sum[0] = 2 * r->instructions[i];
		s->sum[1] = r->instructions[i];
		s->sum[2] = r->own[i];
		profile_samples(p, s)[1] = samples;
		l->sum[2] = r->own[i];
	}
	profile_sum_up(p);
	profile_samples(p, p->root)[1] = SECTIONS * samples;
	return p;
}

static struct profile *joined_by(const char *second, const struct rank *ranks,
                                 double samples, struct strbuf *why)
{
	struct merge *m = merge_new();
	struct profile *parts[RANKS];
	struct err err = { 0 };

	for (int i = 0; i < RANKS; i++) {
		parts[i] = part(i, &ranks[i], samples);
		parts[i]->events[1].name = second;
		merge_expect(m, parts[i], i);
	}
	for (int i = 0; i < RANKS; i++) {
		ck_assert_int_eq(merge_add(m, parts[i], i, &err), 0);
		profile_free(parts[i]);
	}
	return merge_finish(m, why);
}

static struct profile *joined(const struct rank *ranks, double samples,
                              struct strbuf *why)
{
	return joined_by("TOT_INS", ranks, samples, why);
}

static const struct rank alike[RANKS] = {
	{ { 100, 50 }, { 10, 1 } },
	{ { 101, 50 }, { 7, 0 } },
	{ { 99, 51 }, { 20, 2 } },
	{ { 100, 49 }, { 9, 4 } },
};

START_TEST(mean_times_ranks)
{
	struct strbuf why = STRBUF_INIT;
	struct profile *p = joined(alike, 1e6, &why);
	const struct profile_section *f = p->root->child, *g = f->next;

	ck_assert_str_eq(why.s, "");
	ck_assert_uint_eq(p->nevents, 4);
	ck_assert_double_eq(profile_value(p, p->root, "TOT_INS"), 600);
	ck_assert_double_eq(profile_value(p, f, "TOT_CYC"), 800);
	ck_assert_double_eq(profile_value(p, f, "A"), 60);
	ck_assert_double_eq(profile_value(p, f, "B"), 32);
	ck_assert_double_eq(profile_value(p, g, "A"), 6);
	ck_assert_double_eq(profile_value(p, g, "B"), 8);
	ck_assert_double_eq(profile_value(p, p->root, "A"), 66);
	ck_assert_double_eq(f->lines[0].sum[profile_event(p, "B")], 32);
	ck_assert_ptr_null(p->events[0].ranks);
	ck_assert_ptr_null(p->events[1].ranks);
	ck_assert_str_eq(p->events[profile_event(p, "A")].ranks, "0, 2");
	ck_assert_str_eq(p->events[profile_event(p, "B")].ranks, "1, 3");
	ck_assert_uint_eq(p->nnotes, 1);
	ck_assert_str_eq(
		p->notes[0],
		"4 ranks did the same work (compared by TOT_INS) and counted 2 "
		"sets of events: an event that only some ranks counted is "
		"their mean times the number of ranks (A, B)");
	profile_free(p);
}
END_TEST

/* What differs, and how it is said */
static const struct {
	struct rank ranks[RANKS];
	double samples;
	const char *says; /* NULL: it does not differ */
} works[] = {
	{ { { { 100, 50 }, { 1, 1 } },
	    { { 100, 50 }, { 1, 1 } },
	    { { 100, 50 }, { 1, 1 } },
	    { { 200, 100 }, { 1, 1 } } },
	  1e6,
	  "rank 3 has 2.00 times the median TOT_INS" },
	/* so few samples tell nothing */
	{ { { { 100, 50 }, { 1, 1 } },
	    { { 100, 50 }, { 1, 1 } },
	    { { 100, 50 }, { 1, 1 } },
	    { { 200, 100 }, { 1, 1 } } },
	  4,
	  NULL },
	/* as much in all, but in other places */
	{ { { { 100, 50 }, { 1, 1 } },
	    { { 50, 100 }, { 1, 1 } },
	    { { 100, 50 }, { 1, 1 } },
	    { { 50, 100 }, { 1, 1 } } },
	  1e6,
	  "in 'f' the ranks of one counter set have 1.33 times the mean "
	  "TOT_INS" },
};

START_TEST(differs)
{
	struct strbuf why = STRBUF_INIT;
	struct profile *p = joined(works[_i].ranks, works[_i].samples, &why);
	const bool out = works[_i].says != NULL;

	ck_assert_msg(!out || strstr(why.s, works[_i].says), "'%s'", why.s);
	ck_assert_int_eq(why.len == 0, !out);
	ck_assert_int_eq(isnan(profile_value(p, p->root, "A")), out);
	ck_assert_int_eq(isnan(profile_value(p, p->root->child, "B")), out);
	ck_assert(profile_value(p, p->root, "TOT_INS") >= 600);
	ck_assert_int_eq(p->events[2].ranks == NULL, out);
	ck_assert_uint_eq(p->nnotes, 1);
	strbuf_release(&why);
	profile_free(p);
}
END_TEST

/* Work is known by cycles where no instructions were counted. */
START_TEST(differs_in_cycles)
{
	struct strbuf why = STRBUF_INIT;
	struct profile *p = joined_by("LD_INS", works[0].ranks, 1e6, &why);

	ck_assert_ptr_nonnull(
		strstr(why.s, "rank 3 has 2.00 times the median TOT_CYC"));
	strbuf_release(&why);
	profile_free(p);
}
END_TEST

/* Without the mark, parts with other events are no parts of one run. */
START_TEST(not_asked_for)
{
	struct merge *m = merge_new();
	struct profile *a = part(0, &alike[0], 1), *b = part(1, &alike[1], 1);
	struct err err = { 0 };

	a->counter_set = b->counter_set = NAN;
	merge_expect(m, a, 0);
	merge_expect(m, b, 1);
	ck_assert_int_eq(merge_add(m, a, 0, &err), 0);
	ck_assert_int_eq(merge_add(m, b, 1, &err), -1);
	ck_assert_ptr_nonnull(
		strstr(err.msg, "its events or its number of runs differ"));
	profile_free(merge_finish(m, NULL));
	profile_free(a);
	profile_free(b);
}
END_TEST

Suite *suite_merge_sets(void);
Suite *suite_merge_sets(void)
{
	Suite *s = suite_create("merge_sets");
	TCase *tc = tcase_create("merge_sets");

	tcase_add_test(tc, mean_times_ranks);
	tcase_add_loop_test(tc, differs, 0, sizeof(works) / sizeof(*works));
	tcase_add_test(tc, differs_in_cycles);
	tcase_add_test(tc, not_asked_for);
	suite_add_tcase(s, tc);
	return s;
}
