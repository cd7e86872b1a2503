/*
 * summary_threads.h - the whole program's metrics, for each thread and rank
 *
 * Of its work: cycles and instructions without those that it spent waiting. So
 * there are the metrics that these, and the elapsed time, give.
 */
#ifndef PERFEXPERT_REPORT_SUMMARY_THREADS_H
#define PERFEXPERT_REPORT_SUMMARY_THREADS_H

struct assess_input;
struct json;
struct strbuf;

/* summary_threads - mean, least and most over threads, and over ranks; nothing
 * where there is one thread, or its work is not known */
void summary_threads(struct strbuf *b, const struct assess_input *in);

/* summary_threads_json - the same, with each thread's and rank's values */
void summary_threads_json(struct json *j, const struct assess_input *in);

#endif
