/*
 * bars.h - what a thread did over time, as bars that lie in each other: a
 * procedure, the loops in it; or what it waited for
 */
#ifndef PERFEXPERT_REPORT_EXPORT_BARS_H
#define PERFEXPERT_REPORT_EXPORT_BARS_H

#include <stdbool.h>

struct assessment;
struct timeline;

/*
 * bars_visit - each bar's begin and end, by time; the outer one begins first
 *
 * A stretch of time is that of what the thread did mostly in it. Names are for
 * people, not escaped; an end has that of its begin.
 */
void bars_visit(const struct assessment *a, const struct timeline *t,
                unsigned thread,
                void (*visit)(void *ctx, const char *name, bool wait,
                              bool begins, double at_s),
                void *ctx);

#endif
