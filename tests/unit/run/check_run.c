/* check_run - starting and ending programs: what is refused, what hangs, what
 * they read, what they leave behind */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "folder.h"
#include "measure/collect/counters/hpcrun/hpcrun.h"
#include "measure/run/descendants.h"
#include "measure/run/input.h"
#include "measure/run/launch.h"
#include "measure/run/leftover.h"
#include "measure/run/scratch.h"
#include "measure/run/session.h"

static struct folder folder;

static void setup(void)
{
	folder_enter(&folder);
}

static void teardown(void)
{
	folder_leave(&folder);
}

/* Runs a shell's command as perfexpert-run would. */
static int launch(const char *command, struct launch l, struct launch_result *r,
                  struct err *err)
{
	char sh[] = "sh", c[] = "-c", text[256];
	char *const argv[] = { sh, c, text, NULL };
	struct launch_signals signals;

	snprintf(text, sizeof(text), "%s", command);
	l.path = "/bin/sh";
	l.argv = argv;
	l.envp = environ;
	l.stdin_fd = -1;
	launch_prepare(&signals);
	return launch_run(&l, &signals, r, err);
}

/* A signal that came while nothing ran to be handed it. */
START_TEST(interrupted_before_the_start)
{
	struct launch_signals signals;
	struct launch_result r;
	struct err err = { 0 };

	launch_prepare(&signals);
	raise(SIGTERM);
	ck_assert_int_eq(launch(": >ran", (struct launch){ 0 }, &r, &err), -1);
	ck_assert(r.interrupted);
	ck_assert_str_eq(err.msg, "interrupted");
	ck_assert_int_ne(access("ran", F_OK), 0);
	sigprocmask(SIG_UNBLOCK, &(sigset_t){ 0 }, NULL);
	/* take it, or it would be the next test's */
	signal(SIGTERM, SIG_IGN);
	signal(SIGTERM, SIG_DFL);
}
END_TEST

/* Waits until a file has a process's number in it. */
static pid_t number_in(const char *path)
{
	for (int i = 0; i < 2000; i++) {
		struct strbuf b = STRBUF_INIT;
		struct err ignored = { 0 };
		long pid = 0;

		if (io_read_file(path, 100, &b, &ignored) == 0 &&
		    strchr(b.s, '\n'))
			pid = strtol(b.s, NULL, 10);
		strbuf_release(&b);
		if (pid)
			return (pid_t)pid;
		usleep(10000);
	}
	return 0;
}

/* Ended, but not waited for: the first process may take its time for that. */
static bool is_zombie(pid_t pid)
{
	struct strbuf text = STRBUF_INIT;
	struct err ignored = { 0 };
	char path[32];
	bool yes;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	yes = io_read_file(path, 4096, &text, &ignored) == 0 &&
	      strstr(text.s, ") Z ");
	strbuf_release(&text);
	return yes;
}

/* Whoever adopted it: without a process for each test that is the tests' own.
 */
static bool ends(pid_t pid)
{
	for (int i = 0; i < 2000; i++) {
		waitpid(pid, NULL, WNOHANG);
		if (kill(pid, 0) != 0 || is_zombie(pid))
			return true;
		usleep(10000);
	}
	return false;
}

START_TEST(program_does_not_outlive_us)
{
	pid_t us = fork(), program;

	if (us == 0) {
		struct launch_result r;
		struct err err = { 0 };

		launch("echo $$ >pid; exec sleep 1000", (struct launch){ 0 },
		       &r, &err);
		_exit(0);
	}
	program = number_in("pid");
	ck_assert_int_gt(program, 0);
	kill(us, SIGKILL);
	waitpid(us, NULL, 0);
	ck_assert(ends(program));
}
END_TEST

static int stop_child(void *ctx, pid_t pid, struct err *err)
{
	(void)err;
	kill(pid, SIGSTOP);
	*(pid_t *)ctx = pid;
	return 0;
}

/* On one processor, so that the child is stopped before its first instruction:
 * it can't have asked to be told of our end. */
