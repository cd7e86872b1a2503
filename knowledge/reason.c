#include "reason.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/num.h"
#include "base/short_name.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/caused.h"
#include "diagnose/transfer.h"
#include "findings.h"
#include "profile/mpi.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "profile/waits.h"

/* A cause, a call or waiting with a smaller share explains nothing. */
static const double explains = 0.1;

/* The account's largest parts: "52 % data from L3, 20 % busy pipes", after what
 * it does not explain */
static void add_causes(struct strbuf *b, const struct account *account,
                       const char *between)
{
	const double unexplained = account_unexplained(account);
	double last = INFINITY;
	size_t done = 0;

	if (unexplained > explains * account->measured) {
		strbuf_addf(b, "%s%.0f %% that the model does not explain",
		            between, 100 * unexplained / account->measured);
		between = "; of the rest ";
	}
	while (done < 3) {
		size_t best = ACCOUNT_ALL;

		for (size_t i = 0; i < ACCOUNT_ALL; i++) {
			if (account->part[i] < last &&
			    (best == ACCOUNT_ALL ||
			     account->part[i] > account->part[best]))
				best = i;
		}
		if (best == ACCOUNT_ALL ||
		    account->part[best] < explains * account->modelled)
			return;
		strbuf_addf(b, "%s%.0f %% %s", done++ ? ", " : between,
		            100 * account->part[best] / account->modelled,
		            account_parts[best].label);
		last = account->part[best];
	}
}

/* ", most for rank 0": whom the ranks wait for at a place of MPI */
static void add_late(struct strbuf *b, const struct profile *p,
                     const struct assess_wait *w)
{
	const struct profile_mpi_row *most = NULL;

	for (size_t i = 0; p->mpi && w->call && w->file && i < p->mpi->n; i++) {
		const struct profile_mpi_site *site = &p->mpi->sites[i];

		if (!site->file || site->line != w->line ||
		    strcmp(site->call, w->call) != 0 ||
		    strcmp(site->file, w->file) != 0)
			continue;
		for (size_t k = 0; k < site->n; k++) {
			if (site->rows[k].late_s > (most ? most->late_s : 0))
				most = &site->rows[k];
		}
	}
	if (most)
		strbuf_addf(b, ", most for rank %.0f", most->late_rank);
}

/* "a barrier (GOMP_barrier at work.c:31)" */
static void add_wait(struct strbuf *b, const struct profile *p,
                     const struct assess_wait *w)
{
	strbuf_addf(b, "waits: %s", wait_kind_name(w->kind));
	if (w->call || w->file) {
		strbuf_adds(b, " (");
		if (w->call)
			strbuf_addf(b, "%s%s", w->call, w->file ? " " : "");
		if (w->file)
			strbuf_addf(b, "at %s:%u", io_basename(w->file),
			            w->line);
		strbuf_addc(b, ')');
	}
	add_late(b, p, w);
}

/* "45 % in the kernel, with 10,240 page faults" */
static void add_kernel(struct strbuf *b, const struct profile *p,
                       const struct finding *f, size_t input, double share)
{
	double faults =
		profile_value(p, f->at->in[input].section, "PAGE_FAULTS");
	char text[32];

	for (size_t i = 0; i < f->napart; i++)
		faults -= profile_value(p, f->apart[i]->in[input].section,
		                        "PAGE_FAULTS");
	strbuf_addf(b, "%s%.0f %% of its cycles are in the kernel",
	            b->len ? "; " : "", 100 * share);
	if (faults >= 1)
		strbuf_addf(b, ", with %s page fault%s",
		            num_grouped(text, sizeof(text), faults),
		            faults >= 2 ? "s" : "");
}

/* What the line names, and in parentheses what takes most of it */
static void add_called(struct strbuf *b, const struct assess_call *c)
{
	const char *inner = c->inner     ? c->inner[0] == '<' ? NULL : c->inner
	                    : c->through ? c->function
	                                 : NULL;

	if (c->through)
		short_name(b, c->through);
	else
		short_name_lists(b, c->function);
	if (inner) {
		strbuf_adds(b, " (");
		short_name_lists(b, inner);
		strbuf_addc(b, ')');
	}
}

/* "called 40,000 times at spin.c:10" */
static void add_how_often(struct strbuf *b, const struct assess_call *c)
{
	char calls[32];

	if (c->calls >= 2)
		strbuf_addf(b, "called %s times",
		            num_grouped(calls, sizeof(calls), c->calls));
	else
		strbuf_adds(b, c->calls >= 1 ? "called once" : "called");
	if (c->file && c->line)
		strbuf_addf(b, " at %s:%u", io_basename(c->file), c->line);
}

/* What a header put into the program and the call leads to, or NULL */
static const struct profile_section *template_of(const struct assessment *a,
                                                 size_t input,
                                                 const struct assess_call *c)
{
	const char *name = c->inner ? c->inner : c->function;

	for (size_t i = 0; i < a->nprocedures; i++) {
		const struct profile_section *s =
			a->procedures[i]->in[input].section;

		if (s && own_module(a->in[input].profile, s) &&
		    !own_code(a->in[input].profile, s) &&
		    strcmp(a->procedures[i]->procedure, name) == 0)
			return s;
	}
	return NULL;
}

