/*
 * export.h - the findings for other tools
 *
 * --sarif: SARIF 2.1.0 (OASIS), for editors and code scanning; --format=github:
 * a workflow command for each finding, which GitHub shows beside its line.
 */
#ifndef PERFEXPERT_REPORT_EXPORT_H
#define PERFEXPERT_REPORT_EXPORT_H

struct findings;
struct json;

extern const struct report report_sarif, report_github;

/* export_findings - the member "findings" of JSON */
void export_findings(struct json *j, const struct findings *f);

#endif
