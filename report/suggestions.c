/* Suggestions for people. */
#include "suggestions.h"

#include <math.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/effects.h"
#include "knowledge/knowledge.h"
#include "knowledge/findings.h"
#include "knowledge/suggest.h"
#include "profile/profile.h"
#include "report.h"

enum { WIDTH = 79, INDENT = 3, MAX_SWITCHES = 8 };
/* Gains above are not distinguished. */
enum { MANY = 10 };

void suggestions_file(struct strbuf *b, const char *index, const char *page)
{
	const char *name = io_basename(index);
	const size_t n = strlen(name);

	/* "html/index.html" and "html/" have their pages in html/ */
	if (n > 5 && strcmp(name + n - 5, ".html") == 0)
		strbuf_add(b, index, (size_t)(name - index));
	else
		strbuf_adds(b, index);
	if (b->len > 0 && b->s[b->len - 1] != '/')
		strbuf_addc(b, '/');
	for (const char *c = page; *c; c++)
		strbuf_addc(b, (char)(*c == '_' ? '-' : *c));
	strbuf_adds(b, ".html");
}

void suggestions_page(struct strbuf *b, const char *index,
                      const struct suggestion *s)
{
	suggestions_file(b, index, s->category);
	strbuf_addf(b, "#%s", s->id);
}

void suggestions_number(struct strbuf *b, const struct suggestion *s)
{
	if (s->number)
		strbuf_addf(b, " [" SUGGESTION_NUMBER "]", s->number);
}

static const struct profile_fact *compiler_fact(const struct profile_section *p)
{
	for (; p; p = p->parent) {
		for (size_t f = 0; f < p->nfacts; f++) {
			if (strcmp(p->facts[f].name, "compiler") == 0)
				return &p->facts[f];
		}
	}
	return NULL;
}

static bool is_fortran(const struct profile_fact *compiler)
{
	const char *language = profile_fact_attr(compiler, "language");

	return !language || strncasecmp(language, "Fortran", 7) == 0;
}

const char *suggestions_compiler(const struct assess_section *s)
{
	for (size_t i = 0; i < ASSESS_INPUTS; i++) {
		const struct profile_fact *f = compiler_fact(s->in[i].section);

		const char *key;

		if (!f)
			continue;
		key = knowledge_compiler(profile_fact_attr(f, "name"));
		/* Cray's compilers of C and C++ are Clang since 2019 */
		return key && strcmp(key, "cray") == 0 && !is_fortran(f)
		               ? "clang"
		               : key;
	}
	return NULL;
}

const char *suggestions_command(const struct assess_section *s)
{
	enum { C, CXX, FORTRAN, LANGUAGES };
	static const char *const commands[][1 + LANGUAGES] = {
		{ "gcc", "gcc", "g++", "gfortran" },
		{ "clang", "clang", "clang++", "flang" },
		{ "intel", "icx", "icpx", "ifx" },
		{ "nvidia", "nvc", "nvc++", "nvfortran" },
		{ "cray", "cc", "CC", "ftn" },
		{ "fujitsu_trad", "fcc", "FCC", "frt" },
		{ "fujitsu_clang", "fcc -Nclang", "FCC -Nclang", "frt" },
	};
	const char *key = suggestions_compiler(s), *language = NULL;

	for (size_t i = 0; i < ASSESS_INPUTS && !language; i++) {
		const struct profile_fact *f = compiler_fact(s->in[i].section);

		language = f ? profile_fact_attr(f, "language") : NULL;
	}
	for (size_t i = 0; key && i < sizeof(commands) / sizeof(*commands);
	     i++) {
		if (strcmp(commands[i][0], key) != 0)
			continue;
		return commands[i]
			       [1 + (!language                          ? C
		                     : strncmp(language, "C++", 3) == 0 ? CXX
		                     : strncasecmp(language, "Fortran", 7) == 0
		                             ? FORTRAN
		                             : C)];
	}
	return key;
}

/* Text broken into lines of WIDTH, all indented; made safe for terminals. */
static void add_wrapped(struct strbuf *b, const char *text)
{
	strbuf_addn(b, ' ', INDENT);
	escape_terminal_wrapped(b, text, INDENT, INDENT, WIDTH);
	strbuf_addc(b, '\n');
}

/* The language that a section's compiler fact names; NULL: none */
static const char *language_of(const struct profile_section *s)
{
	for (size_t f = 0; f < s->nfacts; f++) {
		if (strcmp(s->facts[f].name, "compiler") == 0)
			return profile_fact_attr(&s->facts[f], "language");
	}
	return NULL;
}

