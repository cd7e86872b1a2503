#include "steer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/mem.h"
#include "pace.h"
#include "sampling.h"
#include "settle.h"
#include "measure/collect/simulate/protocol/sim_events.h"
#include "slices.h"

double steer_slice(double native_s)
{
	return fmin(sampling.most_slice,
	            fmax(sampling.least_slice, sampling.slice_each * native_s));
}

void steer_say(struct steer *t)
{
	snprintf(t->said, sizeof(t->said),
	         "simulated run, %zu of %zu hot sections done", t->done,
	         t->watch.n);
}

static void take(void *ctx, size_t section, const uint64_t n[SIM_NCOUNTERS],
                 bool watched)
{
	struct steer *t = ctx;
	double events[SIM_EVENTS_MAX];

	sim_events_counts(n, settle_geometry(t->settle), events);
	if (watched)
		settle_add(t->settle, section, events);
	else
		settle_pass(t->settle, section, events[0]);
	if (t->pace)
		pace_ran(t->pace, section, events[0], watched);
}

/* True when there was something new. */
static bool listen_to_slices(struct steer *t)
{
	enum { CHUNK = 1 << 18 };
	char *text = mem_alloc(CHUNK, 1);
	bool any = false;
	ssize_t n;

	while ((n = pread(t->slices_fd, text, CHUNK, (off_t)t->read)) > 0) {
		const size_t used =
			slices_read(t->reader, text, (size_t)n, take, t);

		t->read += used;
		any = any || used;
		if (!used)
			break;
	}
	free(text);
	return any;
}

double steer_used(const struct steer *t)
{
	return slices_cpu_s(t->reader) / t->native_s;
}

double steer_used_for(const struct steer *t, enum slices_mode mode)
{
	return slices_spent(t->reader, mode) / t->native_s;
}

double steer_progress(const struct steer *t)
{
	const double native_s = slices_native_s(t->reader);

	return native_s > 0 ? native_s / t->native_s
	                    : steer_used(t) / sampling.typical_slowdown;
}

/* It takes long: less will do. */
static void relax(struct steer *t, double cost)
{
	const double from = t->budget / 3, to = 2 * from;
	const double at = fmin(1, fmax(0, (cost - from) / (to - from)));

	settle_tolerate(t->settle,
	                t->tolerance + at * (t->most_tolerance - t->tolerance));
}

/* How many sections are done; *waits: one that matters has not begun. */
static size_t count_done(struct steer *t, bool *waits)
{
	size_t done = 0;

	*waits = false;
	for (size_t i = 0; i < t->watch.n; i++) {
		const enum settle_state state = settle_state(t->settle, i);

		done += state == SETTLE_DONE;
		*waits = *waits ||
		         (state == SETTLE_UNSEEN &&
		          t->watch.v[i].share >= sampling.least_waited);
	}
	return done;
}

static bool can_be_placed(const struct steer *t)
{
	const double fewest = slices_fewest(t->reader);

	return fewest > 0 && fewest <= sampling.countable;
}

static void on(struct steer *t, enum steer_event event)
{
	t->state = steer_next(t->state, event);
}

/* Is it on its way to the program's end? */
static bool is_finishing(const struct steer *t)
{
	return t->state == STEER_FINISHES ||
	       t->state == STEER_FINISHES_FOLLOWED;
}

/* By what passing over cost up to now; once, as the clock that says how much is
 * left may be wrong, so that it never ends. */
static bool rest_is_cheap(struct steer *t, double cost)
{
	const double each = slices_pass_over(t->reader);
	const double rest = (1 - steer_progress(t)) * each;

	if (t->rest_from > 0 || !(rest <= sampling.cheap_rest))
		return false;
	t->rest_from = cost;
	t->rest = rest;
	return true;
}

static bool rest_was_cheap(const struct steer *t, double cost)
{
	return cost <= t->rest_from + sampling.clock_margin * t->rest;
}

bool steer_may_go_on(double cost, double cap, double native_s, bool waits)
{
	return cost < cap || (waits && cost * native_s < sampling.any_s);
}

static bool changes(const struct steer *t)
{
	for (size_t i = 0; i < t->watch.n; i++) {
		const double apart = settle_apart(t->settle, i);

		if (t->watch.v[i].share >= sampling.least_waited && apart > 0 &&
		    fmax(apart, settle_bars(t->settle, i, 0)) >
		            sampling.most_open)
			return true;
	}
	return false;
}

/*
 * How far the rest may move the bars, in characters, if a linear trend
 * continues. The midpoint of the rest is half a run after the midpoint of the
 * simulated part; the midpoints of the halves of the part are half of its
 * length apart.
 */
static double may_move(const struct steer *t)
{
	const double seen = fmin(1, steer_progress(t));
	double most = 0;

	for (size_t i = 0; i < t->watch.n; i++) {
		if (t->watch.v[i].share >= sampling.least_waited)
			most = fmax(most, settle_apart(t->settle, i));
	}
	return most * (1 - seen) / seen;
}

void steer_cover(struct steer *t, double share)
{
	t->covered = share;
}

/* All of the program was executed, if only some of it watched. */
static bool is_executed(const struct steer *t)
{
	return t->covered >= 1;
}

double steer_section_bars(const struct steer *t, size_t section)
{
	if (is_executed(t))
		return settle_bars_executed(t->settle, section);
	const double seen = isnan(t->covered) ? steer_progress(t) : t->covered;

	return settle_bars(t->settle, section, fmax(0, 1 - seen));
}

