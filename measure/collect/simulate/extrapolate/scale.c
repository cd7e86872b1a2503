#include "scale.h"

#include <math.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "profile/profile.h"
#include "measure/collect/simulate/sample/sampling.h"
#include "measure/collect/simulate/sample/settle.h"
#include "share.h"
#include "measure/collect/simulate/sample/steer.h"
#include "measure/collect/simulate/protocol/sim_events.h"

static const double z = 1.959963984540054;

/* A number and the half-width of its 95 % interval, relative. */
struct estimate {
	double value, error;
	bool alike; /* the value of the whole procedure was used */
};

/* Processor time, in the part and in whole runs: all native ones, or the one
 * that found the part. */
struct times {
	double whole_s, part_s;
	double part_samples;
};

struct table {
	struct ids ids; /* pointer to the section -> index in v */
	struct times *v;
	size_t n, cap;
};

struct scale {
	struct table own;           /* of each section */
	struct table procedures;    /* with all that is in them */
	struct times all, going_on; /* going_on: of what the rest does too */
	size_t cycles;              /* number of the event */
	bool partly;                /* false: all ratios are 1 */
	/* makes whole_s that of the run that found the part: 1 where it is,
	 * else its speed (share.h) by the number of native runs */
	double each;
	double overall;              /* of what goes on */
	double correct;              /* factor for times */
	double error;                /* of the part's share, relative */
	struct estimate by_count;    /* see share.h */
	bool by_count_only;          /* the part has no samples */
	bool regular;                /* see share.h */
	bool counted;                /* and that is what all grows by */
	const struct settle *settle; /* or NULL */
	struct ids watched;          /* pointer -> index in settle */
};

static struct times *make_times(struct table *t,
                                const struct profile_section *section)
{
	uint32_t i = ids_add(&t->ids, (uintptr_t)section, (uint32_t)t->n);

	if (i == t->n) {
		t->v = mem_grow(t->v, &t->cap, t->n + 1, sizeof(*t->v));
		t->v[t->n++] = (struct times){ 0 };
	}
	return &t->v[i];
}

static const struct times *find_times(const struct table *t,
                                      const struct profile_section *section)
{
	const uint32_t i = ids_get(&t->ids, (uintptr_t)section);

	return i == IDS_NONE ? NULL : &t->v[i];
}

static const struct profile_section *
procedure_of(const struct profile_section *section)
{
	const struct profile_section *s = section;

	while (s && s->kind != PROFILE_PROCEDURE)
		s = s->parent;
	return s ? s : section;
}

static void add_times(struct scale *s, const struct profile_section *section,
                      const struct times *more)
{
	struct times *const to[] = {
		make_times(&s->own, section),
		make_times(&s->procedures, procedure_of(section)),
		&s->all,
	};

	for (size_t i = 0; i < sizeof(to) / sizeof(*to); i++) {
		to[i]->whole_s += more->whole_s;
		to[i]->part_s += more->part_s;
		to[i]->part_samples += more->part_samples;
	}
}

/*
 * What the system does for it is not simulated, and much of that is done once:
 * memory is given to a program when it is first touched.
 */
static struct times times_of(const struct sample_count *c, bool in_part)
{
	const double all_s = c->user_s + c->system_s;
	const double user = all_s > 0 ? c->user_s / all_s : 0;

	return (struct times){
		.whole_s = c->user_s,
		.part_s = in_part ? c->user_s : 0,
		.part_samples = in_part ? user * c->samples : 0,
	};
}

static void add_whole(struct scale *s, const struct samples *samples,
                      const struct spot *spots)
{
	size_t n;
	const struct sample_count *c = samples_all(samples, &n);

	for (size_t i = 0; i < n; i++) {
		const struct times t = times_of(&c[i], false);

		add_times(s, spots[i].section, &t);
	}
}

/* rest: the samples after the part are taken for those of the whole run, too
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
		struct times t = times_of(&c[i], c[i].key.run == 0);

		t.whole_s = rest ? t.whole_s : 0;
		add_times(s, at.section, &t);
	}
}

static void add_watched(struct scale *s, struct attribution *b,
                        const struct steer *t)
{
	s->settle = t->settle;
	for (size_t i = 0; i < t->watch.n; i++) {
		const struct watched *w = &t->watch.v[i];

		/* sections that share rates have none for themselves */
		if (!w->path)
			continue;
		const struct spot at =
			attribution_spot_vaddr(b, w->path, w->vaddr);

		ids_add(&s->watched, (uintptr_t)at.section, (uint32_t)i);
	}
}

/*
 * Code may take longer for an instruction at one time than at another (at
 * first, when caches are cold; numbers that become denormal), and do more for
 * each hit of a marker. The one that does as much for each hit in a row is
 * right. Else the truth is taken to lie between them (brotli, whose table
 * fills: three parts of 20, 43 and 44 % of the instructions were 16, 36 and 40
 * % by time, 29, 50 and 46 % by a count), unless one is more than twice the
 * other: then the count is that of some phase.
 */