START_TEST(program_does_not_start_when_we_are_gone)
{
	pid_t *child = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
	                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t us;
	cpu_set_t one;

	descendants_adopt();
	CPU_ZERO(&one);
	CPU_SET((size_t)sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	us = fork();
	if (us == 0) {
		struct launch_result r;
		struct err err = { 0 };

		launch(": >ran",
		       (struct launch){ .watch = { .attach = stop_child,
		                                   .ctx = child } },
		       &r, &err);
		_exit(0);
	}
	while (!*(volatile pid_t *)child)
		usleep(1000);
	usleep(50000); /* for it to have said that the program may start */
	kill(us, SIGKILL);
	waitpid(us, NULL, 0);
	kill(*child, SIGCONT);
	while (waitpid(-1, NULL, 0) > 0)
		;
	ck_assert_int_ne(access("ran", F_OK), 0);
}
END_TEST

/* Ends the run when the program has written its file. */
static bool until_written(void *ctx, double elapsed_s)
{
	struct stat st;

	(void)ctx;
	(void)elapsed_s;
	return stat("pid", &st) != 0 || st.st_size == 0;
}

/* What the shell started is not its child any more when it has ended. */
START_TEST(descendants_end_with_the_program)
{
	struct launch_result r;
	struct err err = { 0 };

	if (check_foreign("descendants_end_with_the_program"))
		return;
	descendants_adopt();
	ck_assert_int_eq(launch("(sleep 1000 & echo $! >pid); sleep 1000",
	                        (struct launch){ .watch.tick = until_written },
	                        &r, &err),
	                 0);
	ck_assert(r.stopped);
	ck_assert(ends(number_in("pid")));
}
END_TEST

/* Nobody is left where their time was over before we got a processor. */
START_TEST(descendants_end_however_late_we_are)
{
	const struct descendants none = { 0 };
	pid_t pid;

	signal(SIGTERM, SIG_DFL); /* Check's ends all of the test */
	pid = fork();
	if (pid == 0) {
		execlp("sleep", "sleep", "1000", (char *)NULL);
		_exit(127);
	}
	descendants_end(&none, -1000);
	ck_assert_int_ne(kill(pid, 0), 0);
}
END_TEST

/* One that does not listen, and one that is stopped. */
START_TEST(descendants_end_that_do_not_listen)
{
	const struct descendants none = { 0 };
	pid_t deaf, stopped;

	signal(SIGTERM, SIG_IGN);
	deaf = fork();
	if (deaf == 0) {
		execlp("sleep", "sleep", "1000", (char *)NULL);
		_exit(127);
	}
	signal(SIGTERM, SIG_DFL);
	stopped = fork();
	if (stopped == 0) {
		raise(SIGSTOP);
		_exit(0);
	}
	descendants_end(&none, 0.1);
	ck_assert_int_ne(kill(deaf, 0), 0);
	ck_assert_int_ne(kill(stopped, 0), 0);
}
END_TEST

/* Each forks the next one and ends, a hundred thousand times. */
START_TEST(descendants_end_that_fork_to_get_away)
{
	const struct descendants none = { 0 };
	const pid_t us = getpid();

	signal(SIGTERM, SIG_DFL);
	descendants_adopt();
	for (int i = 0; i < 100000; i++) {
		const pid_t pid = fork();

		if (getpid() == us)
			break;
		if (pid != 0 || i == 99999)
			_exit(0);
	}
	descendants_end(&none, 5);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
}
END_TEST

/* What a run leaves when it ends by itself is the user's, whatever becomes of
 * the next run; what a simulated one leaves is not. */
START_TEST(descendants_of_an_earlier_run_stay)
{
	struct launch_result r;
	struct err err = { 0 };
	pid_t pid;

	if (check_foreign("descendants_of_an_earlier_run_stay"))
		return;
	descendants_adopt();
	ck_assert_int_eq(launch("sleep 1000 & echo $! >first",
	                        (struct launch){ 0 }, &r, &err),
	                 0);
	ck_assert_int_eq(launch("echo $$ >pid; exec sleep 1000",
	                        (struct launch){ .watch.tick = until_written },
	                        &r, &err),
	                 0);
	ck_assert(r.stopped);
	ck_assert_int_eq(launch("sleep 1000 & echo $! >second",
	                        (struct launch){ .alone = true }, &r, &err),
	                 0);
	ck_assert_int_ne(kill(number_in("second"), 0), 0);
	pid = number_in("first");
	ck_assert_int_eq(kill(pid, 0), 0);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
END_TEST

START_TEST(hung_tool_is_given_up)
{
	struct session s = { .envp = environ, .patience_s = 0.3 };
	struct hpcrun_tools tools;
	struct err err = { 0 };
	static const char *const names[] = { "hpcrun", "hpcstruct", "hpcprof" };
	struct strbuf path = STRBUF_INIT;
	char *old = strdup(getenv("PATH"));

	if (check_foreign("hung_tool_is_given_up"))
		return;
	for (size_t i = 0; i < 3; i++) {
		FILE *f = fopen(names[i], "w");

		fputs("#!/bin/sh\nexec sleep 1000\n", f);
		fclose(f);
		ck_assert_int_eq(chmod(names[i], 0755), 0);
	}
	strbuf_addf(&path, "%s:%s", folder.path, old);
	setenv("PATH", path.s, 1);
	launch_prepare(&s.signals);
	ck_assert_int_eq(hpcrun_tools_find(&tools, &s, "version", &err), -1);
	ck_assert_int_eq(err.code, ERR_UNSUPPORTED);
	ck_assert_ptr_nonnull(strstr(err.msg, "did not end within 0.3 s"));
	hpcrun_tools_release(&tools);
	setenv("PATH", old, 1);
	strbuf_release(&path);
	free(old);
}
END_TEST

/* Standard input becomes a pipe with these bytes in it. */
static int give_input(const char *text, int *saved)
{
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(write(ends[1], text, strlen(text)),
	                 (ssize_t)strlen(text));
	*saved = dup(STDIN_FILENO);
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	return ends[1];
}

START_TEST(input_is_the_same_in_each_run)
{
	struct input in;
	struct launch_result r;
	struct err err = { 0 };
	int saved, end = give_input("one\ntwo\n", &saved);

	ck_assert_int_eq(input_open(&in, 1 << 20, &err), 0);
	/* the first reads a line and does not wait for an end */
	ck_assert_int_eq(launch("read a; test $a = one",
	                        (struct launch){ .input = &in }, &r, &err),
	                 0);
	ck_assert_int_eq(r.exit_status, 0);
	ck_assert_int_eq(write(end, "three\n", 6), 6);
	close(end);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(launch("test \"$(tr '\\n' ' ')\" = "
		                        "'one two three '",
		                        (struct launch){ .input = &in }, &r,
		                        &err),
		                 0);
		ck_assert_int_eq(r.exit_status, 0);
	}
	input_close(&in);
	dup2(saved, STDIN_FILENO);
	close(saved);
}
END_TEST

START_TEST(input_beyond_the_limit_is_said)
{
	struct input in;
	struct launch_result r;
	struct err err = { 0 };
	int saved, end = give_input("one\ntwo\n", &saved);

	close(end);
	ck_assert_int_eq(input_open(&in, 5, &err), 0);
	ck_assert_int_eq(launch("test \"$(cat)\" = 'one\ntwo'",
	                        (struct launch){ .input = &in }, &r, &err),
	                 0);
	ck_assert_int_eq(r.exit_status, 0);
	ck_assert_int_eq(
		launch(": >ran", (struct launch){ .input = &in }, &r, &err),
		-1);
	ck_assert_ptr_nonnull(strstr(err.msg, "--input-limit"));
	ck_assert_int_ne(access("ran", F_OK), 0);
	input_close(&in);
	dup2(saved, STDIN_FILENO);
	close(saved);
}
END_TEST

/* A process that was told to write there, and sleeps. */
static pid_t write_to(const struct scratch *s, const struct scratch *other)
{
	struct strbuf word = STRBUF_INIT;
	char time[] = "1000", *argv[] = { NULL, time, NULL };
	posix_spawn_file_actions_t actions;
	pid_t pid;

	strbuf_addf(&word, "%s%s/sim.%%p", LEFTOVER_WORD, s->path);
	argv[0] = word.s;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addclose(&actions, s->lock);
	posix_spawn_file_actions_addclose(&actions, other->lock);
	ck_assert_int_eq(
		posix_spawnp(&pid, "sleep", &actions, NULL, argv, environ), 0);
	posix_spawn_file_actions_destroy(&actions);
	strbuf_release(&word);
	return pid;
}

/* A session that was killed leaves its folder and what sleeps in it, the next
 * one removes both. */
START_TEST(abandoned_scratch_is_removed)
{
	pid_t *writer = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
	                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	const struct timespec long_ago[2] = { { 0 }, { 0 } };
	struct scratch mine, next;
	struct err err = { 0 };
	struct strbuf left = STRBUF_INIT;
	pid_t pid;
	int fd;

	if (check_foreign("abandoned_scratch_is_removed"))
		return;
	setenv("TMPDIR", folder.path, 1);
	ck_assert_int_eq(mkdir("perfexpert.backup", 0755), 0);
	/* killed before it could be locked */
	ck_assert_int_eq(mkdir("perfexpert.before", 0700), 0);
	ck_assert_int_eq(utimensat(AT_FDCWD, "perfexpert.before", long_ago, 0),
	                 0);
	ck_assert_int_eq(scratch_make(&mine, &err), 0);
	pid = fork();
	if (pid == 0) {
		fd = open("left", O_WRONLY | O_CREAT, 0600);
		if (scratch_make(&next, &err) != 0)
			_exit(1);
		dprintf(fd, "%s", next.path);
		writer[0] = write_to(&next, &mine);
		writer[1] = write_to(&mine, &next);
		kill(getpid(), SIGKILL);
	}
	waitpid(pid, NULL, 0);
	ck_assert_int_eq(io_read_file("left", 1000, &left, &err), 0);
	ck_assert_int_eq(access(left.s, F_OK), 0);
	ck_assert_int_eq(scratch_make(&next, &err), 0);
	ck_assert_int_ne(access(left.s, F_OK), 0);
	ck_assert(ends(writer[0]));
	ck_assert_int_eq(kill(writer[1], 0), 0);
	kill(writer[1], SIGKILL);
	/* one in use and one that is not ours stay */
	ck_assert_int_eq(access(mine.path, F_OK), 0);
	ck_assert_int_eq(access("perfexpert.backup", F_OK), 0);
	ck_assert_int_ne(access("perfexpert.before", F_OK), 0);
	scratch_remove(&next);
	scratch_remove(&mine);
	strbuf_release(&left);
	unsetenv("TMPDIR");
}
END_TEST

Suite *suite_run(void);
Suite *suite_run(void)
{
	Suite *s = suite_create("run");
	TCase *t = tcase_create("run");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, interrupted_before_the_start);
	tcase_add_test(t, program_does_not_outlive_us);
	tcase_add_test(t, program_does_not_start_when_we_are_gone);
	tcase_add_test(t, descendants_end_with_the_program);
	tcase_add_test(t, descendants_end_however_late_we_are);
	tcase_add_test(t, descendants_end_that_do_not_listen);
	tcase_add_test(t, descendants_end_that_fork_to_get_away);
	tcase_add_test(t, descendants_of_an_earlier_run_stay);
	tcase_add_test(t, hung_tool_is_given_up);
	tcase_add_test(t, input_is_the_same_in_each_run);
	tcase_add_test(t, input_beyond_the_limit_is_said);
	tcase_add_test(t, abandoned_scratch_is_removed);
	return s;
}
