#include "scaling.h"

#include <math.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/json_writer.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/scaling.h"
#include "report.h"

/* Of more measurements than fit a line the first and the last ones are shown */
enum { WIDTH = 79, NAME = 30, COLUMN = 8, MOST_COLUMNS = 6 };

static const char *const reasons[] = {
	[SCALING_NONE] = "",
	[SCALING_SERIAL] = "only one thread runs it",
	[SCALING_WAITING] = "its threads wait for each other",
	[SCALING_MORE_WORK] = "more instructions are executed",
	[SCALING_SHARED] = ("the same instructions take more cycles: caches, "
	                    "memory or other resources are shared"),
	[SCALING_UNEVEN] = "the busiest thread has more work than the others",
};

const char *scaling_reason(enum scaling_loss loss)
{
	return reasons[loss];
}

const char *scaling_workers(const struct scaling *s)
{
	for (size_t i = 0; i < s->n; i++) {
		if (s->a[i]->in[0].profile->ranks > 1)
			return "ranks x threads";
	}
	return "threads";
}

static bool is_shown(const struct scaling *s, size_t i)
{
	return s->n <= MOST_COLUMNS || i < MOST_COLUMNS / 2 ||
	       i >= s->n - MOST_COLUMNS / 2;
}

static void add_numbers(struct strbuf *b, const struct scaling *s,
                        const double *v, const char *format)
{
	for (size_t i = 0; i < s->n; i++) {
		char text[32] = "-";

		if (!is_shown(s, i))
			continue;
		/* the formats of this file: "%.0f", "%.2f", "%.3f" */
		if (!isnan(v[i]) && format[2] == '0')
			snprintf(text, sizeof(text), "%.0f", v[i]);
		else if (!isnan(v[i]) && format[2] == '2')
			snprintf(text, sizeof(text), "%.2f", v[i]);
		else if (!isnan(v[i]))
			snprintf(text, sizeof(text), "%.3f", v[i]);
		strbuf_addf(b, "%*s", COLUMN, text);
	}
	strbuf_addc(b, '\n');
}

static void add_label(struct strbuf *b, const char *label)
{
	char name[NAME - 2];

	escape_terminal(name, sizeof(name), label);
	strbuf_addf(b, "- %-*s", NAME - 2, name);
}

static void add_percent(struct strbuf *b, const struct scaling *s,
                        const struct scaling_row *r)
{
	double percent[SCALING_INPUTS];

	for (size_t i = 0; i < s->n; i++)
		percent[i] = 100 * r->efficiency[i];
	add_label(b, "efficiency, %");
	add_numbers(b, s, percent, "%.0f");
}

static void add_loss(struct strbuf *b, const struct scaling_row *r)
{
	struct strbuf text = STRBUF_INIT;

	if (r->loss == SCALING_NONE)
		return;
	strbuf_addf(&text, "loses %.3f s: %s", r->lost_s, reasons[r->loss]);
	strbuf_adds(b, "- ");
	escape_terminal_wrapped(b, text.s, 2, 2, WIDTH);
	strbuf_addc(b, '\n');
	strbuf_release(&text);
}

static void add_row(struct strbuf *b, const struct scaling *s,
                    const struct scaling_row *r)
{
	struct strbuf title = STRBUF_INIT;

	if (r->section)
		report_title(&title, r->section, false);
	else
		strbuf_adds(&title, "the program");
	strbuf_addc(b, '\n');
	escape_terminal_wrapped(b, title.s, 0, 2, WIDTH);
	strbuf_addc(b, '\n');
	add_label(b, r->section ? "time of the run, s" : "time, s");
	add_numbers(b, s, r->time_s, "%.3f");
	add_label(b, "speed-up");
	add_numbers(b, s, r->speedup, "%.2f");
	add_percent(b, s, r);
	add_loss(b, r);
	strbuf_release(&title);
}

void scaling_text(struct strbuf *b, const struct scaling *s)
{
	struct strbuf label = STRBUF_INIT;

	strbuf_addf(&label, "scaling; %s", scaling_workers(s));
	add_label(b, label.s);
	strbuf_release(&label);
	add_numbers(b, s, s->workers, "%.0f");
	if (s->n > MOST_COLUMNS)
		strbuf_addf(b,
		            "  (of %zu measurements the first and the last "
		            "%d)\n",
		            s->n, MOST_COLUMNS / 2);
	for (size_t i = 0; i < s->nrows; i++)
		add_row(b, s, &s->rows[i]);
}

static void add_row_json(struct json *j, const struct scaling *s,
                         const struct scaling_row *r)
{
	json_line(j);
	json_object(j, NULL);
	json_text(j, "name", r->section ? r->section->name : NULL);
	json_text(j, "procedure", r->section ? r->section->procedure : NULL);
	json_text(j, "file", r->section ? r->section->file : NULL);
	json_number(j, "line", r->section ? (double)r->section->line : NAN);
	json_numbers(j, "time_s", r->time_s, s->n);
	json_numbers(j, "speedup", r->speedup, s->n);
	json_numbers(j, "efficiency", r->efficiency, s->n);
	json_number(j, "lost_s", r->lost_s);
	json_text(j, "loses_to", scaling_loss_name(r->loss));
	json_object(j, "lost_to_s");
	for (int k = 1; k < SCALING_NLOSSES; k++)
		json_number(j, scaling_loss_name((enum scaling_loss)k),
		            r->loss_s[k]);
	json_end(j);
	json_end(j);
}

void scaling_fill(struct json *j, const struct scaling *s)
{
	json_array(j, "files");
	for (size_t i = 0; i < s->n; i++)
		json_text(j, NULL, s->a[i]->in[0].file);
	json_end(j);
	json_numbers(j, "workers", s->workers, s->n);
	json_array(j, "rows");
	for (size_t i = 0; i < s->nrows; i++)
		add_row_json(j, s, &s->rows[i]);
	json_end(j);
}
