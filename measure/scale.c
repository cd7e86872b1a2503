#include "scale.h"

#include <math.h>

#include "base/banned.h"
#include "base/map.h"
#include "base/mem.h"
#include "modules.h"
#include "native.h"
#include "samples.h"
#include "share.h"

/* Fewer samples than this in the part say nothing about one section. */
static const double least_samples = 10;

/* A section's own time in all native runs, and in the part. */
struct times {
	double whole_s, part_s, part_samples;
};

struct scale {
	struct map *times; /* "PTR" of a section; NULL: all ratios are 1 */
	double runs;
	double overall; /* where a section has too few samples */
};

static struct times *times_of(const struct scale *s,
                              const struct profile_section *section)
{
	char key[32];

	snprintf(key, sizeof(key), "%p", (const void *)section);
	return map_get(s->times, key);
}

static struct times *make_times(struct scale *s,
                                const struct profile_section *section)
{
	struct times *t = times_of(s, section);
	char key[32];

	if (t)
		return t;
	t = mem_alloc(1, sizeof(*t));
	snprintf(key, sizeof(key), "%p", (const void *)section);
	map_put(s->times, key, t);
	return t;
}

static void add_samples(struct scale *s, struct modules *ms,
                        const struct samples *samples, bool part)
{
	size_t n;
	const struct sample_count *all = samples_all(samples, &n);

	for (size_t i = 0; i < n; i++) {
		const struct sample_count *c = &all[i];
		struct module *m = modules_get(
			ms, samples_module_path(samples, c->key.module));
		struct times *t = make_times(
			s, module_section(ms, m, module_vaddr(m, c->key.offset),
		                          NULL));

		if (part) {
			t->part_s += c->user_s + c->system_s;
			t->part_samples += c->samples;
		} else {
			t->whole_s += c->user_s + c->system_s;
		}
	}
}

struct scale *scale_new(struct modules *ms, const struct native *n,
                        const struct share *share)
{
	struct scale *s = mem_alloc(1, sizeof(*s));

	s->overall = 1;
	if (!share || isnan(share->share))
		return s;
	s->times = map_new();
	s->runs = (double)n->nruns;
	s->overall = 1 / share->share;
	add_samples(s, ms, n->samples, false);
	add_samples(s, ms, share->samples, true);
	return s;
}

void scale_free(struct scale *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < map_size(s->times); i++)
		free(map_value(s->times, i));
	map_free(s->times);
	free(s);
}

double scale_of(const struct scale *s, const struct profile_section *section)
{
	const struct times *t = s->times ? times_of(s, section) : NULL;

	if (!t || t->part_samples < least_samples)
		return s->overall;
	return fmax(1, t->whole_s / s->runs / t->part_s);
}
