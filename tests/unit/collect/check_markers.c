/*
 * check_markers - executions that a native run counts: this program is started
 * once more, and its markers are what the processor does in a procedure
 */
#include "check.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "measure/binary/decode/decode.h"
#include "measure/collect/clock/markers.h"
#include "measure/collect/simulate/protocol/displaced.h"
#include "measure/run/environment.h"
#include "measure/run/loadable.h"
#include "measure/run/session.h"

#define MARKED "PERFEXPERT_CHECK_MARKED"

/* Integers, floating point, tables, calls and branches */
static __attribute__((noinline)) unsigned work(unsigned n, double *table)
{
	static const double scale[] = { 0.5, 1.25, 3, -2 };
	unsigned sum = n;

	for (unsigned i = 0; i < n; i++) {
		table[i % 7] += scale[i % 4] * (double)(int)(sum % 11);
		sum = sum * 2654435761u + (unsigned)(int)table[i % 5];
		if (sum & 8)
			sum ^= sum >> 3;
		else
			sum += (unsigned)strlen("four") << (sum & 3);
	}
	return sum;
}

static unsigned result(void)
{
	double table[7] = { 1, 2, 3, 4, 5, 6, 7 };

	return work(40, table) ^ work(1, table);
}

static __attribute__((noinline)) int counted(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x + 1;
}

static void *calls(void *times)
{
	for (int i = 0; i < *(int *)times; i++)
		counted(i);
	return NULL;
}

/* Threads and a child, and a program that blocks whatever it can */
static int call_all(void)
{
	int times[] = { 3, 4, 5 };
	pthread_t thread;
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	calls(&times[0]);
	if (pthread_create(&thread, NULL, calls, &times[1]) != 0)
		return 1;
	pthread_join(thread, NULL);
	const pid_t pid = fork();

	if (pid == 0) {
		calls(&times[2]);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	return 0;
}

static volatile sig_atomic_t own;

static void on_own(int sig)
{
	own = sig;
}

/* A breakpoint of the program is its own affair. */
static int break_itself(void)
{
	signal(SIGTRAP, on_own);
	counted(1);
	raise(SIGTRAP);
	counted(2);
	return own == SIGTRAP ? 0 : 1;
}

/* In the program that is started once more. */
static __attribute__((constructor)) void marked(void)
{
	const char *what = getenv(MARKED);
	unsigned sum;

	if (!what)
		return;
	if (strcmp(what, "calls") == 0)
		_exit(call_all());
	if (strcmp(what, "own") == 0)
		_exit(break_itself());
	sum = result();
	_exit(write(STDOUT_FILENO, &sum, sizeof(sum)) == sizeof(sum) ? 0 : 1);
}

static char self[PATH_MAX];

static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uint64_t *)base = info->dlpi_addr;
	return 1;
}

static struct marker_code code_at(const void *at, unsigned size)
{
	struct marker_code code = { .path = self, .size = size };
	uint64_t base = 0;

	dl_iterate_phdr(first_object, &base);
	code.vaddr = (uint64_t)(uintptr_t)at - base;
	memcpy(code.bytes, at, size);
	return code;
}

/* The first instruction from *at on that can be a marker, and after it *at. */
static struct marker_code next_marker(struct decoder *d, const uint8_t **at)
{
	for (;;) {
		const uint8_t *p = *at;
		struct insn in;

		ck_assert(decode(d, p, MARKER_CODE, 0, &in));
		*at += in.size;
		if (displaced_possible(p, in.size))
			return code_at(p, in.size);
	}
}

static unsigned run(struct markers *m, const char *what, unsigned *sum)
{
	char **envp = markers_env(m, environ);
	char **env = environment_set(envp, MARKED, what);
	char *const argv[] = { self, NULL };
	int ends[2], status;
	pid_t pid;

	ck_assert_int_eq(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		sigset_t all;

		/* what it inherits is blocked, too */
		sigfillset(&all);
		sigprocmask(SIG_BLOCK, &all, NULL);
		dup2(ends[1], STDOUT_FILENO);
		execve(self, argv, env);
		_exit(127);
	}
	close(ends[1]);
	if (sum)
		ck_assert_int_eq(read(ends[0], sum, sizeof(*sum)),
		                 sizeof(*sum));
	close(ends[0]);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
	              "status %#x", (unsigned)status);
	environment_free(env);
	environment_free(envp);
	return (unsigned)pid;
}

static bool can_run(const char *test)
{
	struct session s = { .program.path = self };

	ck_assert_ptr_nonnull(realpath("/proc/self/exe", self));
	if (markers_possible(&s))
		return true;
	check_skip(test, loadable_path(self) == LOADABLE_SANITIZER
	                         ? "nothing is loaded before a sanitizer"
	                         : "only on x86-64");
	return false;
}

static uint64_t monotonic_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

