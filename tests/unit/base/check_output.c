/* check_output - what is written: whole or not at all, through links, devices
 * and pipes, never over a file that appeared or is an input; what is read */
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "base/output.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "folder.h"

static struct folder folder;
static struct err err;

static void setup(void)
{
	folder_enter(&folder);
	err_clear(&err);
}

static void teardown(void)
{
	folder_leave(&folder);
}

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	fclose(f);
}

static void ck_holds(const char *path, const char *text)
{
	struct strbuf b = STRBUF_INIT;

	ck_assert_msg(io_read_file(path, 1000, &b, &err) == 0, "%s", err.msg);
	ck_assert_str_eq(b.s, text);
	strbuf_release(&b);
}

/* Files in the folder, but for . and .. */
static int files(void)
{
	DIR *d = opendir(folder.path);
	int n = 0;

	ck_assert_ptr_nonnull(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

static char *write_it(const char *path, enum output_mode mode, const char *text)
{
	struct output o;
	char *written = NULL;

	ck_assert_msg(output_open(&o, path, mode, &err) == 0, "%s", err.msg);
	fputs(text, o.f);
	ck_assert_msg(output_commit(&o, &written, &err) == 0, "%s", err.msg);
	return written;
}

static bool can_be_nameless(void)
{
	const int fd = open(".", O_TMPFILE | O_WRONLY, 0600);

	if (fd >= 0)
		close(fd);
	return fd >= 0 && access("/proc/self/fd", X_OK) == 0;
}

START_TEST(file_is_whole_or_absent)
{
	struct output o;

	ck_assert_int_eq(output_open(&o, "file", OUTPUT_KEEP, &err), 0);
	fputs("half", o.f);
	fflush(o.f);
	ck_assert_int_ne(access("file", F_OK), 0);
	/* without a name where there can be such files: nothing can be left */
	ck_assert_int_eq(files(), can_be_nameless() ? 0 : 1);
	output_abort(&o);
	ck_assert_int_eq(files(), 0);
	free(write_it("file", OUTPUT_KEEP, "whole"));
	ck_holds("file", "whole");
	ck_assert_int_eq(files(), 1);
	ck_assert_int_eq(output_open(&o, "no/file", OUTPUT_KEEP, &err), -1);
}
END_TEST

START_TEST(what_appeared_is_kept)
{
	static const struct {
		const char *path, *second, *third;
	} names[] = { { "app.db", "app.2.db", "app.3.db" },
		      { "a.b/app", "a.b/app.2", "a.b/app.3" },
		      { ".app", ".app.2", ".app.3" } };
	const char *path = names[_i].path;
	struct output o;
	char *written;

	ck_assert_int_eq(mkdir("a.b", 0777), 0);
	ck_assert_int_eq(output_open(&o, path, OUTPUT_KEEP, &err), 0);
	put(path, "the program's own");
	fputs("ours", o.f);
	ck_assert_int_eq(output_commit(&o, &written, &err), 0);
	ck_assert_str_eq(written, names[_i].second);
	free(written);
	ck_holds(path, "the program's own");
	ck_holds(names[_i].second, "ours");
	written = write_it(path, OUTPUT_KEEP, "again");
	ck_assert_str_eq(written, names[_i].third);
	free(written);
}
END_TEST

/* From now on this is a file system without files that have no name, and
 * perhaps without renaming that replaces nothing. */
static bool have_less(bool rename)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		         offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 3, 4),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		         offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY,
		         0, 2),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
		BPF_STMT(BPF_RET | BPF_K, rename ? SECCOMP_RET_ALLOW
		                                 : SECCOMP_RET_ERRNO | EINVAL),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(f) / sizeof(*f), f };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* In a process of its own, as a filter can't be taken off. */
START_TEST(what_appeared_is_kept_on_a_lesser_file_system)
{
	const pid_t pid = fork();
	int status;

	if (pid == 0) {
		struct output o;
		char *written;

		if (!have_less(_i == 0))
			_exit(77);
		if (output_open(&o, "app.db", OUTPUT_KEEP, &err) != 0)
			_exit(1);
		put("app.db", "the program's own");
		fputs("ours", o.f);
		_exit(output_commit(&o, &written, &err) != 0 ||
		      strcmp(written, "app.2.db") != 0);
	}
	waitpid(pid, &status, 0);
	ck_assert(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77) {
		check_skip("what_appeared_is_kept_on_a_lesser_file_system",
		           "no filter of system calls can be set here");
		return;
	}
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	ck_holds("app.db", "the program's own");
	ck_holds("app.2.db", "ours");
	ck_assert_int_eq(files(), 2);
}
END_TEST

