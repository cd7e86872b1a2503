#include "settle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch/lcpi.h"
#include "arch/machine.h"
#include "base/banned.h"
#include "base/mem.h"
#include "profile/profile.h"
#include "trend.h"
#include "measure/simulate/output/sim_events.h"

enum {
	MAX_BATCHES = 128, /* then every two become one */
	MIN_BATCHES = 10,  /* that say something, in the steady state */
	MIN_WINDOWS = 5,   /* that tell how far what lies between may differ */
	TIMES = 12,        /* pieces that what was watched is looked at in */
	BOUNDS = LCPI_STANDARD - 1
};

static const double batch_instructions = 1e5, bar_end = 51;

struct batch {
	double events[SIM_EVENTS_MAX];
	double bars[BOUNDS]; /* in characters */
	unsigned window;     /* batches in a row: nothing was passed over */
	double passed;       /* instructions, after it */
};

struct seen {
	struct batch *v; /* the last one is being filled */
	size_t n;
	double least;           /* instructions of a batch */
	size_t cold;            /* batches that are not of the steady state */
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
	size_t category[BOUNDS];
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
	s->character = machine_param(m, "CPI_threshold") / 10;
	s->v = mem_alloc(n + 1, sizeof(*s->v));
	s->n = n;
	for (size_t i = 0; i < n; i++)
		s->v[i].least = batch_instructions;
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
};

static double event_value_of(const void *ctx, const char *name)
{
	const struct event_source *e = ctx;
	const int at = profile_event(e->s->names, name);

	return at < 0 ? NAN : e->events[at];
}

