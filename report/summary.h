/*
 * summary.h - the whole program in numbers, as hpmcount shows them
 *
 * Runs with their times, every count with its spread over threads and ranks,
 * and the derived metrics of arch/metrics.lua; no section is looked at.
 */
#ifndef PERFEXPERT_REPORT_SUMMARY_H
#define PERFEXPERT_REPORT_SUMMARY_H

#include <stdio.h>

struct assess_input;
struct err;
struct profile;

/* Chosen with --summary, and with --summary --json. */
extern const struct report report_summary, report_summary_data;

/*
 * summary_print - the text for one measurement, without formulas
 *
 * name:    what it is called in the first line
 * machine: a name or path, or NULL for the measurement's own
 * Errors:  those of assessment_new
 */
int summary_print(const struct profile *p, const char *name,
                  const char *machine, FILE *f, struct err *err);

#endif
