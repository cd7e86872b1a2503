#include "scale.h"

#include <math.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/sample/native.h"
#include "measure/sample/samples.h"
#include "growth.h"
#include "profile/profile.h"
#include "settle.h"
#include "share.h"
#include "steer.h"

static const double z = 1.959963984540054;

/* A number and the half-width of its 95 % interval, relative. */
struct estimate {
	double value, error;
};

struct scale {
	struct ids sections; /* pointer -> index in times */
	struct growth_times *times;
	size_t n, cap;
	bool partly;  /* false: all ratios are 1 */
	double speed; /* of the run that found the part, see share.h */
	double runs;
	double overall;           /* where a section has too few samples */
	double error;             /* of the part's share, relative */
	struct estimate by_count; /* see share.h */
	double bias; /* by_count, by what the samples say of the same code */
	bool by_count_only;          /* the part has no samples */
	const struct settle *settle; /* or NULL */
	struct ids watched;          /* pointer -> index in settle */
};

static struct growth_times *make_times(struct scale *s,
                                       const struct profile_section *section)
{
	uint32_t i = ids_add(&s->sections, (uintptr_t)section, (uint32_t)s->n);

	if (i == s->n) {
		s->times = mem_grow(s->times, &s->cap, s->n + 1,
		                    sizeof(*s->times));
		s->times[s->n++] = (struct growth_times){ 0 };
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
		struct growth_times *t = make_times(s, at.section);

		t->part_s += c[i].user_s + c[i].system_s;
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
	s->bias = 1;
	if (share && steer)
		add_watched(s, b, steer);
	if (!share || isnan(share->share))
		return s;
	s->partly = true;
	s->runs = (double)n->nruns;
	s->overall = 1 / share->share;
	s->speed = share->speed;
	s->error = share->error;
	s->by_count = (struct estimate){ share->times, share->times_error };
	s->by_count_only = !share->samples;
	add_whole(s, n->samples, spots);
	if (share->samples)
		add_part(s, b, share->samples);
	s->bias = growth_bias(s->times, s->n, s->speed / s->runs,
	                      s->by_count.value);
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
 * The section's time in the part, by samples, tells by what its counts grow; a
 * marker's count does so better, of what the program does again and again, if
 * the samples agree.
 */
static struct estimate estimate(const struct scale *s,
                                const struct profile_section *section)
{
	const uint32_t w = ids_get(&s->watched, (uintptr_t)section);
	const uint32_t i = ids_get(&s->sections, (uintptr_t)section);
	const struct growth_times *t = i == IDS_NONE ? NULL : &s->times[i];
	struct estimate by_time = { fmax(1, s->overall * s->bias), 1 };

	if (!s->partly || (w != IDS_NONE && settle_over(s->settle, w)))
		return (struct estimate){ 1, 0 };
	if (s->by_count_only)
		return s->by_count;
	if (!t || t->part_samples < growth_least_samples)
		return by_time;
	by_time.value =
		fmax(1, s->bias * growth_by_time(t, s->speed / s->runs));
	by_time.error = hypot(s->error, z / sqrt(t->part_samples));
	if (w == IDS_NONE || isnan(s->by_count.value) ||
	    s->by_count.error >= by_time.error ||
	    fabs(log(s->by_count.value / by_time.value)) > 1.5 * by_time.error)
		return by_time;
	return s->by_count;
}

double scale_of(const struct scale *s, const struct profile_section *section)
{
	return estimate(s, section).value;
}

double scale_event(const struct scale *s, const struct profile_section *section,
                   size_t event)
{
	const double times = scale_of(s, section);
	const uint32_t i = ids_get(&s->watched, (uintptr_t)section);

	if (!s->settle || i == IDS_NONE || event == 0)
		return times;
	return settle_factor(s->settle, i, event, times);
}

static double own_error(const struct scale *s,
                        const struct profile_section *section, size_t event)
{
	const uint32_t i = ids_get(&s->watched, (uintptr_t)section);
	double error = NAN;

	if (event == 0)
		return estimate(s, section).error;
	if (i != IDS_NONE)
		error = settle_error(s->settle, i, event);
	return isnan(error) ? 1 : error;
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
