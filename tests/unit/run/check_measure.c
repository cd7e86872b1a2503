/* check_measure - launching, environments, mappings, samples, programs */
#include "check.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "arch/machine.h"
#include "measure/collect/clock/clock.h"
#include "measure/collect/clock/memory.h"
#include "measure/run/environment.h"
#include "measure/run/launch.h"
#include "measure/collect/clock/maps.h"
#include "measure/collect/clock/native.h"
#include "measure/attribute/producer.h"
#include "measure/run/program.h"
#include "measure/collect/clock/sampler.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/simulate/sample/steer.h"
#include "profile/profile.h"
#include "measure/collect/clock/native_environment.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static char e1[] = "A=1", e2[] = "PATHS=x:y", e3[] = "AB=3";
static char *const env[] = { e1, e2, e3, NULL };

/* Valgrind has no AVX-512: libraries choose AVX2 in all runs alike. */
START_TEST(gives_avx512_up)
{
	char *const own[] = { (char *)"OPENBLAS_CORETYPE=Zen",
		              (char *)"GLIBC_TUNABLES=glibc.malloc.check=1",
		              NULL };
	char **like = native_like_simulated(own);
	const char *numpy = environment_get(like, "NPY_DISABLE_CPU_FEATURES");

	ck_assert_ptr_nonnull(numpy);
	ck_assert_ptr_nonnull(strstr(numpy, "AVX512_SKX"));
	ck_assert_str_eq(environment_get(like, "MKL_ENABLE_INSTRUCTIONS"),
	                 "AVX2");
	ck_assert_str_eq(environment_get(like, "ATEN_CPU_CAPABILITY"), "avx2");
	ck_assert_str_eq(environment_get(like, "ONEDNN_MAX_CPU_ISA"), "AVX2");
	/* what the user chose stays */
	ck_assert_str_eq(environment_get(like, "OPENBLAS_CORETYPE"), "Zen");
	ck_assert_ptr_nonnull(
		strstr(environment_get(like, "GLIBC_TUNABLES"),
	               "glibc.malloc.check=1:glibc.cpu.hwcaps=-AVX512VL"));
	environment_free(like);
}
END_TEST

/* Under Valgrind a processor is an Intel Haswell: name its own to OpenBLAS. */
START_TEST(knows_the_kernels_of_openblas)
{
	char *const own[] = { (char *)"OPENBLAS_CORETYPE=Nehalem", NULL };
	bool changed;
	char **like = native_environment(own, &changed);

	ck_assert_str_eq(environment_get(like, "OPENBLAS_CORETYPE"), "Nehalem");
	environment_free(like);
	ck_assert_str_eq(native_openblas_core("AuthenticAMD", 0x19), "Zen");
	ck_assert_str_eq(native_openblas_core("HygonGenuine", 0x18), "Zen");
	ck_assert_ptr_null(native_openblas_core("AuthenticAMD", 0x15));
	ck_assert_ptr_null(native_openblas_core("GenuineIntel", 0x17));
}
END_TEST

START_TEST(changes_environment)
{
	char **set = environment_set(env, "A", "2");
	char **app = environment_append(set, "PATHS", ":", "z");
	char **add = environment_append(app, "NEW", ":", "n");
	char **copy = environment_copy(add);

	environment_free(set);
	environment_free(app);
	environment_free(add);
	ck_assert_str_eq(environment_get(copy, "A"), "2");
	ck_assert_str_eq(environment_get(copy, "AB"), "3");
	ck_assert_str_eq(environment_get(copy, "PATHS"), "x:y:z");
	ck_assert_str_eq(environment_get(copy, "NEW"), "n");
	ck_assert_ptr_null(environment_get(copy, "PATH"));
	ck_assert_ptr_null(copy[4]);
	environment_free(copy);
}
END_TEST

static const struct {
	const char *command; /* for sh -c */
	double limit_s;
	int status, sig;
} runs[] = {
	{ "exit 0", 0, 0, 0 },
	{ "exit 3", 0, 3, 0 },
	{ "kill -SEGV $$", 0, -1, SIGSEGV },
	{ "sleep 60", 0.2, -1, SIGTERM },
	{ "read a; test \"$a\" = line", 0, 0, 0 },
};

