/*
 * fact.h - an observation under construction
 *
 * Numbers become text that lives until the fact is added; what is not known,
 * NULL or NAN, is left out. Start with .n = 0.
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_FACT_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_FACT_H

#include <stddef.h>

#include "base/num.h"
#include "profile/profile.h"

enum { FACT_MAX_ATTRS = 48 };

struct fact {
	struct profile_attr attrs[FACT_MAX_ATTRS];
	char texts[FACT_MAX_ATTRS][NUM_SHORTEST];
	size_t n;
};

/* fact_text - value is borrowed until the fact is added */
void fact_text(struct fact *f, const char *name, const char *value);

void fact_number(struct fact *f, const char *name, double value);

/* fact_some - a number that says something only when it is not 0 */
void fact_some(struct fact *f, const char *name, double value);

/*
 * fact_add - to a section of the profile, which copies it
 *
 * Names are those of profile/facts.h; others are the caller's mistake.
 */
void fact_add(struct profile *p, struct profile_section *s, const char *name,
              const struct fact *f);

#endif
