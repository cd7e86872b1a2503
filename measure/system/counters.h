/*
 * counters.h - hardware counters of the whole system, or of processes
 *
 * Counted with perf_event_open(2), not sampled; where there are more events
 * than counters they take turns, and what was counted is grown to the whole
 * time.
 */
#ifndef PERFEXPERT_MEASURE_SYSTEM_COUNTERS_H
#define PERFEXPERT_MEASURE_SYSTEM_COUNTERS_H

#include <stddef.h>
#include <sys/types.h>

struct machine;
struct missing;
struct system_counters;

enum { SYSTEM_EVENTS = 32, SYSTEM_NATIVES = 64 };

/* Totals since they were opened. */
struct system_counts {
	double event[SYSTEM_EVENTS]; /* canonical; NAN: not counted */
	double turn; /* the least share of the time that one was counted */
};

/*
 * system_counters_new - choose among the machine's events
 *
 * list: canonical names with commas between them; NULL: those that the table
 *       and the usual metrics need
 * Returns NULL when none can be counted here.
 * why:  gets what can't be counted, with the reason
 */
struct system_counters *system_counters_new(const struct machine *m,
                                            const char *list,
                                            struct missing *why);
void system_counters_free(struct system_counters *c);

/* system_counters_names - the events that are counted */
size_t system_counters_names(const struct system_counters *c,
                             const char *const **names);

/* What is counted for one process, or for all. */
struct system_group;

/*
 * system_counters_open - count from now on
 *
 * pid: a process with all its threads, and what they start; 0: every process,
 *      on every processor
 * Returns NULL, with the reason in why, when it is refused.
 */
struct system_group *system_counters_open(const struct system_counters *c,
                                          pid_t pid, struct missing *why);
void system_group_close(struct system_group *g);

/* system_group_read - g may be NULL: nothing is counted */
void system_group_read(const struct system_counters *c,
                       const struct system_group *g,
                       struct system_counts *counts);

#endif
