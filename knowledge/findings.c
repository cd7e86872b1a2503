#include "findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "diagnose/check.h"
#include "diagnose/transfer.h"
#include "findings_sum.h"
#include "foreign.h"
#include "gain.h"
#include "knowledge.h"
#include "places.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "reason.h"
#include "suggest.h"

/* After places that take much, one that takes so little of the first is not
 * named. */
static const double small = 0.1;
/* A change that saves less of a place's time leaves most of it. */
static const double a_tenth = 0.1;

/* Of the program's time: a change that saves less, at all places together,
 * can't be told from the differences between runs. */
static const double felt = 0.05;
/* Who computes with 7 digits in place of 16 wants much for it. */
static const double felt_of_digits = 0.2;

/* So many places are named of a program that ran too short. */
enum { FEW = 3 };

struct work {
	const struct assessment *a;
	const struct suggest *suggest;
	size_t input;
	struct findings *f;
	struct places places;
};

static const struct assess_value *value_of(const struct work *w,
                                           const struct assess_section *s)
{
	return &s->in[w->input];
}

static bool better(const struct suggest_item *a, const struct suggest_item *b)
{
	if (a->suggestion->last != b->suggestion->last)
		return b->suggestion->last;
	if (a->gain.expected != b->gain.expected)
		return a->gain.expected;
	return a->gain.saved > b->gain.saved;
}

/* One more change of a finding; each suggestion once, the best first */
static void add_change(struct finding *f, size_t *cap,
                       const struct suggest_item *item)
{
	size_t at = 0;

	for (size_t i = 0; i < f->n; i++) {
		const struct suggest_item *old = f->changes[i];

		if (old->suggestion != item->suggestion)
			continue;
		/* of calls, a loop knows those of all loops in it */
		if (!item->suggestion->of_program ||
		    !places_within(item->at, f->at) || !better(item, old))
			return;
		memmove(&f->changes[i], &f->changes[i + 1],
		        (--f->n - i) * sizeof(*f->changes));
	}
	f->changes = mem_grow(f->changes, cap, f->n + 1, sizeof(*f->changes));
	while (at < f->n && !better(item, f->changes[at]))
		at++;
	memmove(&f->changes[at + 1], &f->changes[at],
	        (f->n - at) * sizeof(*f->changes));
	f->changes[at] = item;
	f->n++;
}

/* Is it for the users of others' code in which calls of the finding take their
 * time? Of what a header put into the program, each change is. */
static bool is_for_caller(const struct work *w, const struct finding *f,
                          const struct suggest_item *item)
{
	const struct assess_value *v = value_of(w, f->at);
	const struct profile *p = w->a->in[w->input].profile;

	if (own_code(p, value_of(w, item->at)->section) ||
	    !(own_module(p, value_of(w, item->at)->section) ||
	      item->suggestion->everywhere || item->suggestion->of_program))
		return false;
	for (size_t i = 0; i < v->ncalls; i++) {
		const struct assess_call *c = &v->calls[i];
		const char *most = c->inner ? c->inner : c->function;

		if (item->at->procedure &&
		    strcmp(most, item->at->procedure) == 0)
			return true;
	}
	return false;
}

/* Is the rest of a section without its loops a place? */
static bool has_rest(const struct work *w, const struct assess_section *s)
{
	for (size_t i = 0; i < w->places.n; i++) {
		if (w->places.list[i].at == s && w->places.list[i].napart > 0)
			return true;
	}
	return false;
}

/* Is it suggested for the finding's place, for what encloses it, or for what it
 * encloses? Calls of what encloses it are of the rest there. */
static bool is_for_place(const struct work *w, const struct finding *f,
                         const struct suggest_item *item)
{
	if (!places_within(item->at, f->at))
		return places_within(f->at, item->at) &&
		       !(item->suggestion->of_program && has_rest(w, item->at));
	for (size_t i = 0; i < f->napart; i++) {
		if (places_within(item->at, f->apart[i]))
			return false;
	}
	return true;
}

/* The changes of its place, and then others that its calls lead to */
static void find_changes(const struct work *w, struct finding *f)
{
	const size_t n = w->suggest ? w->suggest->n : 0;
	const struct suggest_item **list;
	size_t cap = 0;

	for (size_t i = 0; i < 2 * n; i++) {
		const struct suggest_section *s = &w->suggest->sections[i % n];

		for (size_t k = 0; k < s->n; k++) {
			const struct suggest_item *item = &s->items[k];

			if (i < n ? is_for_place(w, f, item)
			          : is_for_caller(w, f, item))
				add_change(f, &cap, item);
		}
	}
	list = arena_alloc(w->f->arena, f->n + 1, sizeof(*list));
	if (f->n > 0)
		memcpy(list, f->changes, f->n * sizeof(*list));
	free(f->changes);
	f->changes = list;
}

