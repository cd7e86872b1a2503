/*
 * annotate.h - source files with what each of their lines costs
 *
 * Chosen with --source: the lines of a file that take time, with a few around
 * them, for a terminal or as data (which holds no text of a file).
 */
#ifndef PERFEXPERT_REPORT_ANNOTATE_H
#define PERFEXPERT_REPORT_ANNOTATE_H

#include <stdio.h>

struct assess_section;
struct assessment;
struct report_options;

extern const struct report report_source, report_source_data;

/*
 * annotate_text - what lines cost: of a section and what it holds; NULL: of the
 * whole program
 */
void annotate_text(const struct assessment *a, const struct assess_section *s,
                   const struct report_options *options, FILE *f);

#endif