static void join_count(struct scale *s)
{
	const struct estimate *c = &s->by_count;
	const double f = c->value / s->overall;

	if (!(s->going_on.part_samples >= sampling.least_samples) ||
	    !(c->error <= sampling.sure_count))
		return;
	if (!(fabs(log(f)) <= sampling.most_joined))
		return;
	if (s->regular) {
		s->correct = f;
		s->counted = true;
		s->error = hypot(c->error, sampling.least_regular);
	} else {
		s->correct = sqrt(f);
		s->error = hypot(s->error, sampling.joined_error *
		                                   expm1(fabs(log(f)) / 2));
	}
}

/* Sections that end in the part, such as start-up, and sections that have
 * not begun do not show how much work of the others remains. */
static void find_overall(struct scale *s)
{
	struct times *sum = &s->going_on;

	for (size_t i = 0; i < s->own.n; i++) {
		const struct times *t = &s->own.v[i];
		const double whole_s = s->each * t->whole_s;

		if (!(t->part_s > 0) ||
		    whole_s - t->part_s < sampling.least_left * whole_s)
			continue;
		sum->whole_s += t->whole_s;
		sum->part_s += t->part_s;
		sum->part_samples += t->part_samples;
	}
	if (sum->part_samples >= sampling.least_samples)
		s->overall = s->each * sum->whole_s / sum->part_s;
	join_count(s);
}

struct scale *scale_new(struct attribution *b, const struct native *n,
                        const struct spot *spots, const struct share *share,
                        const struct steer *steer)
{
	struct scale *s = mem_alloc(1, sizeof(*s));

	s->overall = s->correct = 1;
	if (steer)
		add_watched(s, b, steer);
	if (!share || isnan(share->share))
		return s;
	s->partly = true;
	s->cycles = b->cycles;
	s->overall = 1 / share->share;
	s->each = share->speed / (double)n->nruns;
	s->error = hypot(share->error, sampling.drift * (1 - share->share));
	s->by_count =
		(struct estimate){ share->times, share->times_error, false };
	s->by_count_only = !share->samples;
	s->regular = share->regular;
	if (share->whole && share->samples)
		s->each = 1;
	else
		add_whole(s, n->samples, spots);
	if (share->samples)
		add_part(s, b, share->samples, share->whole);
	find_overall(s);
	return s;
}

void scale_free(struct scale *s)
{
	if (!s)
		return;
	ids_release(&s->own.ids);
	ids_release(&s->procedures.ids);
	ids_release(&s->watched);
	free(s->own.v);
	free(s->procedures.v);
	free(s);
}

static struct estimate ratio_of(const struct scale *s, const struct times *t)
{
	const double share = t->part_samples / s->all.part_samples;

	return (struct estimate){
		fmax(1, s->each * t->whole_s / t->part_s),
		z * sqrt((1 - share) / t->part_samples),
		false,
	};
}

/* Does its number of samples in the part agree with the ratio? */
static bool is_expected(const struct scale *s, const struct times *t,
                        double ratio)
{
	const double each_s = s->all.part_s / s->all.part_samples;
	const double n = s->each * t->whole_s / ratio / each_s;

	return fabs(t->part_samples - n) <= 1 + z * sqrt(n);
}

/* A section whose few samples agree with the enclosing ratio gets this ratio.
 */
static struct estimate few_samples(const struct scale *s, const struct times *t,
                                   double around)
{
	const double half_s = s->all.part_s / s->all.part_samples / 2;

	if (!t || is_expected(s, t, around))
		return (struct estimate){ around, 1, true };
	return (struct estimate){
		fmax(1, s->each * t->whole_s / (t->part_s + half_s)),
		1,
		false,
	};
}

/*
 * A section's counts grow by its time in the whole run over its time in the
 * part, both from samples. Its procedure has more samples: that ratio is used
 * unless the two differ by more than chance. A marker's count is used only
 * where samples are of no use: the work for each of its hits may change with
 * the data by a third and more (gzip).
 */
static struct estimate by_time(const struct scale *s,
                               const struct profile_section *section)
{
	const struct times *t = find_times(&s->own, section);
	const struct times *all =
		find_times(&s->procedures, procedure_of(section));
	struct estimate around = { fmax(1, s->overall), 1, false }, own;

	if (!(s->all.part_samples > 0))
		return around;
	if (all && all->part_samples >= sampling.least_samples)
		around = ratio_of(s, all);
	if (!t || t->part_samples < sampling.least_samples)
		return few_samples(s, t, around.value);
	own = ratio_of(s, t);
	own.alike = fabs(own.value - around.value) <=
	            sampling.surely_apart * own.error * own.value;
	if (own.alike)
		own.value = around.value;
	return own;
}

