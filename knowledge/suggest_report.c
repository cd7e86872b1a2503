/* Suggestions for people and for programs. */
#include "suggest.h"

#include <math.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge.h"
#include "profile/profile.h"

enum { WIDTH = 79, INDENT = 3, MAX_SWITCHES = 8 };

void suggest_page(struct strbuf *b, const char *index,
                  const struct suggestion *s)
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
	for (const char *c = s->category; *c; c++)
		strbuf_addc(b, (char)(*c == '_' ? '-' : *c));
	strbuf_addf(b, ".html#%s", s->id);
}

static const struct profile_fact *compiler_fact(const struct profile_section *p)
{
	for (; p; p = p->parent) {
		for (size_t f = 0; f < p->nfacts; f++)
			if (strcmp(p->facts[f].name, "compiler") == 0)
				return &p->facts[f];
	}
	return NULL;
}

const char *suggest_compiler(const struct assess_section *s)
{
	for (size_t i = 0; i < ASSESS_INPUTS; i++) {
		const struct profile_fact *f = compiler_fact(s->in[i].section);

		if (f)
			return knowledge_compiler(profile_fact_attr(f, "name"));
	}
	return NULL;
}

/* Text broken into lines of WIDTH, all indented; made safe for terminals. */
static void add_wrapped(struct strbuf *b, const char *text)
{
	strbuf_addn(b, ' ', INDENT);
	escape_terminal_wrapped(b, text, INDENT, INDENT, WIDTH);
	strbuf_addc(b, '\n');
}

/* The switch of the compiler that built it, in one line */
static void add_switches(struct strbuf *b, const struct suggest_item *item)
{
	const char *compiler = suggest_compiler(item->at);
	struct strbuf line = STRBUF_INIT;

	for (size_t i = 0; compiler && i < item->suggestion->nswitches; i++) {
		const struct knowledge_switch *s =
			&item->suggestion->switches[i];

		if (strcmp(s->compiler, compiler) != 0)
			continue;
		strbuf_clear(&line);
		if (s->name)
			strbuf_addf(&line, "%s %s: %s", compiler, s->name,
			            s->text);
		else
			strbuf_addf(&line, "%s: %s", compiler, s->text);
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

static void add_item(struct strbuf *b, size_t number,
                     const struct suggest_item *item,
                     const struct suggest_format *format)
{
	const struct suggestion *s = item->suggestion;
	struct strbuf line = STRBUF_INIT, word = STRBUF_INIT;

	strbuf_addf(b, "%zu. %s\n", number, s->title);
	plain_category(s->category, &word);
	/* as a factor where that says something, else as a share */
	if (item->speedup >= 1.05)
		strbuf_addf(&line, "at most %.1f x for the program; %s",
		            item->speedup, word.s);
	else
		strbuf_addf(&line, "at most %.0f %% of the program's time; %s",
		            fmax(1, 100 * item->saved), word.s);
	add_wrapped(b, line.s);
	add_wrapped(b, item->evidence);
	add_switches(b, item);
	strbuf_clear(&line);
	strbuf_adds(&line, "see ");
	suggest_page(&line, format->index, s);
	add_wrapped(b, line.s);
	strbuf_release(&line);
	strbuf_release(&word);
}

void suggest_text(struct strbuf *b, const struct suggest_section *s,
                  const struct suggest_format *format)
{
	struct strbuf line = STRBUF_INIT;
	const size_t n =
		format->all || s->n < format->limit ? s->n : format->limit;

	if (n > 0)
		strbuf_adds(b, "suggestions, by how much of the bars they can "
		               "take away\n");
	for (size_t i = 0; i < n; i++)
		add_item(b, i + 1, &s->items[i], format);
	if (format->all && s->nreasons > 0)
		strbuf_adds(b, "not suggested here\n");
	for (size_t i = 0; format->all && i < s->nreasons; i++) {
		strbuf_clear(&line);
		strbuf_addf(&line, "%s: %s", s->reasons[i].suggestion->id,
		            s->reasons[i].text);
		add_wrapped(b, line.s);
	}
	strbuf_release(&line);
}

static void add_key(struct strbuf *b, const char *key, const char *value)
{
	strbuf_addf(b, "\"%s\":\"", key);
	escape_json(b, value);
	strbuf_adds(b, "\",");
}

static void add_number(struct strbuf *b, const char *key, double v)
{
	char buf[NUM_SHORTEST];

	strbuf_addf(b, "\"%s\":%s,", key,
	            isfinite(v) ? num_shortest(buf, v) : "null");
}

static void add_json_switches(struct strbuf *b, const struct suggest_item *item)
{
	const char *compiler = suggest_compiler(item->at);
	size_t n = 0;

	strbuf_adds(b, "\"switches\":[");
	for (size_t i = 0; compiler && i < item->suggestion->nswitches; i++) {
		const struct knowledge_switch *s =
			&item->suggestion->switches[i];

		if (strcmp(s->compiler, compiler) != 0)
			continue;
		strbuf_adds(b, n++ ? ",{" : "{");
		add_key(b, "compiler", compiler);
		if (s->name)
			add_key(b, "switch", s->name);
		strbuf_adds(b, "\"text\":\"");
		escape_json(b, s->text);
		strbuf_adds(b, "\"}");
	}
	strbuf_addc(b, ']');
}

static void add_json_item(struct strbuf *b, const struct suggest_item *item,
                          const struct suggest_format *format)
{
	const struct suggestion *s = item->suggestion;
	struct strbuf page = STRBUF_INIT;

	suggest_page(&page, format->index, s);
	strbuf_addc(b, '{');
	add_key(b, "id", s->id);
	add_key(b, "category", s->category);
	add_key(b, "title", s->title);
	add_key(b, "evidence", item->evidence);
	strbuf_addf(b, "\"by_category\":%s,",
	            item->by_category ? "true" : "false");
	add_number(b, "part", item->part);
	add_number(b, "saved", item->saved);
	add_number(b, "speedup", item->speedup);
	if (item->at->file)
		add_key(b, "file", item->at->file);
	if (item->at->line)
		add_number(b, "line", item->at->line);
	add_key(b, "page", page.s);
	add_json_switches(b, item);
	strbuf_addc(b, '}');
	strbuf_release(&page);
}

void suggest_json(struct strbuf *b, const struct suggest_section *s,
                  const struct suggest_format *format)
{
	const size_t n =
		format->all || s->n < format->limit ? s->n : format->limit;

	strbuf_adds(b, "\"suggestions\":[");
	for (size_t i = 0; i < n; i++) {
		strbuf_adds(b, i ? "," : "");
		add_json_item(b, &s->items[i], format);
	}
	strbuf_addc(b, ']');
	if (!format->all)
		return;
	strbuf_adds(b, ",\"not_suggested\":[");
	for (size_t i = 0; i < s->nreasons; i++) {
		strbuf_adds(b, i ? ",{" : "{");
		add_key(b, "id", s->reasons[i].suggestion->id);
		strbuf_adds(b, "\"reason\":\"");
		escape_json(b, s->reasons[i].text);
		strbuf_adds(b, "\"}");
	}
	strbuf_addc(b, ']');
}