START_TEST(runs_a_program)
{
	char sh[] = "sh", c[] = "-c", command[64];
	char *const argv[] = { sh, c, command, NULL };
	struct launch l = { .path = "/bin/sh",
		            .argv = argv,
		            .envp = environ,
		            .stdin_fd = -1,
		            .quiet = true,
		            .limit_s = runs[_i].limit_s };
	struct launch_result r;
	struct err err = { 0 };
	struct launch_signals signals;
	FILE *in = tmpfile();

	fputs("line\n", in);
	fflush(in);
	l.stdin_fd = fileno(in);
	snprintf(command, sizeof(command), "%s", runs[_i].command);
	launch_prepare(&signals);
	/* twice: standard input is read from its start again */
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(launch_run(&l, &signals, &r, &err), 0);
		ck_assert_int_eq(r.exit_status, runs[_i].status);
		ck_assert_int_eq(r.signal, runs[_i].sig);
		ck_assert_int_eq(r.limited, runs[_i].limit_s > 0);
		ck_assert(!r.interrupted);
	}
	fclose(in);
}
END_TEST

START_TEST(says_what_can_not_be_executed)
{
	char name[] = "x";
	char *const argv[] = { name, NULL };
	const struct launch l = { .path = "/nonexistent/x",
		                  .argv = argv,
		                  .envp = environ,
		                  .stdin_fd = -1 };
	struct launch_result r;
	struct err err = { 0 };
	struct launch_signals signals;

	launch_prepare(&signals);
	ck_assert_int_eq(launch_run(&l, &signals, &r, &err), -1);
	ck_assert_int_eq(err.code, ERR_PROGRAM);
	ck_assert_str_eq(err.msg, "can't execute '/nonexistent/x': No such "
	                          "file or directory");
}
END_TEST

START_TEST(later_mappings_hide_earlier_ones)
{
	struct maps *m = maps_new();
	uint32_t module = 0;
	uint64_t offset = 0;

	maps_add(m, 7, 0x1000, 0x3000, 0, 1);
	maps_add(m, 7, 0x2000, 0x1000, 0x500, 2);
	ck_assert(maps_find(m, 7, 0x1004, &module, &offset));
	ck_assert_uint_eq(module, 1);
	ck_assert_uint_eq(offset, 4);
	ck_assert(maps_find(m, 7, 0x2004, &module, &offset));
	ck_assert_uint_eq(module, 2);
	ck_assert_uint_eq(offset, 0x504);
	ck_assert(maps_find(m, 7, 0x3fff, &module, &offset));
	ck_assert_uint_eq(module, 1);
	ck_assert(!maps_find(m, 7, 0x4000, &module, &offset));
	ck_assert(!maps_find(m, 8, 0x1000, &module, &offset));
	maps_fork(m, 7, 8);
	maps_exec(m, 7);
	ck_assert(!maps_find(m, 7, 0x1000, &module, &offset));
	ck_assert(maps_find(m, 8, 0x1000, &module, &offset));
	maps_free(m);
}
END_TEST

START_TEST(samples_add_up)
{
	struct samples *s = samples_new();
	size_t n;

	ck_assert_uint_eq(samples_module(s, "/a"), 0);
	ck_assert_uint_eq(samples_module(s, "/b"), 1);
	ck_assert_uint_eq(samples_module(s, "/a"), 0);
	for (unsigned i = 0; i < 30000; i++) {
		const struct sample_key key = { .module = i & 1,
			                        .thread = i % 3,
			                        .offset = i % 1000,
			                        .run = (uint16_t)(i % 2) };

		samples_at(s, &key)->samples++;
	}
	double total = 0;
	const struct sample_count *all = samples_all(s, &n);

	ck_assert_uint_eq(n, 3000);
	for (size_t i = 0; i < n; i++) {
		ck_assert(all[i].samples == 10);
		total += all[i].samples;
	}
	ck_assert(total == 30000);
	samples_free(s);
}
END_TEST

