/*
 * report_html.h - one self-contained file for people to look at
 */
#ifndef PERFEXPERT_WEB_REPORT_HTML_H
#define PERFEXPERT_WEB_REPORT_HTML_H

#include <stdio.h>

struct assessment;
struct err;
struct report_options;
struct suggest;

/*
 * report_html - the assessment with its suggestions, pictures and sources
 *
 * suggest: of this assessment, or NULL for none. Source files that the
 * measurement names are read now (see source.h for which). Nothing in the
 * file is fetched from elsewhere; links go to options->suggestions.
 * The profiles must have been read with their details and without leaving
 * small sections out, or the tree is cut short.
 */
int report_html(const struct assessment *a, const struct suggest *suggest,
                const struct report_options *options, FILE *f, struct err *err);

#endif
