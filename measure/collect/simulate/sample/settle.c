#include "settle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch/bar_scale.h"
#include "arch/lcpi.h"
#include "arch/machine.h"
#include "base/banned.h"
#include "base/mem.h"
#include "batch.h"
#include "profile/profile.h"
#include "sampling.h"
#include "trend.h"
#include "measure/collect/simulate/protocol/sim_events.h"

enum { MAX_BATCHES = 128 /* then every two become one */ };

struct seen {
	struct batch *v; /* the last one is being filled */
	size_t n;
	double least;           /* instructions of a batch */
	size_t cold;            /* batches before the steady state */
	double last;            /* settle.now when it was executed last */
	double watched, passed; /* instructions */
	unsigned window;
	bool passing; /* it was passed over last */
	enum settle_state state;
	bool judged; /* state and cold are those of what was seen */
};

struct settle {
	const struct machine *m;
	struct profile *names; /* of the events */
	size_t nevents;
	size_t category[BATCH_BOUNDS];
	size_t ncategories;
	double tolerance, character;
	double now; /* instructions of all sections */
	struct seen *v;
	size_t n;
};

struct settle *settle_new(const struct machine *m, size_t n, double tolerance)
{
	struct settle *s = mem_alloc(1, sizeof(*s));

	s->m = m;
	s->names = profile_new();
	sim_events_add(s->names, machine_geometry(m), false);
	s->nevents = s->names->nevents;
	for (size_t i = 1; i < LCPI_STANDARD; i++) {
		const int at = lcpi_find(m, lcpi_standard[i].id);

		if (at >= 0)
			s->category[s->ncategories++] = (size_t)at;
	}
	s->tolerance = tolerance;
	s->character = machine_param(m, "CPI_threshold") / BAR_PER_GOOD;
	s->v = mem_alloc(n + 1, sizeof(*s->v));
	s->n = n;
	for (size_t i = 0; i < n; i++)
		s->v[i].least = sampling.batch_instructions;
	return s;
}

void settle_tolerate(struct settle *s, double tolerance)
{
	for (size_t i = 0; i < s->n && tolerance != s->tolerance; i++)
		s->v[i].judged = false;
	s->tolerance = tolerance;
}

void settle_free(struct settle *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++)
		free(s->v[i].v);
	free(s->v);
	profile_free(s->names);
	free(s);
}

const struct machine_geometry *settle_geometry(const struct settle *s)
{
	return machine_geometry(s->m);
}

struct event_source {
	const struct settle *s;
	const double *events;
	bool sampled; /* only events that are counted in detailed windows alone
	               */
};

static double event_value_of(const void *ctx, const char *name)
{
	const struct event_source *e = ctx;
	const int at = profile_event(e->s->names, name);

	if (at > 0 && e->sampled &&
	    !sim_events_sampled(machine_geometry(e->s->m), (size_t)at))
		return 0;
	return at < 0 ? NAN : e->events[at];
}

static void draw_bars(const struct settle *s, struct batch *b)
{
	const struct event_source all = { s, b->events, false };
	const struct event_source sampled = { s, b->events, true };

	for (size_t c = 0; c < s->ncategories; c++) {
		const double lcpi =
			lcpi_eval(s->m, s->category[c], event_value_of, &all);
		const double some = lcpi_eval(s->m, s->category[c],
		                              event_value_of, &sampled);

		b->bars[c] = isnan(lcpi) ? 0 : lcpi / s->character;
		b->guess[c] = isnan(some) ? 0 : some / s->character;
	}
}

static void merge_pairs(const struct settle *s, struct seen *v)
{
	for (size_t i = 0; i + 1 < v->n; i += 2) {
		struct batch *to = &v->v[i / 2];
		const struct batch *a = &v->v[i], *b = &v->v[i + 1];

		for (size_t e = 0; e < s->nevents; e++)
			to->events[e] = a->events[e] + b->events[e];
		to->window = a->window;
		to->passed = a->passed + b->passed;
		draw_bars(s, to);
	}
	v->n /= 2;
	v->least *= 2;
}

