#include "show.h"

#include <stdlib.h>
#include <strings.h>

#include "answer.h"
#include "annotate.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/nearest.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/example.h"
#include "knowledge/findings.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "report.h"
#include "suggestions.h"

enum { INDENT = 3, IN_FULL = 3 };

/* "FILE:LINE" where a section begins, by the file's own name or with folders */
static bool is_at(const struct assess_section *s, const char *place)
{
	const char *colon = strrchr(place, ':');
	int line;

	if (!colon || !s->file || !num_int(colon + 1, 1, 1 << 30, &line) ||
	    s->line != (unsigned)line)
		return false;
	const size_t n = (size_t)(colon - place), all = strlen(s->file);

	return n <= all && strncmp(s->file + all - n, place, n) == 0 &&
	       (n == all || s->file[all - n - 1] == '/');
}

/* Its name, or that without its arguments */
static bool is_named(const struct assess_section *s, const char *name)
{
	const size_t n = strlen(name);

	return s->kind == PROFILE_PROCEDURE && n > 0 &&
	       strncmp(s->name, name, n) == 0 &&
	       (!s->name[n] || s->name[n] == '(');
}

static const struct assess_section *find(const struct assess_section *s,
                                         const char *place)
{
	const struct assess_section *found = NULL;

	if (is_named(s, place))
		return s;
	for (size_t i = 0; !found && i < s->nchildren; i++)
		found = find(s->child[i], place);
	return found ? found : is_at(s, place) ? s : NULL;
}

/* The finding of that number, or the section of that name; NULL */
static const struct assess_section *find_place(const struct assessment *a,
                                               const struct findings *f,
                                               const char *place,
                                               size_t *number)
{
	const struct assess_section *s = NULL;
	int n;

	*number = 0;
	if (num_int(place, 1, FINDINGS_MOST, &n))
		*number = (size_t)n <= f->n ? (size_t)n : 0;
	if (*number)
		return f->list[*number - 1].at;
	for (size_t i = 0; !s && i < a->nprocedures; i++)
		s = find(a->procedures[i], place);
	for (size_t i = 0; s && i < f->n; i++)
		*number = f->list[i].at == s ? i + 1 : *number;
	return s && s->in[f->input].lcpi ? s : NULL;
}

static const char *name_of(const void *ctx, size_t i)
{
	const struct assessment *a = ctx;

	return i < a->nprocedures ? a->procedures[i]->name : NULL;
}

int show_check(const struct assessment *a, const struct suggest *suggest,
               const char *place, struct err *err)
{
	struct findings *f = findings_new(a, suggest);
	size_t number;
	const bool there = find_place(a, f, place, &number);
	const char *near = nearest_of(place, name_of, a);
	int n;

	if (there)
		goto out;
	if (num_int(place, 0, 1 << 30, &n))
		err_set(err, ERR_USAGE,
		        f->n ? "there is no place %d: the answer has %zu"
		             : "there is no place %d: the answer has none",
		        n, f->n);
	else
		err_set(err, ERR_USAGE,
		        "no procedure or loop '%s' takes 0.5 %% of the time%s"
		        "%s%s",
		        place, near ? ": did you mean '" : "", near ? near : "",
		        near ? "'?"
		             : "; --show takes a number of the answer, "
		               "a procedure, or FILE:LINE");
out:
	findings_free(f);
	return there ? 0 : -1;
}

static void add_wrapped(struct strbuf *b, const char *first, const char *text,
                        size_t width)
{
	const size_t start = b->len;

	strbuf_addf(b, "%*s%s", INDENT, "", first);
	escape_terminal_wrapped(b, text, b->len - start, INDENT + strlen(first),
	                        width - 1);
	strbuf_addc(b, '\n');
}

