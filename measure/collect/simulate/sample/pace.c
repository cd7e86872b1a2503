#include "pace.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "sampling.h"
#include "settle.h"

/*
 * A native second that is passed over takes about sampling.typical_light. Where
 * the simulator's clock is too slow, as it does not know what a miss costs,
 * this gives the progress.
 *
 * A section that did more than sampling.most_unseen of its work since it was
 * last watched may do more each time, as with data that grow: it is watched
 * again as if it were new, whatever that costs.
 */
struct visit {
	double ran;      /* instructions since the last decision */
	double all;      /* up to now, .. */
	double unseen;   /* .. and since it was watched */
	double last_s;   /* when it was watched last; -INFINITY: never */
	double passed_s; /* that passing over had taken then */
	unsigned slices; /* since it is watched now, .. */
	double window;   /* .. and instructions */
	unsigned seen;   /* slices in all */
	double ran_s;    /* cost when it was watched last */
	bool watched;    /* since the last decision */
	bool wanted;     /* new, and ran when watching began */
	unsigned missed; /* such windows that ended before it ran again */
};

struct pace {
	struct visit *v;
	size_t n;
	double native_s, gap_s, first_s, all_s;
	double from_s;  /* cost when watching began, .. */
	double most_s;  /* .. and what it may take */
	double spent_s; /* on watching, before that */
	bool watches;
};

struct pace *pace_new(size_t n, double native_s, double first_s, double all_s)
{
	struct pace *p = mem_alloc(1, sizeof(*p));

	p->v = mem_alloc(n + 1, sizeof(*p->v));
	p->n = n;
	p->native_s = native_s;
	p->gap_s = native_s / sampling.windows;
	p->first_s = first_s;
	p->all_s = all_s;
	p->most_s = first_s;
	p->watches = true;
	for (size_t i = 0; i < n; i++)
		p->v[i].last_s = -INFINITY;
	return p;
}

void pace_free(struct pace *p)
{
	if (!p)
		return;
	free(p->v);
	free(p);
}

void pace_allow(struct pace *p, double more_s)
{
	p->all_s += more_s;
}

void pace_ran(struct pace *p, size_t section, double instructions, bool watched)
{
	p->v[section].ran += instructions;
	p->v[section].all += instructions;
	p->v[section].unseen =
		watched ? 0 : p->v[section].unseen + instructions;
	p->v[section].slices += watched;
	p->v[section].seen += watched;
	p->v[section].window += watched ? instructions : 0;
	p->v[section].watched |= watched;
}

static bool runs(const struct pace *p, size_t i, double all)
{
	return p->v[i].ran >= sampling.least_active * all && p->v[i].ran > 0;
}

/* A window costs more than its slices, because code is translated again */
static bool affords(const struct pace *p, double now_s, double passed_s)
{
	const double done_s = fmax(now_s, passed_s / sampling.typical_light);

	return p->spent_s <=
	       p->first_s + p->all_s * fmin(1, done_s / p->native_s);
}

/* A slice may have been watched before the order to pass over arrived. */
static bool is_new(const struct visit *v)
{
	return v->seen < sampling.fresh;
}

static bool is_given_up(const struct visit *v)
{
	return is_new(v) && v->missed >= sampling.most_missed;
}

/* Is there something that was never watched, or not for long? */
static bool wants(const struct pace *p, double all, double now_s,
                  double passed_s)
{
	const bool again = affords(p, now_s, passed_s);

	for (size_t i = 0; i < p->n; i++) {
		const struct visit *v = &p->v[i];

		if (is_given_up(v))
			continue;
		const double gap_s =
			fmax(now_s - v->last_s,
		             (passed_s - v->passed_s) / sampling.typical_light);

		const bool grows = v->unseen > sampling.most_unseen * v->all;

		const double often = grows ? sampling.early : 1;

		if (is_new(v) ? runs(p, i, all)
		              : runs(p, i, all) && (again || grows) &&
		                        gap_s >= often * p->gap_s)
			return true;
	}
	return false;
}

/*
 * Did it run in the second half of the window, as phases do that come in turns?
 * What was over before is not waited for.
 */
static bool is_of_window(const struct pace *p, size_t i, double all,
                         double cost_s)
{
	const struct visit *v = &p->v[i];

	return v->window > 0 && v->window >= sampling.least_active * all &&
	       v->ran_s >= (p->from_s + cost_s) / 2;
}

/* Was all that runs seen, and what watching began for, which may have been over
 * when the order arrived, as a short phase that comes again; and did it settle,
 * or is the time up? all: the instructions since the last decision */
static bool has_enough(const struct pace *p, struct settle *s, double all,
                       double cost_s)
{
	const double over = (cost_s - p->from_s) / p->most_s;
	double window = 0;

	for (size_t i = 0; i < p->n; i++)
		window += p->v[i].window;
	for (size_t i = 0; i < p->n; i++) {
		if (over < 1 && p->v[i].wanted && is_new(&p->v[i]))
			return false;
		if ((runs(p, i, all) || is_of_window(p, i, window, cost_s)) &&
		    (p->v[i].slices < sampling.fresh ||
		     (over < 1 && settle_state(s, i) != SETTLE_DONE)))
			return false;
	}
	return true;
}

/* Where nothing that matters has run yet, as libraries were loaded, watching
 * begins now. */
static void begin(struct pace *p, double all, double cost_s)
{
	bool any = false, wanted = false;
	unsigned missed = 0;

	for (size_t i = 0; i < p->n; i++) {
		struct visit *v = &p->v[i];

		any = any || !is_new(v);
		v->wanted = is_new(v) && !is_given_up(v) && runs(p, i, all);
		wanted = wanted || v->wanted;
		if (v->wanted && v->missed > missed)
			missed = v->missed;
		v->slices = 0;
		v->window = 0;
	}
	p->watches = true;
	p->from_s = cost_s;
	/* turns may be longer than the last window was */
	p->most_s = any && !wanted ? p->all_s / sampling.windows
	                           : ldexp(p->first_s, (int)missed);
}

/* A window is over: what it began for may not have run in it. */
static void end(struct pace *p, double cost_s)
{
	p->spent_s += cost_s - p->from_s;
	for (size_t i = 0; i < p->n; i++)
		p->v[i].missed += p->v[i].wanted && is_new(&p->v[i]);
}

bool pace_watches(struct pace *p, struct settle *s, double now_s, double cost_s)
{
	const bool watched = p->watches;
	const double passed_s = cost_s - p->spent_s;
	double all = 0;

	for (size_t i = 0; i < p->n; i++) {
		all += p->v[i].ran;
		if (p->v[i].watched) {
			p->v[i].last_s = now_s;
			p->v[i].ran_s = cost_s;
			p->v[i].passed_s =
				passed_s - (watched ? cost_s - p->from_s : 0);
		}
	}
	if (!p->watches && wants(p, all, now_s, passed_s))
		begin(p, all, cost_s);
	else if (p->watches)
		p->watches = !has_enough(p, s, all, cost_s);
	if (watched && !p->watches)
		end(p, cost_s);
	for (size_t i = 0; i < p->n; i++) {
		p->v[i].ran = 0;
		p->v[i].watched = false;
	}
	return p->watches;
}
