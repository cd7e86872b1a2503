/*
 * check.h - what the unit tests share
 *
 * Each tests/check_name.c includes this and defines Suite *suite_name(void).
 */
#ifndef PERFEXPERT_TESTS_CHECK_H
#define PERFEXPERT_TESTS_CHECK_H

#include <check.h>

#endif
