/*
 * data.h - what a report holds as data: JSON, or one table of it as CSV
 *
 * Each is one JSON object that begins with "schema_version" and "view", what it
 * is of. report/export/schema.json says what may be in it. The version rises
 * when a member goes or means something else, not when one is added.
 */
#ifndef PERFEXPERT_REPORT_EXPORT_DATA_H
#define PERFEXPERT_REPORT_EXPORT_DATA_H

#include <stdio.h>

#include "base/json_writer.h"
#include "base/strbuf.h"

enum { DATA_SCHEMA_VERSION = 1 };

struct assessment;
struct err;
struct report;
struct report_options;
struct suggest;

struct data {
	struct json j;
	struct strbuf b;
	FILE *f;
};

/*
 * data_start - the object, open; add members to d->j, then data_end
 *
 * table: NULL: JSON; else the array that is written as CSV
 */
void data_start(struct data *d, const char *view, const char *table, FILE *f);

/* data_end - write what there is, release d. Errors: those of
 * json_table_write */
int data_end(struct data *d, struct err *err);

/*
 * data_write - a report in its own form, or what it fills as JSON or as CSV
 *
 * table: as in data_start; report has fill then. Errors: as data_end
 */
int data_write(const struct report *report, const char *table,
               const struct assessment *a, const struct suggest *suggest,
               const struct report_options *options, FILE *f, struct err *err);

/* Sections as JSON */
extern const struct report report_json;

/* Shown sections as CSV (RFC 4180 with line feeds): a row for each and input
 * that it is in; an empty field where nothing was measured */
extern const struct report report_csv;

#endif
