#include "per_thread.h"

#include "base/banned.h"
#include "base/mem.h"
#include "profile/profile.h"

struct slice {
	struct profile_section *section;
	uint32_t thread;
	double value;
};

void slices_add(struct slices *s, struct profile_section *section,
                uint32_t thread, double value)
{
	s->v = mem_grow(s->v, &s->cap, s->n + 1, sizeof(*s->v));
	s->v[s->n++] = (struct slice){ section, thread, value };
}

static int by_section(const void *a, const void *b)
{
	const struct slice *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return (x->thread > y->thread) - (x->thread < y->thread);
}

void slices_stats(struct slices *s, struct profile *p, size_t event)
{
	double *values = mem_alloc(s->n + 1, sizeof(*values));

	if (s->n)
		qsort(s->v, s->n, sizeof(*s->v), by_section);
	for (size_t i = 0; i < s->n;) {
		struct profile_section *section = s->v[i].section;
		size_t n = 0;

		while (i < s->n && s->v[i].section == section) {
			uint32_t thread = s->v[i].thread;

			values[n] = 0;
			for (; i < s->n && s->v[i].section == section &&
			       s->v[i].thread == thread;
			     i++)
				values[n] += s->v[i].value;
			n++;
		}
		if (n > 1)
			profile_stats(p, section)[event] =
				profile_stats_of(values, n);
	}
	free(values);
	free(s->v);
	*s = (struct slices){ 0 };
}
