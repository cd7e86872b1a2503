#include "series.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "elements.h"
#include "profile.h"

void profile_series_add(struct profile *p, struct profile_section *s,
                        const struct profile_series *of)
{
	struct profile_timeline *t = &p->timeline;
	struct profile_series *new;
	float *value;

	if (!of->n || of->from >= PROFILE_MAX_BINS ||
	    of->n > PROFILE_MAX_BINS - of->from ||
	    t->values + of->n > PROFILE_MAX_SERIES)
		return;
	value = arena_alloc(p->arena, of->n, sizeof(*value));
	memcpy(value, of->value, of->n * sizeof(*value));
	new = arena_alloc(p->arena, 1, sizeof(*new));
	*new = *of;
	new->of = arena_intern(p->arena, of->of);
	new->value = value;
	new->next = NULL;
	t->values += of->n;
	if (s && s->series)
		s->last_series->next = new;
	else if (s)
		s->series = new;
	else if (t->series)
		t->last->next = new;
	else
		t->series = new;
	*(s ? &s->last_series : &t->last) = new;
}

int series_read(struct elements *in, struct profile *p,
                struct profile_section *s)
{
	struct profile_series series = { .of = "" };
	double list[PROFILE_MAX_BINS];
	float value[PROFILE_MAX_BINS];
	const struct element_field fields[] = {
		{ .name = "of", .text = &series.of },
		{ .name = "thread", .line = &series.thread },
		{ .name = "from", .line = &series.from },
		{ .name = "n", .line = &series.n },
	};

	if (elements_fields(in, fields, sizeof(fields) / sizeof(*fields)) != 0)
		return -1;
	if (series.from > PROFILE_MAX_BINS ||
	    series.n > PROFILE_MAX_BINS - series.from)
		return elements_fail(in, "a time line of more than %d parts",
		                     PROFILE_MAX_BINS);
	if (series.thread >= PROFILE_MAX_LANES)
		return elements_fail(in, "a time line of more than %d threads",
		                     PROFILE_MAX_LANES);
	if (p->timeline.values + series.n > PROFILE_MAX_SERIES)
		return elements_fail(in, "too many time lines");
	if (elements_list(in, list, series.n) != 0)
		return -1;
	for (unsigned i = 0; i < series.n; i++) {
		if (list[i] > PROFILE_MAX_FAULTS)
			return elements_fail(in, "%g is out of range", list[i]);
		value[i] = isnan(list[i]) ? 0 : (float)list[i];
	}
	series.value = value;
	profile_series_add(p, s, &series);
	return 0;
}

int series_read_timeline(struct elements *in, struct profile *p)
{
	struct profile_timeline *t = &p->timeline;
	const int depth = xmlTextReaderDepth(in->xml);
	const bool empty = xmlTextReaderIsEmptyElement(in->xml) != 0;
	const struct element_field fields[] = {
		{ .name = "bin-s", .count = &t->bin_s },
		{ .name = "bins", .line = &t->bins },
	};
	int rc = 0;

	if (t->bins)
		return elements_fail(in, "a second <timeline>");
	if (elements_fields(in, fields, sizeof(fields) / sizeof(*fields)) != 0)
		return -1;
	if (!(t->bin_s > 0) || !t->bins || t->bins > PROFILE_MAX_BINS)
		return elements_fail(in, "a time line without parts, or with "
		                         "too many");
	while (!empty && (rc = elements_next(in, depth)) > 0) {
		if ((strcmp(elements_name(in), "series") == 0
		             ? series_read(in, p, NULL)
		             : elements_skip(in)) != 0)
			return -1;
	}
	return rc;
}

static void write_one(struct strbuf *b, const struct profile_series *s)
{
	strbuf_adds(b, "<series of=\"");
	escape_html(b, s->of);
	strbuf_addf(b, "\" thread=\"%u\" from=\"%u\" n=\"%u\">", s->thread,
	            s->from, s->n);
	for (unsigned i = 0; i < s->n; i++)
		strbuf_addf(b, "%s%.3g", i ? " " : "", (double)s->value[i]);
	strbuf_adds(b, "</series>\n");
}

void series_write(struct strbuf *b, const struct profile_section *s)
{
	for (const struct profile_series *i = s->series; i; i = i->next)
		write_one(b, i);
}

void series_write_timeline(struct strbuf *b, const struct profile *p)
{
	const struct profile_timeline *t = &p->timeline;
	char text[NUM_SHORTEST];

	if (!t->bins)
		return;
	strbuf_addf(b, "<timeline bin-s=\"%s\" bins=\"%u\"",
	            num_shortest(text, t->bin_s), t->bins);
	strbuf_adds(b, ">\n");
	for (const struct profile_series *i = t->series; i; i = i->next)
		write_one(b, i);
	strbuf_adds(b, "</timeline>\n");
}
