#include "answer.h"

#include <math.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "advice.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/check.h"
#include "diagnose/threshold.h"
#include "fit_name.h"
#include "knowledge/findings.h"
#include "knowledge/findings_sum.h"
#include "knowledge/gain.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "report.h"
#include "suggestions.h"

/* Columns: a place's number, and the words before its lines */
enum { NUMBER = 3, WORD = 8, LEFT = NUMBER + WORD };
enum { WIDTH_LEAST = 60, WIDTH_MOST = 160, HEIGHT_LEAST = 24 };

/* Less is saved by nothing that is worth a line. */
static const double worth = 0.02;

struct answer {
	const struct findings *f;
	const struct answer_form *form;
	struct strbuf b;
};

static size_t from_environment(const char *name)
{
	const char *value = getenv(name);
	int n;

	return value && num_int(value, 1, 10000, &n) ? (size_t)n : 0;
}

struct answer_form answer_form(bool color)
{
	struct answer_form form = { .width = from_environment("COLUMNS"),
		                    .height = from_environment("LINES"),
		                    .color = color };
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
		form.width = form.width ? form.width : size.ws_col;
		form.height = form.height ? form.height : size.ws_row;
	}
	form.width = form.width ? form.width : 80;
	form.width = form.width < WIDTH_LEAST  ? WIDTH_LEAST
	             : form.width > WIDTH_MOST ? WIDTH_MOST
	                                       : form.width;
	form.height = form.height < HEIGHT_LEAST ? HEIGHT_LEAST : form.height;
	return form;
}

static const struct assess_input *input_of(const struct findings *f)
{
	return &f->assessment->in[f->input];
}

static void bold(struct answer *w, bool on)
{
	if (w->form->color)
		strbuf_adds(&w->b, on ? "\x1b[1m" : "\x1b[0m");
}

/* ", exit status 1": where it did not end well, of the first such run */
static void add_end(struct strbuf *b, const struct profile *p)
{
	for (size_t i = 0; i < p->nruns; i++) {
		const struct profile_run *run = &p->runs[i];

		/* the simulator ends on our request */
		if (run->purpose && strcmp(run->purpose, "simulated") == 0)
			continue;
		if (run->limited)
			strbuf_adds(b, ", not run to its end");
		else if (run->signal)
			strbuf_addf(b, ", ended by signal %d", run->signal);
		else if (run->exit_status)
			strbuf_addf(b, ", exit status %d", run->exit_status);
		else
			continue;
		return;
	}
}

/* What people call it: of an interpreter the script */
static const char *program_name(const struct profile *p, const char *file)
{
	for (size_t i = 1; own_is_interpreter(p->program) && i < p->nargs;
	     i++) {
		if (p->args[i][0] == '-')
			break; /* -c and -m: none that has a name */
		return p->args[i];
	}
	return p->program && *p->program ? p->program : file;
}

/* "mmm: 0.78 s of processor time, 0.41 s elapsed, 2 threads" */
static void add_time(struct strbuf *b, const struct findings *f)
{
	const struct assess_input *in = input_of(f);
	const struct profile *p = in->profile;

	strbuf_adds(b, io_basename(program_name(p, in->file)));
	if (isnan(in->runtime_s)) {
		strbuf_adds(b, ": time not measured");
		return;
	}
	strbuf_addf(b, ": %.2f s", in->runtime_s);
	if (assess_elapsed_differs(in))
		strbuf_addf(b, " of processor time, %.2f s elapsed",
		            in->elapsed_s);
	if (p->ranks > 1)
		strbuf_addf(b, ", %.0f ranks", p->ranks);
	if (p->threads > 1)
		strbuf_addf(b, ", %.0f threads", p->threads);
	add_end(b, p);
}

