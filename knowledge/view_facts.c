#include "view_facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "lua/sandbox.h"
#include "profile/facts.h"
#include "profile/profile.h"
#include "view_fields.h"

/* Languages by what DWARF or a collector may call them */
static const char *language_name(const char *s)
{
	if (!s)
		return NULL;
	if (strncasecmp(s, "fortran", 7) == 0)
		return "Fortran";
	if (strstr(s, "++") || strncasecmp(s, "cpp", 3) == 0)
		return "C++";
	if ((s[0] == 'C' || s[0] == 'c') &&
	    (s[1] == '\0' || s[1] == '9' || s[1] == '1' || s[1] == '8'))
		return "C";
	return s;
}

/* What the list of facts says that it is, not what its text looks like */
static void set_attribute(struct fields *b, int table,
                          const struct fact_attribute *a,
                          const struct profile_fact *f)
{
	const struct fact_value v = fact_attribute_value(f, a);

	if (!v.known)
		return;
	switch (v.kind) {
	case FACT_TEXT:
		if (strcmp(a->name, "producer") == 0)
			field_text(b, table, a->name, v.text);
		else if (strcmp(a->name, "file") == 0)
			field_name(b, table, a->name, io_basename(v.text));
		else
			field_name(b, table, a->name, v.text);
		return;
	case FACT_YES_NO:
		field_set(b, table, a->name, sandbox_boolean(v.yes));
		return;
	case FACT_COUNT:
	case FACT_SIGNED:
	case FACT_SHARE:
		field_number(b, table, a->name, v.number);
		return;
	}
}

static int fact_table(struct fields *b, const struct profile_fact *f)
{
	const struct fact_type *type = fact_type(f->name);
	int ref = field_new(b);

	for (size_t i = 0; i < type->nattributes; i++)
		set_attribute(b, ref, &type->attributes[i], f);
	return ref;
}

/* The turns of a loop; NAN: not a loop, or not known */
static double turns_of(const struct profile_section *s)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		if (strcmp(s->facts[i].name, "loop") == 0 &&
		    fact_sound(&s->facts[i]))
			return profile_fact_number(&s->facts[i], "iterations");
	}
	return NAN;
}

/*
 * A line that reads k neighbours in each turn, as after unrolling and jamming
 * or of the members of a struct, makes k - 1 small steps and a large one, to
 * the next turn's: it walks by the sum of them.
 */
static void join_steps(struct fields *b, int ref,
                       const struct profile_section *s,
                       const struct profile_fact *f)
{
	static const double line = 64; /* bytes */
	const double k = round(profile_fact_number(f, "count") / turns_of(s));
	const double step = profile_fact_number(f, "stride");
	const double next = profile_fact_number(f, "stride2");
	const double share = profile_fact_number(f, "stride_share");

	if (k >= 2 && fabs(step) < line && fabs(next) >= line &&
	    fabs(share - (1 - 1 / k)) < 0.02) {
		field_set(b, ref, "stride",
		          sandbox_number(next + (k - 1) * step));
		/* where the next entry begins was not seen among those */
		field_set(b, ref, "stride_share", sandbox_number(0.98));
		field_set(b, ref, "stride2", sandbox_number(NAN));
	}
}

/* What a fact costs, so that the heaviest come first; 0: in file order */
static double weight(const struct profile_fact *f)
{
	static const struct {
		const char *attr;
		double cost;
	} costs[] = {
		{ "count", 4 },       { "l1_misses", 14 },
		{ "l2_misses", 60 },  { "l3_misses", 250 },
		{ "tlb_misses", 40 }, { "mispredicted", 100 },
		{ "calls", 10 },      { "latency_cycles", 1 },
	};
	double sum = 0, v;

	for (size_t i = 0; i < sizeof(costs) / sizeof(*costs); i++) {
		v = profile_fact_number(f, costs[i].attr);
		if (isfinite(v))
			sum += v * costs[i].cost;
	}
	return sum;
}

struct weighed {
	const struct profile_fact *fact;
	double weight;
	size_t at;
};

static int by_weight(const void *pa, const void *pb)
{
	const struct weighed *a = pa, *b = pb;

	if (a->weight != b->weight)
		return a->weight < b->weight ? 1 : -1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* facts.NAME lists, heaviest first; first: where the first one goes as well */
static void add_facts(struct fields *b, int facts, int first,
                      const struct profile_section *s, const char *name)
{
	struct weighed *w = mem_alloc(s->nfacts + 1, sizeof(*w));
	int list = field_table(b, facts, name);
	size_t n = 0;

	for (size_t i = 0; i < s->nfacts; i++) {
		if (strcmp(s->facts[i].name, name) == 0 &&
		    fact_sound(&s->facts[i]))
			w[n++] = (struct weighed){ &s->facts[i],
				                   weight(&s->facts[i]), i };
	}
	qsort(w, n, sizeof(*w), by_weight);
	for (size_t i = 0; i < n && i < VIEW_FACTS_MAX && b->rc == 0; i++) {
		int ref = fact_table(b, w[i].fact);

		if (strcmp(name, "memref") == 0)
			join_steps(b, ref, s, w[i].fact);
		if (b->rc == 0 &&
		    sandbox_append(b->sb, list, sandbox_table(ref), b->err))
			b->rc = -1;
		if (i == 0 && first)
			field_set(b, first, name, sandbox_table(ref));
		sandbox_drop(b->sb, ref);
	}
	if (first && strcmp(name, "memref") == 0)
		field_set(b, first, "memrefs", sandbox_table(list));
	if (first && strcmp(name, "branch") == 0)
		field_set(b, first, "branches", sandbox_table(list));
	if (first && strcmp(name, "chain") == 0)
		field_set(b, first, "chains", sandbox_table(list));
	if (first && strcmp(name, "callee") == 0)
		field_set(b, first, "callees", sandbox_table(list));
	sandbox_drop(b->sb, list);
	free(w);
}

void view_facts(struct fields *b, int view, bool convenient,
                const struct profile_section *s)
{
	size_t n;
	const struct fact_type *types = fact_types(&n);
	int facts = field_table(b, view, "facts");

	for (size_t i = 0; i < n; i++)
		add_facts(b, facts, convenient ? view : 0, s, types[i].name);
	sandbox_drop(b->sb, facts);
}

void view_compiler(struct fields *b, int view, const struct profile_section *s)
{
	for (; s; s = s->parent) {
		for (size_t i = 0; i < s->nfacts; i++) {
			const struct profile_fact *f = &s->facts[i];
			int ref;

			if (strcmp(f->name, "compiler") != 0 || !fact_sound(f))
				continue;
			ref = fact_table(b, f);
			field_set(b, view, "compiler", sandbox_table(ref));
			sandbox_drop(b->sb, ref);
			field_text(b, view, "language",
			           language_name(
					   profile_fact_attr(f, "language")));
			return;
		}
	}
}