START_TEST(counts_all_threads_and_children)
{
	struct decoder *d;
	const uint8_t *at = (const uint8_t *)(uintptr_t)counted;
	const uint64_t before_ns = monotonic_ns();
	struct marker_slot *fifth, *sixth, *eleventh;
	struct marker_code code;
	struct err err = { 0 };
	struct markers m;

	if (!can_run("counts_all_threads_and_children"))
		return;
	d = decoder_new(IMAGE_X86_64);
	code = next_marker(d, &at);
	ck_assert_int_eq(markers_open(&m, MARKER_ANY_RANK, &err), 0);
	ck_assert_int_eq(markers_owner(&m), 0);
	fifth = markers_add(&m, &code, 5);
	const pid_t pid = (pid_t)run(&m, "calls", NULL);

	ck_assert_int_eq(markers_owner(&m), pid);
	ck_assert(fifth->set);
	ck_assert_uint_eq(fifth->count, 3 + 4 + 5);
	ck_assert_uint_gt(fifth->reached_ns, before_ns);
	ck_assert_uint_lt(fifth->reached_ns, monotonic_ns());
	markers_close(&m);

	/* the child reaches its last ones, which is not the process's own; and
	 * what was closed is no longer counted */
	ck_assert_int_eq(markers_open(&m, MARKER_ANY_RANK, &err), 0);
	eleventh = markers_add(&m, &code, 11);
	run(&m, "calls", NULL);
	ck_assert_uint_eq(eleventh->reached_ns, 0);
	markers_close(&m);
	ck_assert_int_eq(markers_open(&m, MARKER_ANY_RANK, &err), 0);
	sixth = markers_add(&m, &code, 0);
	sixth->closed = 1;
	run(&m, "calls", NULL);
	ck_assert_uint_eq(sixth->count, 1);
	markers_close(&m);
	decoder_free(d);
}
END_TEST

START_TEST(not_of_another_rank_or_file)
{
	struct decoder *d;
	const uint8_t *at = (const uint8_t *)(uintptr_t)counted;
	struct marker_code code;
	struct marker_slot *s;
	struct err err = { 0 };
	struct markers m;

	if (!can_run("not_of_another_rank_or_file"))
		return;
	d = decoder_new(IMAGE_X86_64);
	code = next_marker(d, &at);
	ck_assert_int_eq(markers_open(&m, 3, &err), 0);
	markers_add(&m, &code, 0);
	run(&m, "calls", NULL);
	ck_assert_int_eq(markers_owner(&m), 0);
	markers_close(&m);

	/* other bytes than were read: the file has changed since */
	ck_assert_int_eq(markers_open(&m, MARKER_ANY_RANK, &err), 0);
	code.bytes[0] ^= 1;
	s = markers_add(&m, &code, 0);
	run(&m, "calls", NULL);
	ck_assert(!s->set);
	code.bytes[0] ^= 1;
	code.path = "/nonexistent";
	s = markers_add(&m, &code, 0);
	run(&m, "calls", NULL);
	ck_assert(!s->set);
	markers_close(&m);
	decoder_free(d);
}
END_TEST

START_TEST(leaves_the_program_its_own)
{
	struct decoder *d;
	const uint8_t *at = (const uint8_t *)(uintptr_t)counted;
	struct marker_code code;
	struct marker_slot *s;
	struct err err = { 0 };
	struct markers m;

	if (!can_run("leaves_the_program_its_own"))
		return;
	d = decoder_new(IMAGE_X86_64);
	code = next_marker(d, &at);
	ck_assert_int_eq(markers_open(&m, MARKER_ANY_RANK, &err), 0);
	s = markers_add(&m, &code, 0);
	run(&m, "own", NULL);
	ck_assert_uint_eq(s->count, 2);
	markers_close(&m);
	decoder_free(d);
}
END_TEST

/* Every instruction of a procedure that can be a marker, four at a time */
START_TEST(changes_no_result)
{
	struct decoder *d;
	const uint8_t *at = (const uint8_t *)(uintptr_t)work;
	const uint8_t *end = (const uint8_t *)(uintptr_t)result;
	uint64_t executed = 0;
	struct err err = { 0 };
	unsigned sum;
	size_t n = 0;

	if (!can_run("changes_no_result"))
		return;
	d = decoder_new(IMAGE_X86_64);
	if (end < at)
		end = at + 128;
	while (at < end) {
		struct marker_slot *s[MARKER_MOST];
		struct marker_code code;
		struct markers m;

		ck_assert_int_eq(markers_open(&m, MARKER_ANY_RANK, &err), 0);
		for (size_t i = 0; i < MARKER_MOST; i++) {
			code = next_marker(d, &at);
			s[i] = markers_add(&m, &code, 0);
		}
		run(&m, "work", &sum);
		ck_assert_uint_eq(sum, result());
		for (size_t i = 0; i < MARKER_MOST; i++) {
			ck_assert(s[i]->set);
			executed += s[i]->count;
			n++;
		}
		markers_close(&m);
	}
	ck_assert_uint_gt(n, 20);
	/* a compiler may put two turns into one */
	ck_assert_uint_gt(executed, 20 * 40 / 2);
	decoder_free(d);
}
END_TEST

Suite *suite_markers(void);
Suite *suite_markers(void)
{
	Suite *s = suite_create("markers");
	TCase *tc = tcase_create("markers");

	tcase_add_test(tc, counts_all_threads_and_children);
	tcase_add_test(tc, not_of_another_rank_or_file);
	tcase_add_test(tc, leaves_the_program_its_own);
	tcase_add_test(tc, changes_no_result);
	suite_add_tcase(s, tc);
	return s;
}
