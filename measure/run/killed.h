/*
 * killed.h - did a program end because memory ran out?
 *
 * The kernel counts what it ends so (oom_kill of /proc/vmstat), also where a
 * group of processes, as a job has one, reached its own limit. What others run
 * is counted, too.
 */
#ifndef PERFEXPERT_MEASURE_RUN_KILLED_H
#define PERFEXPERT_MEASURE_RUN_KILLED_H

struct strbuf;

struct killed {
	double count;        /* of processes ended; NAN: unknown */
	double memory_bytes; /* that the machine has; NAN: unknown */
};

/*
 * killed_read - the current state; root: "", or a folder with proc
 */
void killed_read(struct killed *k, const char *root);

/*
 * killed_describe - ", most likely because memory ran out: it had reached
 * 3.1 GiB of the machine's 4.0 GiB", appended to how a program ended; nothing
 * where memory has nothing to do with it
 *
 * before: the state when the program began
 * signal: that ended it, or 0
 * peak_bytes: resident at most; 0: unknown
 */
void killed_describe(struct strbuf *b, const struct killed *before,
                     const struct killed *after, int signal, double peak_bytes);

#endif