static bool warned(const struct assess_warnings *w, enum assess_check check,
                   size_t input)
{
	for (size_t i = 0; i < w->n; i++) {
		if (w->w[i].check == check && w->w[i].input == input)
			return true;
	}
	return false;
}

/* Samples are of the interpreter's code, not of the script's lines. */
static bool is_python(const struct work *w)
{
	const char *program = w->a->in[w->input].profile->program;

	return program && strncmp(io_basename(program), "python", 6) == 0;
}

/* Does the model know the program, but nothing of this section, which takes the
 * place's time itself? */
static bool is_unseen(const struct work *w, const struct finding *f)
{
	const struct profile *p = w->a->in[w->input].profile;
	const struct profile_section *s = value_of(w, f->at)->section;
	const double all = profile_value(p, p->root, "TOT_CYC");
	const double system = fmax(0, profile_value(p, s, "SYS_CYC"));
	const double own = profile_value(p, s, "TOT_CYC") - system;

	return profile_value(p, p->root, "MODEL_INS") > 0 &&
	       own > f->share / 2 * all &&
	       !(profile_value(p, s, "MODEL_INS") > 0);
}

static const char *unsure(const struct work *w, const struct finding *f)
{
	const struct assess_section *s = f->at;

	const struct assess_warnings *all = &w->a->in[w->input].warnings;

	/* warnings of the whole program are not repeated */
	if (warned(&s->warnings, ASSESS_TOO_SHORT, w->input) &&
	    !warned(all, ASSESS_TOO_SHORT, w->input))
		return "too few samples: measure a longer run";
	if (f->n == 0 && is_unseen(w, f))
		return "the simulated part of the run has none of it: measure "
		       "with --effort full";
	if (warned(&s->warnings, ASSESS_VARIES, w->input) &&
	    !warned(all, ASSESS_VARIES, w->input))
		return "its time varies between the runs: measure on an idle "
		       "machine";
	if (is_python(w) && !s->file)
		return f - w->f->list > 1
		               ? NULL
		               : "it is code of the interpreter: python3 -m "
		                 "cProfile -s tottime SCRIPT names the "
		                 "script's slow functions";
	if (!f->foreign && !(s->file && s->line))
		return foreign_binary(value_of(w, s)->section)
		               ? "its lines are not known: it is an installed "
		                 "program"
		               : "its lines are not known: build it with -g";
	if (f->n > 0 && f->changes[0]->gain.expected &&
	    f->changes[0]->gain.saved < a_tenth * f->share)
		return "no change is known for most of its time";
	if (f->n > 0 && f->changes[0]->by_category)
		return "chosen by category alone: build it with -g and measure "
		       "with --collector simulate for the reason";
	return NULL;
}

/* Where its time goes, without what the text `known` has; or NULL */
static const char *explain(const struct work *w, const struct finding *f,
                           const char *known)
{
	return reason_text(w->f->arena, w->a, w->input, f, known);
}

static struct finding *make_finding(const struct work *w, const struct place *p)
{
	struct finding *f = &w->f->list[w->f->n + w->f->nsmall];
	const struct assess_value *v = value_of(w, p->at);

	*f = (struct finding){
		.at = p->at,
		.apart = p->apart,
		.napart = p->napart,
		.line = p->at->line,
		.share = p->share,
		.waited = v->waited,
		.foreign = !own_module(w->a->in[w->input].profile, v->section),
	};
	for (size_t i = 0; i < f->napart; i++)
		f->waited -= value_of(w, f->apart[i])->waited;
	if (f->napart > 0)
		f->line = reason_line(f, w->input);
	find_changes(w, f);
	return f;
}

/* Are they too few to say that it is one of the largest? */
static bool has_few_samples(const struct work *w,
                            const struct assess_section *s)
{
	const struct profile *p = w->a->in[w->input].profile;

	return value_of(w, s)->section &&
	       check_samples(p, value_of(w, s)->section) < CHECK_NO_SAMPLES;
}

/* What is too small to have values explains nothing, and few samples cannot
 * rank the smaller ones. */
static bool counts(const struct work *w, const struct place *p, bool few)
{
	return p->share >= ASSESS_WORTH && !(few && has_few_samples(w, p->at));
}

