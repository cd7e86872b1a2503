/*
 * JSON: one object, its numbers as measured; null where nothing was. Arrays
 * named after a value hold one element for each input.
 */
#include "data.h"

#include <math.h>

#include "diagnose/assessment.h"
#include "base/banned.h"
#include "base/strbuf.h"
#include "diagnose/confidence.h"
#include "diagnose/region.h"
#include "knowledge/findings.h"
#include "knowledge/gain.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "report/account.h"
#include "report/answer.h"
#include "report/balance.h"
#include "report/report.h"
#include "report/suggestions.h"
#include "report/text_values.h"
#include "report/waits.h"

/* Texts in "warnings", the same with what they are about in "checks". */
static void add_warnings(struct json *j, const struct assess_warnings *w)
{
	json_array(j, "warnings");
	for (size_t i = 0; i < w->n; i++) {
		if (w->w[i].check != ASSESS_NOTE)
			json_text(j, NULL, w->w[i].text);
	}
	json_end(j);
	json_array(j, "checks");
	for (size_t i = 0; i < w->n; i++) {
		json_object(j, NULL);
		json_text(j, "check", assess_check_name(w->w[i].check));
		json_number(j, "input", (double)w->w[i].input);
		json_text(j, "category", w->w[i].category);
		json_text(j, "text", w->w[i].text);
		json_end(j);
	}
	json_end(j);
}

static void add_input(struct json *j, const struct assessment *a,
                      const struct assess_input *in)
{
	const struct profile *p = in->profile;

	json_line(j);
	json_object(j, NULL);
	json_text(j, "file", in->file);
	json_text(j, "program", p->program);
	json_text(j, "collector", p->collector);
	json_text(j, "machine", in->machine_name);
	json_number(j, "runtime_s", in->runtime_s);
	json_number(j, "elapsed_s", in->elapsed_s);
	json_number(j, "clock_hz", in->clock_hz);
	json_number(j, "threads", p->threads);
	json_number(j, "ranks", p->ranks);
	json_number(j, "simulated_share", p->simulated_share);
	json_number(j, "good_cpi", in->good_cpi);
	json_bool(j, "estimated", p->estimated);
	json_number(j, "waiting", in->waiting);
	report_memory_json(j, p);
	report_elapsed_json(j, &in->elapsed);
	report_balance_json(j, a, NULL, (size_t)(in - a->in));
	report_waits_json(j, "waits", in->waits, in->nwaits);
	add_warnings(j, &in->warnings);
	json_end(j);
}

/* "key":[[1.5,2.5],null]; six digits are more than an interval has */
static void add_intervals(struct json *j, const char *key,
                          const struct assess_interval *of, size_t n)
{
	json_array(j, key);
	for (size_t i = 0; i < n; i++) {
		if (isnan(of[i].high)) {
			json_number(j, NULL, NAN);
			continue;
		}
		json_array(j, NULL);
		json_digits(j, NULL, of[i].low, 6);
		json_digits(j, NULL, of[i].high, 6);
		json_end(j);
	}
	json_end(j);
}

static void add_lcpi(struct json *j, const struct assessment *a,
                     const struct assess_section *s)
{
	double v[ASSESS_INPUTS];

	json_object(j, "lcpi");
	for (size_t c = 0; c < a->ncategories; c++) {
		for (size_t i = 0; i < a->n; i++)
			v[i] = s->in[i].lcpi[c];
		json_numbers(j, a->categories[c].id, v, a->n);
	}
	json_end(j);
}

static void add_parts(struct json *j, const struct assessment *a,
                      const struct assess_section *s)
{
	double v[ASSESS_INPUTS];

	json_object(j, "lcpi_parts");
	for (size_t c = 0; c < a->ncategories; c++) {
		const struct assess_category *category = &a->categories[c];

		json_object(j, category->id);
		for (size_t k = 0; k < category->nparts; k++) {
			size_t at = category->first_part + k;

			for (size_t i = 0; i < a->n; i++)
				v[i] = s->in[i].parts[at];
			json_numbers(j, a->parts[at].id, v, a->n);
		}
		json_end(j);
	}
	json_end(j);
}

static void add_events(struct json *j, const struct assessment *a,
                       const struct assess_section *s)
{
	double v[ASSESS_INPUTS];

	json_object(j, "events");
	for (size_t k = 0; k < a->nevents; k++) {
		for (size_t i = 0; i < a->n; i++)
			v[i] = s->in[i].events[k];
		json_numbers(j, a->events[k], v, a->n);
	}
	json_end(j);
}

