/*
 * input.h - standard input that every run can read from its start
 */
#ifndef PERFEXPERT_MEASURE_INPUT_H
#define PERFEXPERT_MEASURE_INPUT_H

struct err;

/*
 * input_open - a file with what standard input holds, for repeated runs
 *
 * *fd is -1 when the program simply inherits standard input (a terminal, or a
 * device); a pipe is read to its end into a temporary file without a name.
 * Errors: ERR_SYSTEM
 */
int input_open(int *fd, struct err *err);

#endif