/* What a suggestion saves at all places: what is expected, or may be at most */
static double saved_in_all(const struct findings *f, const struct suggestion *s)
{
	double saved = 0;

	for (size_t i = 0; i < f->n + f->nsmall; i++) {
		for (size_t k = 0; k < f->list[i].n; k++) {
			const struct suggest_item *item = f->list[i].changes[k];
			const double here = item->gain.expected
			                            ? item->gain.saved
			                            : fmax(item->gain.saved,
			                                   item->gain.most);

			if (item->suggestion != s)
				continue;
			saved = item->gain.together || s->of_program
			                ? fmax(saved, here)
			                : saved + here;
		}
	}
	return saved;
}

static double least_felt(const struct suggest_item *item)
{
	const char *remedy = item->suggestion->remedy;

	return item->gain.expected && remedy &&
	                       strcmp(remedy, "smaller types") == 0
	               ? felt_of_digits
	               : felt;
}

static void drop_unfelt(struct findings *f)
{
	for (size_t i = 0; i < f->n + f->nsmall; i++) {
		struct finding *of = &f->list[i];
		size_t n = 0;

		for (size_t k = 0; k < of->n; k++) {
			const struct suggest_item *item = of->changes[k];

			if (saved_in_all(f, item->suggestion) >=
			    least_felt(item))
				of->changes[n++] = of->changes[k];
		}
		of->n = n;
	}
}

/* The fewest places that cover enough, and then those where the same changes
 * may help */
static void choose(struct work *w)
{
	struct findings *f = w->f;
	const struct place *list = w->places.list;

	f->list = arena_alloc(f->arena, w->places.n + 1, sizeof(*f->list));
	const bool few = warned(&w->a->in[w->input].warnings, ASSESS_TOO_SHORT,
	                        w->input);
	const size_t most = few ? FEW : FINDINGS_MOST;
	bool rest = false; /* many small places */

	for (size_t i = 0; i < w->places.n && counts(w, &list[i], few); i++) {
		rest |= f->n < most && f->covered < FINDINGS_COVER &&
		        list[i].share < small * list[0].share;
		struct finding *of = make_finding(w, &list[i]);

		if (rest || f->n == most || f->covered >= FINDINGS_COVER) {
			f->nsmall++;
			continue;
		}
		f->covered += of->share;
		f->n++;
	}
	drop_unfelt(f);
	for (size_t i = 0; i < f->n; i++) {
		f->list[i].why = explain(w, &f->list[i], NULL);
		f->list[i].unsure = unsure(w, &f->list[i]);
	}
	/* where one takes most of it the profile is not flat */
	f->flat = !few && !rest && f->n > 1 && f->covered < FINDINGS_COVER &&
	          2 * f->list[0].share < f->covered;
}

/* Is a change of a place said of another place, too, for a section that holds
 * this one, or for the same one and earlier? */
static bool is_said_around(const struct findings *f, size_t place,
                           const struct suggest_item *item)
{
	for (size_t i = 0; i < f->n + f->nsmall; i++) {
		for (size_t k = 0; k < f->list[i].n; k++) {
			const struct suggest_item *other =
				f->list[i].changes[k];

			if (other->suggestion == item->suggestion &&
			    (other->at == item->at
			             ? i < place
			             : places_within(item->at, other->at)))
				return true;
		}
	}
	return false;
}

/* Places where a suggestion applies, and what it saves there */
static void add_remedy(struct findings *f, const struct suggest_item *item)
{
	struct findings_remedy r = { .item = item };
	bool alone = false; /* the only change of a place */

	for (size_t i = 0; i < f->nremedies; i++) {
		if (f->remedies[i].item->suggestion == item->suggestion)
			return;
	}
	for (size_t i = 0; i < f->n + f->nsmall; i++) {
		for (size_t k = 0; k < f->list[i].n; k++) {
			const struct suggest_item *other =
				f->list[i].changes[k];

			if (other->suggestion != item->suggestion)
				continue;
			r.places++;
			alone |= k == 0 && i < f->n;
			r.share += f->list[i].share;
			/* of all places together, or of this one */
			if (other->gain.together ||
			    other->suggestion->of_program)
				r.saved = fmax(r.saved, other->gain.saved);
			else if (!is_said_around(f, i, other))
				r.saved += other->gain.saved;
			if (other->gain.saved > r.item->gain.saved)
				r.item = other;
		}
	}
	r.saved = fmin(FINDINGS_SAVED_MOST, r.saved);
	r.share = fmin(1, r.share);
	if (r.places > 1 || (item->suggestion->last && !alone))
		f->remedies[f->nremedies++] = r;
}