/* Whether parts of the program are known to be in another language, and none
 * in this one */
static bool without(const char *language, const struct profile_section *at)
{
	struct profile_section *s = at->parent;
	bool other = false;

	while (s && s->parent)
		s = s->parent;
	for (; s; s = profile_next(s)) {
		const char *of = language_of(s);

		if (of && strncasecmp(of, language, strlen(language)) == 0)
			return false;
		other |= of != NULL;
	}
	return other;
}

bool suggestions_has_switch(const struct suggest_item *item, size_t i,
                            const char *compiler)
{
	static const char fortran[] = "Fortran";
	const struct knowledge_switch *s = &item->suggestion->switches[i];

	if (strcmp(s->compiler, compiler) != 0)
		return false;
	if (strncmp(s->text, fortran, strlen(fortran)) != 0)
		return true;
	for (size_t n = 0; n < ASSESS_INPUTS; n++) {
		const struct profile_section *at = item->at->in[n].section;

		if (at && without(fortran, at))
			return false;
	}
	return true;
}

void suggestions_changes(struct strbuf *b, const struct suggestion *s)
{
	strbuf_adds(b, "changes ");
	effects_words(s->changes, b);
}

void suggestions_effects(struct strbuf *b, const struct suggestion *s)
{
	effects_words(s->changes, b);
	if (s->changes_says)
		strbuf_addf(b, ": %s", s->changes_says);
}

void suggestions_switch(struct strbuf *b, const struct knowledge_switch *s)
{
	const unsigned effects =
		s->name ? effects_of_switches(s->compiler, s->name, NULL) : 0;

	strbuf_adds(b, s->text);
	if (effects) {
		strbuf_adds(b, "; changes ");
		effects_words(effects, b);
	}
}

/* The switch of the compiler that built it, in one line */
static void add_switches(struct strbuf *b, const struct suggest_item *item)
{
	const char *compiler = suggestions_compiler(item->at);
	struct strbuf line = STRBUF_INIT;

	for (size_t i = 0; compiler && i < item->suggestion->nswitches; i++) {
		const struct knowledge_switch *s =
			&item->suggestion->switches[i];

		if (!suggestions_has_switch(item, i, compiler))
			continue;
		strbuf_clear(&line);
		strbuf_addf(&line, "%s%s%s: ", suggestions_command(item->at),
		            s->name ? " " : "", s->name ? s->name : "");
		suggestions_switch(&line, s);
		add_wrapped(b, line.s);
	}
	strbuf_release(&line);
}

/* "data accesses" of "data_accesses" */
static void plain_category(const char *id, struct strbuf *b)
{
	strbuf_clear(b);
	for (; *id; id++)
		strbuf_addc(b, (char)(*id == '_' ? ' ' : *id));
}

void suggestions_doubt(struct strbuf *b, const struct suggest_item *item)
{
	const struct knowledge_measured *m = item->measured;

	/* the quartile, where it is known */
	if (m && (isnan(m->speedup_low) ? m->speedup : m->speedup_low) < 1)
		strbuf_addf(b, "; on %s its example ran %.2f times as fast",
		            m->machine, m->speedup);
}

/* "1.3 x"; three digits where two say nothing */
static void add_times(struct strbuf *b, double saved)
{
	const double times = gain_times(saved);

	strbuf_addf(b, times < 1.095 ? "%.2f x" : "%.1f x", times);
}

void suggestions_gain(struct strbuf *b, const struct suggest_item *item)
{
	const struct gain *gain = &item->gain;

	if (!gain->expected) {
		strbuf_addf(b, "perhaps %.0f %% of the program's time",
		            fmax(1, 100 * gain->saved));
		return;
	}
	if (gain->joined) {
		strbuf_adds(b, gain->together
		                       ? "in all procedures that are shown: at "
		                         "most "
		                       : "the program at most ");
		add_times(b, isnan(gain->most) ? gain->saved : gain->most);
		strbuf_adds(b, " as fast (a bound: its causes can't be "
		               "separated from others)");
		return;
	}
	strbuf_adds(b, gain->together ? "in all procedures that are shown: the "
	                                "program about "
	                              : "the program about ");
	add_times(b, gain->saved);
	strbuf_adds(b, " as fast");
	if (!isnan(gain->most) && gain->saved < 0.99 * gain->most) {
		strbuf_adds(b, ", at most ");
		add_times(b, gain->most);
	}
	if (gain->doubtful)
		strbuf_adds(b, " (uncertain: the model disagrees with the "
		               "measurement)");
}

