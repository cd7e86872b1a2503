/* check_system - what perfexpert-run --system makes of the kernel's files */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "folder.h"
#include "measure/system/columns.h"
#include "measure/system/missing.h"
#include "measure/system/view.h"

static struct folder folder;

static void enter(void)
{
	folder_enter(&folder);
}

static void leave(void)
{
	folder_leave(&folder);
}

static void put(const char *path, const char *text)
{
	char dir[256];
	FILE *f;

	for (const char *at = path; (at = strchr(at, '/')); at++) {
		snprintf(dir, sizeof(dir), "%.*s", (int)(at - path), path);
		mkdir(dir, 0777);
	}
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	fclose(f);
}

/* Two processors; 100 ticks are a second on every Linux that we know. */
static void put_system(const char *root, const char *cpu, const char *rest)
{
	char path[64], text[512];

	snprintf(text, sizeof(text), "cpu  %s\ncpu0 1 2 3 4\ncpu1 1 2 3 4\n%s",
	         cpu, rest);
	snprintf(path, sizeof(path), "%s/stat", root);
	put(path, text);
}

static double percent_of(const struct columns *c, const double *values,
                         const char *id)
{
	for (size_t i = 0; i < c->n; i++) {
		if (strcmp(c->c[i].id, id) == 0)
			return values[i];
	}
	ck_abort_msg("no column '%s'", id);
	return NAN;
}

static void same(double got, double want, const char *what)
{
	ck_assert_msg((isnan(got) && isnan(want)) || fabs(got - want) < 1e-9,
	              "%s is %.9g, not %.9g", what, got, want);
}

static struct machine *some_machine(void)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_int_eq(machine_load(&m, "a64fx", &err), 0);
	return m;
}

/* Two of /proc, two seconds apart, of a machine of two processors */
static void put_readings(void)
{
	put_system("a", "1000 10 500 9000 100 10 10 40 7 7",
	           "intr 1000 5 5\nctxt 5000\nprocesses 100\n"
	           "procs_running 9\nprocs_blocked 9\n");
	put_system("b", "1100 30 550 9160 140 15 15 60 7 7",
	           "intr 1200 5 5\nctxt 6000\nprocesses 104\n"
	           "procs_running 3\nprocs_blocked 1\n");
	put("a/schedstat", "version 15\ntimestamp 1\n"
	                   "cpu0 0 0 0 0 0 0 5 1000000000 3\n"
	                   "domain0 3 0 0\ncpu1 0 0 0 0 0 0 5 0 3\n");
	put("b/schedstat", "version 15\ntimestamp 1\n"
	                   "cpu0 0 0 0 0 0 0 5 1500000000 3\n"
	                   "domain0 3 0 0\ncpu1 0 0 0 0 0 0 5 500000000 3\n");
	put("a/vmstat", "pgpgin 0\npgpgout 0\npswpin 5\npgfault 0\n"
	                "pgmajfault 4\n");
	put("b/vmstat", "pgpgin 2000\npgpgout 4000\npswpin 5\npgfault 2000\n"
	                "pgmajfault 10\n");
	put("b/meminfo", "MemTotal: 10000 kB\nMemAvailable:   4000 kB\n");
}

START_TEST(whole_system)
{
	static const struct {
		const char *id;
		double want;
	} wants[] = {
		{ "runnable", 3 },      { "blocked", 1 },
		{ "user", 30 },         { "system", 15 },
		{ "idle", 40 },         { "iowait", 10 },
		{ "steal", 5 },         { "queue", 25 },
		{ "switches", 500 },    { "interrupts", 100 },
		{ "forks", 2 },         { "faults", 1000 },
		{ "major", 3 },         { "read", 1.024 },
		{ "written", 2.048 },   { "swap_in", 0 },
		{ "swap_out", NAN },    { "used", 6.144 },
		{ "available", 4.096 },
	};
	struct reading_of from = { .at_s = 10 }, to = { .at_s = 12 };
	struct missing missing = { 0 };
	struct strbuf text = STRBUF_INIT;
	double values[COLUMNS_MOST];
	struct machine *m = some_machine();
	struct columns c;
	unsigned cpus;

	enter();
	put_readings();
	ck_assert(proc_system("a", from.v, &cpus));
	ck_assert(proc_system("b", to.v, &cpus));
	ck_assert(!proc_system("c", to.v, &cpus) && isnan(to.v[SYSTEM_USER]));
	ck_assert(proc_system("b", to.v, &cpus));
	leave();
	ck_assert_uint_eq(cpus, 2);
	columns_init(&c, m, NULL, false);
	columns_values(&c, &from, &to, cpus, values);
	ck_assert_uint_eq(c.n, sizeof(wants) / sizeof(*wants));
	for (size_t i = 0; i < c.n; i++)
		same(percent_of(&c, values, wants[i].id), wants[i].want,
		     wants[i].id);
	columns_missing(&c, &to, &missing);
	missing_text(&missing, &text);
	ck_assert_str_eq(text.s, "swapped out: the kernel does not say");
	missing_release(&missing);
	strbuf_release(&text);
	machine_free(m);
}
END_TEST

