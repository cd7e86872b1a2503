/*
 * suggest.h - the suggestions that apply to the sections of an assessment
 *
 * Every rule is asked about every shown section, and about the loops in it
 * that are too small to be shown: what applies there goes to the section that
 * is shown. Invariants: items of a section are sorted, the one that saves
 * most first; each id is there once, at the innermost section that it
 * applies to; everything lives until suggest_free.
 */
#ifndef PERFEXPERT_KNOWLEDGE_SUGGEST_H
#define PERFEXPERT_KNOWLEDGE_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/ids.h"
#include "gain.h"

struct assess_section;
struct assessment;
struct err;
struct knowledge;
struct knowledge_measured;
struct suggestion;

struct suggest_item {
	const struct suggestion *suggestion;
	const struct assess_section *at; /* where it applies */
	double part; /* of what it is about that it would remove */
	struct gain gain;
	/* of its example on the machine that is assessed, or NULL */
	const struct knowledge_measured *measured;
	const char *evidence; /* a sentence without full stop, not escaped */
	bool by_category;     /* the rule's facts were not measured */
};

/* Why one does not apply, for --suggest=all */
struct suggest_reason {
	const struct suggestion *suggestion;
	const char *text;
};

struct suggest_section {
	const struct assess_section *section;
	struct suggest_item *items; /* [n], then others of the same remedy */
	size_t n, nall, cap;
	struct suggest_reason *reasons; /* in the order of the knowledge */
	size_t nreasons;
};

/* So many sections are asked about, the hottest: a file may show any number */
enum { SUGGEST_MOST = 2000 };

struct suggest {
	struct arena *arena;
	struct suggest_section *sections; /* [n], as assessment.shown begins */
	size_t n;
	/* 1: sections[n] is what calls cost in procedures that are not shown:
	 * see elsewhere.h */
	size_t nelsewhere;
	struct ids index; /* of each section in sections, by its address */
	size_t input;     /* the input that it is about */
};

/*
 * suggest_new - ask all rules about all sections
 *
 * Of two inputs the second is looked at: the program as it is now.
 * A rule that fails is a problem of the knowledge (knowledge_problems).
 * Errors: ERR_FORMAT when the sandbox's memory is used up
 */
struct suggest *suggest_new(struct knowledge *k, const struct assessment *a,
                            struct err *err);
void suggest_free(struct suggest *s);

/* suggest_find - what is suggested for a section, or NULL */
const struct suggest_section *suggest_find(const struct suggest *s,
                                           const struct assess_section *at);

#endif