static int by_saved(const void *pa, const void *pb)
{
	const struct findings_remedy *a = pa, *b = pb;

	if (a->item->suggestion->last != b->item->suggestion->last)
		return a->item->suggestion->last ? 1 : -1;
	if (a->saved != b->saved)
		return a->saved < b->saved ? 1 : -1;
	return strcmp(a->item->suggestion->id, b->item->suggestion->id);
}

/* A switch for the whole program is named once, as is what is to be done last.
 * Where no place takes much, so is any change that helps several. */
static void find_remedies(struct findings *f)
{
	size_t all = 0;

	for (size_t i = 0; i < f->n; i++)
		all += f->list[i].n;
	f->remedies = arena_alloc(f->arena, all + 1, sizeof(*f->remedies));
	for (size_t i = 0; i < f->n; i++) {
		for (size_t k = 0; k < f->list[i].n; k++) {
			const struct suggest_item *item = f->list[i].changes[k];

			if (f->flat || item->suggestion->everywhere ||
			    item->suggestion->last)
				add_remedy(f, item);
		}
	}
	if (f->nremedies > 0)
		qsort(f->remedies, f->nremedies, sizeof(*f->remedies),
		      by_saved);
}

/* The place before it that has the same first change, counted from 1; or 0 */
static size_t same_change(const struct findings *f, size_t of)
{
	for (size_t i = 0; f->list[of].n > 0 && i < of && i < f->n; i++) {
		if (f->list[i].n > 0 &&
		    f->list[i].changes[0]->suggestion ==
		            f->list[of].changes[0]->suggestion)
			return i + 1;
	}
	return 0;
}

/* A place's first change is one for this place only, if there is one that saves
 * as much, or if the other was named at a place before. */
static void put_remedies_last(const struct findings *f, size_t at)
{
	struct finding *of = &f->list[at];
	size_t first = 0;

	while (first < of->n && findings_is_remedy(f, of->changes[first]))
		first++;
	if (first == 0 || first == of->n)
		return;
	const struct suggest_item *own = of->changes[first];

	if (!f->flat && !same_change(f, at) && better(of->changes[0], own) &&
	    of->changes[0]->gain.together)
		return;
	memmove(&of->changes[1], of->changes, first * sizeof(*of->changes));
	of->changes[0] = own;
}

/* What is the first change of a place is not named once more. */
static void drop_shown(struct findings *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->nremedies && !f->flat; i++) {
		bool shown = false;

		for (size_t k = 0; k < f->n; k++)
			shown |= f->list[k].n > 0 &&
			         f->list[k].changes[0]->suggestion ==
			                 f->remedies[i].item->suggestion;
		if (!shown)
			f->remedies[n++] = f->remedies[i];
	}
	f->nremedies = f->flat ? f->nremedies : n;
}

/* What is known once the first change is */
static void add_more(const struct work *w, size_t i)
{
	struct finding *of = &w->f->list[i];

	of->same = same_change(w->f, i);
	of->more = of->n > 0 && !of->same && !of->changes[0]->by_category
	                   ? explain(w, of, of->changes[0]->evidence)
	                   : of->why;
}

struct findings *findings_new(const struct assessment *a,
                              const struct suggest *suggest)
{
	struct arena *arena = arena_new();
	struct findings *f = arena_alloc(arena, 1, sizeof(*f));
	struct work w = {
		.a = a, .suggest = suggest, .input = a->n - 1, .f = f
	};

	f->arena = arena;
	f->assessment = a;
	f->input = w.input;
	account_assess(&f->account, &a->in[w.input],
	               a->in[w.input].profile->root);
	if (!check_hopeless(a->in[w.input].profile))
		places_find(&w.places, arena, a, suggest, w.input);
	choose(&w);
	find_remedies(f);
	for (size_t i = 0; i < f->n + f->nsmall; i++)
		put_remedies_last(f, i);
	drop_shown(f);
	for (size_t i = 0; i < f->n; i++)
		add_more(&w, i);
	for (size_t i = f->n; i < f->n + f->nsmall; i++)
		f->list[i].same = same_change(f, i);
	for (size_t i = 0; i < f->n; i++)
		findings_add_alike(f, i);
	findings_add_up(f);
	places_release(&w.places);
	return f;
}

void findings_free(struct findings *f)
{
	if (f)
		arena_free(f->arena);
}