void settle_add(struct settle *s, size_t section, const double *events)
{
	struct seen *v = &s->v[section];
	struct batch *b;

	if (!v->v)
		v->v = mem_alloc(MAX_BATCHES, sizeof(*v->v));
	v->window += v->passing;
	if (v->n == 0 || v->passing || v->v[v->n - 1].events[0] >= v->least) {
		if (v->n == MAX_BATCHES)
			merge_pairs(s, v);
		memset(&v->v[v->n++], 0, sizeof(*v->v));
	}
	v->passing = false;
	b = &v->v[v->n - 1];
	for (size_t e = 0; e < s->nevents; e++)
		b->events[e] += events[e];
	b->window = v->window;
	draw_bars(s, b);
	s->now += events[0];
	v->last = s->now;
	v->watched += events[0];
	v->judged = false;
}

void settle_pass(struct settle *s, size_t section, double instructions)
{
	struct seen *v = &s->v[section];

	s->now += instructions;
	v->last = s->now;
	v->passed += instructions;
	v->passing = v->n > 0;
	if (v->n)
		v->v[v->n - 1].passed += instructions;
}

double settle_watched(const struct settle *s)
{
	double watched = 0;

	for (size_t i = 0; i < s->n; i++)
		watched += s->v[i].watched;
	return s->now > 0 ? watched / s->now : 1;
}

double settle_growth(const struct settle *s, size_t section)
{
	const struct seen *v = &s->v[section];

	return v->watched > 0 ? 1 + v->passed / v->watched : 1;
}

static double bar_of(const struct batch *b, size_t which)
{
	return b->bars[which];
}

static double guess_of(const struct batch *b, size_t which)
{
	return b->guess[which];
}

static double rate_of(const struct batch *b, size_t which)
{
	return b->events[which] / b->events[0];
}

/* What is beyond a bar's end does not matter, nor how far. */
static double all_bars(const struct batch *b, size_t which)
{
	double sum = 0;

	for (size_t c = 0; c < which; c++)
		sum += fmin(b->bars[c], 2 * BAR_MAX);
	return sum;
}

/* All that an instruction may cost. */
static double cost_of(const struct batch *b, size_t which)
{
	double sum = 0;

	for (size_t c = 0; c < which; c++)
		sum += b->bars[c];
	return sum;
}

/* The last batch is a short one mostly: it counts when it is half as long. */
static size_t whole_batches(const struct seen *v)
{
	return v->n && v->v[v->n - 1].events[0] < v->least / 2 ? v->n - 1
	                                                       : v->n;
}

/* None, unless that makes much of a difference: chance always makes some. Of
 * the first window: caches are warmed up before the others. */
static size_t cold_batches(const struct settle *s, const struct seen *v)
{
	const size_t n = whole_batches(v);
	double best = INFINITY;
	size_t cold = 0;

	for (size_t k = 0; k <= n / 2 && n - k > 2 &&
	                   (k == 0 || v->v[k - 1].window == v->v[0].window);
	     k++) {
		const double error =
			batch_error(v->v + k, n - k, all_bars, s->ncategories);

		if (error < best) {
			best = k ? error : sampling.much_colder * error;
			cold = k;
		}
	}
	return cold;
}

static bool differ(double a, double b, double tolerance)
{
	return fabs(fmin(a, BAR_MAX) - fmin(b, BAR_MAX)) > tolerance;
}

static bool bar_settled(const struct settle *s, const struct batch *b, size_t n,
                        size_t c)
{
	const double first = batch_mean(b, n / 2, bar_of, c);
	const double second = batch_mean(b + n / 2, n - n / 2, bar_of, c);
	const double half = batch_error(b, n, bar_of, c);

	if (batch_mean(b, n, bar_of, c) - half >= BAR_MAX)
		return true;
	return half <= s->tolerance && !differ(first, second, s->tolerance);
}

static enum settle_state judge(const struct settle *s, struct seen *v)
{
	const size_t n = whole_batches(v);

