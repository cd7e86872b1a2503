/*
 * annotate.h - source files with what each of their lines costs
 *
 * Chosen with --source: the lines of a file that take time, with a few around
 * them, for a terminal or as JSON (which holds no text of a file).
 */
#ifndef PERFEXPERT_REPORT_ANNOTATE_H
#define PERFEXPERT_REPORT_ANNOTATE_H

extern const struct report report_source, report_source_json;

#endif
