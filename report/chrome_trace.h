/*
 * chrome_trace.h - the time line for viewers: Chrome's trace event format
 *
 * Read by chrome://tracing, Perfetto and others. A process for each rank, a
 * thread for each thread, an event for each stretch of time in which it did
 * mostly one thing; the phases and the page faults beside them.
 * Source: Trace Event Format (Google, 2016): "X", "C" and "M" events.
 */
#ifndef PERFEXPERT_REPORT_CHROME_TRACE_H
#define PERFEXPERT_REPORT_CHROME_TRACE_H

extern const struct report report_chrome_trace;

#endif
