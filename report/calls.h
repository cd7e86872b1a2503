/*
 * calls.h - who calls whom, and what it costs: --calls
 */
#ifndef PERFEXPERT_REPORT_CALLS_H
#define PERFEXPERT_REPORT_CALLS_H

#include "report.h"

/* The call graph of the first input, and the callers of what takes at least the
 * threshold; as text and as data. A measurement without calls says so. */
extern const struct report report_calls, report_calls_data;

#endif
