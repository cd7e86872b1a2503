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
#include "tests/hpctoolkit_program.h"
#include "tests/v4_writer.h"

static char folder[PATH_MAX];
static struct strbuf path; /* of the file written last */

static void make_folder(void)
{
	strbuf_init(&path);
	scratch_name(folder, "check_hpctoolkit-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void)
{
	struct err err = { 0 };

	strbuf_release(&path);
	ck_assert_int_eq(io_remove_tree(folder, &err), 0);
	memset(folder + sizeof(folder) - 7, 'X', 6);
}

/* folder/dir is made, and left in path */
static void make_database(const char *dir)
{
	strbuf_clear(&path);
	io_join(&path, folder, dir);
	mkdir(path.s, 0700);
}

/* folder/dir/name holds data; path is left at folder/dir */
static void write_file(const char *dir, const char *name,
                       const struct strbuf *data)
{
	FILE *f;

	make_database(dir);
	strbuf_addf(&path, "/%s", name);
	f = fopen(path.s, "w");
	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(data->s, 1, data->len, f), data->len);
	ck_assert_int_eq(fclose(f), 0);
	make_database(dir);
}

static void write_v4(const char *dir, const struct v4_database *d)
{
	struct strbuf b = STRBUF_INIT;

	v4_write_meta(&b, d);
	write_file(dir, "meta.db", &b);
	v4_write_profile(&b, d);
	write_file(dir, "profile.db", &b);
	strbuf_release(&b);
}

static const struct experiment_style raw = { "2.2", false, true, 0, 5 };

static void write_xml(const char *dir, const struct v4_database *d,
                      const struct experiment_style *style)
{
	struct strbuf b = STRBUF_INIT;

	experiment_write(&b, d, style, NULL);
	write_file(dir, "experiment.xml", &b);
	strbuf_release(&b);
}

/* The first section of that kind that has the line. */
static const struct profile_section *
section(const struct profile *p, enum profile_kind kind, unsigned line)
{
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (s->kind == kind && s->line == line)
			return s;
	}
	ck_abort_msg("no section at line %u", line);
	return NULL;
}

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

/* A machine file's word: nanoseconds of cpu-clock as cycles of 2 GHz */
static bool two_gigahertz(void *ctx, const char *native,
                          struct hpctoolkit_metric *m)
{
	(void)ctx;
	if (strcmp(native, "cpu-clock") != 0)
		return false;
	m->name = "TOT_CYC";
	m->scale = 2;
	m->period = 1000;
	return true;
}

START_TEST(native_events_are_translated)
{
	struct hpctoolkit_options options = { .translate = two_gigahertz };
	struct err err = { 0 };
	struct profile *p = read_xml(
		METRIC("0", "perf::cpu-clock.[0,0]", "1")
			METRIC("1", "page-faults.[0,0]", "7")
				METRIC("2", "X:Y.[0,0]", "0"),
		M("0", "5000") M("1", "70") M("2", "3"), &options, &err);
	const struct profile_section *loop;

	ck_assert_msg(p, "%s", err.msg);
	loop = section(p, PROFILE_LOOP, 10);
	ck_assert_double_eq(profile_value(p, loop, "TOT_CYC"), 10000);
	ck_assert_double_eq(loop->samples[0], 5);
	ck_assert_str_eq(p->events[0].native, "perf::cpu-clock");
	ck_assert_double_eq(profile_value(p, loop, "page-faults"), 70);
	ck_assert_double_eq(loop->samples[1], 10);
	ck_assert_double_eq(profile_value(p, loop, "X:Y"), 3);
	ck_assert(isnan(loop->samples[2]));
	profile_free(p);
}
END_TEST

