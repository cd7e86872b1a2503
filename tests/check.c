/*
 * check - runs every suite of tests/check_*.c
 *
 * suites.h is made by the Makefile: SUITE(name) for each tests/check_name.c,
 * which defines Suite *suite_name(void). Ends with the line
 * "N passed, N failed, N skipped"; a test that can't run here calls
 * check_skip() with its reason.
 */
#include "check.h"

#include <check.h>
#include <libxml/xmlerror.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>

#include "base/banned.h"

#define SUITE(name) Suite *suite_##name(void);
#include "suites.h"
#undef SUITE

/* Shared with the processes that Check forks. */
static atomic_int *skipped;

void check_skip(const char *test, const char *reason)
{
	printf("skip %s: %s\n", test, reason);
	fflush(stdout);
	atomic_fetch_add(skipped, 1);
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

/* check [SUITE...] */
int main(int argc, char **argv)
{
	SRunner *runner;
	const int n = argc > 1 ? argc - 1 : 0;
	int run, failed, unknown = 0;

	skipped = mmap(NULL, sizeof(*skipped), PROT_READ | PROT_WRITE,
	               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (skipped == MAP_FAILED)
		return EXIT_FAILURE;

	/* elapsed seconds: against what hangs, not against a busy machine */
	setenv("CK_DEFAULT_TIMEOUT", "60", 0);
	setenv("CK_TIMEOUT_MULTIPLIER", "10", 0);
	runner = srunner_create(suite_create("perfexpert"));
	xmlSetGenericErrorFunc(NULL, silent);
#define SUITE(name)                                                            \
	if (asked(#name, argv + 1, n))                                         \
		srunner_add_suite(runner, suite_##name());
#include "suites.h"
#undef SUITE
	for (int i = 1; i <= n; i++) {
		if (argv[i]) {
			printf("there is no suite '%s'\n", argv[i]);
			unknown++;
		}
	}
	srunner_run_all(runner, CK_NORMAL);
	run = srunner_ntests_run(runner);
	failed = srunner_ntests_failed(runner);
	printf("%d passed, %d failed, %d skipped\n",
	       run - failed - atomic_load(skipped), failed + unknown,
	       atomic_load(skipped));
	srunner_free(runner);
	failed += unknown + (run == 0);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
