/* check_hpctoolkit_files - databases in files: runs, several as one */
#include "check.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "profile/import/hpctoolkit.h"
#include "profile/import/open.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "tests/experiment_writer.h"
#include "tests/hpctoolkit_folder.h"
#include "tests/hpctoolkit_program.h"
#include "tests/v4_writer.h"

/* The counts of the two sets above in one profile. */
static void check_both_sets(const struct profile *p)
{
	const struct profile_section *loop = section(p, PROFILE_LOOP, 10);
	int fp = profile_event(p, "FP_INS"), cyc = profile_event(p, "TOT_CYC");

	ck_assert_uint_eq(p->nruns, 2);
	ck_assert_double_eq(profile_value(p, loop, "TOT_CYC"),
	                    (4000 + 4400) / 2.0);
	ck_assert_double_eq(loop->run_cycles[0], 4000);
	ck_assert_double_eq(loop->run_cycles[1], 4400);
	ck_assert_double_eq(profile_value(p, loop, "L1_DCA"), 1200);
	ck_assert_double_eq(profile_value(p, loop, "FP_INS"), 30);
	/* measured and never seen is 0, which is not the same as unknown */
	ck_assert_double_eq(
		profile_value(p, section(p, PROFILE_PROCEDURE, 1), "FP_INS"),
		0);
	ck_assert(isnan(p->runs[0].total[fp]));
	ck_assert_double_eq(p->runs[1].total[fp], 30);
	ck_assert_double_eq(p->runs[0].total[cyc], 4100);
	ck_assert_double_eq(loop->stats[cyc].n, 2);
	ck_assert_double_eq(loop->stats[cyc].min, 1100);
	ck_assert_double_eq(loop->stats[cyc].max, 3100);
	ck_assert_double_eq(loop->stats[cyc].mean, 2100);
	ck_assert_double_eq(loop->stats[cyc].sd, 1000);
}

START_TEST(databases_become_runs)
{
	struct strbuf a = STRBUF_INIT;
	struct v4_database d = first_set();
	struct err err = { 0 };
	const char *paths[2];
	struct profile *p;

	if (_i & 1)
		write_v4("one", &d);
	else
		write_xml("one", &d, &raw);
	strbuf_adds(&a, path.s);
	d = second_set();
	if (_i & 2)
		write_v4("two", &d);
	else
		write_xml("two", &d, &raw);
	paths[0] = a.s;
	paths[1] = path.s;
	p = profile_merge_hpctoolkit(paths, 2, NULL, &err);
	ck_assert_msg(p, "%s", err.msg);
	check_both_sets(p);
	profile_free(p);
	strbuf_release(&a);
}
END_TEST

/* Both sets given to one hpcprof: profiles with equal tuples. Their order says
 * nothing, so it is changed too. */
START_TEST(runs_in_one_v4_database)
{
	struct v4_database d = database(both, 3);
	struct err err = { 0 };
	struct profile *p;

	set(0, MAIN_LINE, 3, 100, 50, 0);
	set(0, LOOP_LINE, 3, 1000, 400, 0);
	set(1, LOOP_LINE, 3, 3000, 800, 0);
	set(2, LOOP_LINE, 3, 1200, 0, 30);
	set(3, LOOP_LINE, 3, 3200, 0, 0);
	d.nthreads = 4;
	if (_i) {
		threads[1].own = &counts[3][0][0];
		threads[3].own = &counts[1][0][0];
	}
	write_v4("db", &d);
	p = profile_open(path.s, NULL, &err);
	ck_assert_msg(p, "%s", err.msg);
	check_both_sets(p);
	profile_free(p);
}
END_TEST

