/* check_resume - what an interrupted measurement keeps, as text and back */
#include "check.h"

#include <stdlib.h>

#include "arch/machine.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/kept/resume.h"
#include "measure/collect/counters/perf/perf_counters.h"
#include "measure/collect/counters/perf/perf_kept.h"
#include "measure/plan/plan.h"
#include "measure/collect/clock/samples.h"

static const struct {
	const char *text, *message;
} files[] = {
	{ "perfexpert-runs 1 perf 2\noutput none\na\t1\n--\nthe runs\n", NULL },
	{ "", "it holds no runs" },
	{ "perfexpert-runs 1 perf 2", "it holds no runs" },
	{ "perfexpert-runs 2 perf 2\noutput none\n", "it holds no runs" },
	{ "perfexpert-runs 1 perf 0\noutput none\n", "it holds no runs" },
	{ "perfexpert-runs 1 perf\noutput none\n", "it holds no runs" },
	{ "perfexpert-runs 1  2\noutput none\n", "it holds no runs" },
	{ "perfexpert-runs 1 perf 2\ninput none\n",
	  "line 2 does not name its output" },
	{ "perfexpert-runs 1 perf 2\noutput none\na\t1\n", "it is cut off" },
};

START_TEST(takes_a_file_apart)
{
	char *text = mem_strdup(files[_i].text);
	struct resume_text t;
	struct err err = { 0 };
	const int rc = resume_parse(&t, text, &err);

	if (files[_i].message) {
		ck_assert_int_eq(rc, -1);
		ck_assert_int_eq(err.code, ERR_FORMAT);
		ck_assert_str_eq(err.msg, files[_i].message);
	} else {
		ck_assert_int_eq(rc, 0);
		ck_assert_str_eq(t.collector, "perf");
		ck_assert_uint_eq(t.n, 2);
		ck_assert_str_eq(t.output, "none");
		ck_assert_str_eq(t.identity, "a\t1\n");
		ck_assert_str_eq(t.runs, "the runs\n");
	}
	free(text);
}
END_TEST

/* Two sets, of two events and of one */
static const struct machine_native cycles = { .name = "cycles" },
				   faults = { .name = "faults" };
static struct plan_count first_set[] = { { &cycles, 1009, 1000 },
	                                 { &faults, 1, 10 } };
static struct plan_count second_set[] = { { &cycles, 1009, 1000 } };
static struct plan_run sets[] = {
	{ .counts = first_set, .ncounts = 2 },
	{ .counts = second_set, .ncounts = 1 },
};
static struct plan plan = { .runs = sets, .nruns = 2 };

static struct perf_counters *counters(void)
{
	struct perf_counters *c = mem_alloc(1, sizeof(*c));

	c->plan = &plan;
	c->samples = samples_new();
	return c;
}

static void drop(struct perf_counters *c)
{
	samples_free(c->samples);
	free(c);
}

static const char whole[] = "perf 2\n"
			    "run 0 1.5 1.25 0.125 4096 3 750 1 2 1\n"
			    "x 1 1000000 1.5 1.5\n"
			    "x 0 0 0 0\n"
			    "run 1 1.5 1.25 0.125 nan 0 10 0 1 0\n"
			    "x 1 7 1.5 0.5\n"
			    "m /bin/a b\n"
			    "c 0 0 64 0 0 0 4294967295 0 0 0.5 750 0\n"
			    "c 0 0 64 1 1 0 4294967295 0 0 0 10 0\n"
			    "z 0 1\n"
			    "end\n";

START_TEST(reads_runs_of_counters)
{
	char *text = mem_strdup(whole);
	struct perf_counters *c = counters();
	struct strbuf again = STRBUF_INIT;
	struct err err = { 0 };

	ck_assert_msg(perf_kept_read(c, text, &err) == 0, "%s", err.msg);
	ck_assert_uint_eq(c->nruns, 2);
	ck_assert_uint_eq(c->nnatives, 2);
	ck_assert_uint_eq(c->runs[0].native[1], 1);
	ck_assert_double_eq(c->runs[1].stream.totals[0].running_s, 0.5);
	perf_kept_text(&again, c);
	ck_assert_str_eq(again.s, whole);
	strbuf_release(&again);
	drop(c);
	free(text);
}
END_TEST

/* Instead of the line that begins so */
static const struct {
	const char *line, *instead;
} damages[] = {
	{ "perf", "" },
	{ "perf", "perf 0\n" },
	{ "perf", "perf 3\n" },
	{ "perf", "perf 2\nperf 2\n" },
	{ "perf", "perf 513\n" },
	{ "run 0", "run 2 1.5 1.25 0.125 4096 3 750 1 2 1\n" },
	{ "run 0", "run 1 1.5 1.25 0.125 4096 3 750 1 2 1\n" },
	{ "run 0", "run 0 -1 1.25 0.125 4096 3 750 1 2 1\n" },
	{ "run 0", "run 0 1.5 1.25 0.125 4096 3 750 1 2\n" },
	{ "run 0", "" },
	{ "x 0", "" },
	{ "x 0", "x 0 0 0 0\nx 0 0 0 0\n" },
	{ "x 0", "x 2 0 0 0\n" },
	{ "x 1 7", "" },
	{ "c 0 0 64 1", "c 0 0 64 1 2 0 4294967295 0 0 0 10 0\n" },
	{ "c 0 0 64 1", "c 0 0 64 2 1 0 4294967295 0 0 0 10 0\n" },
	{ "end", "" },
	{ "end", "native 1 0 2 1\nend\n" },
};

START_TEST(refuses_damaged_runs_of_counters)
{
	const char *at = strstr(whole, damages[_i].line);
	struct perf_counters *c = counters();
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };

	ck_assert_ptr_nonnull(at);
	strbuf_add(&b, whole, (size_t)(at - whole));
	strbuf_adds(&b, damages[_i].instead);
	strbuf_adds(&b, strchr(at, '\n') + 1);
	ck_assert_int_eq(perf_kept_read(c, b.s, &err), -1);
	ck_assert_int_eq(err.code, ERR_FORMAT);
	strbuf_release(&b);
	drop(c);
}
END_TEST

Suite *suite_resume(void);
Suite *suite_resume(void)
{
	Suite *s = suite_create("resume");
	TCase *tc = tcase_create("resume");

	tcase_add_loop_test(tc, takes_a_file_apart, 0,
	                    sizeof(files) / sizeof(*files));
	tcase_add_test(tc, reads_runs_of_counters);
	tcase_add_loop_test(tc, refuses_damaged_runs_of_counters, 0,
	                    sizeof(damages) / sizeof(*damages));
	suite_add_tcase(s, tc);
	return s;
}