/* Clocks are CPU_TIME in seconds; a second clock in the run keeps its name. */
START_TEST(clocks_are_seconds)
{
	const struct hpctoolkit_options plain = { .no_details = true };
	struct err err = { 0 };
	struct profile *p =
		read_xml(METRIC("0", "task-clock.[0,0]", "1000000")
	                         METRIC("1", "cpu-clock.[0,0]", "1000000"),
	                 M("0", "3e+09") M("1", "2.5e+09"), NULL, &err);
	const struct profile_section *loop;

	ck_assert_msg(p, "%s", err.msg);
	loop = section(p, PROFILE_LOOP, 10);
	ck_assert_double_eq_tol(profile_value(p, loop, "CPU_TIME"), 3, 1e-12);
	ck_assert_double_eq(profile_value(p, loop, "cpu-clock"), 2.5e9);
	ck_assert_double_eq(loop->samples[0], 3000);
	ck_assert_double_eq_tol(p->runtime_s, 3, 1e-12);
	profile_free(p);
	/* the same where nobody asks for statistics */
	p = read_xml(METRIC("0", "task-clock.[0,0]", "1000000")
	                     METRIC("1", "cpu-clock.[0,0]", "1000000"),
	             M("0", "3e+09") M("1", "2.5e+09"), &plain, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert_ptr_null(p->root->stats);
	ck_assert_double_eq_tol(p->runtime_s, 3, 1e-12);
	profile_free(p);
}
END_TEST

/* A metric in the list that has no value was not measured; another clock is
 * the time then. What a program may have none of stays 0. */
START_TEST(listed_but_never_sampled)
{
	struct err err = { 0 };
	struct profile *p = read_xml(
		METRIC("0", "cpu-clock.[0,0]",
	               "1000000") METRIC("1", "task-clock.[0,0]", "1000000")
			METRIC("2", "cycles.[0,0]", "1000")
				METRIC("3", "PAPI_BR_MSP.[0,0]", "1000"),
		M("1", "3e+09"), NULL, &err);

	ck_assert_msg(p, "%s", err.msg);
	ck_assert_int_lt(profile_event(p, "TOT_CYC"), 0);
	ck_assert_double_eq_tol(profile_value(p, p->root, "CPU_TIME"), 3,
	                        1e-12);
	ck_assert_str_eq(p->events[profile_event(p, "CPU_TIME")].native,
	                 "task-clock");
	ck_assert_double_eq(profile_value(p, p->root, "BR_MSP"), 0);
	ck_assert_uint_eq(p->nevents, 2);
	ck_assert_ptr_nonnull(strstr(p->notes[0], "'cycles' is listed in"));
	profile_free(p);
}
END_TEST

/* The same whichever clock is listed first, and where neither was sampled */
static const struct {
	const char *first, *second, *value, *native;
	double time, cycles; /* s; NAN: not measured */
} clocks[] = {
	{ "task-clock.[0,0]", "cpu-clock.[0,0]", M("1", "3e+09"), "cpu-clock",
	  3, NAN },
	{ "task-clock.[0,0]", "cpu-clock.[0,0]", M("0", "3e+09"), "task-clock",
	  3, NAN },
	{ "cpu-clock.[0,0]", "task-clock.[0,0]", M("2", "7e+09"), NULL, NAN,
	  7e9 },
};

START_TEST(clocks_listed_but_never_sampled)
{
	const size_t i = (size_t)_i;
	struct strbuf metrics = STRBUF_INIT;
	struct err err = { 0 };
	struct profile *p;
	int time;

	strbuf_addf(&metrics, METRIC("0", "%s", "1000000"), clocks[i].first);
	strbuf_addf(&metrics, METRIC("1", "%s", "1000000"), clocks[i].second);
	strbuf_adds(&metrics, METRIC("2", "cycles.[0,0]", "1000"));
	p = read_xml(metrics.s, clocks[i].value, NULL, &err);
	ck_assert_msg(p, "%s", err.msg);
	time = profile_event(p, "CPU_TIME");
	ck_assert_int_eq(time >= 0, clocks[i].native != NULL);
	if (time >= 0) {
		ck_assert_str_eq(p->events[time].native, clocks[i].native);
		ck_assert_double_eq_tol(profile_value(p, p->root, "CPU_TIME"),
		                        clocks[i].time, 1e-12);
	}
	ck_assert_int_eq(profile_event(p, "TOT_CYC") >= 0,
	                 !isnan(clocks[i].cycles));
	if (!isnan(clocks[i].cycles))
		ck_assert_double_eq(profile_value(p, p->root, "TOT_CYC"),
		                    clocks[i].cycles);
	profile_free(p);
	strbuf_release(&metrics);
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
	tcase_add_test(tc, native_events_are_translated);
	tcase_add_test(tc, clocks_are_seconds);
	tcase_add_test(tc, listed_but_never_sampled);
	tcase_add_loop_test(tc, clocks_listed_but_never_sampled, 0,
	                    sizeof(clocks) / sizeof(clocks[0]));
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