/* The error is without that of the part's share, which is that of all. */
static struct estimate estimate(const struct scale *s,
                                const struct profile_section *section)
{
	const uint32_t w = ids_get(&s->watched, (uintptr_t)section);
	const struct times *t = find_times(&s->own, section);
	struct estimate e;

	if (!s->partly)
		return (struct estimate){ 1, 0, false };
	if (s->by_count_only)
		return s->by_count;
	/* few samples don't say whether there will be more */
	if (w != IDS_NONE && settle_over(s->settle, w) &&
	    !(t && t->part_samples >= sampling.least_samples))
		return (struct estimate){ 1, 0, false };
	e = by_time(s, section);
	if (e.value * (1 - sampling.least_left) > 1)
		e.value = fmax(1, e.value * s->correct);
	return e;
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

static double own_count(const struct profile_section *section, size_t event)
{
	double own = section->sum[event];

	for (const struct profile_section *c = section->child; c; c = c->next)
		own -= isnan(c->sum[event]) ? 0 : c->sum[event];
	return own;
}

/*
 * Extrapolation by time assumes that an instruction costs as much in the rest
 * of the run. The result is the relative error if its cost changes there as it
 * did in what was simulated. instructions: the event's number
 */
static double drift_of(const struct scale *s,
                       const struct profile_section *section,
                       size_t instructions)
{
	const uint32_t i = ids_get(&s->watched, (uintptr_t)section);
	const double cycles = own_count(section, s->cycles);
	const double more =
		s->partly && i != IDS_NONE ? settle_drift(s->settle, i) : 0;

	if (s->by_count_only || (s->counted && estimate(s, section).alike) ||
	    !(more > 0) || !(cycles > 0))
		return 0;
	return fmin(sampling.most_drift,
	            more * own_count(section, instructions) / cycles) *
	       (1 - 1 / scale_of(s, section));
}

/* Where the work of the whole run is known from a count, a section's share of
 * it still comes from its time, unless the section is over. */
static double apart_of(const struct scale *s,
                       const struct profile_section *section)
{
	const double all = s->overall * s->correct;
	const double times = scale_of(s, section);

	return s->counted && times * (1 - sampling.least_left) > 1
	               ? fmin(sampling.drift * (1 - 1 / all),
	                      fabs(times / all - 1))
	               : 0;
}

static double own_error(const struct scale *s,
                        const struct profile_section *section, size_t first,
                        size_t event)
{
	const uint32_t i = ids_get(&s->watched, (uintptr_t)section);
	double error = NAN;

	if (event == 0)
		return hypot(estimate(s, section).error,
		             hypot(drift_of(s, section, first),
		                   apart_of(s, section)));
	if (!s->partly && !is_sampled(s, event))
		return 0;
	if (i != IDS_NONE)
		error = settle_error(s->settle, i, event,
		                     1 - 1 / scale_of(s, section));
	if (isnan(error))
		return 1;
	/* of what was watched it is known */
	return s->partly ? error
	                 : error * (1 - 1 / settle_growth(s->settle, i));
}

/* An error of the share makes all sections' counts too large, or all too small.
 */
static double common_error(const struct scale *s, size_t event)
{
	return s->partly && !s->by_count_only && event == 0 ? s->error : 0;
}

/* The squares of the errors of a section and of all in it, in counts. */
struct squares {
	double *v;  /* by event */
	bool alike; /* all sections' instructions grow as their procedure's */
};

/* What grows alike is together as certain as the time of all of it. */
static void join_errors(const struct scale *s, struct squares *q,
                        const struct profile_section *section, double all)
{
	const struct times *t = find_times(&s->procedures, section);

	if (section->kind != PROFILE_PROCEDURE || !q->alike || !s->partly ||
	    s->by_count_only || !t || t->part_samples < sampling.least_samples)
		return;
	q->v[0] = fmin(q->v[0], pow(all * hypot(ratio_of(s, t).error,
	                                        apart_of(s, section)),
	                            2));
}

/* Adds to the squares of what it is in; n events from first on. */
static void add_errors(const struct scale *s, struct profile *p,
                       struct profile_section *section, size_t first, size_t n,
                       struct squares *to)
{
	struct squares q = { mem_alloc(n, sizeof(*q.v)), true };
	double *errors = profile_errors(p, section);

	for (struct profile_section *c = section->child; c; c = c->next)
		add_errors(s, p, c, first, n, &q);
	for (size_t e = 0; e < n; e++) {
		const double all = section->sum[first + e];
		const double own = own_count(section, first + e);

		if (own > 0 && section->kind != PROFILE_MODULE) {
			q.v[e] += pow(own * own_error(s, section, first, e), 2);
			q.alike &= e > 0 || (estimate(s, section).alike &&
			                     drift_of(s, section, first) <=
			                             sampling.least_drift);
		}
		if (e == 0)
			join_errors(s, &q, section, all);
		errors[first + e] =
			all > 0 ? hypot(sqrt(q.v[e]) / all, common_error(s, e))
				: NAN;
		to->v[e] += q.v[e];
	}
	to->alike &= q.alike;
	free(q.v);
}

void scale_errors(const struct scale *s, struct profile *p, size_t first,
                  size_t n)
{
	struct squares q;

	if (!s->settle)
		return;
	q = (struct squares){ mem_alloc(n, sizeof(*q.v)), true };
	add_errors(s, p, p->root, first, n, &q);
	free(q.v);
}
