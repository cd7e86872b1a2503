/* What is told of waiting and of outlined functions by names alone. */
#include "check.h"

#include "base/outlined.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/waits.h"
#include "measure/collect/clock/sample_waits.h"
#include "measure/collect/clock/wait_calls.h"
#include "profile/profile.h"
#include "profile/waits.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const struct {
	const char *raw;
	const char *parent; /* NULL: not outlined */
	bool task;
} outlined[] = {
	{ "main._omp_fn.0", "main", false },
	{ "_ZN3num3dotEv._omp_fn.12", "_ZN3num3dotEv", false },
	{ "__m_MOD_solve._omp_fn.3", "__m_MOD_solve", false },
	{ ".omp_outlined.", "", false },
	{ ".omp_outlined..2", "", false },
	{ "main.omp_outlined", "main", false },
	{ "main.omp_outlined_debug__", "main", false },
	{ ".omp_task_entry..5", "", true },
	{ "L_solve_it_12__par_region0_2_0", "solve_it", false },
	{ "__nv_solve_F1L12_2", "solve", false },
	{ "__nv_a_F2_b_F1L7_1", "a_F2_b", false },
	{ "product._OMP_1", "product", false },
	{ "product._PRL_2_", "product", false },
	{ "product._TSK_1_", "product", true },
	{ "product@OL@1", "product", false },
	{ "product__cray$mt$p0001", "product", false },
	{ "main", NULL, false },
	{ "L_main", NULL, false },
	{ "__nv_main", NULL, false },
	{ "__nv__F1L2_1", NULL, false },
	{ "omp_outlined", NULL, false },
	{ "", NULL, false },
};

START_TEST(finds_parents)
{
	struct strbuf parent = STRBUF_INIT, name = STRBUF_INIT;
	bool task;

	if (!outlined[_i].parent) {
		ck_assert(!outlined_of(outlined[_i].raw, &parent, &task));
	} else {
		ck_assert(outlined_of(outlined[_i].raw, &parent, &task));
		ck_assert_str_eq(parent.len ? parent.s : "",
		                 outlined[_i].parent);
		ck_assert_int_eq(task, outlined[_i].task);
		outlined_name(&name, outlined[_i].parent, task);
		ck_assert(outlined_is_name(name.s));
	}
	strbuf_release(&parent);
	strbuf_release(&name);
}
END_TEST

static const struct {
	const char *library, *procedure;
	enum wait_kind kind;
} named[] = {
	{ "libgomp.so.1.0.0", "<0x1f780>", WAIT_OTHER },
	{ "/usr/lib/libgomp.so.1", "GOMP_critical_start", WAIT_CRITICAL },
	{ "app", "gomp_team_barrier_wait_end", WAIT_BARRIER },
	{ "libomp.so.5", "__kmp_hyper_barrier_release", WAIT_BARRIER },
	{ "libiomp5.so", "anything", WAIT_OTHER },
	{ "libmpich.so.12", "MPIDI_progress", WAIT_MESSAGE },
	{ "libmpi.so.40", "opal_progress", WAIT_MESSAGE },
	{ "mca_btl_vader.so", "<0x100>", WAIT_MESSAGE },
	{ "libc.so.6", "__sched_yield", WAIT_OTHER },
	{ "libc.so.6", "memcpy", WAIT_NONE },
	{ "libmpfr.so.6", "mpfr_add", WAIT_NONE },
	{ "app", "main", WAIT_NONE },
};

START_TEST(knows_names)
{
	ck_assert_int_eq(wait_by_name(named[_i].library, named[_i].procedure),
	                 named[_i].kind);
}
END_TEST

START_TEST(has_words_for_all)
{
	for (int k = 1; k < WAIT_NKINDS; k++) {
		ck_assert_ptr_nonnull(wait_kind_name((enum wait_kind)k));
		ck_assert_int_eq(
			wait_kind_of(wait_kind_name((enum wait_kind)k)), k);
	}
	ck_assert_int_eq(wait_kind_of("nonsense"), WAIT_NONE);
	ck_assert_int_eq(wait_kind_of(NULL), WAIT_NONE);
	for (unsigned c = WAIT_CALL_NO_REGION + 1; c < WAIT_NCALLS; c++) {
		ck_assert_int_ne(sample_wait_kind(c), WAIT_NONE);
		ck_assert_str_ne(sample_wait_name(c), "");
	}
	ck_assert_int_eq(sample_wait_kind(WAIT_CALL_GOMP_barrier),
	                 WAIT_BARRIER);
	ck_assert_str_eq(sample_wait_name(WAIT_CALL_MPI_Recv), "MPI_Recv");
	ck_assert_int_eq(sample_wait_kind(WAIT_NCALLS), WAIT_NONE);
}
END_TEST

/* Four threads have as much to do each in this section as main has alone. */
START_TEST(shortens_the_run_by_what_processors_do)
{
	static const struct {
		double processors, ranks, share;
	} at[] = { { 4, 1, 0.2 },
		   { 2, 1, 0.4 },
		   { 1, 1, 0.8 },
		   { 2, 4, 0.2 },
		   { NAN, 1, 0.2 } };
	struct profile *p = profile_new();
	struct profile_section *s;
	struct assess_input in = { .profile = p };
	struct assess_value v = { .runtime_s = 8, .imbalance = 1 };

	profile_event_add(p, "TOT_CYC", NULL, PROFILE_SAMPLED);
	s = profile_section_add(p, profile_root(p), PROFILE_PROCEDURE, "f");
	profile_add(s, 0, 8e9);
	v.section = s;
	*profile_stats(p, s) = (struct profile_stats){ 4, 2e9, 2e9, 2e9, 0 };
	in.elapsed.known = true;
	in.elapsed.path_s = 10;
	in.elapsed.work_s = 10;
	for (size_t i = 0; i < COUNT(at); i++) {
		p->processors = at[i].processors;
		p->ranks = (unsigned)at[i].ranks;
		waits_set_path(&in, &v);
		ck_assert_double_eq_tol(v.path, at[i].share, 1e-9);
	}
	profile_free(p);
}
END_TEST

Suite *suite_waits(void);
Suite *suite_waits(void)
{
	Suite *s = suite_create("waits");
	TCase *t = tcase_create("names");

	tcase_add_loop_test(t, finds_parents, 0, COUNT(outlined));
	tcase_add_loop_test(t, knows_names, 0, COUNT(named));
	tcase_add_test(t, has_words_for_all);
	tcase_add_test(t, shortens_the_run_by_what_processors_do);
	suite_add_tcase(s, t);
	return s;
}
