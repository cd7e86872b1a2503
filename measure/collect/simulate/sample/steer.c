#include "steer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "measure/run/session.h"
#include "measure/collect/clock/native.h"
#include "pace.h"
#include "sampling.h"
#include "settle.h"
#include "marker.h"
#include "measure/collect/simulate/protocol/sim_events.h"
#include "slices.h"

struct effort {
	double tolerance, most; /* characters of a bar: at first, at last */
	double least, budget;   /* native runs; half of these are for watching,
	                         * see watched_s */
	bool late;
};

double steer_slice(double native_s)
{
	return fmin(sampling.most_slice,
	            fmax(sampling.least_slice, sampling.slice_each * native_s));
}

static int write_all(int fd, const char *text, size_t n)
{
	while (n) {
		const ssize_t done = write(fd, text, n);

		if (done <= 0)
			return -1;
		text += done;
		n -= (size_t)done;
	}
	return 0;
}

static int open_files(struct steer *t, struct err *err)
{
	t->watch_fd = memfd_create("watch", MFD_CLOEXEC);
	t->slices_fd = memfd_create("slices", MFD_CLOEXEC);
	t->control_fd = memfd_create("control", MFD_CLOEXEC);
	if (t->watch_fd < 0 || t->slices_fd < 0 || t->control_fd < 0 ||
	    write_all(t->watch_fd, t->watch.ranges.s, t->watch.ranges.len) ||
	    write_all(t->control_fd, "g", 1))
		return err_system(err, "memfd_create");
	return 0;
}

static double native_time(const struct native *n)
{
	double sum = 0;

	for (size_t i = 0; i < n->nruns; i++)
		sum += n->runs[i].launch.user_s + n->runs[i].launch.sys_s;
	return sum / (double)n->nruns;
}

/* The start, and the run that finds a part, cost as much as the rest. */
static bool is_short(const struct session *s, const struct steer *t)
{
	return s->effort == SESSION_ANY && t->native_s < sampling.short_s;
}

static struct effort effort_of(enum session_effort effort)
{
	const struct effort low = { sampling.low_tolerance, sampling.low_most,
		                    sampling.low_least, sampling.low_budget,
		                    false };
	const struct effort normal = { sampling.normal_tolerance,
		                       sampling.normal_most,
		                       sampling.normal_least,
		                       sampling.normal_budget, true };

	return effort == SESSION_LOW ? low : normal;
}

/* Why all of it has to be simulated, or NULL. */
static const char *refuse(const struct session *s, const struct steer *t)
{
	if (s->effort == SESSION_FULL)
		return "as it was asked for";
	if (s->effort == SESSION_ANY && s->limit_s > 0)
		return "up to the limit";
	if (!(t->native_s > 0) ||
	    (s->effort == SESSION_ANY && t->native_s < SESSION_SHORT_S))
		return "it is short";
	if (s->launcher.remote)
		return "ranks that may be on other hosts can't be ended early";
	return NULL;
}

/* The share of the run that represents all of it, by native samples */
static double needed(const struct watch *w)
{
	double most = 0;

	for (size_t i = 0; i < w->n; i++) {
		if (w->v[i].share >= sampling.least_waited)
			most = fmax(most, w->v[i].need);
	}
	return most;
}

/* Regions have separate sums: watched and passed over are mixed in them. */
static bool can_pass_over(const struct session *s)
{
	return !native_has_regions(s);
}

/* 0 when it is worth to end the pass early */
static int find_sections(struct steer *t, const struct session *s,
                         const struct native *n, struct err *err)
{
	t->surprising = true;
	watch_find(&t->watch, s, n);
	if (t->watch.seen < sampling.least_seen)
		return err_set(err, ERR_UNSUPPORTED,
		               "only %.0f %% of the time is in code that can "
		               "be watched",
		               100 * t->watch.seen);
	t->need = t->late ? needed(&t->watch) : 0;
	if (steer_is_late(t) && !can_pass_over(s))
		return err_set(err, ERR_UNSUPPORTED,
		               "what it does changes until %.0f %% of the run "
		               "are over",
		               100 * t->need);
	return 0;
}

static void say_how_far(struct steer *t)
{
	snprintf(t->said, sizeof(t->said),
	         "simulated run, %zu of %zu hot sections done", t->done,
	         t->watch.n);
}

/* For how long a program is watched that is given a native run for it */
static double watched_s(const struct effort *e, double native_s)
{
	return e->late ? sqrt(sampling.least_native_s *
	                      fmax(native_s, sampling.least_native_s))
	               : native_s;
}

