/* check_merge_series - time lines of ranks whose runs are not as long */
#include "check.h"

#include <math.h>

#include "base/err.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "profile/series.h"

/* Four bins of a quarter of the run; the first and the third have something */
static struct profile *part(double wall_s)
{
	static const float work[] = { 1, 0, 0.5F }, faults[] = { 8, 0, 4 };
	struct profile *p = profile_new();
	struct profile_section *f;

	p->program = "app";
	p->collector = PROFILE_BY_SIMULATE;
	profile_event_add(p, "TOT_CYC", NULL, PROFILE_SAMPLED);
	profile_run_add(p)->wall_s = wall_s;
	profile_thread_add(p, &(struct profile_thread){ 0, NAN, 0, 1, 0, 0 });
	p->timeline.bin_s = wall_s / 4;
	p->timeline.bins = 4;
	f = profile_section_add(p, profile_root(p), PROFILE_PROCEDURE, "f");
	profile_series_add(p, f,
	                   &(struct profile_series){ .of = PROFILE_OF_CPU,
	                                             .n = 3,
	                                             .value = work });
	profile_series_add(p, NULL,
	                   &(struct profile_series){ .of = PROFILE_OF_FAULTS,
	                                             .n = 3,
	                                             .value = faults });
	return p;
}

static void same(const struct profile_series *s, unsigned thread,
                 const double *want, unsigned n)
{
	ck_assert_ptr_nonnull(s);
	ck_assert_uint_eq(s->thread, thread);
	ck_assert_uint_eq(s->from, 0);
	ck_assert_uint_eq(s->n, n);
	for (unsigned i = 0; i < n; i++)
		ck_assert_double_eq_tol((double)s->value[i], want[i], 1e-6);
}

START_TEST(longest_run)
{
	struct profile *parts[] = { part(4), part(8) }, *p;
	struct merge *m = merge_new();
	struct err err = { 0 };

	for (int i = 0; i < 2; i++)
		merge_expect(m, parts[i], i);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(merge_add(m, parts[i], i, &err), 0);
	p = merge_finish(m, NULL);
	ck_assert_uint_eq(p->timeline.bins, 4);
	ck_assert_double_eq(p->timeline.bin_s, 2);
	/* of the shorter run two bins are one: shares of twice the time, all
	 * of the page faults */
	same(p->root->child->series, 0, (double[]){ 0.5, 0.25 }, 2);
	same(p->root->child->series->next, 1, (double[]){ 1, 0, 0.5 }, 3);
	same(p->timeline.series, 0, (double[]){ 8, 4 }, 2);
	same(p->timeline.series->next, 1, (double[]){ 8, 0, 4 }, 3);
	profile_free(p);
	profile_free(parts[0]);
	profile_free(parts[1]);
}
END_TEST

Suite *suite_merge_series(void);
Suite *suite_merge_series(void)
{
	Suite *s = suite_create("merge_series");
	TCase *tc = tcase_create("merge_series");

	tcase_add_test(tc, longest_run);
	suite_add_tcase(s, tc);
	return s;
}
