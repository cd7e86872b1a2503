/*
 * show.h - what --dry-run prints
 */
#ifndef PERFEXPERT_MEASURE_PLAN_SHOW_H
#define PERFEXPERT_MEASURE_PLAN_SHOW_H

#include <stddef.h>
#include <stdio.h>

struct plan;
struct session;
struct session_cost;

/* show_set - events and expected samples of run i of n, which is counter set
 * i modulo their number */
void show_set(FILE *f, const struct plan *plan, size_t i, size_t n);

/* show_command - a label, and a command line as it would be typed */
void show_command(FILE *f, const char *label, char *const *words);

/* show_notes - what is not measured, or only with further runs */
void show_notes(FILE *f, const struct plan *plan);

/* show_time - the expected time: a multiple of the program's run time, which
 * an earlier measurement with the same name may give */
void show_time(FILE *f, const struct session *s,
               const struct session_cost *cost);

/*
 * show_most_time - the longest that it may take, for the queue of a cluster
 *
 * Unit: seconds; NAN: neither --limit nor an earlier measurement gives it
 */
double show_most_time(const struct session *s, const struct session_cost *cost);

#endif
