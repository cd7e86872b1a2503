/*
 * check.h - what the unit tests share
 *
 * Each tests/check_name.c includes this and defines Suite *suite_name(void).
 */
#ifndef PERFEXPERT_TESTS_CHECK_H
#define PERFEXPERT_TESTS_CHECK_H

#include <check.h>
#include <limits.h>

/*
 * check_skip - this test can't run here, for that reason
 *
 * Call it and return. Skips are counted apart from passes, also when each
 * test runs in a process of its own.
 */
void check_skip(const char *test, const char *reason);

/* scratch_name - a name in the folder for temporary files, for mkdtemp(3) and
 * the like: NAME with its XXXXXX */
void scratch_name(char path[PATH_MAX], const char *name);

#endif