static void add_doubt(struct strbuf *b, const struct findings *f)
{
	const struct account *account = &f->account;
	bool rests = false; /* does any of the changes rest on the account? */

	for (size_t i = 0; i < f->n; i++)
		rests |= f->list[i].n > 0 &&
		         f->list[i].changes[0]->gain.doubtful;
	if (!rests || !account->doubtful || !(account->measured > 0))
		return;
	strbuf_addf(b,
	            "; uncertain: the model gives %.0f %% of the measured "
	            "cycles",
	            100 * account->uncut / account->measured);
}

void answer_verdict(struct strbuf *b, const struct findings *f)
{
	add_time(b, f);
	if (check_hopeless(input_of(f)->profile)) {
		strbuf_adds(b, ". Too few samples to locate the time: measure "
		               "a longer run.");
		return;
	}
	if (f->flat)
		strbuf_addf(b,
		            ". Flat: its %zu largest places take %.0f %% "
		            "together.",
		            f->n, 100 * f->covered);
	else
		strbuf_addc(b, '.');
	if (f->saved >= worth && f->expected) {
		strbuf_adds(b, " The changes below could make it ");
		suggestions_fast(b, f->saved);
		if (f->saved < 0.99 * f->most) {
			strbuf_adds(b, " (limit ");
			suggestions_times(b, f->most);
			strbuf_addc(b, ')');
		}
		add_doubt(b, f);
		strbuf_addc(b, '.');
	} else if (f->most >= worth) {
		strbuf_addf(b,
		            " The changes below could save up to %.0f %% of "
		            "that (an upper bound).",
		            100 * f->most);
	} else if (f->n > 0) {
		strbuf_adds(b, " No change is known that would save much.");
	} else {
		strbuf_adds(b, " No place is known to take much of it.");
	}
}

/* Text in lines of the form's width, as far as they go; safe for terminals */
static void add_wrapped(struct answer *w, const char *text, size_t indent)
{
	escape_terminal_wrapped(&w->b, text, indent, indent,
	                        w->form->width - 1);
	strbuf_addc(&w->b, '\n');
}

static void add_line(struct answer *w, const char *word, const char *text)
{
	strbuf_addf(&w->b, "%*s%-*s", NUMBER, "", WORD, word);
	add_wrapped(w, text, LEFT);
}

/* Warnings on the whole: the first, and how many more there are */
static void add_warnings(struct answer *w)
{
	const struct assess_warnings *all = &input_of(w->f)->warnings;
	const struct assess_warning *first = NULL;
	struct strbuf text = STRBUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		if (all->w[i].check == ASSESS_NOTE)
			continue;
		first = first ? first : &all->w[i];
		n++;
	}
	if (!first)
		return;
	strbuf_addf(&text, "WARNING: %s", first->text);
	if (n > 1)
		strbuf_addf(&text, " (and %zu more)", n - 1);
	if (w->form->color)
		strbuf_adds(&w->b, "\x1b[1;33m");
	add_wrapped(w, text.s, 0);
	if (w->form->color)
		strbuf_adds(&w->b, "\x1b[0m");
	strbuf_release(&text);
}

void answer_title(struct strbuf *b, const struct findings *f, size_t i)
{
	const struct finding *of = &f->list[i];
	const struct assess_section *s = of->at;

	if (of->napart > 0)
		strbuf_adds(b, "rest of ");
	report_title(b, s, false);
	if (of->foreign && s->kind == PROFILE_PROCEDURE && !s->namesake &&
	    s->name[0] != '<' && *s->name)
		strbuf_addf(b, " in %s", io_basename(s->module));
	else if (s->kind == PROFILE_PROCEDURE && !s->namesake && s->file &&
	         of->line && !strstr(b->s, " at "))
		strbuf_addf(b, " at %s:%u", io_basename(s->file), of->line);
}