void suggestions_times(struct strbuf *b, double saved)
{
	const double times = gain_times(saved);

	if (times > MANY)
		strbuf_addf(b, "over %dx", MANY);
	else
		strbuf_addf(b, times < 1.095 ? "%.2fx" : "%.1fx", times);
}

void suggestions_fast(struct strbuf *b, double saved)
{
	strbuf_adds(b, gain_times(saved) > MANY ? "" : "about ");
	suggestions_times(b, saved);
	strbuf_adds(b, " as fast");
}

void suggestions_speedup(struct strbuf *b, const struct gain *gain)
{
	const double most = isnan(gain->most) ? gain->saved : gain->most;

	if (!gain->expected || gain->joined) {
		strbuf_addf(b, "could save up to %.0f %% of the time",
		            fmax(1, 100 * (gain->joined ? most : gain->saved)));
		return;
	}
	suggestions_fast(b, gain->saved);
	if (gain->saved < 0.99 * most) {
		strbuf_adds(b, " (limit ");
		suggestions_times(b, most);
		strbuf_addc(b, ')');
	}
}

void suggestions_finding_speedup(struct strbuf *b, const struct finding *of)
{
	suggestions_speedup(b, &of->gain);
	if (of->alike > 0)
		strbuf_addf(b, ", here and at %zu more place%s", of->alike,
		            of->alike > 1 ? "s" : "");
}

/* A cause of less than this share of the cycles explains nothing. */
static const double told = 0.05;

void suggestions_cause(struct strbuf *b, const struct suggest_item *item)
{
	const struct gain *gain = &item->gain;

	if (gain->cause == ACCOUNT_ALL || gain->charged < told)
		return;
	strbuf_addf(b, "%.0f %% of the cycles here ", 100 * gain->charged);
	if (gain->cause == ACCOUNT_USEFUL)
		strbuf_adds(b, "go to executing instructions, of which the "
		               "change saves some");
	else
		strbuf_adds(b, account_parts[gain->cause].phrase);
}

/* An absolute path or address as one that a terminal can open */
static void add_uri(struct strbuf *b, const char *s)
{
	strbuf_adds(b, *s == '/' ? "file://" : "");
	for (; *s; s++) {
		const unsigned char c = (unsigned char)*s;

		if (c > ' ' && c < 0x7f && !strchr("\"<>\\^`{|}", c))
			strbuf_addc(b, *s);
		else
			strbuf_addf(b, "%%%02X", c);
	}
}

/*
 * "see data-accesses.html#loop-interchange": the report says at its top where
 * the pages are. On a terminal it is a link (OSC 8).
 */
static void add_see(struct strbuf *b, const struct suggestion *s,
                    const struct report_options *options)
{
	struct strbuf page = STRBUF_INIT;
	bool link;

	suggestions_page(&page, options->suggestions, s);
	link = options->color &&
	       (*page.s == '/' || strncmp(page.s, "http", 4) == 0);
	strbuf_addn(b, ' ', INDENT);
	strbuf_adds(b, "see ");
	if (link) {
		strbuf_adds(b, "\x1b]8;;");
		add_uri(b, page.s);
		strbuf_adds(b, "\x1b\\");
	}
	escape_terminal_buf(b, io_basename(page.s));
	strbuf_adds(b, link ? "\x1b]8;;\x1b\\\n" : "\n");
	strbuf_release(&page);
}

/* Were its switches and its page said of a section above, for this compiler? If
 * not, they are now. */
static bool item_said(struct map *said, const struct suggest_item *item)
{
	const char *compiler = item->suggestion->nswitches > 0
	                               ? suggestions_compiler(item->at)
	                               : NULL;
	struct strbuf key = STRBUF_INIT;
	bool before;

	strbuf_addf(&key, "shown %s %s", item->suggestion->id,
	            compiler ? compiler : "");
	before = map_get(said, key.s);
	map_put(said, key.s, said);
	strbuf_release(&key);
	return before;
}

/* What was said in full above: what is of this section only. A switch for all
 * of the program is one thing, wherever it helps. */
