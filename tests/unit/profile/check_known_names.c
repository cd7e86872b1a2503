/* check_known_names - what HPCToolkit's names of metrics, procedures and files
 * mean */
#include "check.h"

#include "base/strbuf.h"
#include "profile/import/hpctoolkit.h"
#include "profile/import/known_metrics.h"
#include "profile/import/known_names.h"

static const struct {
	const char *column, *name;
	unsigned group, duplicate;
	bool has_thread;
	unsigned rank, thread;
	int what;
} columns[] = {
	{ "1.PAPI_TOT_CYC.[0]", "PAPI_TOT_CYC", 1, 0, true, 0, 0, NAMES_RAW },
	{ "PAPI_TOT_INS.[0,3].4", "PAPI_TOT_INS", 0, 4, true, 0, 3, NAMES_RAW },
	{ "PAPI_TOT_CYC.[12,3] (E)", "PAPI_TOT_CYC", 0, 0, true, 12, 3,
	  NAMES_RAW },
	{ "CPUTIME (usec):Sum (I)", "CPUTIME (usec)", 0, 0, false, 0, 0,
	  NAMES_SUM },
	{ "2.FP_OPS:X87:SSE:Sum (I)", "FP_OPS:X87:SSE", 2, 0, false, 0, 0,
	  NAMES_SUM },
	{ "cycles:Mean (E)", "cycles", 0, 0, false, 0, 0, NAMES_OTHER },
	{ "ARITH:CYCLES_DIV_BUSY.[0,0]", "ARITH:CYCLES_DIV_BUSY", 0, 0, true, 0,
	  0, NAMES_RAW },
	{ "odd].1", "odd].1", 0, 0, false, 0, 0, NAMES_RAW },
	{ ".[1]", ".[1]", 0, 0, false, 0, 0, NAMES_RAW },
	{ "3.", "3.", 0, 0, false, 0, 0, NAMES_RAW },
};

START_TEST(takes_column_names_apart)
{
	struct names_metric m;

	ck_assert(names_metric(columns[_i].column, &m));
	ck_assert_str_eq(m.name, columns[_i].name);
	ck_assert_uint_eq(m.group, columns[_i].group);
	ck_assert_uint_eq(m.duplicate, columns[_i].duplicate);
	ck_assert_int_eq(m.has_thread, columns[_i].has_thread);
	ck_assert_uint_eq(m.rank, columns[_i].rank);
	ck_assert_uint_eq(m.thread, columns[_i].thread);
	ck_assert_int_eq((int)m.what, columns[_i].what);
}
END_TEST

static const struct {
	const char *native, *name;
	double scale, period;
} metrics[] = {
	{ "PAPI_TOT_CYC", "TOT_CYC", 1, 1000 },
	{ "papi::PAPI_TOT_CYC", "TOT_CYC", 1, 1000 },
	{ "perf::CYCLES", "TOT_CYC", 1, 1000 },
	{ "perf::cpu-clock", "CPU_TIME", 1e-9, 1000 },
	{ "CPUTIME (usec)", "CPU_TIME", 1e-6, 0 },
	{ "pfm::CYCLES", "pfm::CYCLES", 1, 1000 },
};

START_TEST(knows_metrics)
{
	const struct hpctoolkit_metric m =
		events_translate(NULL, metrics[_i].native, 1000);

	ck_assert_str_eq(m.name, metrics[_i].name);
	ck_assert_double_eq(m.scale, metrics[_i].scale);
	ck_assert_double_eq(m.period, metrics[_i].period);
}
END_TEST

static const struct {
	const char *name, *module, *file, *want;
} procedures[] = {
	{ "strcmp [ld-2.31.so]", "/lib/ld-2.31.so", NULL, "strcmp" },
	{ "f [clone .isra.0]", "/app/f", NULL, "f [clone .isra.0]" },
	{ "a::operator[](int) [x]", "/app/y", "a.cpp",
	  "a::operator[](int) [x]" },
	{ "__grid_MOD_solve", NULL, "grid.f90", "grid::solve" },
	{ "grid_mp_solve_", NULL, "grid.F90", "grid::solve" },
	{ "solve_", NULL, "solve.f", "solve" },
	{ "solve_", NULL, "solve.c", "solve_" },
	{ "_MOD_", NULL, "x.f", "_MOD" },
	{ "__MOD_x", NULL, "x.c", "__MOD_x" },
	{ "", "/app/f", NULL, "<unknown procedure>" },
};

START_TEST(names_procedures)
{
	struct strbuf b = STRBUF_INIT;

	names_procedure(procedures[_i].name, procedures[_i].module,
	                procedures[_i].file, &b);
	ck_assert_str_eq(b.s, procedures[_i].want);
	strbuf_release(&b);
}
END_TEST

START_TEST(names_files)
{
	ck_assert_str_eq(names_file("./src/app/x.c"), "/app/x.c");
	ck_assert_str_eq(names_file("./elf/dl.c"), "./elf/dl.c");
	ck_assert_str_eq(names_copied("src/app/x.c"), "/app/x.c");
	ck_assert_ptr_null(names_file("<unknown file> [libm.so]"));
	ck_assert_ptr_null(names_file("~unknown-file~"));
	ck_assert_ptr_null(names_file("[libm.so]"));
	ck_assert_ptr_null(names_module("<unknown load module>"));
}
END_TEST

Suite *suite_known_names(void);
Suite *suite_known_names(void)
{
	Suite *s = suite_create("known_names");
	TCase *tc = tcase_create("known_names");

	tcase_add_loop_test(tc, knows_metrics, 0,
	                    sizeof(metrics) / sizeof(*metrics));
	tcase_add_loop_test(tc, takes_column_names_apart, 0,
	                    sizeof(columns) / sizeof(*columns));
	tcase_add_loop_test(tc, names_procedures, 0,
	                    sizeof(procedures) / sizeof(*procedures));
	tcase_add_test(tc, names_files);
	suite_add_tcase(s, tc);
	return s;
}
