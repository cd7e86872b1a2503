#include "waits.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/json.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"

enum { WIDTH = 79, MOST = 4 };

/* "barrier 20.1% (GOMP_barrier at work.c:31)" */
static void add_wait(struct strbuf *b, const struct assess_wait *w,
                     double total_s, bool place_only)
{
	const char *call = place_only ? NULL : w->call;

	strbuf_addf(b, "%s %.1f%%", wait_kind_name(w->kind),
	            100 * w->cpu_s / total_s);
	if (!call && !w->file)
		return;
	strbuf_adds(b, " (");
	if (call)
		strbuf_adds(b, call);
	if (w->file)
		strbuf_addf(b, "%s%sat %s:%u", call ? " " : "",
		            place_only ? "most " : "", io_basename(w->file),
		            w->line);
	strbuf_addc(b, ')');
}

static void add_list(struct strbuf *b, const struct assess_wait *w, size_t n,
                     double total_s, bool place_only)
{
	size_t said = 0;

	for (size_t i = 0; i < n && said < MOST; i++) {
		if (w[i].cpu_s < REPORT_WAITS / 2 * total_s)
			continue;
		strbuf_adds(b, said ? ", " : ": ");
		add_wait(b, &w[i], total_s, place_only);
		said++;
	}
}

static void add_wrapped(struct strbuf *b, const char *first, const char *text)
{
	strbuf_adds(b, first);
	escape_terminal_wrapped(b, text, strlen(first), 2, WIDTH);
	strbuf_addc(b, '\n');
}

void report_waits_program(struct strbuf *b, const struct assessment *a,
                          size_t input)
{
	const struct assess_input *in = &a->in[input];
	struct strbuf text = STRBUF_INIT;

	if (!(in->waiting >= REPORT_WAITS))
		return;
	strbuf_addf(&text, "processor time %s%.1f%% waits",
	            a->n == 1 ? ""
	            : input   ? "in the second "
	                      : "in the first ",
	            100 * in->waiting);
	add_list(&text, in->waits, in->nwaits, in->runtime_s, true);
	add_wrapped(b, "of the", text.s);
	strbuf_release(&text);
}

void report_waits(struct strbuf *b, const struct assessment *a,
                  const struct assess_section *s, size_t input)
{
	const struct assess_value *v = &s->in[input];
	struct strbuf text = STRBUF_INIT;

	if (!v->section || !(v->waited >= REPORT_WAITS))
		return;
	strbuf_addf(&text, "%s%.1f%% of the total runtime",
	            a->n == 1 ? ""
	            : input   ? "second: "
	                      : "first: ",
	            100 * v->waited);
	add_list(&text, v->waits, v->nwaits, a->in[input].runtime_s, false);
	add_wrapped(b, "waits", text.s);
	strbuf_release(&text);
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
		json_end(j);
	}
	json_end(j);
}