static void draw_bars(const struct settle *s, struct batch *b)
{
	const struct event_source source = { s, b->events };

	for (size_t c = 0; c < s->ncategories; c++) {
		const double lcpi = lcpi_eval(s->m, s->category[c],
		                              event_value_of, &source);

		b->bars[c] = isnan(lcpi) ? 0 : lcpi / s->character;
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

/*
 * Of batches of different lengths; x is by instruction. The error is the half-
 * width of the 95 % interval.
 */
struct mean {
	double mean, error;
};

typedef double batch_value(const struct batch *b, size_t which);

static double bar_of(const struct batch *b, size_t which)
{
	return b->bars[which];
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
		sum += fmin(b->bars[c], 2 * bar_end);
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

/*
 * Of a value to the next, from that of n of them, which is too small by
 * (1 + 4r) / n (Marriott and Pope, Biometrika 41, 1954); within 0..0.9.
 */
static double correlation(double r, double n)
{
	return fmin(0.9, fmax(0, r + (1 + 4 * r) / n));
}

/* Deviations of consecutive values from their mean, each by its weight */
struct spread {
	double n, square, lag;
	double last;
};

static void add_deviation(struct spread *s, double d)
{
	s->lag += s->n > 0 ? d * s->last : 0;
	s->square += d * d;
	s->last = d;
	s->n++;
}

/* r: of one to the next */
static double error_of(const struct spread *s, double r, double weight)
{
	if (!(s->n > 2))
		return INFINITY;
	return student_t(s->n * (1 - r) / (1 + r)) *
	       sqrt(s->square * s->n / (s->n - 1) * (1 + r) / (1 - r)) / weight;
}

/* Batches from..end of a window, which stand for `times` their instructions. */
struct window {
	size_t from, end;
	double times;
};

/*
 * The next window of n batches; begin with {0}. What was passed over is like
 * what was watched next to it: half like that before, half like that after it.
 */
static bool next_window(const struct batch *b, size_t n, struct window *w)
{
	double watched = 0, passed;

	w->from = w->end;
	if (w->from == n)
		return false;
	do {
		watched += b[w->end++].events[0];
	} while (w->end < n && b[w->end].window == b[w->from].window);
	passed = b[w->end - 1].passed / (w->end < n ? 2 : 1);
	if (w->from)
		passed += b[w->from - 1].passed / 2;
	w->times = 1 + passed / watched;
	return true;
}

static double weighed_sum(const struct batch *b, size_t n, batch_value *value,
                          size_t which, double *weight)
{
	struct window w = { 0 };
	double sum = 0;

	*weight = 0;
	while (next_window(b, n, &w)) {
		for (size_t i = w.from; i < w.end; i++) {
			const double ins = w.times * b[i].events[0];

			*weight += ins;
			sum += ins * value(&b[i], which);
		}
	}
	return sum;
}

/* Too few to tell their spread well; they are far apart if their values are. */
static double few_windows(const struct spread *s, double weight)
{
	return s->n < 2 ? 0
	                : student_t(INFINITY) *
	                          sqrt(s->square * s->n / (s->n - 1)) / weight;
}

static double plain_mean(const struct batch *b, size_t n, batch_value *value,
                         size_t which)
{
	double weight = 0, sum = 0;

	for (size_t i = 0; i < n; i++) {
		weight += b[i].events[0];
		sum += b[i].events[0] * value(&b[i], which);
	}
	return sum / weight;
}

/*
 * Where there were enough windows, each is one value: what lies between them is
 * as different from one as the others are. Batches of one are alike, and say
 * nothing of that (cluster sampling: Cochran, Sampling Techniques, ch. 9).
 * Where some stand for more than others, so many of them tell less (Kish,
 * Survey Sampling, 1965).
 */
static double error_of_mean(const struct batch *b, size_t n, batch_value *value,
                            size_t which)
{
	const double mean = plain_mean(b, n, value, which);
	struct spread batches = { 0 }, windows = { 0 };
	struct window w = { 0 };
	double all = 0, weight = 0, square = 0, r = 0;

	while (next_window(b, n, &w)) {
		double watched = 0, window = 0;

		for (size_t i = w.from; i < w.end; i++) {
			const double d =
				b[i].events[0] * (value(&b[i], which) - mean);

			add_deviation(&batches, d);
			window += d;
			watched += b[i].events[0];
		}
		add_deviation(&windows, window);
		all += watched;
		weight += w.times * watched;
		square += pow(w.times * watched, 2);
	}
	const double unequal = sqrt(windows.n * square) / weight;

	if (windows.n >= MIN_WINDOWS)
		return unequal * error_of(&windows, 0, all);
	if (batches.square > 0)
		r = correlation(batches.lag / batches.square, batches.n);
	return unequal *
	       hypot(error_of(&batches, r, all), few_windows(&windows, all));
}

static struct mean mean_of(const struct batch *b, size_t n, batch_value *value,
                           size_t which)
{
	double weight;
	const double sum = weighed_sum(b, n, value, which, &weight);

	return (struct mean){ sum / weight, error_of_mean(b, n, value, which) };
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
	static const double much = 0.7;
	const size_t n = whole_batches(v);
	double best = INFINITY;
	size_t cold = 0;

	for (size_t k = 0; k <= n / 2 && n - k > 2 &&
	                   (k == 0 || v->v[k - 1].window == v->v[0].window);
	     k++) {
		const double error =
			mean_of(v->v + k, n - k, all_bars, s->ncategories)
				.error;

		if (error < best) {
			best = k ? error : much * error;
			cold = k;
		}
	}
	return cold;
}

static bool differ(double a, double b, double tolerance)
{
	return fabs(fmin(a, bar_end) - fmin(b, bar_end)) > tolerance;
}

static bool bar_settled(const struct settle *s, const struct batch *b, size_t n,
                        size_t c)
{
	const struct mean all = mean_of(b, n, bar_of, c);
	const struct mean first = mean_of(b, n / 2, bar_of, c);
	const struct mean second = mean_of(b + n / 2, n - n / 2, bar_of, c);
	const double half = all.error;

	if (all.mean - half >= bar_end)
		return true;
	return half <= s->tolerance &&
	       !differ(first.mean, second.mean, s->tolerance);
}

static enum settle_state judge(const struct settle *s, struct seen *v)
{
	const size_t n = whole_batches(v);

	if (n < MIN_BATCHES)
		return n ? SETTLE_OPEN : SETTLE_UNSEEN;
	v->cold = cold_batches(s, v);
	if (n - v->cold < MIN_BATCHES)
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

/* Too little to tell the steady state from what was before? */
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
 * Windows, long ones in pieces: about TIMES of all of them, but as many as
 * there are windows at least. at: where they begin; p: room for n
 */
static size_t find_pieces(const struct batch *b, size_t n, batch_value *value,
                          size_t which, double at, struct trend_piece *p)
{
	const size_t each = (n + TIMES - 1) / TIMES;
	struct window w = { 0 };
	size_t pieces = 0;

	while (next_window(b, n, &w)) {
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

/* Of the windows, each by its instructions; half of a 95 % interval. */
static double between_windows(const struct batch *b, size_t n,
                              batch_value *value, size_t which)
{
	const double mean = plain_mean(b, n, value, which);
	struct window w = { 0 };
	double square = 0, weight = 0, windows = 0;

	while (next_window(b, n, &w)) {
		double watched = 0, d = 0;

		for (size_t i = w.from; i < w.end; i++) {
			watched += b[i].events[0];
			d += b[i].events[0] * (value(&b[i], which) - mean);
		}
		square += d * d / watched;
		weight += watched;
		windows++;
	}
	return windows < 2
	               ? 0
	               : student_t(INFINITY) * sqrt(square / weight * windows /
	                                            (windows - 1));
}

/* What is neither watched nor passed over of a section. */
struct ahead {
	double share;
	double before;   /* instructions until the steady state */
	double executed; /* up to there */
};

/*
 * By what the mean may change with what is ahead: all of it may be like one of
 * the times that were watched, or change on.
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
	const double alike = fmax(between_windows(b, n, value, which), t.alike);

	return fmax(ahead->share * alike, t.further);
}

static struct ahead ahead_share(const struct seen *v, double share)
{
	struct ahead a = { .share = share, .executed = v->watched + v->passed };

	for (size_t i = 0; i < v->cold; i++)
		a.before += v->v[i].events[0] + v->v[i].passed;
	return a;
}

static double section_bars(const struct settle *s, const struct seen *v,
                           double ahead)
{
	const size_t n = whole_batches(v) - v->cold;
	const struct ahead rest = ahead_share(v, ahead);
	double worst = 0;

	for (size_t c = 0; c < s->ncategories; c++) {
		const struct mean m = mean_of(v->v + v->cold, n, bar_of, c);
		const double half = hypot(
			m.error, ahead_of(v->v + v->cold, n, bar_of, c, &rest));
		const double low = fmax(0, fmin(bar_end, m.mean - half));
		const double high = fmin(bar_end, m.mean + half);

		worst = fmax(worst, fmax(high - fmin(bar_end, m.mean),
		                         fmin(bar_end, m.mean) - low));
	}
	return worst;
}

/* Where the second half of the windows begins; of one, of its batches. */
static size_t half_of(const struct batch *b, size_t n)
{
	struct window w = { 0 };
	size_t windows = 0, k = 0;

	while (next_window(b, n, &w))
		windows++;
	if (windows < 2)
		return n / 2;
	w = (struct window){ 0 };
	while (k++ < windows / 2)
		next_window(b, n, &w);
	return w.end;
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
	half = half_of(b, n);
	for (size_t c = 0; c < s->ncategories; c++) {
		const double one = plain_mean(b, half, bar_of, c);
		const double two = plain_mean(b + half, n - half, bar_of, c);

		most = fmax(most,
		            fabs(fmin(one, bar_end) - fmin(two, bar_end)));
	}
	return most;
}

double settle_bars(const struct settle *s, size_t section, double ahead)
{
	const struct seen *v = &s->v[section];

	return settle_over(s, section) || too_few(v)
	               ? 0
	               : section_bars(s, v, ahead);
}

/* With what was passed over as its neighbours. */
static double steady_rate(const struct seen *v, size_t event)
{
	double weight;
	const double sum = weighed_sum(v->v + v->cold, v->n - v->cold, rate_of,
	                               event, &weight);

	return sum / weight;
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
		rate = steady_rate(v, event);
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
	struct mean m;

	if (too_few(v))
		return NAN;
	m = mean_of(b, n, rate_of, event);
	return m.mean > 0
	               ? hypot(m.error, ahead_of(b, n, rate_of, event, &rest)) /
	                         m.mean
	               : 0;
}

double settle_drift(const struct settle *s, size_t section)
{
	const struct seen *v = &s->v[section];
	const size_t n = whole_batches(v), k = s->ncategories;
	const struct batch *b = v->v + v->cold;
	struct mean all, first, second;

	if (too_few(v))
		return NAN;
	all = mean_of(b, n - v->cold, cost_of, k);
	first = mean_of(b, (n - v->cold) / 2, cost_of, k);
	second = mean_of(b + (n - v->cold) / 2, n - v->cold - (n - v->cold) / 2,
	                 cost_of, k);
	return s->character * fmax(all.error, fabs(second.mean - first.mean));
}
