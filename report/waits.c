#include "waits.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/json_writer.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"

enum { WIDTH = 79, MOST = 4 };

/* From so much blocked and preempted time on, the elapsed time is shown. */
static const double tell_elapsed = 0.05;

/* How waits are shown: which of their times, and of what. */
struct manner {
	bool blocked;    /* elapsed time, else processor time */
	bool place_only; /* without the function */
	double total_s;  /* what is 100 % */
};

static double time_of(const struct assess_wait *w, const struct manner *m)
{
	return m->blocked ? w->blocked_s : w->cpu_s;
}

/* "barrier 20.1% (GOMP_barrier at work.c:31)" */
static void add_wait(struct strbuf *b, const struct assess_wait *w,
                     const struct manner *m)
{
	const char *call = m->place_only ? NULL : w->call;

	strbuf_addf(b, "%s %.1f%%", wait_kind_name(w->kind),
	            100 * time_of(w, m) / m->total_s);
	if (!call && !w->file)
		return;
	strbuf_adds(b, " (");
	if (call)
		strbuf_adds(b, call);
	if (w->file)
		strbuf_addf(b, "%s%sat %s:%u", call ? " " : "",
		            m->place_only ? "most " : "", io_basename(w->file),
		            w->line);
	strbuf_addc(b, ')');
}

static void add_list(struct strbuf *b, const struct assess_wait *w, size_t n,
                     const struct manner *m)
{
	size_t said = 0;

	for (size_t i = 0; i < n && said < MOST; i++) {
		if (time_of(&w[i], m) < REPORT_WAITS / 2 * m->total_s)
			continue;
		strbuf_adds(b, said ? ", " : ": ");
		add_wait(b, &w[i], m);
		said++;
	}
}

static void add_wrapped(struct strbuf *b, const char *first, const char *text)
{
	strbuf_adds(b, first);
	escape_terminal_wrapped(b, text, strlen(first), 2, WIDTH);
	strbuf_addc(b, '\n');
}

static void add_spinning(struct strbuf *b, const struct assessment *a,
                         size_t input)
{
	const struct assess_input *in = &a->in[input];
	const struct manner m = { .place_only = true,
		                  .total_s = in->runtime_s };
	struct strbuf text = STRBUF_INIT;

	if (!(in->waiting >= REPORT_WAITS))
		return;
	strbuf_addf(&text, "processor time %s%.1f%% is waiting",
	            a->n == 1 ? ""
	            : input   ? "in the second "
	                      : "in the first ",
	            100 * in->waiting);
	add_list(&text, in->waits, in->nwaits, &m);
	add_wrapped(b, "of the", text.s);
	strbuf_release(&text);
}

void report_waits_program(struct strbuf *b, const struct assessment *a,
                          size_t input)
{
	const struct assess_elapsed *e = &a->in[input].elapsed;
	const struct manner m = { true, true, e->all_s };
	struct strbuf text = STRBUF_INIT;

	add_spinning(b, a, input);
	if (!e->known || e->blocked_s + e->delay_s < tell_elapsed * e->all_s)
		return;
	strbuf_addf(&text,
	            "elapsed time of all threads%s (%.2f s) %.1f%% is work",
	            a->n == 1 ? ""
	            : input   ? " in the second"
	                      : " in the first",
	            e->all_s, 100 * e->work_s / e->all_s);
	if (e->spin_s > REPORT_WAITS * e->all_s)
		strbuf_addf(&text, ", %.1f%% is spinning",
		            100 * e->spin_s / e->all_s);
	strbuf_addf(&text,
	            ", %.1f%% is waiting for a processor, %.1f%% is blocked",
	            100 * e->delay_s / e->all_s, 100 * e->blocked_s / e->all_s);
	add_list(&text, a->in[input].waits, a->in[input].nwaits, &m);
	add_wrapped(b, "of the", text.s);
	strbuf_release(&text);
}

static void add_section(struct strbuf *b, const struct assessment *a,
                        const struct assess_value *v, size_t input,
                        const struct manner *m)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s%.1f%% of the %s",
	            a->n == 1 ? ""
	            : input   ? "second: "
	                      : "first: ",
	            100 * (m->blocked ? v->blocked_s / m->total_s : v->waited),
	            m->blocked ? "elapsed time of all threads"
	                       : "total runtime");
	add_list(&text, v->waits, v->nwaits, m);
	add_wrapped(b, m->blocked ? "blocks" : "waits", text.s);
	strbuf_release(&text);
}

void report_waits(struct strbuf *b, const struct assessment *a,
                  const struct assess_section *s, size_t input)
{
	const struct assess_value *v = &s->in[input];
	const struct assess_elapsed *e = &a->in[input].elapsed;
	const struct manner cpu = { .total_s = a->in[input].runtime_s };
	const struct manner blocked = { .blocked = true, .total_s = e->all_s };

	if (!v->section)
		return;
	if (v->waited >= REPORT_WAITS)
		add_section(b, a, v, input, &cpu);
	if (e->known && v->blocked_s >= REPORT_WAITS * e->all_s)
		add_section(b, a, v, input, &blocked);
}

void report_waits_json(struct json *j, const char *key,
                       const struct assess_wait *w, size_t n)
{
	json_array(j, key);
	for (size_t i = 0; i < n; i++) {
		json_object(j, NULL);
		json_text(j, "kind", wait_kind_name(w[i].kind));
		json_text(j, "call", w[i].call);
		json_text(j, "file", w[i].file);
		json_number(j, "line", w[i].line ? (double)w[i].line : NAN);
		json_number(j, "cpu_s", w[i].cpu_s);
		json_number(j, "blocked_s", w[i].blocked_s);
		json_end(j);
	}
	json_end(j);
}

void report_elapsed_json(struct json *j, const struct assess_elapsed *e)
{
	const double known = e->known ? 1 : NAN;

	json_object(j, "elapsed");
	json_number(j, "all_threads_s", known * e->all_s);
	json_number(j, "work_s", known * e->work_s);
	json_number(j, "spin_s", known * e->spin_s);
	json_number(j, "blocked_s", known * e->blocked_s);
	json_number(j, "processor_wait_s", known * e->delay_s);
	json_number(j, "path_s", known * e->path_s);
	json_end(j);
}