/* Is the rest needed, though the budget is used up? Then more is watched. */
static bool follows(struct steer *t, double cost)
{
	if (t->state != STEER_WATCHES || !t->late || !t->pace ||
	    cost < t->budget || !changes(t))
		return false;
	t->cap = fmax(t->cap, sampling.most_light);
	pace_allow(t->pace, t->more_s);
	return true;
}

/*
 * A simulated run that is to reach the end and costs more than expected
 * continues in its second half: the rest costs no more than the first half,
 * which is of little use without it.
 */
static bool ends_soon(const struct steer *t)
{
	const double progress = steer_progress(t);

	return (is_finishing(t) || t->state == STEER_TO_END ||
	        t->state == STEER_WHOLE) &&
	       progress >= 0.5 && progress < sampling.clock_margin;
}

/* Is the answer certain, or as certain as the budget makes it? */
static bool is_enough(const struct steer *t, double cost, bool waits)
{
	if (t->state == STEER_FOLLOWS ? may_move(t) > sampling.most_moved
	                              : t->state != STEER_WATCHES)
		return false;
	if (cost < t->least)
		return false;
	if (t->late &&
	    (waits || steer_progress(t) < sampling.clock_margin * t->need))
		return false;
	return cost >= t->budget || t->done == t->watch.n;
}

/* What it does from now on */
static void decide(struct steer *t)
{
	const double cost = steer_used(t);
	bool waits;

	if (t->state != STEER_WHOLE)
		relax(t, cost);
	t->done = count_done(t, &waits);
	steer_say(t);
	if (is_finishing(t) && !rest_was_cheap(t, cost))
		on(t, STEER_EXPENSIVE);
	if (follows(t, cost))
		on(t, STEER_CHANGES);
	const bool enough = is_enough(t, cost, waits);

	if (enough && t->pace && !can_be_placed(t)) {
		t->cap = fmax(t->cap, sampling.most_light);
		on(t, STEER_UNPLACED);
	} else if (!steer_may_go_on(cost, t->cap, t->native_s,
	                            t->late && waits) &&
	           !ends_soon(t)) {
		on(t, STEER_CAP);
	} else if (enough && can_be_placed(t)) {
		on(t, rest_is_cheap(t, cost) ? STEER_CHEAP : STEER_ENOUGH);
	}
}

static void send_order(struct steer *t, char what)
{
	if (t->last_order == what || pwrite(t->control_fd, &what, 1, 0) != 1)
		return;
	t->last_order = what;
	t->sampled |= what == 'l';
}

double steer_patience(double elapsed_s, double cpu_s)
{
	return sampling.patience_s *
	       (cpu_s > 0 ? fmax(1, elapsed_s / cpu_s) : 1);
}

/*
 * To end the simulated run, each process continues to an end point that a
 * native run can find. A rank that waits for a rank that has ended never gets
 * there, and ends where it is.
 */
static bool goes_on_ending(struct steer *t, double elapsed_s)
{
	const double all_s =
		steer_patience(t->stopped_s, slices_cpu_s(t->reader));
	const double since_s = elapsed_s - t->stopped_s;

	if (t->together) {
		listen_to_slices(t);
		const size_t ended = slices_ended(t->reader);

		t->unwritten = slices_processes(t->reader) - ended;
		if (ended && !t->unwritten)
			return false;
		if (ended && isnan(t->first_s))
			t->first_s = elapsed_s;
	}
	if (since_s > all_s / 2 ||
	    elapsed_s - t->first_s > all_s / sampling.alone_part)
		send_order(t, 'n');
	return since_s < all_s;
}

bool steer_tick(struct steer *t, double elapsed_s)
{
	if (t->state == STEER_ENDING)
		return goes_on_ending(t, elapsed_s);
	if (!listen_to_slices(t))
		return true;
	decide(t);
	if (t->state == STEER_ENDING) {
		send_order(t, 's');
		t->first_s = NAN;
		t->stopped_s = elapsed_s;
	} else if (t->pace) {
		send_order(t, pace_watches(t->pace, t->settle,
		                           slices_native_s(t->reader),
		                           slices_cpu_s(t->reader))
		                      ? 'g'
		                      : 'l');
	}
	return true;
}

double steer_watched(const struct steer *t)
{
	return settle_watched(t->settle);
}

double steer_cost_to_end(const struct steer *t, double share)
{
	const double each = slices_pass_over(t->reader);

	if (!t->pace)
		return steer_used(t) / share;
	return t->budget / 2 + (isnan(each) ? sampling.typical_light : each);
}

enum steer_verdict steer_verdict(const struct steer *t, size_t section)
{
	const enum settle_state state = settle_state(t->settle, section);

	if (state == SETTLE_UNSEEN)
		return STEER_UNSEEN;
	if (is_executed(t))
		return steer_section_bars(t, section) > sampling.most_open
		               ? STEER_UNCERTAIN
		               : STEER_STANDS;
	if (state == SETTLE_OPEN)
		return STEER_OPEN;
	return steer_section_bars(t, section) > sampling.most_open
	               ? STEER_MOVES
	               : STEER_STANDS;
}

double steer_bars(const struct steer *t)
{
	double worst = NAN;

	for (size_t i = 0; i < t->watch.n; i++) {
		if (t->watch.v[i].share >= sampling.least_waited &&
		    steer_verdict(t, i) == STEER_STANDS)
			worst = fmax(worst, steer_section_bars(t, i));
	}
	return worst;
}