/* What is known of how sure values are; events that were sampled only. */
static void add_confidence(struct json *j, const struct assessment *a,
                           const struct assess_section *s)
{
	struct assess_interval of[ASSESS_INPUTS];
	double v[ASSESS_INPUTS];

	json_object(j, "event_samples");
	for (size_t k = 0; k < a->nevents; k++) {
		for (size_t i = 0; i < a->n; i++)
			v[i] = s->in[i].event_samples[k];
		if (confidence_sampled(a, k))
			json_numbers(j, a->events[k], v, a->n);
	}
	json_end(j);
	json_object(j, "event_intervals");
	for (size_t k = 0; k < a->nevents; k++) {
		for (size_t i = 0; i < a->n; i++)
			of[i] = s->in[i].event_interval[k];
		if (confidence_sampled(a, k))
			add_intervals(j, a->events[k], of, a->n);
	}
	json_end(j);
	json_object(j, "lcpi_intervals");
	for (size_t c = 0; c < a->ncategories; c++) {
		for (size_t i = 0; i < a->n; i++)
			of[i] = s->in[i].lcpi_interval[c];
		add_intervals(j, a->categories[c].id, of, a->n);
	}
	json_end(j);
}

/* A line that is not known is null. */
static void add_line(struct json *j, const char *key, unsigned line)
{
	json_number(j, key, line ? (double)line : NAN);
}

/* Where it is in each input: an edit moves lines; null in one without it. */
static void add_places(struct json *j, const struct assessment *a,
                       const struct assess_section *s)
{
	json_array(j, "places");
	for (size_t i = 0; i < a->n; i++) {
		const struct profile_section *p = s->in[i].section;

		if (!p) {
			json_text(j, NULL, NULL);
			continue;
		}
		json_object(j, NULL);
		json_text(j, "file", p->file);
		add_line(j, "line", p->line);
		add_line(j, "end_line", p->end_line);
		json_end(j);
	}
	json_end(j);
}

/* What --formulas shows, as text; null where there is none. */
static void add_formulas(struct json *j, const struct assessment *a,
                         const struct assess_section *s)
{
	struct strbuf text = STRBUF_INIT;

	json_object(j, "formulas");
	for (size_t c = 0; c < a->ncategories; c++) {
		json_array(j, a->categories[c].id);
		for (size_t i = 0; i < a->n; i++) {
			strbuf_clear(&text);
			report_formula(&text, a, s, c, i);
			json_text(j, NULL, text.len ? text.s : NULL);
		}
		json_end(j);
	}
	json_end(j);
	strbuf_release(&text);
}

static void add_name(struct json *j, const struct assess_section *s)
{
	json_text(j, "kind", profile_kind_name(s->kind));
	json_text(j, "name", s->name);
	json_text(j, "procedure",
	          s->kind == PROFILE_REGION ? NULL : s->procedure);
	json_text(j, "inlined", s->inlined);
	json_text(j, "module", s->module);
	json_text(j, "file", s->file);
	add_line(j, "line", s->line);
	add_line(j, "end_line", s->end_line);
	json_number(j, "depth", s->depth);
}

/* What only regions have; null for others. */
static void add_region(struct json *j, const struct assessment *a,
                       const struct assess_section *s)
{
	double entries[ASSESS_INPUTS], elapsed[ASSESS_INPUTS];
	double overhead[ASSESS_INPUTS];

	if (s->kind != PROFILE_REGION)
		return;
	for (size_t i = 0; i < a->n; i++) {
		const struct profile_section *p = s->in[i].section;

		entries[i] = p ? p->region->entries : NAN;
		elapsed[i] = p ? p->region->elapsed_s : NAN;
		overhead[i] = region_overhead(&s->in[i]);
	}
	json_numbers(j, "entries", entries, a->n);
	json_numbers(j, "elapsed_s", elapsed, a->n);
	json_numbers(j, "overhead", overhead, a->n);
	json_array(j, "own");
	for (size_t i = 0; i < a->n; i++) {
		const struct profile_section *p = s->in[i].section;

		json_object(j, NULL);
		for (size_t k = 0; p && k < a->in[i].profile->nevents; k++)
			json_number(j, a->in[i].profile->events[k].name,
			            p->region->own[k]);
		json_end(j);
	}
	json_end(j);
}