static void add_example(struct strbuf *b, const struct suggest_item *item,
                        bool color)
{
	struct strbuf text = STRBUF_INIT;
	char *next, *line;

	if (!example_difference(&text, item->suggestion, item->at->file))
		goto out;
	strbuf_addf(b, "%*sexample (- before, + after)\n", INDENT, "");
	next = text.s;
	for (line = strsep(&next, "\n"); line && *line;
	     line = strsep(&next, "\n")) {
		const char *sgr = *line == '-'   ? "31"
		                  : *line == '+' ? "32"
		                                 : NULL;

		strbuf_addf(b, "%*s", INDENT, "");
		if (color && sgr)
			strbuf_addf(b, "\x1b[%sm", sgr);
		/* tabs as four columns: a terminal's eight are too many */
		for (const char *c = line; *c; c++) {
			if (*c == '\t')
				strbuf_adds(b, "    ");
			else
				strbuf_addc(b, *c);
		}
		strbuf_adds(b, color && sgr ? "\x1b[0m\n" : "\n");
	}
out:
	strbuf_release(&text);
}

static void add_switches(struct strbuf *b, const struct suggest_item *item,
                         size_t width)
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
		add_wrapped(b, "", line.s, width);
	}
	strbuf_release(&line);
}

/* A suggestion with all that the knowledge has of it; the first ones are
 * followed by what they would gain, and why */
static void add_change(struct strbuf *b, size_t number,
                       const struct suggest_item *item,
                       const struct answer_form *form)
{
	const struct suggestion *s = item->suggestion;
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(b, "\n%s%zu. %s", form->color ? "\x1b[1m" : "", number + 1,
	            s->title);
	suggestions_number(b, s);
	strbuf_adds(b, form->color ? "\x1b[0m\n" : "\n");
	suggestions_effects(&line, s);
	add_wrapped(b, "changes: ", line.s, form->width);
	strbuf_clear(&line);
	suggestions_speedup(&line, &item->gain);
	suggestions_doubt(&line, item);
	add_wrapped(b, "gain: ", line.s, form->width);
	strbuf_clear(&line);
	suggestions_cause(&line, item);
	if (line.len > 0)
		add_wrapped(b, "because: ", line.s, form->width);
	add_wrapped(b, "here: ", item->evidence, form->width);
	if (number >= IN_FULL)
		goto out;
	add_wrapped(b, "why: ", s->why, form->width);
	for (size_t i = 0; i < s->nhow; i++)
		add_wrapped(b, "- ", s->how[i], form->width);
	add_switches(b, item, form->width);
	for (size_t i = 0; i < s->nafter_env; i++)
		add_wrapped(b, "in the environment: ", s->after_env[i],
		            form->width);
	add_wrapped(b, "not when: ", s->not_when, form->width);
	add_example(b, item, form->color);
out:
	strbuf_release(&line);
}

static const struct finding *finding_of(const struct findings *f, size_t number)
{
	return number ? &f->list[number - 1] : NULL;
}

static void write_show(const struct assessment *a,
                       const struct suggest *suggest,
                       const struct report_options *options, FILE *f)
{
	const struct answer_form form = answer_form(options->color);
	struct findings *findings = findings_new(a, suggest);
	struct strbuf b = STRBUF_INIT;
	size_t number;
	const struct assess_section *s =
		find_place(a, findings, options->show, &number);
	const struct finding *of = finding_of(findings, number);
	const struct suggest_section *made =
		suggest && s ? suggest_find(suggest, s) : NULL;

	if (!s)
		goto out; /* show_check has said so */
	text_section(&b, a, s, options);
	if (of && of->why) {
		strbuf_addc(&b, '\n');
		add_wrapped(&b, "why: ", of->why, form.width);
	}
	fwrite(b.s, 1, b.len, f);
	strbuf_clear(&b);
	annotate_text(a, s, options, f);
	for (size_t i = 0; of && i < of->n; i++)
		add_change(&b, i, of->changes[i], &form);
	for (size_t i = 0; !of && made && i < made->n; i++)
		add_change(&b, i, &made->items[i], &form);
	if (b.len == 0)
		strbuf_adds(&b, "\nno change is known that would help here\n");
	fwrite(b.s, 1, b.len, f);
out:
	strbuf_release(&b);
	findings_free(findings);
}

const struct report report_show = { .name = "show",
	                            .details = true,
	                            .whole = true,
	                            .all = true,
	                            .write = write_show };