/* "1  loop at mmm.c:17 in matrixproduct              97.8 % of the time" */
static void add_place(struct answer *w, size_t i)
{
	struct strbuf title = STRBUF_INIT, name = STRBUF_INIT,
		      share = STRBUF_INIT;
	size_t room;

	answer_title(&title, w->f, i);
	strbuf_addf(&share, "%.1f %% of the time", 100 * w->f->list[i].share);
	room = w->form->width - 1 - NUMBER - 2 - share.len;
	escape_terminal_buf(&name, title.s);
	fit_name(&name, room);
	strbuf_addf(&w->b, "%-*zu", NUMBER, i + 1);
	bold(w, true);
	strbuf_adds(&w->b, name.s);
	strbuf_addn(&w->b, ' ', room - name.len);
	bold(w, false);
	strbuf_addf(&w->b, "  %s\n", share.s);
	strbuf_release(&title);
	strbuf_release(&name);
	strbuf_release(&share);
}

/* "; gcc -floop-interchange" */
static void add_switch(struct strbuf *b, const struct suggest_item *item)
{
	const char *compiler = suggestions_compiler(item->at);

	for (size_t i = 0; compiler && i < item->suggestion->nswitches; i++) {
		const struct knowledge_switch *s =
			&item->suggestion->switches[i];

		if (!s->name || !suggestions_has_switch(item, i, compiler))
			continue;
		strbuf_addf(b, "; %s %s", suggestions_command(item->at),
		            s->name);
		return;
	}
}

static void add_change(struct answer *w, const struct finding *of)
{
	const struct suggest_item *item = of->changes[0];
	struct strbuf text = STRBUF_INIT;

	if (of->same) {
		strbuf_addf(&text, "as for place %zu: %s", of->same,
		            item->suggestion->title);
		add_line(w, "change", text.s);
		strbuf_release(&text);
		return;
	}
	add_line(w, "change", item->suggestion->title);
	if (item->suggestion->changes) {
		suggestions_changes(&text, item->suggestion);
		strbuf_adds(&text, "; ");
	}
	suggestions_finding_speedup(&text, of);
	if (item->gain.doubtful && !w->f->account.doubtful)
		strbuf_adds(&text, ", uncertain");
	add_switch(&text, item);
	suggestions_number(&text, item->suggestion);
	add_line(w, "", text.s);
	strbuf_release(&text);
}

static void add_finding(struct answer *w, size_t i)
{
	const struct finding *of = &w->f->list[i];

	add_place(w, i);
	if (of->more)
		add_line(w, "why", of->more);
	if (of->n > 0) {
		if (!of->same && !of->changes[0]->by_category)
			add_line(w, of->more ? "" : "why",
			         of->changes[0]->evidence);
		add_change(w, of);
	}
	if (of->unsure)
		add_line(w, "unsure", of->unsure);
}

static void add_remedy(struct answer *w, const struct findings_remedy *r)
{
	struct strbuf text = STRBUF_INIT;
	struct gain gain = r->item->gain;

	gain.saved = r->saved;
	strbuf_adds(&text, r->item->suggestion->title);
	if (r->places > 1)
		strbuf_addf(&text, " (helps %zu of these places)", r->places);
	strbuf_adds(&text, ": ");
	if (r->item->suggestion->changes) {
		suggestions_changes(&text, r->item->suggestion);
		strbuf_adds(&text, "; ");
	}
	suggestions_speedup(&text, &gain);
	add_switch(&text, r->item);
	suggestions_number(&text, r->item->suggestion);
	strbuf_addf(&w->b, "%-*s", NUMBER, "*");
	add_wrapped(w, text.s, NUMBER);
	strbuf_release(&text);
}

static size_t lines_of(const struct strbuf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++)
		n += b->s[i] == '\n';
	return n;
}

