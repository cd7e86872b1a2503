#include "scale.h"

#include <math.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/sample/native.h"
#include "measure/sample/samples.h"
#include "profile/profile.h"
#include "settle.h"
#include "share.h"
#include "steer.h"
#include "measure/simulate/output/sim_events.h"

static const double z = 1.959963984540054;

/* A number and the half-width of its 95 % interval, relative. */
struct estimate {
	double value, error;
};

/* Fewer samples than this in the part say nothing about one section. */
static const double least_samples = 10;

/* A section's own processor time, in the part and in whole runs: all native
 * ones, or the one that found the part. */
struct times {
	double whole_s, part_s;
	double part_samples;
};

struct scale {
	struct ids sections; /* pointer -> index in times */
	struct times *times;
	size_t n, cap;
	bool partly; /* false: all ratios are 1 */
	/* makes whole_s that of the run that found the part: 1 where it is,
	 * else its speed (share.h) by the number of native runs */
	double each;
	double overall;              /* where a section has too few samples */
	double error;                /* of the part's share, relative */
	struct estimate by_count;    /* see share.h */
	bool by_count_only;          /* the part has no samples */
	const struct settle *settle; /* or NULL */
	struct ids watched;          /* pointer -> index in settle */
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

/* rest: the samples behind the part are taken for those of the whole run, too
 */
static void add_part(struct scale *s, struct attribution *b,
                     const struct samples *samples, bool rest)
{
	size_t n;
	const struct sample_count *c = samples_all(samples, &n);

	for (size_t i = 0; i < n; i++) {
		const char *path =
			samples_module_path(samples, c[i].key.module);
		struct spot at =
			attribution_spot_file(b, path, c[i].key.offset);
		struct times *t = make_times(s, at.section);
		const double time_s = c[i].user_s + c[i].system_s;

		t->whole_s += rest ? time_s : 0;
		if (c[i].key.run)
			continue;
		t->part_s += time_s;
		t->part_samples += c[i].samples;
	}
}

static void add_watched(struct scale *s, struct attribution *b,
                        const struct steer *t)
{
	s->settle = t->settle;
	for (size_t i = 0; i < t->watch.n; i++) {
		const struct watched *w = &t->watch.v[i];
		const struct spot at =
			attribution_spot_vaddr(b, w->path, w->vaddr);

		ids_add(&s->watched, (uintptr_t)at.section, (uint32_t)i);
	}
}

struct scale *scale_new(struct attribution *b, const struct native *n,
                        const struct spot *spots, const struct share *share,
                        const struct steer *steer)
{
	struct scale *s = mem_alloc(1, sizeof(*s));

	s->overall = 1;
	if (steer)
		add_watched(s, b, steer);
	if (!share || isnan(share->share))
		return s;
	s->partly = true;
	s->overall = 1 / share->share;
	s->each = share->speed / (double)n->nruns;
	s->error = share->error;
	s->by_count = (struct estimate){ share->times, share->times_error };
	s->by_count_only = !share->samples;
	if (share->whole && share->samples)
		s->each = 1;
	else
		add_whole(s, n->samples, spots);
	if (share->samples)
		add_part(s, b, share->samples, share->whole);
	return s;
}

void scale_free(struct scale *s)
{
	if (!s)
		return;
	ids_release(&s->sections);
	ids_release(&s->watched);
	free(s->times);
	free(s);
}

/*
 * The section's time in the part, by samples, tells by what its counts grow.
 * A marker's count does so only where samples are of no use: how much is done
 * for each of its hits may change with the data by a third and more (gzip).
 */
static struct estimate estimate(const struct scale *s,
                                const struct profile_section *section)
{
	const uint32_t w = ids_get(&s->watched, (uintptr_t)section);
	const uint32_t i = ids_get(&s->sections, (uintptr_t)section);
	const struct times *t = i == IDS_NONE ? NULL : &s->times[i];
	struct estimate by_time = { fmax(1, s->overall), 1 };

	if (!s->partly || (w != IDS_NONE && settle_over(s->settle, w)))
		return (struct estimate){ 1, 0 };
	if (s->by_count_only)
		return s->by_count;
	if (!t || t->part_samples < least_samples)
		return by_time;
	by_time.value = fmax(1, s->each * t->whole_s / t->part_s);
	by_time.error = hypot(s->error, z / sqrt(t->part_samples));
	return by_time;
}

double scale_of(const struct scale *s, const struct profile_section *section)
{
	return estimate(s, section).value;
}

static bool is_sampled(const struct scale *s, size_t event)
{
	return sim_events_sampled(settle_geometry(s->settle), event);
}

double scale_event(const struct scale *s, const struct profile_section *section,
                   size_t event)
{
	const double times = scale_of(s, section);
	const uint32_t i = ids_get(&s->watched, (uintptr_t)section);
	double growth;

	if (!s->settle || i == IDS_NONE || event == 0 ||
	    (!s->partly && !is_sampled(s, event)))
		return times;
	/* misses of what was watched are multiplied already */
	growth = is_sampled(s, event) ? settle_growth(s->settle, i) : 1;
	return settle_factor(s->settle, i, event, times * growth) / growth;
}

static double own_error(const struct scale *s,
                        const struct profile_section *section, size_t event)
{
	const uint32_t i = ids_get(&s->watched, (uintptr_t)section);
	double error = NAN;

	if (event == 0)
		return estimate(s, section).error;
	if (!s->partly && !is_sampled(s, event))
		return 0;
	if (i != IDS_NONE)
		error = settle_error(s->settle, i, event);
	if (isnan(error))
		return 1;
	/* of what was watched it is known */
	return s->partly ? error
	                 : error * (1 - 1 / settle_growth(s->settle, i));
}

/* Adds the squares of a section's errors, in counts, to sum; it is n long. */
static void add_errors(const struct scale *s, struct profile *p,
                       struct profile_section *section, size_t first, size_t n,
                       double *sum)
{
	double *square = mem_alloc(n, sizeof(*square));
	double *errors = profile_errors(p, section);

	for (const struct profile_section *c = section->child; c; c = c->next) {
		for (size_t e = 0; e < n; e++)
			errors[first + e] =
				(isnan(errors[first + e]) ? 0
			                                  : errors[first + e]) +
				(isnan(c->sum[first + e]) ? 0
			                                  : c->sum[first + e]);
	}
	for (struct profile_section *c = section->child; c; c = c->next)
		add_errors(s, p, c, first, n, square);
	for (size_t e = 0; e < n; e++) {
		const double all = section->sum[first + e];
		const double below = errors[first + e];
		const double own = all - (isnan(below) ? 0 : below);

		if (own > 0 && section->kind != PROFILE_MODULE)
			square[e] += pow(own * own_error(s, section, e), 2);
		errors[first + e] = all > 0 ? sqrt(square[e]) / all : NAN;
		sum[e] += square[e];
	}
	free(square);
}

void scale_errors(const struct scale *s, struct profile *p, size_t first,
                  size_t n)
{
	double *sum;

	if (!s->settle)
		return;
	sum = mem_alloc(n, sizeof(*sum));
	add_errors(s, p, p->root, first, n, sum);
	free(sum);
}
