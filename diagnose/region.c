#include "region.h"

#include <assert.h>
#include <math.h>

#include "assessment.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"
#include "base/str.h"
#include "base/strbuf.h"

enum { MOST_NAMED = 10, MOST_CONTENTS = 4 };

double region_overhead(const struct assess_value *v)
{
	const struct profile_region *r = v->section ? v->section->region : NULL;

	if (!r || !(v->runtime_s > 0))
		return NAN;
	return fmin(1, r->pairs * r->pair_s / v->runtime_s);
}

bool region_named(const struct assessment *a, const struct assess_section *s)
{
	const struct profile_section *p =
		s->in[0].section ? s->in[0].section : s->in[1].section;

	assert(p); /* a section has at least one input */
	return s->kind == PROFILE_REGION && a->region &&
	       (strcmp(a->region, s->name) == 0 ||
	        strcmp(a->region, p->name) == 0);
}

/* Is the fact about this section? */
static bool about(const struct profile_fact *f, const struct assess_section *s)
{
	const double line = profile_fact_number(f, "line");

	return strcmp(f->name, "within") == 0 &&
	       str_same(profile_fact_attr(f, "kind"),
	                profile_kind_name(s->kind)) &&
	       str_same(profile_fact_attr(f, "procedure"), s->procedure) &&
	       str_same(profile_fact_attr(f, "file"),
	                s->line ? s->file : NULL) &&
	       (isnan(line) ? 0 : line) == (s->file ? s->line : 0);
}

/* The largest share of a section in a region, by the facts of one input */
static double share_within(const struct profile_section *region,
                           const struct assess_section *s)
{
	double share = 0;

	for (size_t f = 0; region && f < region->nfacts; f++) {
		if (about(&region->facts[f], s))
			share = fmax(share,
			             profile_fact_number(&region->facts[f],
			                                 "share"));
	}
	return share;
}

double region_within(const struct assessment *a, const struct assess_section *s)
{
	double share = 0;

	for (size_t i = 0; i < a->nregions; i++) {
		const struct assess_section *r = a->regions[i];

		for (size_t k = 0; region_named(a, r) && k < a->n; k++)
			share = fmax(share, share_within(r->in[k].section, s));
	}
	return share;
}

int region_find(const struct assessment *a, struct err *err)
{
	struct strbuf b = STRBUF_INIT;

	for (size_t i = 0; i < a->nregions; i++) {
		if (region_named(a, a->regions[i])) {
			strbuf_release(&b);
			return 0;
		}
		if (i < MOST_NAMED)
			strbuf_addf(&b, "%s'%s'", i ? ", " : "",
			            a->regions[i]->name);
	}
	if (a->nregions == 0)
		err_set(err, ERR_USAGE,
		        "--region %s: the measurement has no regions",
		        a->region);
	else
		err_set(err, ERR_USAGE,
		        "--region %s: there is no such region, only %s%s",
		        a->region, b.s, a->nregions > MOST_NAMED ? ", .." : "");
	strbuf_release(&b);
	return -1;
}

/* "; its time is in walk (60 %), add (39 %)" */
static void add_contents(struct strbuf *b, const struct profile_section *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->nfacts && n < MOST_CONTENTS; i++) {
		const struct profile_fact *f = &s->facts[i];
		const char *name = profile_fact_attr(f, "procedure");
		const double share = profile_fact_number(f, "share");

		if (strcmp(f->name, "within") != 0 || !name ||
		    !str_same(profile_fact_attr(f, "kind"), "procedure") ||
		    !(share >= 0.005))
			continue;
		strbuf_adds(b, n++ ? ", " : "; its time is in ");
		strbuf_addf(b, "%s (%.0f %%)", name, 100 * share);
	}
}

void region_check(struct assessment *a, struct assess_section *s, size_t i)
{
	const struct assess_value *v = &s->in[i];
	const struct profile_region *r = v->section ? v->section->region : NULL;
	const double overhead = region_overhead(v);
	struct assess_warning about = { .check = ASSESS_NOTE, .input = i };
	struct strbuf b = STRBUF_INIT;
	char number[32];

	if (!r)
		return;
	if (isnan(r->entries))
		strbuf_adds(&b, "how often it is entered is not known");
	else
		strbuf_addf(&b, "entered %s time%s",
		            num_grouped(number, sizeof(number), r->entries),
		            r->entries == 1 ? "" : "s");
	if (!isnan(r->elapsed_s))
		strbuf_addf(&b, ", %.3g s elapsed", r->elapsed_s);
	if (!isnan(overhead))
		strbuf_addf(&b, ", its begins and ends take %.2g %%",
		            100 * overhead);
	add_contents(&b, v->section);
	assess_warn(a, &s->warnings, &about, "%s", b.s);
	strbuf_release(&b);
	about.check = ASSESS_OVERHEAD;
	if (overhead > REGION_OVERHEAD)
		assess_warn(a, &s->warnings, &about,
		            "begins and ends of regions take %.0f %% of its "
		            "time: name larger parts of the program",
		            100 * overhead);
}
