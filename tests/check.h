/*
 * check.h - what the unit tests share
 *
 * Each unit/ROOM/check_name.c includes this and defines Suite
 * *suite_name(void).
 */
#ifndef PERFEXPERT_TESTS_CHECK_H
#define PERFEXPERT_TESTS_CHECK_H

#include <check.h>
#include <limits.h>
#include <stdbool.h>

/*
 * marks_asserts - has each test a process of its own? Then Check notes where
 * each assertion stands that holds, for what crashes
 *
 * It writes to a file each time, which takes longer than most of what is
 * asserted. In a process that all tests of a suite share nobody reads it: after
 * a crash they run once more, in one each.
 */
extern bool marks_asserts;
#define _mark_point(file, line)                                                \
	(marks_asserts ? (_mark_point)(file, line) : (void)0)

/*
 * check_skip - this test can't run here, for that reason
 *
 * Call it and return. Skips are counted apart from passes, also when each
 * test runs in a process of its own.
 */
void check_skip(const char *test, const char *reason);

/*
 * check_foreign - does this run under an emulator, the system's programs being
 * of another architecture? Then a test that starts or samples them is skipped.
 */
bool check_foreign(const char *test);

/* scratch_name - a name in the folder for temporary files, for mkdtemp(3) and
 * the like: NAME with its XXXXXX */
void scratch_name(char path[PATH_MAX], const char *name);

#endif
