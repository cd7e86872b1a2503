#include "scale.h"

#include <math.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/sample/native.h"
#include "measure/sample/samples.h"
#include "share.h"

/* Fewer samples than this in the part say nothing about one section. */
static const double least_samples = 10;

/* A section's own time in all native runs, and in the part. */
struct times {
	double whole_s, part_s, part_samples;
};

struct scale {
	struct ids sections; /* pointer -> index in times */
	struct times *times;
	size_t n, cap;
	bool partly;  /* false: all ratios are 1 */
	double speed; /* of the run that found the part, see share.h */
	double runs;
	double overall; /* where a section has too few samples */
};

static struct times *make_times(struct scale *s,
                                const struct profile_section *section)
{
	uint32_t i = ids_add(&s->sections, (uintptr_t)section, (uint32_t)s->n);

	if (i == s->n) {
		s->times = mem_grow(s->times, &s->cap, s->n + 1,
		                    sizeof(*s->times));
		s->times[s->n++] = (struct times){ 0 };
	}
	return &s->times[i];
}

static void add_whole(struct scale *s, const struct samples *samples,
                      const struct spot *spots)
{
	size_t n;
	const struct sample_count *c = samples_all(samples, &n);

	for (size_t i = 0; i < n; i++)
		make_times(s, spots[i].section)->whole_s +=
			c[i].user_s + c[i].system_s;
}

static void add_part(struct scale *s, struct attribution *b,
                     const struct samples *samples)
{
	size_t n;
	const struct sample_count *c = samples_all(samples, &n);

	for (size_t i = 0; i < n; i++) {
		const char *path =
			samples_module_path(samples, c[i].key.module);
		struct spot at =
			attribution_spot_file(b, path, c[i].key.offset);
		struct times *t = make_times(s, at.section);

		t->part_s += c[i].user_s + c[i].system_s;
		t->part_samples += c[i].samples;
	}
}

struct scale *scale_new(struct attribution *b, const struct native *n,
                        const struct spot *spots, const struct share *share)
{
	struct scale *s = mem_alloc(1, sizeof(*s));

	s->overall = 1;
	if (!share || isnan(share->share))
		return s;
	s->partly = true;
	s->runs = (double)n->nruns;
	s->overall = 1 / share->share;
	s->speed = share->speed;
	add_whole(s, n->samples, spots);
	add_part(s, b, share->samples);
	return s;
}

void scale_free(struct scale *s)
{
	if (!s)
		return;
	ids_release(&s->sections);
	free(s->times);
	free(s);
}

double scale_of(const struct scale *s, const struct profile_section *section)
{
	uint32_t i = ids_get(&s->sections, (uintptr_t)section);
	const struct times *t = i == IDS_NONE ? NULL : &s->times[i];

	if (!s->partly)
		return 1;
	if (!t || t->part_samples < least_samples)
		return s->overall;
	return fmax(1, s->speed * t->whole_s / s->runs / t->part_s);
}