START_TEST(links_are_followed)
{
	struct stat st;

	put("real", "old");
	ck_assert_int_eq(chmod("real", 0640), 0);
	ck_assert_int_eq(symlink("real", "one"), 0);
	ck_assert_int_eq(symlink("one", "two"), 0);
	free(write_it("two", OUTPUT_REPLACE, "new"));
	ck_holds("real", "new");
	ck_assert_int_eq(stat("real", &st), 0);
	ck_assert_int_eq(st.st_mode & 07777, 0640);
	ck_assert_int_eq(lstat("two", &st), 0);
	ck_assert(S_ISLNK(st.st_mode));
	/* one that names nothing yet, in another folder */
	ck_assert_int_eq(mkdir("sub", 0777), 0);
	ck_assert_int_eq(symlink("sub/there", "three"), 0);
	free(write_it("three", OUTPUT_KEEP, "far"));
	ck_holds("sub/there", "far");
}
END_TEST

START_TEST(links_in_a_circle_are_refused)
{
	struct output o;

	ck_assert_int_eq(symlink("a", "b"), 0);
	ck_assert_int_eq(symlink("b", "a"), 0);
	ck_assert_int_eq(output_open(&o, "a", OUTPUT_REPLACE, &err), -1);
	ck_assert_int_eq(files(), 2);
}
END_TEST

START_TEST(pipe_is_written_through)
{
	char text[8] = "";
	struct stat st;
	int fd;

	ck_assert_int_eq(mkfifo("pipe", 0666), 0);
	fd = open("pipe", O_RDONLY | O_NONBLOCK);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(output_check("pipe", &err), 0);
	ck_assert(!output_exists("pipe"));
	free(write_it("pipe", OUTPUT_KEEP, "text"));
	ck_assert_int_eq(read(fd, text, sizeof(text)), 4);
	close(fd);
	ck_assert_int_eq(stat("pipe", &st), 0);
	ck_assert(S_ISFIFO(st.st_mode));
	ck_assert_int_eq(files(), 1);
}
END_TEST

/* A device like /dev/null; only root can make one. */
START_TEST(device_is_written_through)
{
	struct stat st;

	if (mknod("null", S_IFCHR | 0666, makedev(1, 3)) != 0)
		return;
	free(write_it("null", OUTPUT_REPLACE, "text"));
	ck_assert_int_eq(stat("null", &st), 0);
	ck_assert(S_ISCHR(st.st_mode));
	ck_assert_int_eq(files(), 1);
}
END_TEST

START_TEST(open_file_is_written_through)
{
	struct strbuf name = STRBUF_INIT;
	struct stat before, after;
	int fd = open("out", O_WRONLY | O_CREAT, 0666);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, "first ", 6), 6);
	strbuf_addf(&name, "/dev/fd/%d", fd);
	ck_assert(!output_exists(name.s));
	free(write_it(name.s, OUTPUT_KEEP, "second"));
	fstat(fd, &before);
	ck_assert_int_eq(stat("out", &after), 0);
	ck_assert_uint_eq(before.st_ino, after.st_ino);
	ck_holds("out", "first second");
	close(fd);
	strbuf_release(&name);
}
END_TEST

START_TEST(folder_is_refused)
{
	struct output o;

	ck_assert_int_eq(output_open(&o, folder.path, OUTPUT_REPLACE, &err),
	                 -1);
	ck_assert_int_eq(err.code, ERR_USAGE);
	err_clear(&err);
	ck_assert_int_eq(output_check(folder.path, &err), -1);
}
END_TEST

START_TEST(input_is_known_by_any_name)
{
	static const char *const names[] = { "app.db", "./app.db", "soft",
		                             "hard" };
	const char *const inputs[] = { NULL, "nothing", "app.db" };

	put("app.db", "precious");
	put("other", "");
	/* no more of them than it is given */
	ck_assert_int_eq(output_distinct("app.db", inputs, 2, &err), 0);
	ck_assert_int_eq(symlink("app.db", "soft"), 0);
	ck_assert_int_eq(link("app.db", "hard"), 0);
	ck_assert_int_eq(output_distinct(names[_i], inputs, 3, &err), -1);
	ck_assert_int_eq(err.code, ERR_USAGE);
	err_clear(&err);
	ck_assert_int_eq(output_distinct("other", inputs, 3, &err), 0);
	ck_assert_int_eq(output_distinct("new", inputs, 3, &err), 0);
	ck_assert_int_eq(output_distinct("/dev/null", inputs, 3, &err), 0);
}
END_TEST