static void add_again(struct strbuf *b, const struct suggest_item *item)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_adds(b, ": as above\n");
	if (!item->gain.together) {
		suggestions_gain(&line, item);
		add_wrapped(b, line.s);
		add_wrapped(b, item->evidence);
	}
	strbuf_release(&line);
}

static void add_item(struct strbuf *b, size_t number,
                     const struct suggest_item *item,
                     const struct report_options *options, struct map *said)
{
	const struct suggestion *s = item->suggestion;
	struct strbuf line = STRBUF_INIT, word = STRBUF_INIT;

	strbuf_addf(b, "%zu. ", number);
	escape_terminal_buf(b, s->title);
	if (item_said(said, item)) {
		add_again(b, item);
		return;
	}
	suggestions_number(b, s);
	strbuf_addc(b, '\n');
	plain_category(s->category, &word);
	suggestions_changes(&line, s);
	strbuf_adds(&line, "; ");
	suggestions_gain(&line, item);
	strbuf_addf(&line, "; %s", word.s);
	suggestions_doubt(&line, item);
	add_wrapped(b, line.s);
	strbuf_clear(&line);
	suggestions_cause(&line, item);
	if (line.len > 0)
		add_wrapped(b, line.s);
	add_wrapped(b, item->evidence);
	add_switches(b, item);
	strbuf_clear(&line);
	for (size_t i = 0; i < s->nafter_env; i++)
		strbuf_addf(&line, "%s%s",
		            i ? " " : "in the environment: ", s->after_env[i]);
	if (line.len > 0)
		add_wrapped(b, line.s);
	add_see(b, s, options);
	strbuf_release(&line);
	strbuf_release(&word);
}

size_t suggestions_shown(const struct suggest_section *s,
                         const struct report_options *options)
{
	return options->all_suggestions || s->n < options->most_suggestions
	               ? s->n
	               : options->most_suggestions;
}

/* Was it said of a section above for the same reason? If not, it is now. */
static bool said_before(struct map *said, const struct suggest_reason *r)
{
	struct strbuf key = STRBUF_INIT;
	bool before;

	strbuf_addf(&key, "%s: %s", r->suggestion->id, r->text);
	before = map_get(said, key.s);
	map_put(said, key.s, said);
	strbuf_release(&key);
	return before;
}

/* "it is about loops: unroll-loop, sentinel", a paragraph for each reason */
static void add_reasons(struct strbuf *b, const struct suggest_section *s,
                        struct map *said)
{
	bool *done = mem_alloc(s->nreasons + 1, sizeof(*done));
	struct strbuf line = STRBUF_INIT;
	size_t before = 0;

	for (size_t i = 0; i < s->nreasons; i++)
		before += done[i] = said_before(said, &s->reasons[i]);
	strbuf_adds(b, "not suggested here\n");
	for (size_t i = 0; i < s->nreasons; i++) {
		if (done[i])
			continue;
		strbuf_clear(&line);
		strbuf_addf(&line, "%s:", s->reasons[i].text);
		for (size_t k = i; k < s->nreasons; k++) {
			if (done[k] ||
			    strcmp(s->reasons[k].text, s->reasons[i].text) != 0)
				continue;
			done[k] = true;
			strbuf_addf(&line, "%s %s", k > i ? "," : "",
			            s->reasons[k].suggestion->id);
		}
		add_wrapped(b, line.s);
	}
	if (before)
		strbuf_addf(b, "   and %zu for the same reasons as above\n",
		            before);
	strbuf_release(&line);
	free(done);
}

bool suggestions_system_header(const struct suggest_section *s)
{
	return io_is_system_header(s->section->file);
}

/* Nobody changes the headers of the system, but what instantiates them */
static void add_origin(struct strbuf *b, const struct suggest_section *s)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line,
	            "%s is a system header: compiler switches change its code, "
	            "and the code that uses it can avoid it or replace it",
	            io_basename(s->section->file));
	add_wrapped(b, line.s);
	strbuf_release(&line);
}

void suggestions_text(struct strbuf *b, const struct suggest_section *s,
                      const struct report_options *options, struct map *said)
{
	const size_t n = s ? suggestions_shown(s, options) : 0;

	if (n > 0)
		strbuf_adds(b, "suggestions, by the time that they may "
		               "save\n");
	if (n > 0 && suggestions_system_header(s))
		add_origin(b, s);
	for (size_t i = 0; i < n; i++)
		add_item(b, i + 1, &s->items[i], options, said);
	if (options->all_suggestions && s && s->nreasons > 0)
		add_reasons(b, s, said);
}
