#include "report.h"

#include "diagnose/assessment.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/outlined.h"
#include "base/strbuf.h"

/* Names are shortened from so many characters on, and cut at so many. */
enum { LONG_NAME = 76, LONGEST_NAME = 152, LONG_LIST = 12 };

/* The bracket that closes the one at s, or NULL; "->" is none */
static const char *closing(const char *s)
{
	size_t depth = 0;

	for (const char *at = s; *at; at++) {
		if (*at == '<' || *at == '(')
			depth++;
		else if ((*at == '>' && at[-1] != '-') || *at == ')')
			depth--;
		if (depth == 0)
			return at;
	}
	return NULL;
}

/* How many characters of "operator<<", "operator()" are no brackets */
static size_t operator_length(const char *s)
{
	static const char word[] = "operator";
	const size_t n = sizeof(word) - 1;

	if (strncmp(s, word, n) != 0)
		return 0;
	return strncmp(s + n, "()", 2) == 0 ? n + 2
	                                    : n + strspn(s + n, "<>=-!");
}

/* "(anonymous namespace)", and what is said of a name behind a space:
 * "(parallel region)" */
static bool is_remark(const struct strbuf *b, const char *name)
{
	return strncmp(name, "(anonymous namespace)", 21) == 0 ||
	       (*name == '(' && b->len > 0 && b->s[b->len - 1] == ' ');
}

/* Arguments of templates and of procedures as "<...>" and "(...)" */
static void shorten_lists(struct strbuf *b, const char *name)
{
	const char *end;
	size_t n;

	while (*name) {
		n = operator_length(name);
		if (n) {
			strbuf_add(b, name, n);
			name += n;
			continue;
		}
		end = *name == '<' || *name == '(' ? closing(name) : NULL;
		if (end && end - name > LONG_LIST && !is_remark(b, name)) {
			strbuf_adds(b, *name == '<' ? "<...>" : "(...)");
			name = end + 1;
			continue;
		}
		strbuf_addc(b, *name++);
	}
}

void report_short_name(struct strbuf *b, const char *name)
{
	struct strbuf text = STRBUF_INIT;
	size_t cut = LONGEST_NAME;

	if (strlen(name) < LONG_NAME) {
		strbuf_adds(b, name);
		return;
	}
	shorten_lists(&text, name);
	if (text.len <= LONGEST_NAME) {
		strbuf_adds(b, text.s);
	} else {
		/* not within a character */
		while (cut > 0 && ((unsigned char)text.s[cut] & 0xc0) == 0x80)
			cut--;
		strbuf_add(b, text.s, cut);
		strbuf_adds(b, "...");
	}
	strbuf_release(&text);
}

static void add_name(struct strbuf *b, const char *name, bool whole)
{
	if (!*name)
		name = "<unknown>";
	if (whole)
		strbuf_adds(b, name);
	else
		report_short_name(b, name);
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