/* What stays the same from the beginning is watched until it settles. */
static void begin_long(struct steer *t, const struct effort *e,
                       bool may_pass_over)
{
	const double s = e->late ? fmax(t->native_s, sampling.least_native_s)
	                         : t->native_s;
	const double watched = watched_s(e, t->native_s);

	t->least = e->least * s / t->native_s;
	t->budget = e->budget / 2 * (s + watched) / t->native_s;
	t->more_s = e->budget / 3 * watched;
	if (may_pass_over)
		t->pace = pace_new(
			t->watch.n, t->native_s,
			(steer_is_late(t) ? e->least : e->budget / 2) * watched,
			e->budget / 2 * watched);
	t->cap = t->to_end
	                 ? sampling.most_light
	                 : sampling.cap_margin * fmax(t->budget, steer_cost(t));
}

static int open_pass(struct steer *t, struct err *err)
{
	for (size_t i = 0; t->pace && i < t->watch.n; i++)
		pace_weigh(t->pace, i, t->watch.v[i].share);
	t->reader = slices_new(t->watch.n);
	say_how_far(t);
	return open_files(t, err);
}

int steer_begin(struct steer *t, const struct machine *m,
                enum session_effort effort, bool may_pass_over, struct err *err)
{
	const struct effort e = effort_of(effort);

	t->tolerance = e.tolerance;
	t->most_tolerance = e.most;
	t->settle = settle_new(m, t->watch.n, e.tolerance);
	t->to_end = sampling.clock_margin * t->need >= sampling.most_before_end;
	begin_long(t, &e, may_pass_over);
	return open_pass(t, err);
}

/* Windows of a long program are farther apart than those of a short one, which
 * may cost no more native runs. */
int steer_begin_whole(struct steer *t, const struct machine *m, double cost,
                      bool may_pass_over, struct err *err)
{
	const struct effort e = effort_of(SESSION_NORMAL);
	const double watched = sqrt(sampling.least_native_s * t->native_s);

	t->whole = true;
	t->need = 1;
	t->settle = settle_new(m, t->watch.n, e.tolerance);
	t->least = e.least;
	t->budget = e.budget;
	t->cap = sampling.cap_margin * cost;
	if (may_pass_over) {
		t->pace = pace_new(t->watch.n, t->native_s, e.least * watched,
		                   e.budget / 2 * watched);
		t->cap =
			fmax(sampling.most_light, sampling.any_s / t->native_s);
	}
	return open_pass(t, err);
}

static void start(struct steer *t, const struct session *s,
                  const struct native *n)
{
	*t = (struct steer)STEER_INIT;
	t->native_s = native_time(n);
	t->together = s->launcher.path != NULL;
}

int steer_open(struct steer *t, const struct session *s, const struct native *n,
               struct err *err)
{
	const char *why;

	start(t, s, n);
	why = refuse(s, t);
	if (why)
		return err_set(err, ERR_UNSUPPORTED, "%s", why);
	/* short ranks have little between two messages */
	if (is_short(s, t) && can_pass_over(s) && !t->together)
		return steer_open_whole(t, s, n, 0, err);
	if (is_short(s, t))
		return err_set(err, ERR_UNSUPPORTED, "it is short");
	/* which part was simulated would not be known */
	if (!marker_possible()) {
		if (!can_pass_over(s))
			return err_set(err, ERR_UNSUPPORTED,
			               "without hardware breakpoints it is not "
			               "known which part was simulated");
		session_say(s, "without hardware breakpoints the pass samples "
		               "all of the run");
		return steer_open_whole(t, s, n, 0, err);
	}
	t->late = effort_of(s->effort).late;
	if (find_sections(t, s, n, err) != 0)
		return -1;
	return steer_begin(t, s->machine, s->effort, can_pass_over(s), err);
}

int steer_open_whole(struct steer *t, const struct session *s,
                     const struct native *n, double cost, struct err *err)
{
	start(t, s, n);
	watch_find(&t->watch, s, n);
	return steer_begin_whole(t, s->machine, cost, can_pass_over(s), err);
}

void steer_release(struct steer *t)
{
	const int fds[] = { t->watch_fd, t->slices_fd, t->control_fd };

	for (size_t i = 0; i < sizeof(fds) / sizeof(*fds); i++) {
		if (fds[i] >= 0)
			close(fds[i]);
	}
	slices_free(t->reader);
	settle_free(t->settle);
	pace_free(t->pace);
	watch_release(&t->watch);
	*t = (struct steer)STEER_INIT;
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
	return t->rest_from > 0 &&
	       cost <= t->rest_from +
	                       sampling.clock_margin *
	                               fmax(t->rest, sampling.least_rest);
}

bool steer_may_go_on(double cost, double cap, double native_s, bool waits)
{
	return cost < cap || (waits && cost * native_s < sampling.any_s);
}

