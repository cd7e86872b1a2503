/*
 * killed.h - did a program end because memory ran out?
 *
 * The kernel counts what it ends so, in the system (oom_kill of /proc/vmstat)
 * and in each group of processes (memory.events of version 2,
 * memory.oom_control of version 1). What others run is counted, too.
 *
 * Source: the kernel's documentation, admin-guide/cgroup-v2 and
 * cgroup-v1/memory; proc(5)
 */
#ifndef PERFEXPERT_MEASURE_RUN_KILLED_H
#define PERFEXPERT_MEASURE_RUN_KILLED_H

#include <stdbool.h>

struct strbuf;

struct killed {
	double system, group; /* processes ended; NAN: unknown */
	double limit_bytes;   /* what there is for them; NAN: unknown */
	bool own;             /* it is the group's, not the machine's */
};

/*
 * killed_read - the current state; root: "", or a folder with proc and sys
 */
void killed_read(struct killed *k, const char *root);

/*
 * killed_describe - ", because memory ran out: it had reached 3.1 of the
 * machine's 4.0 GiB", appended to how a program ended; nothing where memory has
 * nothing to do with it
 *
 * before: the state when the program began
 * signal: that ended it, or 0
 * peak_bytes: resident at most; 0: unknown
 */
void killed_describe(struct strbuf *b, const struct killed *before,
                     const struct killed *after, int signal, double peak_bytes);

#endif