/* A shell and the program it started: one run, though the tuples are equal. */
START_TEST(processes_with_one_tuple_are_one_run)
{
	struct v4_database d = first_set();
	struct err err = { 0 };
	struct profile *p;

	set(2, MAIN_LINE, 2, 500, 0, 0);
	d.nthreads = 3;
	write_v4("db", &d);
	p = profile_open(path.s, NULL, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert_uint_eq(p->nruns, 1);
	ck_assert_double_eq(p->root->sum[0], 4600);
	/* two are of one process, the third is of one that it started */
	ck_assert_double_eq(p->threads * p->ranks, 3);
	profile_free(p);
}
END_TEST

/* PerfExpert's own files: the counter set in front of the name, or repeated
 * names numbered at the end, the repeated event first or last in its set. */
static const struct {
	const char *metrics, *values;

} old_sets[] = {
	{ METRIC("0", "1.PAPI_TOT_CYC.[0]", "10")
	          METRIC("1", "1.PAPI_L1_DCA.[0]", "5")
	                  METRIC("2", "2.PAPI_TOT_CYC.[0]", "10")
	                          METRIC("3", "2.PAPI_FP_INS.[0]", "3"),
	  M("0", "4000") M("1", "1200") M("2", "4400") M("3", "30") },
	{ METRIC("0", "PAPI_TOT_CYC.[0,0]", "10")
	          METRIC("1", "PAPI_L1_DCA.[0,0]", "5")
	                  METRIC("2", "PAPI_TOT_CYC.[0,0].1", "10")
	                          METRIC("3", "PAPI_FP_INS.[0,0]", "3"),
	  M("0", "4000") M("1", "1200") M("2", "4400") M("3", "30") },
	{ METRIC("0", "PAPI_L1_DCA.[0,0]", "5")
	          METRIC("1", "PAPI_TOT_CYC.[0,0]", "10")
	                  METRIC("2", "PAPI_FP_INS.[0,0]", "3")
	                          METRIC("3", "PAPI_TOT_CYC.[0,0].1", "10"),
	  M("1", "4000") M("0", "1200") M("3", "4400") M("2", "30") },
};

START_TEST(runs_in_one_experiment)
{
	struct err err = { 0 };
	struct profile *p =
		read_xml(old_sets[_i].metrics, old_sets[_i].values, NULL, &err);
	const struct profile_section *loop;
	int cyc, fp;

	ck_assert_msg(p, "%s", err.msg);
	loop = section(p, PROFILE_LOOP, 10);
	cyc = profile_event(p, "TOT_CYC");
	fp = profile_event(p, "FP_INS");
	ck_assert_uint_eq(p->nruns, 2);
	ck_assert_double_eq(loop->sum[cyc], 4200);
	ck_assert_double_eq(loop->run_cycles[0], 4000);
	ck_assert_double_eq(loop->run_cycles[1], 4400);
	ck_assert(isnan(p->runs[0].total[fp]));
	ck_assert_double_eq(p->runs[1].total[fp], 30);
	/* samples of both runs: (4000 + 4400) / 10 */
	ck_assert_double_eq(loop->samples[cyc], 840);
	ck_assert_double_eq(loop->samples[fp], 10);
	ck_assert_double_eq(p->runs[0].period[cyc], 10);
	profile_free(p);
}
END_TEST

/* hpcprof does not escape a metric's description. */
START_TEST(descriptions_may_be_ill_formed)
{
	struct err err = { 0 };
	struct profile *p = read_xml(
		"<Metric i=\"0\" n=\"PAPI_TOT_CYC.[0,0]\" md=\"a < b && c &lt;"
		" <M\" v=\"raw\"/>",
		M("0", "12"), NULL, &err);

	ck_assert_msg(p, "%s", err.msg);
	ck_assert_double_eq(p->root->sum[0], 12);
	profile_free(p);
}
END_TEST

START_TEST(counts_are_parsed_as_printed)
{
	static const char *const texts[] = {
		"1",           "2.3e+07",     "9.99999e-05",
		"1e+22",       "1.5e+50",     "123456789012345678",
		"0.1",         "1.13528e+11", "5e-50",
		"3.24444e-25", "2e+23"
	};
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct profile *p;

	strbuf_addf(&b, "<M n=\"0\" v=\"%s\"/>", texts[_i]);
	p = read_xml(METRIC("0", "PAPI_TOT_CYC.[0,0]", "0"), b.s, NULL, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert(p->root->sum[0] == strtod(texts[_i], NULL));
	profile_free(p);
	strbuf_release(&b);
}
END_TEST

START_TEST(opens_what_it_is_given)
{
	struct v4_database d = first_set();
	struct err err = { 0 };
	struct profile *p;

	if (_i < 2)
		write_v4("db", &d);
	else
		write_xml("db", &d, &raw);
	if (_i % 2)
		strbuf_addf(&path, "/%s",
		            _i < 2 ? "meta.db" : "experiment.xml");
	p = profile_open(path.s, NULL, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert_str_eq(p->path, path.s);
	ck_assert_str_eq(p->collector, "hpctoolkit");
	ck_assert_double_eq(p->root->sum[0], 4100);
	profile_free(p);
}
END_TEST

START_TEST(opens_compressed_and_own_files)
{
	struct v4_database d = first_set();
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct profile *p, *again;
	gzFile gz;

	experiment_write(&b, &d, &raw, NULL);
	make_database("db");
	strbuf_addf(&path, "/%s", "experiment.xml");
	gz = gzopen(path.s, "w");
	ck_assert_int_eq(gzwrite(gz, b.s, (unsigned)b.len), (int)b.len);
	gzclose(gz);
	p = profile_open(path.s, NULL, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert_double_eq(p->root->sum[0], 4100);
	/* what is read can be written as a measurement, and read again */
	make_database("app.db");
	rmdir(path.s);
	ck_assert_int_eq(profile_write_xml(p, path.s, &err), 0);
	again = profile_open(path.s, NULL, &err);
	ck_assert_msg(again, "%s", err.msg);
	ck_assert_double_eq(again->root->sum[0], 4100);
	ck_assert_double_eq(section(again, PROFILE_LOOP, 10)->stats[0].max,
	                    3000);
	profile_free(p);
	profile_free(again);
	strbuf_release(&b);
}
END_TEST

START_TEST(refuses_other_folders_and_parts)
{
	struct v4_database d = first_set();
	struct err err = { 0 };

	make_database("db");
	ck_assert_ptr_null(profile_open(path.s, NULL, &err));
	ck_assert_ptr_nonnull(strstr(err.msg, "not a database of HPCToolkit"));
	err_clear(&err);
	write_v4("db", &d);
	strbuf_addf(&path, "/%s", "profile.db");
	ck_assert_ptr_null(profile_open(path.s, NULL, &err));
	ck_assert_ptr_nonnull(strstr(err.msg, "a part of a database"));
	err_clear(&err);
	ck_assert_int_eq(unlink(path.s), 0);
	make_database("db");
	ck_assert_ptr_null(profile_open(path.s, NULL, &err));
	ck_assert_ptr_nonnull(strstr(err.msg, "profile.db: can't open"));
	err_clear(&err);
	ck_assert_ptr_null(profile_open("/nonexistent", NULL, &err));
	ck_assert_int_eq((int)err.code, ERR_SYSTEM);
}
END_TEST

START_TEST(small_sections_and_details_are_left_out)
{
	struct profile_read_options options = { .min_fraction = 0.1,
		                                .no_details = true };
	struct v4_database d = first_set();
	struct err err = { 0 };
	struct profile *p;

	write_v4("db", &d);
	p = profile_open(path.s, &options, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert_double_eq(p->root->sum[0], 4100);
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		ck_assert_str_ne(s->name, "main"); /* 100 of 4100 */
		ck_assert_uint_eq(s->nlines, 0);
		ck_assert_ptr_null(s->stats);
	}
	profile_free(p);
}
END_TEST

static void put_big(struct strbuf *b, uint64_t value, size_t n)
{
	while (n-- > 0)
		strbuf_addc(b, (char)(value >> 8 * n & 0xff));
}

/* The metric-db file of a thread, as hpcprof-mpi writes it. */
static void write_metric_db(const struct v4_database *d,
                            const unsigned *numbers, size_t t, unsigned cut)
{
	struct strbuf b = STRBUF_INIT;
	unsigned rows = 0;
	char name[80];

	for (size_t i = 0; i < d->nnodes; i++)
		rows = numbers[i] > rows ? numbers[i] : rows;
	strbuf_adds(&b, "HPCPROF-metricdb__00.10b");
	put_big(&b, rows, 4);
	put_big(&b, 2 * d->nmetrics, 4);
	for (unsigned row = 1; row <= rows; row++) {
		for (size_t m = 0; m < 2 * d->nmetrics; m++) {
			double v = 0;
			uint64_t bits;

			for (size_t i = 0; i < d->nnodes; i++) {
				if (numbers[i] == row)
					v = d->threads[t].own[i * d->nmetrics +
					                      m / 2];
			}
			memcpy(&bits, &v, sizeof(bits));
			put_big(&b, bits, 8);
		}
	}
	b.len -= cut;
	snprintf(name, sizeof(name), "1.prog-00000%zu-001-0a0b-77-0.metric-db",
	         t);
	write_file("db", name, &b);
	strbuf_release(&b);
}

/* mode 0: whole; 1: a thread's file is missing; 2: one is cut off */
static struct profile *with_metric_db(int mode, struct err *err)
{
	static const struct experiment_style sums = { "2.1", true, true, 0, 0 };
	const struct v4_database d = first_set();
	unsigned numbers[NNODES];
	struct strbuf b = STRBUF_INIT;

	experiment_write(&b, &d, &sums, numbers);
	write_file("db", "experiment.xml", &b);
	strbuf_release(&b);
	for (size_t t = 0; t < (mode == 1 ? 1 : 2); t++)
		write_metric_db(&d, numbers, t, mode == 2 ? 9 : 0);
	return profile_open(path.s, NULL, err);
}

START_TEST(metric_db_gives_statistics)
{
	struct err err = { 0 };
	struct profile *p = with_metric_db(0, &err);
	const struct profile_section *loop;

	ck_assert_msg(p, "%s", err.msg);
	loop = section(p, PROFILE_LOOP, 10);
	ck_assert_double_eq(loop->sum[0], 4000);
	ck_assert_double_eq(loop->stats[0].n, 2);
	ck_assert_double_eq(loop->stats[0].min, 1000);
	ck_assert_double_eq(loop->stats[0].max, 3000);
	ck_assert_double_eq(loop->stats[0].sd, 1000);
	ck_assert_double_eq(p->ranks, 2);
	/* of version 2.1 only the samples are unknown */
	ck_assert_uint_eq(p->nnotes, 1);
	ck_assert_ptr_nonnull(strstr(p->notes[0], "number of samples"));
	profile_free(p);
}
END_TEST

START_TEST(metric_db_must_be_whole)
{
	struct err err = { 0 };
	struct profile *p = with_metric_db(1, &err);

	ck_assert_msg(p, "%s", err.msg);
	ck_assert_double_eq(section(p, PROFILE_LOOP, 10)->sum[0], 4000);
	ck_assert(isnan(p->root->stats[0].n));
	/* one file of two says nothing about how many there were */
	ck_assert(isnan(p->ranks));
	ck_assert(isnan(p->threads));
	ck_assert_uint_eq(p->nnotes, 2);
	profile_free(p);
	ck_assert_ptr_null(with_metric_db(2, &err));
	ck_assert_int_eq((int)err.code, ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.msg, "metric-db: the file ends"));
}
END_TEST

Suite *suite_hpctoolkit_files(void);

Suite *suite_hpctoolkit_files(void)
{
	Suite *s = suite_create("hpctoolkit_files");
	TCase *tc = tcase_create("files");

	tcase_add_checked_fixture(tc, make_folder, remove_folder);
	tcase_add_loop_test(tc, databases_become_runs, 0, 4);
	tcase_add_loop_test(tc, runs_in_one_v4_database, 0, 2);
	tcase_add_test(tc, processes_with_one_tuple_are_one_run);
	tcase_add_loop_test(tc, runs_in_one_experiment, 0,
	                    sizeof(old_sets) / sizeof(*old_sets));
	tcase_add_test(tc, descriptions_may_be_ill_formed);
	tcase_add_loop_test(tc, counts_are_parsed_as_printed, 0, 11);
	tcase_add_loop_test(tc, opens_what_it_is_given, 0, 4);
	tcase_add_test(tc, opens_compressed_and_own_files);
	tcase_add_test(tc, refuses_other_folders_and_parts);
	tcase_add_test(tc, small_sections_and_details_are_left_out);
	tcase_add_test(tc, metric_db_gives_statistics);
	tcase_add_test(tc, metric_db_must_be_whole);
	suite_add_tcase(s, tc);
	return s;
}
