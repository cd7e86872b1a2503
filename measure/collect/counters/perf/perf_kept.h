/*
 * perf_kept.h - runs of an interrupted measurement, for --resume
 *
 * Lines of words, each run followed by those of its counters:
 *
 *   perf RUNS
 *   run SET WALL USER SYS PEAK STATUS SAMPLES LOST THREADS KERNEL
 *   x OPENED VALUE ENABLED RUNNING
 *   m, c, ...                                   see samples_text.h
 *   end
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_KEPT_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_PERF_PERF_KEPT_H

struct err;
struct perf_counters;
struct strbuf;

/*
 * perf_kept_find - read the kept runs into c, whose plan is made
 *
 * c->nruns is 0 if there are none or, with --force, if they do not match.
 * Errors: ERR_USAGE if they do not match, ERR_FORMAT
 */
int perf_kept_find(struct perf_counters *c, struct err *err);

/* perf_kept_write - all runs up to now */
void perf_kept_write(struct perf_counters *c);

/* perf_kept_text, perf_kept_read - as text and back; c has the plan, and no
 * runs. The text is changed. Errors: ERR_FORMAT, with the line */
void perf_kept_text(struct strbuf *b, const struct perf_counters *c);
int perf_kept_read(struct perf_counters *c, char *text, struct err *err);

#endif