/* fields 3 to 42 of proc(5); those that nothing reads are 0 */
static void put_process(const char *root, const char *name, char state,
                        const char *times, const char *start)
{
	char path[64], text[512];

	snprintf(text, sizeof(text),
	         "77 (%s) %c 1 1 1 0 -1 0 %s 0 0 20 0 2 0 %s 0 3 0 0 0 0 0 0 "
	         "0 0 0 0 0 0 0 0 0 0 0 0 0 50\n",
	         name, state, times, start);
	snprintf(path, sizeof(path), "%s/77/stat", root);
	put(path, text);
}

static void put_thread(const char *root, int tid, const char *start,
                       const char *schedstat, const char *status)
{
	char path[64], text[512];

	snprintf(path, sizeof(path), "%s/77/task/%d/stat", root, tid);
	snprintf(text, sizeof(text),
	         "%d (x) R 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 2 0 %s 0 3 0\n",
	         tid, start);
	put(path, text);
	snprintf(path, sizeof(path), "%s/77/task/%d/schedstat", root, tid);
	put(path, schedstat);
	snprintf(path, sizeof(path), "%s/77/task/%d/status", root, tid);
	put(path, status);
}

/* A thread ends, and another gets its number: what both counted stays. */
START_TEST(process)
{
	static const struct {
		const char *id;
		double want;
	} wants[] = {
		{ "threads", 2 },  { "user", 150 },   { "system", 25 },
		{ "iowait", NAN }, { "queue", 75 },   { "yields", 6 },
		{ "taken", 4.5 },  { "faults", 105 }, { "major", 5 },
		{ "read", 1 },     { "written", 2 },
	};
	struct proc_threads threads = { 0 };
	struct proc_process p = { 0 };
	struct reading_of from = { .at_s = 1 }, to = { .at_s = 3 };
	double values[COLUMNS_MOST];
	struct machine *m = some_machine();
	struct columns c;

	enter();
	put_process("a", "a) R 1 (b", 'R', "100 0 10 0 1000 100", "4321");
	put("a/77/io", "rchar: 9\nread_bytes: 0\nwrite_bytes: 1000000\n");
	put_thread("a", 77, "4321", "9 1000000000 1\n",
	           "voluntary_ctxt_switches:\t10\n"
	           "nonvoluntary_ctxt_switches:\t20\n");
	put_thread("a", 78, "5000", "9 500000000 1\n",
	           "voluntary_ctxt_switches:\t5\n"
	           "nonvoluntary_ctxt_switches:\t5\n");
	put_process("b", "a) R 1 (b", 'S', "300 0 20 0 1300 150", "4321");
	put("b/77/io", "read_bytes: 2000000\nwrite_bytes: 5000000\n");
	put_thread("b", 77, "4321", "9 2000000000 1\n",
	           "voluntary_ctxt_switches:\t20\n"
	           "nonvoluntary_ctxt_switches:\t22\n");
	put_thread("b", 78, "6000", "9 500000000 1\n",
	           "voluntary_ctxt_switches:\t2\n"
	           "nonvoluntary_ctxt_switches:\t7\n");
	ck_assert(proc_process("a", 77, &threads, &p));
	ck_assert_str_eq(p.name, "a) R 1 (b");
	memcpy(from.v, p.v, sizeof(p.v));
	ck_assert(proc_process("b", 77, &threads, &p));
	ck_assert(p.start == 4321);
	memcpy(to.v, p.v, sizeof(p.v));
	ck_assert(!proc_process("b", 78, &threads, &p));
	put_process("b", "gone", 'Z', "300 0 20 0 1300 150", "4321");
	ck_assert(!proc_process("b", 77, &threads, &p));
	put("b/77/stat", "77 (cut");
	ck_assert(!proc_process("b", 77, &threads, &p));
	put("b/77/stat", "77 (cut) R 1 2 3\n");
	ck_assert(!proc_process("b", 77, &threads, &p));
	leave();
	proc_threads_release(&threads);
	columns_init(&c, m, NULL, true);
	columns_values(&c, &from, &to, 2, values);
	for (size_t i = 0; i < sizeof(wants) / sizeof(*wants); i++)
		same(percent_of(&c, values, wants[i].id), wants[i].want,
		     wants[i].id);
	same(percent_of(&c, values, "resident"),
	     3e-6 * (double)sysconf(_SC_PAGESIZE), "resident");
	machine_free(m);
}
END_TEST