static void add_time(struct json *j, const struct assessment *a,
                     const struct assess_section *s)
{
	double runtime[ASSESS_INPUTS], fraction[ASSESS_INPUTS];
	double samples[ASSESS_INPUTS], imbalance[ASSESS_INPUTS];

	for (size_t i = 0; i < a->n; i++) {
		imbalance[i] = s->in[i].imbalance;
		runtime[i] = s->in[i].runtime_s;
		fraction[i] = s->in[i].fraction;
		samples[i] = s->in[i].samples;
	}
	json_numbers(j, "runtime_s", runtime, a->n);
	json_numbers(j, "fraction", fraction, a->n);
	json_numbers(j, "samples", samples, a->n);
	json_numbers(j, "imbalance", imbalance, a->n);
	for (size_t i = 0; i < a->n; i++)
		fraction[i] = s->in[i].waited;
	json_numbers(j, "waited", fraction, a->n);
	for (size_t i = 0; i < a->n; i++)
		fraction[i] = s->in[i].section ? s->in[i].path : NAN;
	json_numbers(j, "path", fraction, a->n);
	for (size_t i = 0; i < a->n; i++)
		fraction[i] = s->in[i].blocked_s;
	json_numbers(j, "blocked_s", fraction, a->n);
	json_array(j, "waits");
	for (size_t i = 0; i < a->n; i++)
		report_waits_json(j, NULL, s->in[i].waits, s->in[i].nwaits);
	json_end(j);
}

static void add_section(struct json *j, const struct assessment *a,
                        const struct assess_section *s,
                        const struct suggest *suggest,
                        const struct report_options *options)
{
	json_line(j);
	json_object(j, NULL);
	add_name(j, s);
	add_places(j, a, s);
	add_time(j, a, s);
	add_region(j, a, s);
	add_lcpi(j, a, s);
	add_parts(j, a, s);
	if (options->formulas)
		add_formulas(j, a, s);
	add_events(j, a, s);
	add_confidence(j, a, s);
	report_account_json(j, a, s);
	json_array(j, "balance");
	for (size_t i = 0; i < a->n; i++)
		report_balance_json(j, a, s, i);
	json_end(j);
	add_warnings(j, &s->warnings);
	if (options->most_suggestions)
		suggestions_json(j, suggest_find(suggest, s), options);
	json_end(j);
}

/* A change, with what it is expected to gain */
static void add_change(struct json *j, const struct suggest_item *item,
                       const struct gain *gain)
{
	json_object(j, NULL);
	json_text(j, "id", item->suggestion->id);
	json_text(j, "title", item->suggestion->title);
	json_text(j, "evidence", item->evidence);
	json_number(j, "expected",
	            gain->expected && !gain->joined ? gain_times(gain->saved)
	                                            : NAN);
	json_number(j, "at_most", gain_times(gain->most));
	json_end(j);
}

static void add_finding(struct json *j, const struct findings *f, size_t i)
{
	const struct finding *of = &f->list[i];
	struct strbuf title = STRBUF_INIT;

	answer_title(&title, f, i);
	json_line(j);
	json_object(j, NULL);
	json_text(j, "place", title.s);
	if (of->at->file)
		json_text(j, "file", of->at->file);
	if (of->at->file && of->line)
		json_number(j, "line", of->line);
	json_number(j, "share", of->share);
	json_number(j, "waited", of->waited);
	json_bool(j, "foreign", of->foreign);
	json_text(j, "why", of->why);
	json_text(j, "unsure", of->unsure);
	json_array(j, "changes");
	for (size_t k = 0; k < of->n; k++)
		add_change(j, of->changes[k],
		           k == 0 ? &of->gain : &of->changes[k]->gain);
	json_end(j);
	json_end(j);
	strbuf_release(&title);
}

static void add_findings(struct json *j, const struct assessment *a,
                         const struct suggest *suggest)
{
	struct findings *f = findings_new(a, suggest);

	json_array(j, "findings");
	for (size_t i = 0; i < f->n; i++)
		add_finding(j, f, i);
	json_end(j);
	findings_free(f);
}

static void fill(struct json *j, const struct assessment *a,
                 const struct suggest *suggest,
                 const struct report_options *options)
{
	json_number(j, "threshold", a->threshold);
	json_text(j, "suggestions", options->suggestions);
	json_array(j, "inputs");
	for (size_t i = 0; i < a->n; i++)
		add_input(j, a, &a->in[i]);
	json_end(j);
	json_line(j);
	json_array(j, "sections");
	for (size_t i = 0; i < a->nshown; i++)
		add_section(j, a, a->shown[i], suggest, options);
	json_end(j);
	add_findings(j, a, suggest);
	if (options->most_suggestions && suggest->nelsewhere) {
		json_object(j, "elsewhere");
		suggestions_json(j, &suggest->sections[suggest->n], options);
		json_end(j);
	}
}

const struct report report_json = {
	.name = "sections",
	.table = "sections",
	.details = true,
	.whole = true,
	.all = true,
	.fill = fill,
};