static bool changes(const struct steer *t)
{
	for (size_t i = 0; i < t->watch.n; i++) {
		const double apart = settle_apart(t->settle, i);

		if (t->watch.v[i].share >= sampling.least_waited &&
		    apart > sampling.most_apart &&
		    fmax(apart, settle_bars(t->settle, i, 0)) >
		            sampling.most_open)
			return true;
	}
	return false;
}

/*
 * How far the rest may move the bars, in characters, if a linear trend goes on.
 * The middle of the rest is half a run away from the middle of what was seen;
 * the middles of the halves of what was seen are half of its length apart.
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

/* How far the bars of sections that matter may be off. */
static double worst_bars(const struct steer *t)
{
	double worst = 0;

	for (size_t i = 0; i < t->watch.n; i++) {
		if (t->watch.v[i].share >= sampling.least_waited)
			worst = fmax(worst, steer_section_bars(t, i));
	}
	return worst;
}

/* Is the rest needed, though the budget is used up? */
static bool needs_rest(struct steer *t, double cost)
{
	if (!t->follows && t->late && t->pace && cost >= t->budget &&
	    changes(t)) {
		t->follows = true;
		t->cap = fmax(t->cap, sampling.most_light);
		pace_allow(t->pace, t->more_s);
	}
	return t->follows && may_move(t) > sampling.most_moved;
}

/*
 * A pass to the end that costs more than was expected goes on in its second
 * half: the rest costs no more than what was done, which is of little use
 * without it.
 */
static bool ends_soon(const struct steer *t)
{
	const double progress = steer_progress(t);

	return (t->whole || t->to_end) && progress >= 0.5 &&
	       progress < sampling.clock_margin;
}

static bool enough(struct steer *t)
{
	const double cost = steer_used(t);
	bool waits;

	if (!t->whole)
		relax(t, cost);
	t->done = count_done(t, &waits);
	say_how_far(t);
	if (t->rest_from > 0)
		t->to_end = rest_was_cheap(t, cost);
	const bool follows = !t->to_end && needs_rest(t, cost);

	if (!steer_may_go_on(cost, t->cap, t->native_s, t->late && waits) &&
	    !ends_soon(t))
		return true;
	if (t->whole || t->to_end || follows || cost < t->least ||
	    !can_be_placed(t))
		return false;
	if (t->late &&
	    (waits || steer_progress(t) < sampling.clock_margin * t->need))
		return false;
	if (cost < t->budget &&
	    (t->done != t->watch.n ||
	     (t->late && worst_bars(t) > sampling.most_open)))
		return false;
	t->to_end = rest_is_cheap(t, cost);
	return !t->to_end;
}

static void tell(struct steer *t, char what)
{
	if (t->told == what || pwrite(t->control_fd, &what, 1, 0) != 1)
		return;
	t->told = what;
	t->sampled |= what == 'l';
}

double steer_patience(double elapsed_s, double cpu_s)
{
	return sampling.patience_s *
	       (cpu_s > 0 ? fmax(1, elapsed_s / cpu_s) : 1);
}

/*
 * A pass that has to end: each process goes on to a point that a native run can
 * find. A rank that waits for one that has ended never gets there: it has to
 * end where it is.
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
		tell(t, 'n');
	return since_s < all_s;
}

bool steer_tick(struct steer *t, double elapsed_s)
{
	if (t->stopped)
		return goes_on_ending(t, elapsed_s);
	if (!listen_to_slices(t))
		return true;
	if (enough(t)) {
		tell(t, 's');
		t->stopped = t->told == 's';
		t->first_s = NAN;
		t->stopped_s = elapsed_s;
	} else if (t->pace) {
		tell(t, pace_watches(t->pace, t->settle,
		                     slices_native_s(t->reader),
		                     slices_cpu_s(t->reader))
		                ? 'g'
		                : 'l');
	}
	return true;
}

bool steer_is_late(const struct steer *t)
{
	return t->need > sampling.most_needed;
}

bool steer_begins_late(const struct steer *t)
{
	for (size_t i = 0; i < t->watch.n; i++) {
		if (t->watch.v[i].share >= sampling.least_waited &&
		    t->watch.v[i].begins > sampling.most_needed)
			return true;
	}
	return false;
}

double steer_watched(const struct steer *t)
{
	return settle_watched(t->settle);
}

double steer_cost(const struct steer *t)
{
	if (t->pace && steer_is_late(t))
		return t->budget +
		       sampling.typical_light *
		               fmin(1, sampling.clock_margin * t->need);
	return fmax(
		t->least + (t->budget - t->least) / 4,
		(t->pace ? sampling.typical_light : sampling.typical_slowdown) *
			sampling.clock_margin * t->need);
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
