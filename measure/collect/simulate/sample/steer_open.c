#include "steer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "measure/run/session.h"
#include "base/mem.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/clock/stacks.h"
#include "marker.h"
#include "pace.h"
#include "sampling.h"
#include "settle.h"
#include "slices.h"

struct effort {
	double tolerance, most; /* characters of a bar: at first, at last */
	double least, budget;   /* native runs; half of these are for watching,
	                         * see watched_s */
	bool late;
};

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

/* The share of the time that lines of a script (preload_python.c) have, and
 * what they call */
static double of_scripts(const struct native *n)
{
	static const char start[] = "[python ";
	const struct samples *s = n->waits ? n->waits : n->samples;
	size_t nnodes;
	const struct stacks_node *v = stacks_all(samples_stacks(s), &nnodes);
	bool *below = mem_alloc(nnodes + 1, sizeof(*below));
	double all = 0, sum = 0;

	/* parents have lower numbers */
	for (size_t i = 1; i < nnodes; i++) {
		const char *path = samples_module_path(s, v[i].module);

		below[i] = below[v[i].parent] ||
		           strncmp(path, start, strlen(start)) == 0;
		all += v[i].own_s;
		sum += below[i] ? v[i].own_s : 0;
	}
	free(below);
	return all > 0 ? sum / all : 0;
}

/* What lines of a script cost is known from the clock; of the interpreter's
 * code, which is what can be counted, a part is enough. */
static enum session_effort choose_effort(const struct session *s,
                                         const struct native *n)
{
	if (s->effort != SESSION_ANY || s->limit_s > 0 ||
	    of_scripts(n) <= sampling.of_a_script)
		return s->effort;
	session_say(s, "lines of a script have most of the time: --effort low");
	return SESSION_LOW;
}

/* The start, and the run that finds a part, cost as much as the rest. */
static bool is_short(const struct steer *t)
{
	return t->effort == SESSION_ANY && t->native_s < sampling.short_s;
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
	if (t->effort == SESSION_FULL)
		return "as requested";
	if (t->effort == SESSION_ANY && s->limit_s > 0)
		return "up to the limit";
	if (!(t->native_s > 0) ||
	    (t->effort == SESSION_ANY && t->native_s < SESSION_SHORT_S))
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
		               "only %.0f %% of the time is in sections that "
		               "are large enough",
		               100 * t->watch.seen);
	t->need = t->late ? needed(&t->watch) : 0;
	if (steer_is_late(t) && !can_pass_over(s))
		return err_set(err, ERR_UNSUPPORTED,
		               "the program's behaviour changes until %.0f %% "
		               "of the run",
		               100 * t->need);
	return 0;
}

/* For how long a program is watched that is given a native run for it: a short
 * one longer than it takes, as a detailed window costs the same in it */
static double watched_s(const struct effort *e, double native_s)
{
	return e->late ? sqrt(sampling.least_native_s * native_s) : native_s;
}

/* What stays the same from the beginning is watched until it settles. */
static void begin_long(struct steer *t, const struct effort *e,
                       bool may_pass_over)
{
	const double watched = watched_s(e, t->native_s);
	const double s = fmax(t->native_s, watched);

	t->least = e->least * s / t->native_s;
	t->budget = e->budget / 2 * (s + watched) / t->native_s;
	t->more_s = e->budget / 3 * watched;
	if (may_pass_over)
		t->pace = pace_new(
			t->watch.n, t->native_s,
			(steer_is_late(t) ? e->least : e->budget / 2) * watched,
			e->budget / 2 * watched);
	t->cap = t->state == STEER_TO_END
	                 ? sampling.most_light
	                 : sampling.cap_margin * fmax(t->budget, steer_cost(t));
}

static int open_pass(struct steer *t, struct err *err)
{
	t->reader = slices_new(t->watch.n);
	steer_say(t);
	return open_files(t, err);
}

int steer_begin(struct steer *t, const struct machine *m,
                enum session_effort effort, bool may_pass_over, struct err *err)
{
	const struct effort e = effort_of(effort);

	t->tolerance = e.tolerance;
	t->most_tolerance = e.most;
	t->settle = settle_new(m, t->watch.n, e.tolerance);
	if (sampling.clock_margin * t->need >= sampling.most_before_end)
		t->state = STEER_TO_END;
	begin_long(t, &e, may_pass_over);
	return open_pass(t, err);
}

/* Windows of a long program are farther apart than those of a short one, which
 * may cost no more native runs. */
int steer_begin_whole(struct steer *t, const struct machine *m, double cost,
                      bool may_pass_over, struct err *err)
{
	const struct effort e = effort_of(SESSION_NORMAL);
	const double watched = watched_s(&e, t->native_s);

	t->state = STEER_WHOLE;
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
	t->effort = choose_effort(s, n);
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
	if (is_short(t) && can_pass_over(s) && !t->together)
		return steer_open_whole(t, s, n, 0, err);
	if (is_short(t))
		return err_set(err, ERR_UNSUPPORTED, "it is short");
	/* which part was simulated would not be known */
	if (!markers_possible(s)) {
		if (!can_pass_over(s))
			return err_set(err, ERR_UNSUPPORTED,
			               "instructions can't be counted in a "
			               "native run, so it is not known which "
			               "part was simulated");
		session_say(s, "instructions can't be counted in a native run, "
		               "so the windows are spread over the whole run");
		return steer_open_whole(t, s, n, 0, err);
	}
	t->late = effort_of(t->effort).late;
	if (find_sections(t, s, n, err) != 0)
		return -1;
	return steer_begin(t, s->machine, t->effort, can_pass_over(s), err);
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