START_TEST(full_device_is_an_error)
{
	struct output o;
	char *written = NULL;

	ck_assert_int_eq(output_open(&o, "/dev/full", OUTPUT_KEEP, &err), 0);
	fputs("text", o.f);
	ck_assert_int_eq(output_commit(&o, &written, &err), -1);
	ck_assert_ptr_null(written);
	ck_assert_int_eq(err.code, ERR_SYSTEM);
}
END_TEST

/* What a shell's <(...) is: it can be read once. */
START_TEST(pipe_can_be_read_again)
{
	struct strbuf name = STRBUF_INIT;
	char *again;
	int kept, ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(write(ends[1], "text", 4), 4);
	close(ends[1]);
	strbuf_addf(&name, "/dev/fd/%d", ends[0]);
	again = io_rereadable(name.s, &kept, &err);
	ck_assert_msg(again != NULL, "%s", err.msg);
	ck_assert_int_ge(kept, 0);
	ck_holds(again, "text");
	ck_holds(again, "text");
	close(kept);
	close(ends[0]);
	free(again);
	again = io_rereadable("/nowhere", &kept, &err);
	ck_assert_str_eq(again, "/nowhere");
	ck_assert_int_eq(kept, -1);
	free(again);
	strbuf_release(&name);
}
END_TEST

START_TEST(pipe_without_writer_is_an_error)
{
	struct strbuf b = STRBUF_INIT;

	ck_assert_int_eq(mkfifo("pipe", 0666), 0);
	ck_assert_int_eq(io_read_file("pipe", 100, &b, &err), -1);
	ck_assert_str_eq(err.msg, "nobody writes to the pipe 'pipe'");
	strbuf_release(&b);
}
END_TEST

/* of 100 s that were expected */
static const struct {
	double elapsed_s;
	const char *says;
} estimates[] = {
	{ 70, "run  1m10s, about 30s left" },
	{ 100, "run  1m40s, nearly done" },
	{ 120, "run  2m00s" },
};

/* What is written for so long a time */
static void check_progress(double elapsed_s, double expected_s,
                           const char *says)
{
	struct progress p = { .log = true, .next_s = 60 };
	struct strbuf b = STRBUF_INIT;
	const int back = dup(STDERR_FILENO);
	const int fd = open("log", O_CREAT | O_WRONLY | O_TRUNC, 0666);

	ck_assert_int_ge(back, 0);
	dup2(fd, STDERR_FILENO);
	close(fd);
	progress_show(&p, "run", elapsed_s, expected_s);
	dup2(back, STDERR_FILENO);
	close(back);
	ck_assert_int_eq(io_read_file("log", 4096, &b, &err), 0);
	ck_assert_ptr_nonnull(strchr(b.s, '\n'));
	*strchr(b.s, '\n') = '\0';
	ck_assert_str_eq(b.s + strlen("perfexpert-run: "), says);
	strbuf_release(&b);
}

START_TEST(estimate_that_was_wrong_is_not_repeated)
{
	check_progress(estimates[_i].elapsed_s, 100, estimates[_i].says);
}
END_TEST

static const struct {
	double elapsed_s;
	const char *says;
} times[] = {
	{ 60, "run  1m00s" },      { 3599, "run  59m59s" },
	{ 3599.4, "run  59m59s" }, { 3599.6, "run  1h00m" },
	{ 7259, "run  2h00m" },    { 7260, "run  2h01m" },
	{ 86399, "run  23h59m" },
};

START_TEST(times_are_short)
{
	check_progress(times[_i].elapsed_s, 0, times[_i].says);
}
END_TEST

Suite *suite_output(void);
Suite *suite_output(void)
{
	Suite *s = suite_create("output");
	TCase *t = tcase_create("output");

	suite_add_tcase(s, t);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, file_is_whole_or_absent);
	tcase_add_loop_test(t, what_appeared_is_kept, 0, 3);
	tcase_add_loop_test(t, what_appeared_is_kept_on_a_lesser_file_system, 0,
	                    2);
	tcase_add_loop_test(t, estimate_that_was_wrong_is_not_repeated, 0, 3);
	tcase_add_loop_test(t, times_are_short, 0,
	                    sizeof(times) / sizeof(*times));
	tcase_add_test(t, links_are_followed);
	tcase_add_test(t, links_in_a_circle_are_refused);
	tcase_add_test(t, pipe_is_written_through);
	tcase_add_test(t, device_is_written_through);
	tcase_add_test(t, open_file_is_written_through);
	tcase_add_test(t, folder_is_refused);
	tcase_add_loop_test(t, input_is_known_by_any_name, 0, 4);
	tcase_add_test(t, full_device_is_an_error);
	tcase_add_test(t, pipe_can_be_read_again);
	tcase_add_test(t, pipe_without_writer_is_an_error);
	return s;
}
