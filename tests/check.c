/*
 * check - runs every suite of tests/unit
 *
 * suites.h is made by the Makefile: SUITE(name) for each
 * unit/ROOM/check_name.c, which defines Suite *suite_name(void). Ends with the
 * line "N passed, N failed, N skipped"; a test that can't run here calls
 * check_skip() with its reason.
 */
#include "check.h"

#include <check.h>
#include <elf.h>
#include <errno.h>
#include <libxml/xmlerror.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"

enum { SUITE_S = 1800 }; /* that none takes on any machine */

#define SUITE(name) Suite *suite_##name(void);
#include "suites.h"
#undef SUITE

/* Shared with the processes that Check forks. */
static atomic_int *skipped;

bool marks_asserts;

void check_skip(const char *test, const char *reason)
{
	printf("skip %s: %s\n", test, reason);
	fflush(stdout);
	atomic_fetch_add(skipped, 1);
}

/* e_machine of an ELF file; 0: it is none */
static int machine_of(const char *path)
{
	unsigned char head[20] = { 0 };
	FILE *f = fopen(path, "rb");
	const size_t n = f ? fread(head, 1, sizeof(head), f) : 0;

	if (f)
		fclose(f);
	return n == sizeof(head) ? head[18] | head[19] << 8 : 0;
}

bool check_foreign(const char *test)
{
#if defined(__aarch64__)
	const int own = EM_AARCH64;
#elif defined(__powerpc64__)
	const int own = EM_PPC64;
#else
	const int own = EM_X86_64;
#endif
	const int theirs = machine_of("/bin/sh");

	if (theirs == own || theirs == 0)
		return false;
	check_skip(test, "the system's programs are of another architecture");
	return true;
}

void scratch_name(char path[PATH_MAX], const char *name)
{
	const char *folder = getenv("TMPDIR");

	snprintf(path, PATH_MAX, "%s/%s", folder && *folder ? folder : "/tmp",
	         name);
}

static void silent(void *ctx, const char *msg, ...)
{
	(void)ctx;
	(void)msg;
}

/* Is the suite asked for? A name that no suite has stays in names. */
static bool asked(const char *suite, char **names, int n)
{
	bool found = n == 0;

	for (int i = 0; i < n; i++) {
		if (names[i] && strcmp(names[i], suite) == 0) {
			names[i] = NULL;
			found = true;
		}
	}
	return found;
}

/* What the suites counted; shared with the processes that run them */
struct counts {
	atomic_int suites, run, failed;
};

static void run_suite(Suite *suite, bool forks, struct counts *counts)
{
	SRunner *runner = srunner_create(suite);

	marks_asserts = forks;
	if (!getenv("CK_FORK"))
		srunner_set_fork_status(runner, forks ? CK_FORK : CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	atomic_fetch_add(&counts->run, srunner_ntests_run(runner));
	atomic_fetch_add(&counts->failed, srunner_ntests_failed(runner));
	srunner_free(runner);
	fflush(NULL);
	atomic_fetch_add(&counts->suites, 1);
}

/* Did it end by itself, within SUITE_S seconds? */
static bool ended(pid_t pid)
{
	const struct timespec limit = { .tv_sec = SUITE_S };
	sigset_t child;
	int status = -1;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (sigtimedwait(&child, NULL, &limit) < 0 && errno == EAGAIN) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			break;
		}
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

/*
 * A suite's tests run in one process, not in one each, which would take as long
 * as the tests. One that does not end well is run once more with a process for
 * each test, to learn which it was.
 */
static void run_apart(Suite *(*make)(void), const char *name,
                      struct counts *counts)
{
	const int suites = atomic_load(&counts->suites);
	sigset_t child, before;
	pid_t pid;

	if (getenv("CK_FORK")) {
		run_suite(make(), true, counts);
		return;
	}
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &before);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		run_suite(make(), false, counts);
		exit(EXIT_SUCCESS);
	}
	if (pid < 0 || !ended(pid) || atomic_load(&counts->suites) == suites) {
		printf("the suite '%s' did not end by itself\n", name);
		atomic_fetch_add(&counts->failed, 1);
		sigprocmask(SIG_SETMASK, &before, NULL);
		run_suite(make(), true, counts);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
}

static void *shared(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
	               MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		exit(EXIT_FAILURE);
	return p;
}

/* check [SUITE...] */
int main(int argc, char **argv)
{
	struct counts *const counts = shared(sizeof(*counts));
	const int n = argc > 1 ? argc - 1 : 0;
	int run, failed, unknown = 0;

	skipped = shared(sizeof(*skipped));
	/* elapsed seconds: against what hangs, not against a busy machine */
	setenv("CK_DEFAULT_TIMEOUT", "60", 0);
	setenv("CK_TIMEOUT_MULTIPLIER", "10", 0);
	xmlSetGenericErrorFunc(NULL, silent);
#define SUITE(name)                                                            \
	if (asked(#name, argv + 1, n))                                         \
		run_apart(suite_##name, #name, counts);
#include "suites.h"
#undef SUITE
	for (int i = 1; i <= n; i++) {
		if (argv[i]) {
			printf("there is no suite '%s'\n", argv[i]);
			unknown++;
		}
	}
	run = atomic_load(&counts->run);
	failed = atomic_load(&counts->failed);
	printf("%d passed, %d failed, %d skipped\n",
	       run - failed - atomic_load(skipped), failed + unknown,
	       atomic_load(skipped));
	failed += unknown + (run == 0);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
