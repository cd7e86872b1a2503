/*
 * JSON: one object, its numbers as measured; null where nothing was. Arrays
 * named after a value hold one element for each input.
 */
#include "report.h"

#include <math.h>

#include "assessment.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "confidence.h"
#include "report_values.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

static void add_string(struct strbuf *b, const char *s)
{
	if (!s) {
		strbuf_adds(b, "null");
		return;
	}
	strbuf_addc(b, '"');
	escape_json(b, s);
	strbuf_addc(b, '"');
}

static void add_number(struct strbuf *b, double v)
{
	char buf[NUM_SHORTEST];

	strbuf_adds(b, isfinite(v) ? num_shortest(buf, v) : "null");
}

static void add_key(struct strbuf *b, const char *key)
{
	add_string(b, key);
	strbuf_addc(b, ':');
}

static void add_text(struct strbuf *b, const char *key, const char *value)
{
	add_key(b, key);
	add_string(b, value);
	strbuf_addc(b, ',');
}

static void add_value(struct strbuf *b, const char *key, double value)
{
	add_key(b, key);
	add_number(b, value);
	strbuf_addc(b, ',');
}

/* "key":[1.5,null] */
static void add_values(struct strbuf *b, const char *key, const double *v,
                       size_t n)
{
	add_key(b, key);
	strbuf_addc(b, '[');
	for (size_t i = 0; i < n; i++) {
		if (i)
			strbuf_addc(b, ',');
		add_number(b, v[i]);
	}
	strbuf_addc(b, ']');
}

/* Texts in "warnings", the same with what they are about in "checks". */
static void add_warnings(struct strbuf *b, const struct assess_warnings *w)
{
	size_t n = 0;

	add_key(b, "warnings");
	strbuf_addc(b, '[');
	for (size_t i = 0; i < w->n; i++) {
		if (w->w[i].check == ASSESS_NOTE)
			continue;
		strbuf_adds(b, n++ ? "," : "");
		add_string(b, w->w[i].text);
	}
	strbuf_adds(b, "],");
	add_key(b, "checks");
	strbuf_addc(b, '[');
	for (size_t i = 0; i < w->n; i++) {
		strbuf_adds(b, i ? ",{" : "{");
		add_text(b, "check", assess_check_name(w->w[i].check));
		add_value(b, "input", (double)w->w[i].input);
		add_text(b, "category", w->w[i].category);
		add_key(b, "text");
		add_string(b, w->w[i].text);
		strbuf_addc(b, '}');
	}
	strbuf_addc(b, ']');
}

static void add_input(struct strbuf *b, const struct assess_input *in)
{
	const struct profile *p = in->profile;

	strbuf_addc(b, '{');
	add_text(b, "file", in->file);
	add_text(b, "program", p->program);
	add_text(b, "collector", p->collector);
	add_text(b, "machine", in->machine_name);
	add_value(b, "runtime_s", in->runtime_s);
	add_value(b, "clock_hz", in->clock_hz);
	add_value(b, "threads", p->threads);
	add_value(b, "ranks", p->ranks);
	add_value(b, "simulated_share", p->simulated_share);
	add_value(b, "good_cpi", in->good_cpi);
	strbuf_addf(b, "\"estimated\":%s,", p->estimated ? "true" : "false");
	add_warnings(b, &in->warnings);
	strbuf_addc(b, '}');
}

/* "key":[[1.5,2.5],null] */
static void add_intervals(struct strbuf *b, const char *key,
                          const struct assess_interval *of, size_t n)
{
	add_key(b, key);
	strbuf_addc(b, '[');
	for (size_t i = 0; i < n; i++) {
		strbuf_adds(b, i ? "," : "");
		if (isnan(of[i].high)) {
			strbuf_adds(b, "null");
			continue;
		}
		strbuf_addf(b, "[%.6g,%.6g]", of[i].low, of[i].high);
	}
	strbuf_addc(b, ']');
}