/* 1000 faults explain 5 ms; of 8 ms the other 3 are the kernel's own. */
START_TEST(page_faults_explain_system_time)
{
	const struct sample_key a = { .offset = 1 }, b = { .offset = 2 },
				other = { .offset = 1, .run = 1 };
	struct samples *s = samples_new();
	const struct sample_count *all;
	size_t n;

	samples_module(s, "/a");
	samples_at(s, &a)->faults = 750;
	samples_at(s, &b)->faults = 250;
	samples_at(s, &other)->faults = 500;
	samples_add_system(s, 0, 0.008);
	all = samples_all(s, &n);
	ck_assert_uint_eq(n, 4);
	ck_assert_double_eq_tol(all[0].system_s, 0.00375, 1e-9);
	ck_assert_double_eq_tol(all[1].system_s, 0.00125, 1e-9);
	ck_assert(all[2].system_s == 0);
	ck_assert_str_eq(samples_module_path(s, all[3].key.module), "[kernel]");
	ck_assert_double_eq_tol(all[3].system_s, 0.003, 1e-9);
	samples_free(s);
}
END_TEST

static char dir[PATH_MAX];

static void make_dir(void)
{
	scratch_name(dir, "check_measure.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

static void remove_dir(void)
{
	struct err err = { 0 };

	io_remove_tree(dir, &err);
}

static const struct {
	const char *content;
	mode_t mode;
	enum err_code code;
	const char *says;
} files[] = {
	{ "#!/bin/sh\n", 0755, ERR_NONE, "" },
	{ "#!/bin/sh\n", 0644, ERR_PROGRAM, "is not executable" },
	{ "#!/bin/sh\n", 04755, ERR_UNSUPPORTED, "setuid" },
	{ "#!/bin/sh\n", 02755, ERR_UNSUPPORTED, "setuid" },
	{ "#! /bin/sh -e\n", 0755, ERR_NONE, "" },
	{ "#!/nonexistent/x -e\n", 0755, ERR_PROGRAM,
	  "its interpreter '/nonexistent/x' is missing" },
	{ "hello\n", 0755, ERR_PROGRAM, "neither an ELF program nor" },
	{ "", 0755, ERR_PROGRAM, "neither an ELF program nor" },
	/* padded with zeros to an ELF header's length */
	{ "\177ELF\001\001\001", 0755, ERR_UNSUPPORTED, "32-bit" },
	{ "\177ELF\002\001\001", 0755, ERR_PROGRAM, "another processor" },
};

START_TEST(looks_at_the_program_first)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };
	struct program p;
	char head[64] = { 0 };
	size_t n = strlen(files[_i].content);
	FILE *f;

	io_join(&path, dir, "prog");
	f = fopen(path.s, "w");
	memcpy(head, files[_i].content, n);
	fwrite(head, 1, head[0] == '\177' ? sizeof(head) : n, f);
	fclose(f);
	ck_assert_int_eq(chmod(path.s, files[_i].mode), 0);
	program_find(&p, path.s, &err);
	ck_assert_int_eq(err.code, files[_i].code);
	ck_assert_msg(strstr(err.msg, files[_i].says) != NULL, "%s", err.msg);
	if (err.code == ERR_NONE)
		ck_assert(p.script);
	program_release(&p);
	strbuf_release(&path);
}
END_TEST

START_TEST(finds_programs_in_path)
{
	struct err err = { 0 };
	struct program p;

	if (check_foreign("finds_programs_in_path"))
		return;
	ck_assert_int_eq(program_find(&p, "sh", &err), 0);
	ck_assert_str_eq(io_basename(p.path), "sh");
	ck_assert(!p.script && !p.is_static);
	program_release(&p);
	ck_assert_int_eq(program_find(&p, "no-such-program", &err), -1);
	ck_assert_str_eq(err.msg, "no program 'no-such-program' in PATH");
	err_clear(&err);
	ck_assert_int_eq(program_find(&p, dir, &err), -1);
	ck_assert(strstr(err.msg, "it is a directory") != NULL);
	err_clear(&err);
	/* a folder by that name is here, but it can't be what is meant */
	ck_assert_int_eq(program_find(&p, ".", &err), -1);
	ck_assert_str_eq(err.msg, "no program '.' in PATH");
}
END_TEST

