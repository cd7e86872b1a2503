#include "fact.h"

#include <math.h>

#include "base/banned.h"

void fact_text(struct fact *f, const char *name, const char *value)
{
	if (value && f->n < FACT_MAX_ATTRS)
		f->attrs[f->n++] = (struct profile_attr){ name, value };
}

void fact_number(struct fact *f, const char *name, double value)
{
	if (isnan(value) || f->n >= FACT_MAX_ATTRS)
		return;
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
	profile_fact_add(p, s, name, f->attrs, f->n);
}
