#include "report.h"

#include "assessment.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/strbuf.h"

const struct report *report_find(const char *name)
{
	static const struct report reports[] = {
		{ "text", false, report_text },
		{ "json", true, report_json },
		{ "csv", false, report_csv },
	};

	for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++) {
		if (strcmp(reports[i].name, name) == 0)
			return &reports[i];
	}
	return NULL;
}

static void procedure_title(struct strbuf *b, const struct assess_section *s)
{
	/* "<unknown>", "<plt>", "<0x4290>": names that say nothing alone */
	bool unknown = s->name[0] == '<' || !*s->name;

	strbuf_adds(b, *s->name ? s->name : "<unknown>");
	if (s->namesake && s->file && s->line)
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

void report_title(struct strbuf *b, const struct assess_section *s)
{
	const char *place = s->name + strlen("loop ");

	if (s->kind != PROFILE_LOOP) {
		procedure_title(b, s);
		return;
	}
	strbuf_adds(b, s->depth > 1 ? "inner loop " : "loop ");
	if (s->depth > 2)
		strbuf_addf(b, "(level %u) ", s->depth);
	strbuf_adds(b, place);
	moved_title(b, s);
	if (s->inlined)
		strbuf_addf(b, " in %s, inlined into", s->inlined);
	else
		strbuf_adds(b, " in");
	strbuf_addf(b, " %s", *s->procedure ? s->procedure : "<unknown>");
}

bool report_told_by_inner(const struct assessment *a,
                          const struct assess_section *s)
{
	static const double nearly_all = 0.9;

	for (size_t k = 0; s->kind == PROFILE_LOOP && k < s->nchildren; k++) {
		const struct assess_section *c = s->child[k];
		bool all = c->shown;

		for (size_t i = 0; i < a->n; i++)
			all = all && c->in[i].fraction >=
			                     nearly_all * s->in[i].fraction;
		if (all)
			return true;
	}
	return false;
}
