#include "data.h"

#include <math.h>

#include "diagnose/assessment.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "diagnose/confidence.h"
#include "report/report.h"

static void add_text(struct strbuf *b, const char *s)
{
	strbuf_addc(b, ',');
	if (s)
		escape_csv(b, s);
}

static void add_number(struct strbuf *b, double v)
{
	char buf[NUM_SHORTEST];

	strbuf_addc(b, ',');
	if (isfinite(v))
		strbuf_adds(b, num_shortest(buf, v));
}

/* Six digits: an interval's ends are no more exact. */
static void add_interval(struct strbuf *b, const struct assess_interval *of)
{
	if (isnan(of->high))
		strbuf_adds(b, ",,");
	else
		strbuf_addf(b, ",%.6g,%.6g", of->low, of->high);
}

/* The names of an interval's ends, and of the samples that it is from */
static void add_ends(struct strbuf *b, const char *front, const char *name,
                     bool samples)
{
	static const char *const ends[] = { "_samples", "_low", "_high" };

	for (size_t i = samples ? 0 : 1; i < 3; i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "%s%s%s", front, name, ends[i]);
		add_text(b, text.s);
		strbuf_release(&text);
	}
}

static void add_head(struct strbuf *b, const struct assessment *a)
{
	strbuf_adds(b, "input,kind,name,procedure,module,file,line,end_line,"
	               "depth,runtime_s,fraction,samples");
	for (size_t c = 0; c < a->ncategories; c++) {
		strbuf_adds(b, ",lcpi_");
		strbuf_adds(b, a->categories[c].id);
	}
	for (size_t k = 0; k < a->nevents; k++)
		add_text(b, a->events[k]);
	strbuf_adds(b, ",warnings");
	for (size_t k = 0; k < a->nevents; k++) {
		if (confidence_sampled(a, k))
			add_ends(b, "", a->events[k], true);
	}
	for (size_t c = 0; c < a->ncategories; c++)
		add_ends(b, "lcpi_", a->categories[c].id, false);
	strbuf_addc(b, '\n');
}

/* The warnings about this input, "; " between them */
static void add_warnings(struct strbuf *b, const struct assess_warnings *w,
                         size_t i)
{
	struct strbuf all = STRBUF_INIT;

	for (size_t k = 0; k < w->n; k++) {
		if (w->w[k].input != i || w->w[k].check == ASSESS_NOTE)
			continue;
		if (all.len)
			strbuf_adds(&all, "; ");
		strbuf_adds(&all, w->w[k].text);
	}
	add_text(b, all.s);
	strbuf_release(&all);
}

static void add_row(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s, size_t i)
{
	const struct assess_value *v = &s->in[i];
	const struct profile_section *p = v->section;

	escape_csv(b, a->in[i].file);
	add_text(b, profile_kind_name(s->kind));
	add_text(b, s->name);
	add_text(b, s->procedure);
	add_text(b, s->module);
	add_text(b, p->file);
	add_number(b, p->line ? (double)p->line : NAN);
	add_number(b, p->end_line ? (double)p->end_line : NAN);
	add_number(b, s->depth);
	add_number(b, v->runtime_s);
	add_number(b, v->fraction);
	add_number(b, v->samples);
	for (size_t c = 0; c < a->ncategories; c++)
		add_number(b, v->lcpi[c]);
	for (size_t k = 0; k < a->nevents; k++)
		add_number(b, v->events[k]);
	add_warnings(b, &s->warnings, i);
	for (size_t k = 0; k < a->nevents; k++) {
		if (!confidence_sampled(a, k))
			continue;
		add_number(b, v->event_samples[k]);
		add_interval(b, &v->event_interval[k]);
	}
	for (size_t c = 0; c < a->ncategories; c++)
		add_interval(b, &v->lcpi_interval[c]);
	strbuf_addc(b, '\n');
}

static void write_csv(const struct assessment *a, const struct suggest *suggest,
                      const struct report_options *options, FILE *f)
{
	struct strbuf b = STRBUF_INIT;

	(void)suggest;
	(void)options;
	add_head(&b, a);
	for (size_t k = 0; k < a->nshown; k++) {
		for (size_t i = 0; i < a->n; i++) {
			if (a->shown[k]->in[i].section)
				add_row(&b, a, a->shown[k], i);
		}
		fwrite(b.s, 1, b.len, f);
		strbuf_clear(&b);
	}
	fwrite(b.s, 1, b.len, f);
	strbuf_release(&b);
}

const struct report report_csv = { .name = "csv", .write = write_csv };
