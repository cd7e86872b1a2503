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

/*
 * inputs_recognise - say what an argument is that could not be read as a
 * measurement: a program, a source file, a number with a decimal comma
 *
 * err: why it could not be read; replaced where there is more to say
 */
void inputs_recognise(const char *path, struct err *err);

#endif
