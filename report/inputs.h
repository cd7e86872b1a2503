/*
 * inputs.h - what a report is made of, which its output must not overwrite
 */
#ifndef PERFEXPERT_REPORT_INPUTS_H
#define PERFEXPERT_REPORT_INPUTS_H

struct assessment;
struct err;

/*
 * inputs_spare - see that path is no measurement, part of a database, machine
 * file or source file that the assessment rests on
 *
 * Errors: ERR_USAGE
 */
int inputs_spare(const char *path, const struct assessment *a, struct err *err);

#endif