/* Commands to go on with, and what they are for where there is room */
static void add_next(struct answer *w)
{
	static const char *const what[] = {
		"all about place 1, with its source",
		"after a change: did it help?"
	};
	struct strbuf command[2] = { STRBUF_INIT, STRBUF_INIT };
	size_t width = 0;

	if (w->f->n > 0) {
		strbuf_adds(&command[0], "perfexpert --show 1 ");
		escape_shell(&command[0], input_of(w->f)->file);
	}
	if (w->f->n > 0 && w->f->most >= worth) {
		strbuf_adds(&command[1], "perfexpert ");
		escape_shell(&command[1], input_of(w->f)->file);
		strbuf_adds(&command[1], " NEW.db");
	}
	for (size_t i = 0; i < 2; i++)
		width = command[i].len > width ? command[i].len : width;
	for (size_t i = 0; i < 2 && command[i].len; i++) {
		strbuf_addf(&w->b, "%s%s",
		            i ? "      " : "next: ", command[i].s);
		if (6 + width + 3 + strlen(what[0]) < w->form->width)
			strbuf_addf(&w->b, "%*s%s",
			            (int)(width - command[i].len) + 3, "",
			            what[i]);
		strbuf_addc(&w->b, '\n');
	}
	for (size_t i = 0; i < 2; i++)
		strbuf_release(&command[i]);
}

/* Adds what fits into the lines that are left; true: it did. */
static bool add_if(struct answer *w, struct strbuf *part, size_t reserved)
{
	const bool fits =
		lines_of(&w->b) + lines_of(part) + reserved < w->form->height;

	if (fits)
		strbuf_add(&w->b, part->s, part->len);
	strbuf_release(part);
	return fits;
}

/* What a place has in the answer: as much as there is room for */
enum form { FULL, REASON, GAIN, CHANGE, NAME, FORMS };

/* The change, from GAIN with what it gains, and from REASON with the reason */
static void add_short(struct answer *w, size_t i, enum form form)
{
	const struct finding *of = &w->f->list[i];
	struct strbuf text = STRBUF_INIT;
	struct gain gain = of->gain;

	add_place(w, i);
	if (form == REASON && of->n > 0 && !of->same &&
	    !of->changes[0]->by_category)
		add_line(w, "why", of->changes[0]->evidence);
	else if (form == REASON && of->why)
		add_line(w, "why", of->why);
	if (form < NAME && of->same) {
		strbuf_addf(&text, "as for place %zu", of->same);
	} else if (form < NAME && of->n > 0) {
		strbuf_adds(&text, of->changes[0]->suggestion->title);
		strbuf_adds(&text, form < CHANGE ? ": " : "");
		gain.most = gain.saved; /* its limit is for longer forms */
		if (form == REASON)
			suggestions_finding_speedup(&text, of);
		else if (form == GAIN)
			suggestions_speedup(&text, &gain);
	}
	if (text.len)
		add_line(w, "change", text.s);
	strbuf_release(&text);
}

bool answer_own_change(const struct findings *f, const struct finding *of)
{
	return of->n > 0 && !findings_is_remedy(f, of->changes[0]);
}

/* Lines for the places after one in a form: one each, or one for all of them; a
 * reason is worth less than the change of a later place */
static size_t lines_after(const struct answer *w, size_t i, enum form form)
{
	const struct findings *f = w->f;
	const size_t left = f->n - i - 1;
	size_t n = left <= 3 ? left : form < GAIN ? 3 : 1;

	for (size_t k = i + 1; k < f->n && k <= i + 3 && form == REASON; k++)
		n += f->list[k].n > 0;
	return n;
}

/* One place in as many lines as there is room for: all, or the first; where no
 * place takes much, no more than the change that is for this one */
static bool add_some(struct answer *w, size_t i, size_t last)
{
	const bool brief = w->f->flat && w->f->nremedies > 0;
	const bool own = answer_own_change(w->f, &w->f->list[i]);
	enum form k = !brief ? FULL : own ? REASON : NAME;

	for (; k < FORMS; k++) {
		struct answer part = { w->f, w->form, STRBUF_INIT };

		if (k == FULL)
			add_finding(&part, i);
		else
			add_short(&part, i, k);
		if (add_if(w, &part.b, last + lines_after(w, i, k)))
			return true;
	}
	return false;
}