	if ((double)n < sampling.least_batches)
		return n ? SETTLE_OPEN : SETTLE_UNSEEN;
	v->cold = cold_batches(s, v);
	if ((double)(n - v->cold) < sampling.least_batches)
		return SETTLE_OPEN;
	for (size_t c = 0; c < s->ncategories; c++) {
		if (!bar_settled(s, v->v + v->cold, n - v->cold, c))
			return SETTLE_OPEN;
	}
	return SETTLE_DONE;
}

bool settle_over(const struct settle *s, size_t section)
{
	const struct seen *v = &s->v[section];

	return v->n && s->now >= 2 * v->last;
}

enum settle_state settle_state(struct settle *s, size_t section)
{
	struct seen *v = &s->v[section];

	if (!v->judged)
		v->state = judge(s, v);
	v->judged = true;
	return settle_over(s, section) ? SETTLE_DONE : v->state;
}

/* Too little to separate the steady state from the warm-up? */
static bool too_few(const struct seen *v)
{
	return whole_batches(v) < v->cold + 3;
}

/* Batches of one time that was watched. */
static struct trend_piece piece_of(const struct batch *b, size_t from,
                                   size_t end, batch_value *value, size_t which,
                                   double *at)
{
	struct trend_piece p = { 0 };

	for (size_t i = from; i < end; i++) {
		p.weight += b[i].events[0];
		p.value += b[i].events[0] * value(&b[i], which);
	}
	p.value /= p.weight;
	p.at = *at + p.weight / 2;
	*at += p.weight;
	for (size_t i = from; i < end; i++)
		*at += b[i].passed;
	return p;
}

/*
 * Windows, long ones in pieces: about sampling.pieces of all of them, but as
 * many as there are windows at least. at: where they begin; p: room for n
 */
static size_t find_pieces(const struct batch *b, size_t n, batch_value *value,
                          size_t which, double at, struct trend_piece *p)
{
	const size_t times = (size_t)sampling.pieces;
	const size_t each = (n + times - 1) / times;
	struct batch_window w = { 0 };
	size_t pieces = 0;

	while (batch_next_window(b, n, &w)) {
		const size_t all = w.end - w.from;
		const size_t k =
			(all + each / 2) / each ? (all + each / 2) / each : 1;

		for (size_t i = 0; i < k; i++)
			p[pieces++] = piece_of(b, w.from + all * i / k,
			                       w.from + all * (i + 1) / k,
			                       value, which, &at);
	}
	return pieces;
}

/* What is neither watched nor passed over of a section. */
struct ahead {
	double share;
	double before;   /* instructions until the steady state */
	double executed; /* up to there */
};

/*
 * How much the rest may change the mean: all of it may be like one of the
 * windows, or continue the trend.
 */
static double ahead_of(const struct batch *b, size_t n, batch_value *value,
                       size_t which, const struct ahead *ahead)
{
	struct trend_piece pieces[MAX_BATCHES];
	if (!(ahead->share > 0))
		return 0;
	const struct trend t = trend_of(
		pieces, find_pieces(b, n, value, which, ahead->before, pieces),
		ahead->share, ahead->executed);

	return fmax(ahead->share * t.alike, t.further);
}

static struct ahead ahead_share(const struct seen *v, double share)
{
	struct ahead a = { .share = share, .executed = v->watched + v->passed };

	for (size_t i = 0; i < v->cold; i++)
		a.before += v->v[i].events[0] + v->v[i].passed;
	return a;
}

/* How far a bar's end may be from where it is drawn. */
static double visible(double mean, double half)
{
	const double low = fmax(0, fmin(BAR_MAX, mean - half));
	const double high = fmin(BAR_MAX, mean + half);

	return fmax(high - fmin(BAR_MAX, mean), fmin(BAR_MAX, mean) - low);
}

