/*
 * places.h - where a program's time is: procedures, loops, and the rest of what
 * loops lie in, whose shares of the time do not overlap
 *
 * Time of libraries and of the kernel is of the place that calls them. Shares
 * are of the program's time, 0 to 1, with waiting.
 */
#ifndef PERFEXPERT_KNOWLEDGE_PLACES_H
#define PERFEXPERT_KNOWLEDGE_PLACES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct assess_section;
struct assessment;
struct suggest;

struct place {
	const struct assess_section *at;
	const struct assess_section *const *apart; /* see finding.apart */
	size_t napart;
	double share;
	size_t order; /* as found: a sort that is stable needs it */
};

struct places {
	struct place *list; /* [n], those that take most first */
	size_t n;
};

/*
 * places_find - all places of an input, into *to, which is empty
 *
 * suggest: what is suggested, as a place counts by what a change there saves;
 *          or NULL. The loops of a place's rest are in the arena.
 */
void places_find(struct places *to, struct arena *arena,
                 const struct assessment *a, const struct suggest *suggest,
                 size_t input);
void places_release(struct places *p);

/* places_within - is a section another one, or does it lie in it? */
bool places_within(const struct assess_section *s,
                   const struct assess_section *of);

#endif
