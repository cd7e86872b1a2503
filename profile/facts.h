/*
 * facts.h - the facts that a measurement may hold, and their attributes
 *
 * The one list of them: FORMAT.md says what each means, measure writes no
 * others, rules see no others, and see each as the kind given here, whatever
 * its text looks like.
 */
#ifndef PERFEXPERT_PROFILE_FACTS_H
#define PERFEXPERT_PROFILE_FACTS_H

#include <stdbool.h>
#include <stddef.h>

struct profile_fact;

enum fact_kind {
	FACT_TEXT,
	FACT_COUNT,  /* a number from 0 to FACT_COUNT_MAX */
	FACT_SIGNED, /* a number within +-FACT_COUNT_MAX */
	FACT_SHARE,  /* a number from 0 to 1 */
	FACT_YES_NO
};

/* What it means that an attribute is not there, or is not of its kind */
enum fact_absent {
	FACT_UNKNOWN,  /* it was not observed */
	FACT_TOGETHER, /* nor were the others of the fact that say so */
	FACT_ZERO,     /* it is 0, which is not written */
	FACT_MALFORMED /* the fact is worth nothing */
};

/* Nothing counts further than 2^63; sums and products of these are finite. */
#define FACT_COUNT_MAX 9.3e18

struct fact_attribute {
	const char *name;
	enum fact_kind kind;
	enum fact_absent absent;
};

struct fact_type {
	const char *name;
	const char *text; /* its meaning, in words for the site */
	const struct fact_attribute *attributes; /* nattributes */
	size_t nattributes;
};

/* An attribute's value */
struct fact_value {
	enum fact_kind kind;
	bool known;       /* else nothing below holds anything */
	double number;    /* FACT_COUNT, FACT_SIGNED, FACT_SHARE */
	bool yes;         /* FACT_YES_NO */
	const char *text; /* FACT_TEXT; not empty */
};

/* fact_types - all of them; *n is set */
const struct fact_type *fact_types(size_t *n);

/* fact_type - the one of that name, or NULL */
const struct fact_type *fact_type(const char *name);

/* fact_attribute - the one of that name of such a fact, or NULL */
const struct fact_attribute *fact_attribute(const struct fact_type *type,
                                            const char *name);

/* fact_attribute_value - an attribute of a fact, of its type's kind */
struct fact_value fact_attribute_value(const struct profile_fact *f,
                                       const struct fact_attribute *a);

/* fact_sound - whether it is known and has what no such fact can be without */
bool fact_sound(const struct profile_fact *f);

#endif
