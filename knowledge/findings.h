/*
 * findings.h - the answer: which places of the program cost its time, why, and
 * what to change
 *
 * A finding is a place, its share of the program's time, the causes of that and
 * the first change. The places are the fewest that cover FINDINGS_COVER of the
 * time, at most FINDINGS_MOST, those that cost most first. Invariants: no place
 * shares time with another one; it all lives until findings_free and borrows
 * the assessment and the suggestions; texts are not escaped and end without a
 * full stop.
 */
#ifndef PERFEXPERT_KNOWLEDGE_FINDINGS_H
#define PERFEXPERT_KNOWLEDGE_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "diagnose/account.h"
#include "gain.h"

struct arena;
struct assess_section;
struct assessment;
struct suggest;
struct suggest_item;

#define FINDINGS_COVER 0.8
enum { FINDINGS_MOST = 10 };

struct finding {
	const struct assess_section *at;
	/* [napart]: loops in it that are places themselves, and no part of
	 * this one */
	const struct assess_section *const *apart;
	size_t napart;
	unsigned line; /* of at's file, where the place is; 0: not known */
	double share;  /* of the program's time, with its waiting; 0 to 1 */
	double waited; /* of share, what its calls wait */
	bool foreign;  /* code that the program's programmer does not change */
	const char *why;    /* where its time goes; NULL: not known */
	const char *more;   /* of why, what the first change's evidence leaves
	                       out; NULL: nothing */
	const char *unsure; /* what would settle a doubt about it; or NULL */
	const struct suggest_item **changes; /* [n], the best first */
	size_t n;
	size_t same; /* the finding before it that has the same first change,
	                counted from 1; 0: none */
	/* of its first change, here and at the places after it that have the
	 * same one: so many */
	struct gain gain;
	size_t alike;
};

/* A change that helps several places at once: a switch, say */
struct findings_remedy {
	const struct suggest_item *item; /* where it saves most */
	size_t places;
	double share; /* of the program's time, that these places take */
	double saved; /* of the program's time */
};

struct findings {
	struct arena *arena;
	const struct assessment *assessment;
	size_t input; /* the one that it is about */
	/* [n], and [nsmall] that are not named, for what the first changes of
	 * those before them save there, too */
	struct finding *list;
	size_t n, nsmall;
	struct findings_remedy *remedies; /* the one that saves most first */
	size_t nremedies;
	double covered; /* share of the program's time that the list takes */
	bool flat;      /* so many places don't cover FINDINGS_COVER */
	/* all first changes together, of the program's time; most: at most,
	 * NAN: not known */
	double saved, most;
	bool expected; /* saved is to be expected, no upper bound */
	/* the program's account; see diagnose/account.h */
	struct account account;
};

/*
 * findings_new - of an assessment, and what is suggested for its sections
 *
 * suggest: NULL when nothing was asked: then no finding has a change. Places
 *          whose sections are not shown have none either, so the assessment
 *          is best made with assess_options.automatic.
 */
struct findings *findings_new(const struct assessment *a,
                              const struct suggest *suggest);
void findings_free(struct findings *f);

#endif