/* The causes of a call that takes most of the place's time, in such code */
static void add_causes_there(struct strbuf *b, const struct assessment *a,
                             size_t input, const struct finding *f,
                             const struct assess_call *c)
{
	const struct profile_section *s =
		c->fraction > 0.5 * f->share ? template_of(a, input, c) : NULL;
	struct account account;

	if (!s)
		return;
	account_assess(&account, &a->in[input], s);
	if (!account_of_system(&account) && !account.why_not)
		add_causes(b, &account, b->len ? ", there " : "there ");
}

/* What a call of the finding's section takes outside of the loops that are
 * places themselves */
static double share_of_call(const struct finding *f, size_t input,
                            const struct assess_call *c)
{
	double share = c->fraction;

	for (size_t i = 0; i < f->napart; i++) {
		const struct assess_value *v = &f->apart[i]->in[input];

		for (size_t k = 0; k < v->ncalls; k++) {
			if (caused_same_call(&v->calls[k], c))
				share -= v->calls[k].fraction;
		}
	}
	return share;
}

unsigned reason_line(const struct finding *f, size_t input)
{
	const struct assess_value *v = &f->at->in[input];
	const struct assess_call *most = NULL;
	double share = 0;

	for (size_t i = 0; i < v->ncalls; i++) {
		const struct assess_call *c = &v->calls[i];

		if (!c->line || !str_same(c->file, f->at->file) ||
		    share_of_call(f, input, c) <= share)
			continue;
		most = c;
		share = share_of_call(f, input, c);
	}
	return most ? most->line : f->at->line;
}

/* "88 % in strlen, called 40,000 times at spin.c:10": the most expensive calls,
 * without those in the text `known`, which is on lines where they are of a
 * script */
static void add_calls(struct strbuf *b, const struct assessment *a,
                      size_t input, const struct finding *f, const char *known)
{
	enum { MOST = 2 };
	const struct assess_value *v = &f->at->in[input];
	const double all = f->napart ? f->share : fmax(v->caused, v->fraction);
	struct strbuf often = STRBUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < v->ncalls && n < MOST; i++) {
		const struct assess_call *c = &v->calls[i];
		const bool counted = c->calls >= 1 || (c->file && c->line);
		const double share = share_of_call(f, input, c);

		if (share < explains * all)
			continue;
		n++;
		/* "<...>" is a code address without a symbol */
		if (!c->through && c->function[0] == '<')
			continue;
		strbuf_clear(&often);
		add_how_often(&often, c);
		if (!(known && (c->text || strstr(known, often.s)))) {
			strbuf_addf(b, "%s%.*f %% of the time in ",
			            b->len ? "; " : "", share < 0.01 ? 1 : 0,
			            100 * share);
			add_called(b, c);
			if (counted)
				strbuf_addf(b, ", %s", often.s);
		}
		add_causes_there(b, a, input, f, c);
	}
	strbuf_release(&often);
}

/* The finding's own share of the program's time, without what it calls */
static double own_time(const struct finding *f, size_t input)
{
	double own = f->at->in[input].fraction;

	for (size_t i = 0; i < f->napart; i++)
		own -= f->apart[i]->in[input].fraction;
	return own;
}

/* Takes the cycles of the loops that are places themselves out of the account
 * of the section, by their shares of the time. */
static void leave_out(struct account *account, const struct assess_input *in,
                      const struct finding *f, size_t input)
{
	const double all = f->at->in[input].fraction, own = own_time(f, input);
	double left = 0;

	if (f->napart == 0 || account->why_not || !(all > 0) || !(own > 0))
		return;
	account->system *= all / own;
	for (size_t i = 0; i < f->napart; i++) {
		const struct assess_value *v = &f->apart[i]->in[input];
		struct account loop;

		account_assess(&loop, in, v->section);
		if (loop.why_not)
			continue;
		account->system -= loop.system * v->fraction / own;
		for (size_t k = 0; k < ACCOUNT_ALL; k++)
			account->part[k] -= loop.part[k] / loop.modelled *
			                    account->modelled * v->fraction /
			                    all;
	}
	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		account->part[k] = fmax(0, account->part[k]);
		left += account->part[k];
	}
	account->modelled = left;
}

const char *reason_text(struct arena *arena, const struct assessment *a,
                        size_t input, const struct finding *f,
                        const char *known)
{
	const struct assess_input *in = &a->in[input];
	const struct assess_value *v = &f->at->in[input];
	struct strbuf b = STRBUF_INIT;
	struct account account;
	const char *text;

	if (v->nwaits > 0 && f->waited > explains * f->share) {
		strbuf_addf(&b, "%.0f %% of the program's time ",
		            100 * f->waited);
		add_wait(&b, in->profile, &v->waits[0]);
	}
	add_calls(&b, a, input, f, known);
	/* causes of its own cycles, if these are most of its cost */
	if (own_time(f, input) > 0.5 * f->share && v->lcpi) {
		account_assess(&account, in, v->section);
		leave_out(&account, in, f, input);
		if (!account_of_system(&account) && !account.why_not)
			/* what comes before is of the program's time */
			add_causes(&b, &account,
			           b.len ? "; in its own code " : "");
		if (account.system > explains)
			add_kernel(&b, in->profile, f, input, account.system);
	}
	text = b.len > 0 ? arena_strdup(arena, b.s) : NULL;
	strbuf_release(&b);
	return text;
}
