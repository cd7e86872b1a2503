/*
 * fit_name.h - names of places in little room
 */
#ifndef PERFEXPERT_REPORT_FIT_NAME_H
#define PERFEXPERT_REPORT_FIT_NAME_H

#include <stddef.h>

struct strbuf;

/*
 * fit_name - shorten the name of a place to at most room bytes, 20 or more
 *
 * Where its code is says more than what that was inlined into, and its name
 * more than its arguments. A procedure's file and line stay.
 */
void fit_name(struct strbuf *name, size_t room);

#endif
