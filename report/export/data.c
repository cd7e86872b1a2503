#include "data.h"

#include "base/banned.h"
#include "base/err.h"
#include "base/json_table.h"
#include "report/report.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

void data_start(struct data *d, const char *view, const char *table, FILE *f)
{
	*d = (struct data){ .b = STRBUF_INIT, .f = f };
	json_init(&d->j, &d->b);
	d->j.full = f;
	if (table)
		d->j.table = json_table_new(table);
	json_object(&d->j, NULL);
	json_number(&d->j, "schema_version", DATA_SCHEMA_VERSION);
	json_text(&d->j, "view", view);
	json_text(&d->j, "perfexpert", PERFEXPERT_VERSION);
}

int data_end(struct data *d, struct err *err)
{
	int status = 0;

	json_end(&d->j);
	if (d->j.table)
		status = json_table_write(d->j.table, &d->b, err);
	else
		strbuf_addc(&d->b, '\n');
	fwrite(d->b.s, 1, d->b.len, d->f);
	json_table_free(d->j.table);
	strbuf_release(&d->b);
	return status;
}

int data_write(const struct report *report, const char *table,
               const struct assessment *a, const struct suggest *suggest,
               const struct report_options *options, FILE *f, struct err *err)
{
	struct err none = { 0 };
	struct data d;

	if (report->write) {
		report->write(a, suggest, options, f);
		return 0;
	}
	data_start(&d, report->name, table, f);
	report->fill(&d.j, a, suggest, options);
	if (data_end(&d, &none) == 0)
		return 0;
	/* its first table, and it has none: there is nothing to write */
	if (table == report->table)
		return 0;
	*err = none;
	return -1;
}
