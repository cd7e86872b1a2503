#include "report.h"

#include "diagnose/assessment.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/outlined.h"
#include "base/short_name.h"
#include "base/strbuf.h"

static void add_name(struct strbuf *b, const char *name, bool whole)
{
	if (!*name)
		name = "<unknown>";
	if (whole)
		strbuf_adds(b, name);
	else
		short_name(b, name);
}

static void procedure_title(struct strbuf *b, const struct assess_section *s,
                            bool whole)
{
	/* "<unknown>", "<plt>", "<0x4290>": names that say nothing alone */
	bool unknown = s->name[0] == '<' || !*s->name;

	add_name(b, s->name, whole);
	if ((s->namesake || outlined_is_name(s->name)) && s->file && s->line)
		strbuf_addf(b, " at %s:%u", io_basename(s->file), s->line);
	else if (s->namesake || unknown)
		strbuf_addf(b, " in %s", io_basename(s->module));
}

/* The place of a loop in the second input, where an edit has moved it. */
static void moved_title(struct strbuf *b, const struct assess_section *s)
{
	const struct profile_section *one = s->in[0].section;
	const struct profile_section *two = s->in[1].section;

	if (!one || !two || !one->file || !two->file || !one->line ||
	    !two->line)
		return;
	if (one->line != two->line ||
	    strcmp(io_basename(one->file), io_basename(two->file)) != 0)
		strbuf_addf(b, ", now %s:%u,", io_basename(two->file),
		            two->line);
}

void report_title(struct strbuf *b, const struct assess_section *s, bool whole)
{
	const char *place = s->name + strlen("loop ");

	if (s->kind == PROFILE_REGION) {
		strbuf_adds(b, "region ");
		add_name(b, s->name, whole);
		return;
	}
	if (s->kind != PROFILE_LOOP) {
		procedure_title(b, s, whole);
		return;
	}
	strbuf_adds(b, s->depth > 1 ? "inner loop " : "loop ");
	if (s->depth > 2)
		strbuf_addf(b, "(level %u) ", s->depth);
	strbuf_adds(b, place);
	moved_title(b, s);
	strbuf_adds(b, " in ");
	if (s->inlined) {
		add_name(b, s->inlined, whole);
		strbuf_adds(b, ", inlined into ");
	}
	add_name(b, s->procedure, whole);
}

bool report_told_by_inner(const struct assessment *a,
                          const struct assess_section *s)
{
	static const double nearly_all = 0.9;
	bool waits = true;

	/* of what only waits, the procedure says no more than its loop */
	for (size_t i = 0; i < a->n; i++)
		waits &= !s->in[i].section || assess_only_waits(a, s, i);
	for (size_t k = 0;
	     (s->kind == PROFILE_LOOP || waits) && k < s->nchildren; k++) {
		const struct assess_section *c = s->child[k];
		bool all = c->shown;

		for (size_t i = 0; i < a->n; i++)
			all = all &&
			      c->in[i].fraction >=
			              nearly_all * s->in[i].fraction &&
			      c->in[i].waited >= nearly_all * s->in[i].waited &&
			      c->in[i].blocked_s >=
			              nearly_all * s->in[i].blocked_s;
		if (all)
			return true;
	}
	return false;
}