static void add_remedies(struct answer *w, size_t most, size_t reserved)
{
	static const char changes[] = "Changes that help many places:\n",
			  after[] = "After these changes:\n";

	for (size_t i = 0; i < w->f->nremedies && i < most; i++) {
		const struct findings_remedy *r = &w->f->remedies[i];
		struct answer part = { w->f, w->form, STRBUF_INIT };

		if (r->saved < worth)
			break;
		if (i == 0)
			strbuf_adds(&part.b, r->places > 1 ? changes : after);
		add_remedy(&part, r);
		if (!add_if(w, &part.b, reserved))
			break;
	}
}

static void add_all(struct answer *w)
{
	const struct findings *f = w->f;
	/* an empty line, and add_next's */
	const size_t last = f->most >= worth ? 3 : 2;
	struct answer remedy = { f, w->form, STRBUF_INIT };
	size_t shown = 0, rest = last;

	if (f->flat) {
		add_remedies(w, 4, last + 1 + f->n);
	} else {
		add_remedies(&remedy, 1, 0);
		rest += lines_of(&remedy.b);
		strbuf_release(&remedy.b);
	}
	while (shown < f->n && add_some(w, shown, rest))
		shown++;
	if (shown < f->n)
		strbuf_addf(&w->b, "and %zu more place%s\n", f->n - shown,
		            f->n - shown == 1 ? "" : "s");
	if (!f->flat)
		add_remedies(w, 2, last);
}

void answer_text(struct strbuf *b, const struct findings *f,
                 const struct answer_form *form)
{
	struct answer w = { f, form, STRBUF_INIT };
	struct strbuf verdict = STRBUF_INIT;

	answer_verdict(&verdict, f);
	add_wrapped(&w, verdict.s, 0);
	add_warnings(&w);
	strbuf_addc(&w.b, '\n');
	add_all(&w);
	strbuf_adds(&w.b, f->n ? "\n" : "");
	add_next(&w);
	strbuf_add(b, w.b.s, w.b.len);
	strbuf_release(&verdict);
	strbuf_release(&w.b);
}

void answer_first(struct strbuf *b, const struct findings *f,
                  const struct answer_form *form)
{
	struct answer w = { f, form, STRBUF_INIT };
	struct strbuf verdict = STRBUF_INIT;

	answer_verdict(&verdict, f);
	add_wrapped(&w, verdict.s, 0);
	if (f->n > 0)
		add_place(&w, 0);
	if (f->n > 0 && f->list[0].n > 0)
		add_line(&w, "change",
		         f->list[0].changes[0]->suggestion->title);
	strbuf_add(b, w.b.s, w.b.len);
	strbuf_release(&verdict);
	strbuf_release(&w.b);
}

static void write_answer(const struct assessment *a,
                         const struct suggest *suggest,
                         const struct report_options *options, FILE *f)
{
	const struct answer_form form = answer_form(options->color);
	struct findings *findings = findings_new(a, suggest);
	struct strbuf b = STRBUF_INIT;

	answer_text(&b, findings, &form);
	fwrite(b.s, 1, b.len, f);
	strbuf_release(&b);
	findings_free(findings);
}

int answer_print(const struct profile *p, const char *name, const char *machine,
                 FILE *f, struct err *err)
{
	const struct assess_options options = { .threshold = THRESHOLD_DEFAULT,
		                                .automatic = true,
		                                .machine = machine };
	const struct answer_form form = answer_form(false);
	struct assessment *a = assessment_new(&p, &name, 1, &options, err);
	struct advice advice = { .suggest = NULL };
	struct findings *findings;
	struct strbuf b = STRBUF_INIT;
	int rc = -1;

	if (!a || advice_init(&advice, a, f, err) != 0)
		goto out;
	findings = findings_new(a, advice.suggest);
	if (findings->n > 0)
		answer_first(&b, findings, &form);
	fwrite(b.s, 1, b.len, f);
	findings_free(findings);
	rc = 0;
out:
	strbuf_release(&b);
	advice_release(&advice);
	assessment_free(a);
	return rc;
}

const struct report report_answer = { .name = "answer",
	                              .details = true,
	                              .whole = true,
	                              .all = true,
	                              .write = write_answer };