/* What is printed of one row, an end, and the totals. */
static char *printed(enum view_format format)
{
	static const struct column columns[] = {
		{ "user", "user%", "the program", "%", COLUMN_ONE, 0, 100, 7, 1,
		  NULL },
		{ "cpi", "CPI", "cycles, each", "c/i", COLUMN_METRIC, 0, 0, 9,
		  2, NULL },
		{ "read", NULL, "read", "MB/s", COLUMN_RATE, 0, 1e-6, 0, 0,
		  NULL },
	};
	const double values[] = { 12.34, NAN, 0.5 };
	double sum[] = { 50, 0, 4 }, least[] = { 20, 0, 1 },
	       most[] = { 30, 0, 3 }, n[] = { 2, 0, 2 };
	const struct view_sums sums = { sum, least, most, n };
	const struct view_subject of = { 42, "ev\033il,\"x\"" };
	const struct view_start start = { 0.5, 2, "zen4", "CPI: no counter" };
	struct columns c = { .processes = true, .n = 3 };
	struct view v;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	memcpy(c.c, columns, sizeof(columns));
	view_begin(&v, f, format, &c, &start);
	view_interval(&v, 0.5, 0.5);
	view_row(&v, &of, 0.5, 0.5, values);
	view_interval_end(&v);
	view_interval(&v, 1, 0.5);
	view_row(&v, &of, 1, 0.5, NULL);
	view_interval_end(&v);
	view_total(&v, &of, &sums);
	view_end(&v);
	fclose(f);
	return text;
}

static const char *const views[] = {
	[VIEW_TEXT] =
		"processes, 2 processors, every 0.5 s\n"
		"unknown: CPI: no counter\n"
		"  time s  process program           user%      CPI\n"
		"    0.50       42 ev\\x1bil,\"x\"       12.3        -\n"
		"    1.00       42 ev\\x1bil,\"x\"     has ended\n"
		"\n"
		"process 42, ev\\x1bil,\"x\"\n"
		"over the intervals                                mean     "
		"    least          most\n"
		"  the program                                     25.0     "
		"     20.0          30.0 %\n"
		"  read                                            2.00     "
		"     1.00          3.00 MB/s\n",
	[VIEW_CSV] = "end_s,elapsed_s,pid,program,state,user,cpi,read\n"
		     "0.500000,0.500000,42,\"ev\357\277\275il,\"\"x\"\"\",,"
		     "12.34,,0.5\n"
		     "1.000000,0.500000,42,\"ev\357\277\275il,\"\"x\"\"\","
		     "ended,,,\n",
	[VIEW_JSON] =
		"{\"kind\":\"processes\",\"interval_s\":0.5,\"processors\":2,"
		"\"machine\":\"zen4\",\"not_told\":\"CPI: no counter\",\n"
		"\"columns\":[\n"
		"{\"id\":\"user\",\"label\":\"the program\",\"unit\":\"%\"},\n"
		"{\"id\":\"cpi\",\"label\":\"cycles, "
		"each\",\"unit\":\"c/i\"},\n"
		"{\"id\":\"read\",\"label\":\"read\",\"unit\":\"MB/s\"}],\n"
		"\"intervals\":[\n"
		"{\"end_s\":0.5,\"elapsed_s\":0.5,\"rows\":[{\"pid\":42,"
		"\"program\":\"ev\357\277\275il,\\\"x\\\"\",\"ended\":false,"
		"\"user\":12.34,\"cpi\":null,\"read\":0.5}]},\n"
		"{\"end_s\":1,\"elapsed_s\":0.5,\"rows\":[{\"pid\":42,"
		"\"program\":\"ev\357\277\275il,\\\"x\\\"\",\"ended\":true}]}],"
		"\n"
		"\"totals\":[\n"
		"{\"pid\":42,\"program\":\"ev\357\277\275il,\\\"x\\\"\","
		"\"user\":{"
		"\"mean\":25,\"min\":20,\"max\":30},\"read\":{\"mean\":2,"
		"\"min\":1,\"max\":3}}]}\n",
};

START_TEST(formats)
{
	char *text = printed((enum view_format)_i);

	ck_assert_str_eq(text, views[_i]);
	free(text);
}
END_TEST

Suite *suite_system(void);
Suite *suite_system(void)
{
	Suite *s = suite_create("system");
	TCase *tc = tcase_create("system");

	tcase_add_test(tc, whole_system);
	tcase_add_test(tc, process);
	tcase_add_loop_test(tc, formats, 0, 3);
	suite_add_tcase(s, tc);
	return s;
}
