/*
 * page.h - one self-contained file for people to look at
 */
#ifndef PERFEXPERT_REPORT_HTML_PAGE_H
#define PERFEXPERT_REPORT_HTML_PAGE_H

#include "report/report.h"

/*
 * The assessment with its suggestions, pictures and sources. Source files that
 * the measurement names are read now (see source_files.h for which). Nothing
 * in the file is fetched from elsewhere; links go to options->suggestions.
 * The profiles must have been read with their details and without leaving
 * small sections out, or the tree is cut short.
 */
extern const struct report report_html;

#endif
