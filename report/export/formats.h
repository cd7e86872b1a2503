/*
 * formats.h - the report for other tools: a report for each of formats.def
 *
 * What each is, with where it is described, stands at its file's head.
 */
#ifndef PERFEXPERT_REPORT_EXPORT_FORMATS_H
#define PERFEXPERT_REPORT_EXPORT_FORMATS_H

#include "report/report.h"

#define FORMAT(name, of, help) extern const struct report of;
#include "formats.def"
#undef FORMAT

/* The time line, for trace viewers */
extern const struct report report_chrome_trace;

#endif