static void add_lcpi(struct strbuf *b, const struct assessment *a,
                     const struct assess_section *s)
{
	double v[ASSESS_INPUTS];

	add_key(b, "lcpi");
	strbuf_addc(b, '{');
	for (size_t c = 0; c < a->ncategories; c++) {
		for (size_t i = 0; i < a->n; i++)
			v[i] = s->in[i].lcpi[c];
		strbuf_adds(b, c ? "," : "");
		add_values(b, a->categories[c].id, v, a->n);
	}
	strbuf_adds(b, "},");
}

static void add_parts(struct strbuf *b, const struct assessment *a,
                      const struct assess_section *s)
{
	double v[ASSESS_INPUTS];

	add_key(b, "lcpi_parts");
	strbuf_addc(b, '{');
	for (size_t c = 0; c < a->ncategories; c++) {
		const struct assess_category *category = &a->categories[c];

		strbuf_adds(b, c ? "," : "");
		add_key(b, category->id);
		strbuf_addc(b, '{');
		for (size_t k = 0; k < category->nparts; k++) {
			size_t at = category->first_part + k;

			for (size_t i = 0; i < a->n; i++)
				v[i] = s->in[i].parts[at];
			strbuf_adds(b, k ? "," : "");
			add_values(b, a->parts[at].id, v, a->n);
		}
		strbuf_addc(b, '}');
	}
	strbuf_adds(b, "},");
}

static void add_events(struct strbuf *b, const struct assessment *a,
                       const struct assess_section *s)
{
	double v[ASSESS_INPUTS];

	add_key(b, "events");
	strbuf_addc(b, '{');
	for (size_t k = 0; k < a->nevents; k++) {
		for (size_t i = 0; i < a->n; i++)
			v[i] = s->in[i].events[k];
		strbuf_adds(b, k ? "," : "");
		add_values(b, a->events[k], v, a->n);
	}
	strbuf_adds(b, "},");
}

/* What is known of how sure values are; events that were sampled only. */
static void add_confidence(struct strbuf *b, const struct assessment *a,
                           const struct assess_section *s)
{
	struct assess_interval of[ASSESS_INPUTS];
	double v[ASSESS_INPUTS];
	size_t n = 0;

	add_key(b, "event_samples");
	strbuf_addc(b, '{');
	for (size_t k = 0; k < a->nevents; k++) {
		if (!confidence_sampled(a, k))
			continue;
		for (size_t i = 0; i < a->n; i++)
			v[i] = s->in[i].event_samples[k];
		strbuf_adds(b, n++ ? "," : "");
		add_values(b, a->events[k], v, a->n);
	}
	strbuf_adds(b, "},");
	add_key(b, "event_intervals");
	strbuf_addc(b, '{');
	n = 0;
	for (size_t k = 0; k < a->nevents; k++) {
		if (!confidence_sampled(a, k))
			continue;
		for (size_t i = 0; i < a->n; i++)
			of[i] = s->in[i].event_interval[k];
		strbuf_adds(b, n++ ? "," : "");
		add_intervals(b, a->events[k], of, a->n);
	}
	strbuf_adds(b, "},");
	add_key(b, "lcpi_intervals");
	strbuf_addc(b, '{');
	for (size_t c = 0; c < a->ncategories; c++) {
		for (size_t i = 0; i < a->n; i++)
			of[i] = s->in[i].lcpi_interval[c];
		strbuf_adds(b, c ? "," : "");
		add_intervals(b, a->categories[c].id, of, a->n);
	}
	strbuf_adds(b, "},");
}

/* Where it is in each input: an edit moves lines; null in one without it. */
static void add_places(struct strbuf *b, const struct assessment *a,
                       const struct assess_section *s)
{
	add_key(b, "places");
	strbuf_addc(b, '[');
	for (size_t i = 0; i < a->n; i++) {
		const struct profile_section *p = s->in[i].section;

		strbuf_adds(b, i ? "," : "");
		if (!p) {
			strbuf_adds(b, "null");
			continue;
		}
		strbuf_addc(b, '{');
		add_text(b, "file", p->file);
		add_value(b, "line", p->line ? (double)p->line : NAN);
		add_key(b, "end_line");
		add_number(b, p->end_line ? (double)p->end_line : NAN);
		strbuf_addc(b, '}');
	}
	strbuf_adds(b, "],");
}