/* Between 100 MHz and 10 GHz, and steady within a factor on a busy machine. */
START_TEST(measures_the_clock)
{
	double hz = clock_measure();

	ck_assert(hz > 1e8 && hz < 1e10);
}
END_TEST

START_TEST(waits_longer_where_others_have_the_processors)
{
	ck_assert_double_eq_tol(steer_patience(10, 10), 20, 1e-9);
	ck_assert_double_eq_tol(steer_patience(10, 12), 20, 1e-9);
	ck_assert_double_eq_tol(steer_patience(150, 10), 300, 1e-9);
	ck_assert_double_eq_tol(steer_patience(10, 0), 20, 1e-9);
}
END_TEST

/* An interpreter of two seconds that starts for ten under the simulator. */
START_TEST(waits_for_what_matters_and_has_not_begun)
{
	ck_assert(steer_may_go_on(4.4, 4.5, 2.2, false));
	ck_assert(!steer_may_go_on(4.6, 4.5, 2.2, false));
	ck_assert(steer_may_go_on(4.6, 4.5, 2.2, true));
	ck_assert(!steer_may_go_on(60, 4.5, 2.2, true));
	/* it had as much */
	ck_assert(!steer_may_go_on(4.6, 4.5, 60, true));
}
END_TEST

/* A balloon of "features", bit by bit, and a file that every driver has */
static bool given_back(const char *device, const char *features)
{
	char path[PATH_MAX + 64];
	bool back;
	FILE *f;

	make_dir();
	snprintf(path, sizeof(path), "%s/%s", dir, device);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/%s/features", dir, device);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(features, f);
	ck_assert_int_eq(fclose(f), 0);
	back = memory_given_back(dir);
	remove_dir();
	return back;
}

START_TEST(knows_whose_free_memory_goes_back)
{
	ck_assert(given_back("virtio0", "0110010100000000\n"));
	ck_assert(!given_back("virtio0", "0110000100000000\n"));
	ck_assert(!given_back("virtio11", "01100"));
	ck_assert(!given_back("module", "0110010100000000\n"));
	ck_assert(!memory_given_back("/nowhere/virtio_balloon"));
}
END_TEST

/* A ring that comes back before it was everywhere is in a nearer cache. */
START_TEST(rings_come_to_every_line)
{
	enum { MOST = 5000 };
	static char *region[MOST];

	for (uint64_t n = 12; n <= MOST; n += n < 600 ? 1 : 11) {
		const uint64_t m =
			memory_ring((char *)region, n, sizeof(char *));
		char *at = (char *)region;
		uint64_t steps = 0;

		ck_assert(m <= n && 2 * m > n);
		do {
			at = *(char **)(void *)at;
			steps++;
		} while (at != (char *)region && steps <= m);
		ck_assert_uint_eq(steps, m);
	}
}
END_TEST

/*
 * What any memory gives: nothing is quicker than L3, a row is read quicker than
 * at random. Or it says why it can't be measured here.
 */
