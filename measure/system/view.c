#include "view.h"

#include <math.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/num.h"
#include "columns.h"

enum { PAGE = 20, NAME = 16 }; /* rows below a heading; a program's width */

static void flush(struct view *v)
{
	fwrite(v->b.s, 1, v->b.len, v->f);
	fflush(v->f);
	strbuf_clear(&v->b);
}

/* ---- text ---- */

static void text_heading(struct view *v)
{
	strbuf_adds(&v->b, "  time s");
	if (v->columns->processes)
		strbuf_addf(&v->b, "%9s %-*s", "process", NAME, "program");
	for (size_t i = 0; i < v->columns->n; i++) {
		const struct column *c = &v->columns->c[i];

		if (c->heading)
			strbuf_addf(&v->b, "%*s", c->width, c->heading);
	}
	strbuf_addc(&v->b, '\n');
	v->rows = 0;
}

static void text_number(struct strbuf *b, double value, int width, int digits)
{
	if (isnan(value))
		strbuf_addf(b, "%*s", width, "-");
	else
		strbuf_addf(b, "%*.*f", width, digits, value);
}

static void text_row(struct view *v, const struct view_subject *of,
                     double end_s, const double *values)
{
	if (v->rows++ == PAGE)
		text_heading(v);
	strbuf_addf(&v->b, "%8.2f", end_s);
	if (of->pid) {
		char name[4 * PROC_NAME];

		escape_terminal(name, sizeof(name), of->name);
		strbuf_addf(&v->b, "%9ld %-*.*s", (long)of->pid, NAME, NAME,
		            name);
	}
	for (size_t i = 0; values && i < v->columns->n; i++) {
		const struct column *c = &v->columns->c[i];

		if (c->heading)
			text_number(&v->b, values[i], c->width, c->digits);
	}
	strbuf_adds(&v->b, values ? "\n" : " has ended\n");
}

static void text_total(struct view *v, const struct view_subject *of,
                       const struct view_sums *s)
{
	strbuf_addc(&v->b, '\n');
	if (of->pid) {
		strbuf_addf(&v->b, "process %ld, ", (long)of->pid);
		escape_terminal_buf(&v->b, of->name);
		strbuf_addc(&v->b, '\n');
	}
	strbuf_addf(&v->b, "%-40s%14s%14s%14s\n", "over the intervals", "mean",
	            "least", "most");
	for (size_t i = 0; i < v->columns->n; i++) {
		const struct column *c = &v->columns->c[i];
		const int digits = c->digits ? c->digits : c->scale < 1 ? 2 : 0;

		if (s->n[i] <= 0)
			continue;
		strbuf_addf(&v->b, "  %-38s", c->label);
		text_number(&v->b, s->sum[i] / s->n[i], 14, digits);
		text_number(&v->b, s->least[i], 14, digits);
		text_number(&v->b, s->most[i], 14, digits);
		strbuf_addf(&v->b, " %s\n", c->unit);
	}
}

static void text_begin(struct view *v, const struct view_start *start)
{
	strbuf_addf(&v->b, "%s, %u processor%s, every %g s\n",
	            v->columns->processes ? "processes" : "whole system",
	            start->cpus, start->cpus == 1 ? "" : "s",
	            start->interval_s);
	if (*start->missing) {
		strbuf_adds(&v->b, "unknown:");
		escape_terminal_wrapped(&v->b, start->missing, 8, 2, 80);
		strbuf_addc(&v->b, '\n');
	}
	text_heading(v);
}

/* ---- CSV ---- */

static void csv_head(struct view *v)
{
	strbuf_adds(&v->b, "end_s,elapsed_s,pid,program,state");
	for (size_t i = 0; i < v->columns->n; i++) {
		strbuf_addc(&v->b, ',');
		escape_csv(&v->b, v->columns->c[i].id);
	}
	strbuf_addc(&v->b, '\n');
}

static void csv_row(struct view *v, const struct view_subject *of, double end_s,
                    double elapsed_s, const double *values)
{
	strbuf_addf(&v->b, "%.6f,%.6f,", end_s, elapsed_s);
	if (of->pid) {
		strbuf_addf(&v->b, "%ld,", (long)of->pid);
		escape_csv(&v->b, of->name);
	} else {
		strbuf_addc(&v->b, ',');
	}
	strbuf_adds(&v->b, values ? "," : ",ended");
	for (size_t i = 0; i < v->columns->n; i++) {
		strbuf_addc(&v->b, ',');
		if (values && isfinite(values[i]))
			strbuf_addf(&v->b, "%.9g", values[i]);
	}
	strbuf_addc(&v->b, '\n');
}

