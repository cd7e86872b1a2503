#include "fact.h"

#include <assert.h>
#include <math.h>

#include "base/banned.h"
#include "profile/facts.h"

void fact_text(struct fact *f, const char *name, const char *value)
{
	assert(f->n < FACT_MAX_ATTRS);
	if (value)
		f->attrs[f->n++] = (struct profile_attr){ name, value };
}

void fact_number(struct fact *f, const char *name, double value)
{
	assert(f->n < FACT_MAX_ATTRS);
	if (!isnan(value))
		fact_text(f, name, num_shortest(f->texts[f->n], value));
}

void fact_some(struct fact *f, const char *name, double value)
{
	if (value != 0)
		fact_number(f, name, value);
}

void fact_add(struct profile *p, struct profile_section *s, const char *name,
              const struct fact *f)
{
	const struct fact_type *type = fact_type(name);

	assert(type); /* what is written is on the list */
	for (size_t i = 0; i < f->n; i++)
		assert(fact_attribute(type, f->attrs[i].name));
	profile_fact_add(p, s, name, f->attrs, f->n);
}
