/*
 * show.h - everything about one place
 *
 * Chosen with --show: why it costs what it does, its bars and its account, its
 * lines with what each costs, and each change in full with its example.
 */
#ifndef PERFEXPERT_REPORT_SHOW_H
#define PERFEXPERT_REPORT_SHOW_H

struct assessment;
struct err;
struct suggest;

extern const struct report report_show;

/*
 * show_check - is there such a place?
 *
 * place: its number in the answer, a procedure's name, or "FILE:LINE" of a loop
 *        or a procedure
 * Errors: ERR_USAGE, with the names that are near
 */
int show_check(const struct assessment *a, const struct suggest *suggest,
               const char *place, struct err *err);

#endif