START_TEST(measures_the_memory)
{
	const struct memory_caches none = { 1 << 20, 0, 0 };
	const struct memory_caches caches = { 1 << 20, 32 << 20, 1024 };
	struct memory_figures f = MEMORY_UNKNOWN;
	struct err err = { 0 };

	if (memory_measure(&caches, &f, &err) != 0) {
		ck_assert_int_eq(err.code, ERR_UNSUPPORTED);
		return;
	}
	ck_assert(f.latency_ns > 10 && f.latency_ns < 10000);
	ck_assert(f.line_ns > 0.1 && f.line_ns < f.latency_ns);
	ck_assert(f.l3_line_ns > 0 && f.l3_line_ns < f.latency_ns);
	ck_assert(isnan(f.l3_latency_ns) ||
	          (f.l3_latency_ns > 0 && f.l3_latency_ns < f.latency_ns));
	ck_assert(f.random_ns > 0.1 && f.random_ns < f.latency_ns);
	ck_assert(f.l3_random_ns > 0.1 && f.l3_random_ns < f.latency_ns);
	ck_assert(f.others_ns >= 0 && isfinite(f.others_ns));
	ck_assert_msg(!(f.fresh_ns <= 1) && !(f.fresh_large_ns <= 1),
	              "a page in %g ns, of a large one in %g", f.fresh_ns,
	              f.fresh_large_ns);
	/* where the TLBs know more pages than was said, no walk is seen */
	ck_assert_int_eq(isnan(f.walk_ns), isnan(f.walk_large_ns));
	ck_assert(isnan(f.walk_ns) ||
	          (f.walk_ns >= 0 && f.walk_ns < 20 * f.latency_ns));
	ck_assert(isnan(f.walk_ns) ||
	          (f.walk_large_ns >= 0 && f.walk_large_ns <= f.walk_ns));
	ck_assert_int_eq(memory_measure(&none, &f, &err), 0);
	ck_assert(f.others_ns == 0 && isnan(f.l3_line_ns) && isnan(f.walk_ns));
	ck_assert(f.random_ns > 0.1 && isnan(f.l3_random_ns));
}
END_TEST

static const struct sampler_ops *const samplers[] = { &sampler_perf,
	                                              &sampler_timer };

/* A shell that counts: the samples' time is about the CPU time it used. */
START_TEST(samples_cpu_time)
{
	const struct sampler_ops *ops = samplers[_i];
	char sh[] = "sh", c[] = "-c";
	char count[] = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
	char *const argv[] = { sh, c, count, NULL };
	struct samples *s = samples_new();
	struct sampler_result result;
	struct launch_result r;
	struct err err = { 0 };
	const struct sample_count *all;
	double total_s = 0, placed = 0;
	struct launch_signals signals;
	size_t n;

	if (check_foreign("samples_cpu_time")) {
		samples_free(s);
		return;
	}
	if (ops->usable(&err) != 0) {
		check_skip("samples_cpu_time", err.msg);
		samples_free(s);
		return;
	}
	struct sampler *sampler = ops->start(s, 0, SAMPLER_PERIOD_NS, &err);
	char **envp = ops->env ? ops->env(sampler, environ)
	                       : environment_copy(environ);
	const struct launch l = { .path = "/bin/sh",
		                  .argv = argv,
		                  .envp = envp,
		                  .stdin_fd = -1,
		                  .watch = { .attach = ops->attach,
		                             .tick = ops->tick,
		                             .ctx = sampler } };

	launch_prepare(&signals);
	ck_assert_msg(launch_run(&l, &signals, &r, &err) == 0, "%s", err.msg);
	ck_assert_msg(ops->finish(sampler, &result, &err) == 0, "%s", err.msg);
	environment_free(envp);
	all = samples_all(s, &n);
	for (size_t i = 0; i < n; i++) {
		const char *path = samples_module_path(s, all[i].key.module);

		total_s += all[i].user_s + all[i].system_s;
		if (path[0] == '/')
			placed += all[i].samples;
	}
	ck_assert(result.samples > 0 && result.lost == 0);
	ck_assert(result.threads == 1);
	ck_assert(total_s > 0.7 * (r.user_s + r.sys_s) - 0.02);
	ck_assert(total_s < 1.3 * (r.user_s + r.sys_s) + 0.02);
	/* nearly all in the shell and the C library */
	ck_assert(placed > 0.8 * result.samples);
	samples_free(s);
}
END_TEST

static const struct {
	const char *producer, *name, *version;
} producers[] = {
	{ "GNU C17 12.2.0 -mtune=generic -O2", "gcc", "12.2.0" },
	{ "GNU Fortran2008 13.1.0 -O3", "gcc", "13.1.0" },
	{ "Debian clang version 14.0.6", "clang", "14.0.6" },
	{ "Intel(R) Fortran 24.0-1238", "intel", "24.0" },
	{ "Cray clang version 15.0.1", "cray", "15.0.1" },
	{ "Fujitsu C/C++ Compiler 4.8.0 (based on clang version 7.1.0)",
	  "fujitsu_clang", "4.8.0" },
	{ "Fujitsu Fortran Compiler 4.8.0", "fujitsu_trad", "4.8.0" },
	{ " NVC 22.5-0", "nvidia", "22.5" },
	{ "IBM XL C/C++ for Linux, V16.1.1", "ibm", "16.1.1" },
	{ "GNU AS 2.40", NULL, "" },
	{ "rustc version 1.70", NULL, "" },
	{ NULL, NULL, "" },
};

