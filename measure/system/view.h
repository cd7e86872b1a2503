/*
 * view.h - intervals of the system or of processes as a table, CSV or JSON
 */
#ifndef PERFEXPERT_MEASURE_SYSTEM_VIEW_H
#define PERFEXPERT_MEASURE_SYSTEM_VIEW_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/json_writer.h"
#include "base/strbuf.h"

struct columns;

enum view_format { VIEW_TEXT, VIEW_CSV, VIEW_JSON };

/* What a row is of; pid 0: the whole system. */
struct view_subject {
	pid_t pid;
	const char *name; /* raw */
};

struct view {
	FILE *f;
	enum view_format format;
	const struct columns *columns;
	struct json json;
	struct strbuf b;
	size_t rows; /* since the heading was written */
};

struct view_start {
	double interval_s;
	unsigned cpus;
	const char *machine;
	const char *missing; /* what can't be counted, and why; or "" */
};

/* view_begin - write what precedes the first interval to f; columns must
 * outlive v */
void view_begin(struct view *v, FILE *f, enum view_format format,
                const struct columns *columns, const struct view_start *start);

/* view_interval - those that follow are of it; end_s: since the beginning */
void view_interval(struct view *v, double end_s, double elapsed_s);

/* view_row - values of the columns; NULL: the process has ended */
void view_row(struct view *v, const struct view_subject *of, double end_s,
              double elapsed_s, const double *values);
void view_interval_end(struct view *v);

/* What an interval's columns were over all of them, by column */
struct view_sums {
	double *sum, *least, *most, *n;
};

/* view_total - of one subject, after all intervals */
void view_total(struct view *v, const struct view_subject *of,
                const struct view_sums *sums);

/* view_end - releases what v holds; the totals were the last */
void view_end(struct view *v);

#endif
