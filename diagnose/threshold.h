/*
 * threshold.h - how much of the total runtime a section must take to be shown
 */
#ifndef PERFEXPERT_DIAGNOSE_THRESHOLD_H
#define PERFEXPERT_DIAGNOSE_THRESHOLD_H

#include <stdbool.h>

struct err;

#define THRESHOLD_DEFAULT 0.1

/*
 * threshold_looks_like - whether an argument is meant as a threshold
 *
 * It is when all of it is a number, or a number and '%': "0.1", ".1", "10%",
 * also "7", which is out of range. "1d_heat" and "./0.1" are names of files.
 * This does not depend on which files exist, so that a command means the same
 * everywhere.
 */
bool threshold_looks_like(const char *text);

/*
 * threshold_parse - a share of the total runtime, above 0 and at most 1
 *
 * Errors: ERR_USAGE when it is no number or out of range
 */
int threshold_parse(const char *text, double *threshold, struct err *err);

#endif
