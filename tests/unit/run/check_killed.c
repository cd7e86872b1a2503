/* check_killed - whether a program ended because memory ran out */
#include "check.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/strbuf.h"
#include "folder.h"
#include "measure/run/killed.h"

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

#define MACHINE "MemTotal:        8388608 kB\nMemFree:  1024 kB\n"

/* Files of a system before and, where they change, after; what is said of a
 * program that reached 3 GiB. */
static const struct {
	struct {
		const char *path, *before, *after;
	} files[2];
	int signal;
	const char *says;
} cases[] = {
	/* of the machine; who was ended is not told */
	{ { { "proc/meminfo", MACHINE, NULL },
	    { "proc/vmstat", "oom_kill 2\n", "nr 1\noom_kill 3\n" } },
	  SIGKILL,
	  ", most likely because memory ran out: it had reached 3.0 GiB" },
	/* another's end has the same signal */
	{ { { "proc/meminfo", MACHINE, NULL },
	    { "proc/vmstat", "oom_kill 2\n", "oom_kill 2\n" } },
	  SIGKILL,
	  "" },
	/* a program that guards memory ends it, too; or the kernel does not
	 * count */
	{ { { "proc/meminfo", "MemTotal: 4194304 kB\n", NULL },
	    { "proc/vmstat", "oom_kill 2\n", "oom_kill 2\n" } },
	  SIGKILL,
	  "; it had reached 3.0 GiB of the machine's 4.0 GiB" },
	{ { { "proc/meminfo", "MemTotal: 4194304 kB\n", NULL } },
	  SIGKILL,
	  "; it had reached 3.0 GiB of the machine's 4.0 GiB" },
	{ { { "proc/vmstat", "pgfault 2\n", NULL } }, SIGKILL, "" },
	/* other ends */
	{ { { "proc/meminfo", MACHINE, NULL },
	    { "proc/vmstat", "oom_kill 2\n", "oom_kill 3\n" } },
	  0,
	  "; while it ran, the kernel killed a process because memory ran out: "
	  "it had reached 3.0 GiB" },
	{ { { "proc/meminfo", MACHINE, NULL },
	    { "proc/vmstat", "oom_kill 2\n", "oom_kill 2\n" } },
	  SIGSEGV,
	  "" },
};

enum { NCASES = sizeof(cases) / sizeof(*cases) };

START_TEST(says_why)
{
	const size_t nfiles =
		sizeof(cases[_i].files) / sizeof(*cases[_i].files);
	struct strbuf b = STRBUF_INIT;
	struct killed before, after;

	for (size_t i = 0; i < nfiles && cases[_i].files[i].path; i++)
		put(cases[_i].files[i].path, cases[_i].files[i].before);
	killed_read(&before, ".");
	for (size_t i = 0; i < nfiles && cases[_i].files[i].path; i++) {
		if (cases[_i].files[i].after)
			put(cases[_i].files[i].path, cases[_i].files[i].after);
	}
	killed_read(&after, ".");
	killed_describe(&b, &before, &after, cases[_i].signal, 3. * (1 << 30));
	ck_assert_str_eq(b.s, cases[_i].says);
	strbuf_release(&b);
}
END_TEST

Suite *suite_killed(void);
Suite *suite_killed(void)
{
	Suite *s = suite_create("killed");
	TCase *t = tcase_create("killed");

	suite_add_tcase(s, t);
	tcase_add_checked_fixture(t, enter, leave);
	tcase_add_loop_test(t, says_why, 0, NCASES);
	return s;
}