/* ---- JSON ---- */

static void json_begin(struct view *v, const struct view_start *start)
{
	struct json *j = &v->json;

	json_init(j, &v->b);
	json_object(j, NULL);
	json_text(j, "kind", v->columns->processes ? "processes" : "system");
	json_number(j, "interval_s", start->interval_s);
	json_number(j, "processors", start->cpus);
	json_text(j, "machine", start->machine);
	json_text(j, "not_told", *start->missing ? start->missing : NULL);
	json_line(j);
	json_array(j, "columns");
	for (size_t i = 0; i < v->columns->n; i++) {
		json_line(j);
		json_object(j, NULL);
		json_text(j, "id", v->columns->c[i].id);
		json_text(j, "label", v->columns->c[i].label);
		json_text(j, "unit", v->columns->c[i].unit);
		json_end(j);
	}
	json_end(j);
	json_line(j);
	json_array(j, "intervals");
}

static void json_subject(struct view *v, const struct view_subject *of)
{
	json_object(&v->json, NULL);
	if (of->pid) {
		json_number(&v->json, "pid", (double)of->pid);
		json_text(&v->json, "program", of->name);
	}
}

static void json_row(struct view *v, const struct view_subject *of,
                     const double *values)
{
	json_subject(v, of);
	if (of->pid)
		json_bool(&v->json, "ended", !values);
	for (size_t i = 0; values && i < v->columns->n; i++)
		json_digits(&v->json, v->columns->c[i].id, values[i], 9);
	json_end(&v->json);
}

static void json_total(struct view *v, const struct view_subject *of,
                       const struct view_sums *s)
{
	struct json *j = &v->json;

	json_line(j);
	json_subject(v, of);
	for (size_t i = 0; i < v->columns->n; i++) {
		if (s->n[i] <= 0)
			continue;
		json_object(j, v->columns->c[i].id);
		json_digits(j, "mean", s->sum[i] / s->n[i], 9);
		json_digits(j, "min", s->least[i], 9);
		json_digits(j, "max", s->most[i], 9);
		json_end(j);
	}
	json_end(j);
}

/* ---- all ---- */

void view_begin(struct view *v, FILE *f, enum view_format format,
                const struct columns *columns, const struct view_start *start)
{
	*v = (struct view){
		.f = f, .format = format, .columns = columns, .b = STRBUF_INIT
	};
	if (format == VIEW_TEXT)
		text_begin(v, start);
	else if (format == VIEW_CSV)
		csv_head(v);
	else
		json_begin(v, start);
	flush(v);
}

void view_interval(struct view *v, double end_s, double elapsed_s)
{
	if (v->format != VIEW_JSON)
		return;
	json_line(&v->json);
	json_object(&v->json, NULL);
	json_digits(&v->json, "end_s", end_s, 9);
	json_digits(&v->json, "elapsed_s", elapsed_s, 9);
	json_array(&v->json, "rows");
}

void view_row(struct view *v, const struct view_subject *of, double end_s,
              double elapsed_s, const double *values)
{
	if (v->format == VIEW_TEXT)
		text_row(v, of, end_s, values);
	else if (v->format == VIEW_CSV)
		csv_row(v, of, end_s, elapsed_s, values);
	else
		json_row(v, of, values);
}

void view_interval_end(struct view *v)
{
	if (v->format == VIEW_JSON) {
		json_end(&v->json);
		json_end(&v->json);
	}
	flush(v);
}

void view_total(struct view *v, const struct view_subject *of,
                const struct view_sums *sums)
{
	if (v->format == VIEW_TEXT) {
		text_total(v, of, sums);
	} else if (v->format == VIEW_JSON) {
		if (v->json.depth == 2) { /* the intervals are still open */
			json_end(&v->json);
			json_line(&v->json);
			json_array(&v->json, "totals");
		}
		json_total(v, of, sums);
	}
}

void view_end(struct view *v)
{
	while (v->format == VIEW_JSON && v->json.depth)
		json_end(&v->json);
	if (v->format == VIEW_JSON)
		strbuf_addc(&v->b, '\n');
	flush(v);
	strbuf_release(&v->b);
}