/* What --formulas shows, as text; null where there is none. */
static void add_formulas(struct strbuf *b, const struct assessment *a,
                         const struct assess_section *s)
{
	struct strbuf text = STRBUF_INIT;

	add_key(b, "formulas");
	strbuf_addc(b, '{');
	for (size_t c = 0; c < a->ncategories; c++) {
		strbuf_adds(b, c ? "," : "");
		add_key(b, a->categories[c].id);
		strbuf_addc(b, '[');
		for (size_t i = 0; i < a->n; i++) {
			strbuf_clear(&text);
			report_formula(&text, a, s, c, i);
			strbuf_adds(b, i ? "," : "");
			add_string(b, text.len ? text.s : NULL);
		}
		strbuf_addc(b, ']');
	}
	strbuf_adds(b, "},");
	strbuf_release(&text);
}

static void add_section(struct strbuf *b, const struct assessment *a,
                        const struct assess_section *s,
                        const struct report_options *options)
{
	const struct report_extra *extra = options->extra;
	double runtime[ASSESS_INPUTS], fraction[ASSESS_INPUTS];
	double samples[ASSESS_INPUTS], imbalance[ASSESS_INPUTS];

	for (size_t i = 0; i < a->n; i++) {
		imbalance[i] = s->in[i].imbalance;
		runtime[i] = s->in[i].runtime_s;
		fraction[i] = s->in[i].fraction;
		samples[i] = s->in[i].samples;
	}
	strbuf_addc(b, '{');
	add_text(b, "kind", profile_kind_name(s->kind));
	add_text(b, "name", s->name);
	add_text(b, "procedure", s->procedure);
	add_text(b, "inlined", s->inlined);
	add_text(b, "module", s->module);
	add_text(b, "file", s->file);
	add_value(b, "line", s->line ? (double)s->line : NAN);
	add_value(b, "end_line", s->end_line ? (double)s->end_line : NAN);
	add_value(b, "depth", s->depth);
	add_places(b, a, s);
	add_values(b, "runtime_s", runtime, a->n);
	strbuf_addc(b, ',');
	add_values(b, "fraction", fraction, a->n);
	strbuf_addc(b, ',');
	add_values(b, "samples", samples, a->n);
	strbuf_addc(b, ',');
	add_values(b, "imbalance", imbalance, a->n);
	strbuf_addc(b, ',');
	add_lcpi(b, a, s);
	add_parts(b, a, s);
	if (options->formulas)
		add_formulas(b, a, s);
	add_events(b, a, s);
	add_confidence(b, a, s);
	add_warnings(b, &s->warnings);
	if (extra) {
		strbuf_addc(b, ',');
		extra->json(b, s, extra->ctx);
	}
	strbuf_addc(b, '}');
}

static void flush(struct strbuf *b, FILE *f)
{
	fwrite(b->s, 1, b->len, f);
	strbuf_clear(b);
}

int report_json(const struct assessment *a,
                const struct report_options *options, FILE *f, struct err *err)
{
	struct strbuf b = STRBUF_INIT;

	(void)err;
	strbuf_addc(&b, '{');
	add_text(&b, "perfexpert", PERFEXPERT_VERSION);
	add_value(&b, "threshold", a->threshold);
	add_text(&b, "suggestions", options->suggestions);
	strbuf_adds(&b, "\"inputs\":[");
	for (size_t i = 0; i < a->n; i++) {
		strbuf_adds(&b, i ? ",\n" : "\n");
		add_input(&b, &a->in[i]);
	}
	strbuf_adds(&b, "],\n\"sections\":[");
	for (size_t i = 0; i < a->nshown; i++) {
		strbuf_adds(&b, i ? ",\n" : "\n");
		add_section(&b, a, a->shown[i], options);
		flush(&b, f);
	}
	strbuf_adds(&b, "]}\n");
	flush(&b, f);
	strbuf_release(&b);
	return 0;
}