static double section_bars(const struct settle *s, const struct seen *v,
                           double ahead)
{
	const size_t n = whole_batches(v) - v->cold;
	const struct batch *b = v->v + v->cold;
	const struct ahead rest = ahead_share(v, ahead);
	double worst = 0;

	for (size_t c = 0; c < s->ncategories; c++)
		worst = fmax(worst,
		             visible(batch_mean(b, n, bar_of, c),
		                     hypot(batch_error(b, n, bar_of, c),
		                           ahead_of(b, n, bar_of, c, &rest))));
	return worst;
}

double settle_apart(const struct settle *s, size_t section)
{
	const struct seen *v = &s->v[section];
	const size_t n = whole_batches(v) - v->cold;
	const struct batch *b = v->v + v->cold;
	double most = 0;
	size_t half;

	if (settle_over(s, section) || too_few(v))
		return 0;
	half = batch_half(b, n);
	for (size_t c = 0; c < s->ncategories; c++) {
		const double one = batch_plain_mean(b, half, bar_of, c);
		const double two =
			batch_plain_mean(b + half, n - half, bar_of, c);

		const double apart =
			fabs(fmin(one, BAR_MAX) - fmin(two, BAR_MAX));

		if (apart > batch_chance(b, n, bar_of, c))
			most = fmax(most, apart);
	}
	return most;
}

double settle_bars_executed(const struct settle *s, size_t section)
{
	const struct seen *v = &s->v[section];
	const size_t n = whole_batches(v) - v->cold;
	const struct batch *b = v->v + v->cold;
	const double passed = 1 - 1 / settle_growth(s, section);
	double worst = 0;

	if (!(passed > 0))
		return 0;
	if (too_few(v))
		return BAR_MAX;
	for (size_t c = 0; c < s->ncategories; c++)
		worst = fmax(worst,
		             visible(batch_mean(b, n, bar_of, c),
		                     passed * batch_error_between(
						      b, n, guess_of, c)));
	return worst;
}

double settle_bars(const struct settle *s, size_t section, double ahead)
{
	const struct seen *v = &s->v[section];

	return settle_over(s, section) || too_few(v)
	               ? 0
	               : section_bars(s, v, ahead);
}

double settle_factor(const struct settle *s, size_t section, size_t event,
                     double times)
{
	const struct seen *v = &s->v[section];
	double cold = 0, steady = 0, cold_ins = 0, steady_ins = 0, whole, rate;

	if (too_few(v))
		return times;
	for (size_t i = 0; i < v->n; i++) {
		*(i < v->cold ? &cold : &steady) += v->v[i].events[event];
		*(i < v->cold ? &cold_ins : &steady_ins) += v->v[i].events[0];
	}
	if (!(cold + steady > 0))
		return times;
	rate = steady / steady_ins;
	if (sim_events_sampled(settle_geometry(s), event))
		rate = batch_mean(v->v + v->cold, v->n - v->cold, rate_of,
		                  event);
	whole = times * (cold_ins + steady_ins) - cold_ins;
	return (cold + whole * rate) / (cold + steady);
}

double settle_error(const struct settle *s, size_t section, size_t event,
                    double ahead)
{
	const struct seen *v = &s->v[section];
	const struct batch *b = v->v + v->cold;
	const size_t n = whole_batches(v) - v->cold;
	const struct ahead rest = ahead_share(v, ahead);
	double mean, error;

	if (too_few(v))
		return NAN;
	mean = batch_mean(b, n, rate_of, event);
	error = ahead > 0 ? batch_error(b, n, rate_of, event)
	                  : batch_error_between(b, n, rate_of, event);
	return mean > 0 ? hypot(error, ahead_of(b, n, rate_of, event, &rest)) /
	                          mean
	                : 0;
}

double settle_drift(const struct settle *s, size_t section)
{
	const struct seen *v = &s->v[section];
	const size_t n = whole_batches(v) - v->cold, k = s->ncategories;
	const size_t half = n / 2;
	const struct batch *b = v->v + v->cold;
	double first, second;

	if (too_few(v))
		return NAN;
	first = batch_mean(b, half, cost_of, k);
	second = batch_mean(b + half, n - half, cost_of, k);
	return s->character *
	       fmax(batch_error(b, n, cost_of, k), fabs(second - first));
}
