/* check_run - starting and ending programs: what is refused, what hangs, what
 * they read, what they leave behind */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "folder.h"
#include "measure/hpcrun/hpcrun.h"
#include "measure/run/descendants.h"
#include "measure/run/input.h"
#include "measure/run/launch.h"
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

/* From now on ptrace fails with this error; 0: it does nothing. */
static bool refuse_ptrace(unsigned error)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		         offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { 4, f };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static const struct {
	unsigned error;
	const char *says;
} tracing[] = {
	{ EPERM, "the program can't be traced here: Operation not permitted" },
	{ 0, "the program can't be traced here: it did not stop at its start" },
};

/* In a process of its own, as a filter can't be taken off. */
START_TEST(refused_tracing_is_no_exit)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		struct launch_result r;
		struct err err = { 0 };

		if (!refuse_ptrace(tracing[_i].error))
			_exit(77);
		if (launch("exec sleep 60", (struct launch){ .traced = true },
		           &r, &err) == 0 ||
		    err.code != ERR_UNSUPPORTED)
			_exit(1);
		_exit(strcmp(err.msg, tracing[_i].says) == 0 ? 0 : 2);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		check_skip("refused_tracing_is_no_exit",
		           "no filters of system calls");
	else
		ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

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

static bool ends(pid_t pid)
{
	for (int i = 0; i < 2000; i++) {
		if (kill(pid, 0) != 0)
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

	descendants_adopt();
	ck_assert_int_eq(launch("(sleep 1000 & echo $! >pid); sleep 1000",
	                        (struct launch){ .watch.tick = until_written },
	                        &r, &err),
	                 0);
	ck_assert(r.stopped);
	ck_assert(ends(number_in("pid")));
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

/* A session that was killed leaves its folder, the next one removes it. */
START_TEST(abandoned_scratch_is_removed)
{
	struct scratch mine, next;
	struct err err = { 0 };
	struct strbuf left = STRBUF_INIT;
	pid_t pid;
	int fd;

	setenv("TMPDIR", folder.path, 1);
	ck_assert_int_eq(mkdir("perfexpert.backup", 0755), 0);
	ck_assert_int_eq(scratch_make(&mine, &err), 0);
	pid = fork();
	if (pid == 0) {
		fd = open("left", O_WRONLY | O_CREAT, 0600);
		if (scratch_make(&next, &err) != 0)
			_exit(1);
		dprintf(fd, "%s", next.path);
		kill(getpid(), SIGKILL);
	}
	waitpid(pid, NULL, 0);
	ck_assert_int_eq(io_read_file("left", 1000, &left, &err), 0);
	ck_assert_int_eq(access(left.s, F_OK), 0);
	ck_assert_int_eq(scratch_make(&next, &err), 0);
	ck_assert_int_ne(access(left.s, F_OK), 0);
	/* one in use and one that is not ours stay */
	ck_assert_int_eq(access(mine.path, F_OK), 0);
	ck_assert_int_eq(access("perfexpert.backup", F_OK), 0);
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
	tcase_add_loop_test(t, refused_tracing_is_no_exit, 0, 2);
	tcase_add_test(t, interrupted_before_the_start);
	tcase_add_test(t, program_does_not_outlive_us);
	tcase_add_test(t, descendants_end_with_the_program);
	tcase_add_test(t, hung_tool_is_given_up);
	tcase_add_test(t, input_is_the_same_in_each_run);
	tcase_add_test(t, input_beyond_the_limit_is_said);
	tcase_add_test(t, abandoned_scratch_is_removed);
	return s;
}