START_TEST(compiler_of_producer)
{
	char version[32];
	const char *name =
		producer_name(producers[_i].producer, version, sizeof(version));

	ck_assert_pstr_eq(name, producers[_i].name);
	ck_assert_str_eq(version, producers[_i].version);
}
END_TEST

/* The first run says how many there are: a part is of a serial program's long
 * run only. */
static const struct {
	enum session_effort effort;
	double limit_s, user_s, wall_s;
	unsigned threads;
	bool regions;
	int wanted;
	bool more;
} firsts[] = {
	{ SESSION_ANY, 0, 10, 10, 1, false, 1, true },
	{ SESSION_ANY, 0, 0.1, 0.1, 1, false, 3, false },
	{ SESSION_ANY, 0, 0.1, 40, 1, false, 2, false },
	{ SESSION_ANY, 5, 10, 10, 1, false, 3, false },
	{ SESSION_ANY, 0, 10, 10, 2, false, 2, false },
	{ SESSION_ANY, 0, 10, 10, 1, true, 2, false },
	{ SESSION_FULL, 0, 10, 10, 1, false, 3, false },
	{ SESSION_LOW, 0, 0.1, 0.1, 1, false, 1, true },
};

START_TEST(runs_as_often_as_the_first_one_says)
{
	const struct session s = { .effort = firsts[_i].effort,
		                   .limit_s = firsts[_i].limit_s };
	struct native n = { .nruns = 1, .regions = firsts[_i].regions };

	n.runs[0].launch.user_s = firsts[_i].user_s;
	n.runs[0].launch.wall_s = firsts[_i].wall_s;
	n.runs[0].sampler.threads = firsts[_i].threads;
	ck_assert_int_eq(native_runs_wanted(&s, &n), firsts[_i].wanted);
	ck_assert_int_eq(n.more, firsts[_i].more);
}
END_TEST

Suite *suite_measure(void);
Suite *suite_measure(void)
{
	Suite *s = suite_create("measure");
	TCase *t = tcase_create("measure");
	TCase *files_case = tcase_create("files");

	suite_add_tcase(s, t);
	suite_add_tcase(s, files_case);
	tcase_set_timeout(t, 30);
	tcase_add_test(t, changes_environment);
	tcase_add_test(t, gives_avx512_up);
	tcase_add_test(t, knows_the_kernels_of_openblas);
	tcase_add_loop_test(t, runs_a_program, 0, COUNT(runs));
	tcase_add_test(t, says_what_can_not_be_executed);
	tcase_add_test(t, later_mappings_hide_earlier_ones);
	tcase_add_test(t, samples_add_up);
	tcase_add_loop_test(t, runs_as_often_as_the_first_one_says, 0,
	                    COUNT(firsts));
	tcase_add_test(t, page_faults_explain_system_time);
	tcase_add_test(t, measures_the_clock);
	tcase_add_test(t, waits_longer_where_others_have_the_processors);
	tcase_add_test(t, waits_for_what_matters_and_has_not_begun);
	tcase_add_test(t, rings_come_to_every_line);
	tcase_add_test(t, knows_whose_free_memory_goes_back);
	tcase_add_test(t, measures_the_memory);
	tcase_add_loop_test(t, samples_cpu_time, 0, COUNT(samplers));
	tcase_add_loop_test(t, compiler_of_producer, 0, COUNT(producers));
	tcase_add_checked_fixture(files_case, make_dir, remove_dir);
	tcase_add_loop_test(files_case, looks_at_the_program_first, 0,
	                    COUNT(files));
	tcase_add_test(files_case, finds_programs_in_path);
	return s;
}
