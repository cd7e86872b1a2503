#include "share.h"

#include <limits.h>
#include <math.h>
#include <time.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "measure/run/environment.h"
#include "measure/collect/clock/clock.h"
#include "measure/collect/clock/samples.h"
#include "measure/run/session.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "search.h"
#include "measure/collect/simulate/sample/marker.h"
#include "measure/collect/simulate/sample/sampling.h"
#include "turns.h"
#include "measure/collect/clock/native_environment.h"

static int attach(void *ctx, pid_t pid, struct err *err)
{
	struct search *q = ctx;

	q->pid = pid;
	q->clocked = clock_getcpuclockid(pid, &q->clock) == 0;
	return q->ops->attach ? q->ops->attach(q->sampler, pid, err) : 0;
}

/*
 * The process whose executions are counted has started: the program, or what a
 * launcher, a script or a compiler's driver starts. False: it is of no use.
 */
static bool begin(struct search *q)
{
	const pid_t owner = markers_owner(&q->counted);

	if (!owner)
		return true;
	if (owner != q->pid && !q->one && q->rank < 0) {
		err_set(&q->failed, ERR_UNSUPPORTED,
		        "several processes execute the end point of the "
		        "simulated run");
		return false;
	}
	q->clocked = clock_getcpuclockid(owner, &q->clock) == 0;
	q->n = marker_begin(q->markers, q->n);
	if (q->n == 0) {
		err_set(&q->failed, ERR_UNSUPPORTED,
		        "its instructions can't be counted natively");
		return false;
	}
	q->waits = false;
	search_keep(q);
	return true;
}

static void look_at(struct marker *m, double elapsed_s)
{
	if (!marker_read(m, &m->seen))
		return;
	m->reached = m->seen >= m->count;
	if (m->seen > m->count && !m->passed) {
		m->passed = true;
		m->passed_s = elapsed_s;
	}
	m->reached_ns = __atomic_load_n(&m->slot->reached_ns, __ATOMIC_ACQUIRE);
	if (m->passed && !m->keep && (double)m->count > sampling.keep_count)
		marker_close(m); /* it costs time */
}

/* Markers that cost little are counted to the end: do all counts agree? */
static void look_at_others(struct search *q, double elapsed_s)
{
	for (size_t i = 0; i < q->n; i++) {
		struct marker *m = &q->markers[i];

		if (m->keep || !m->passed || !marker_read(m, &m->seen))
			continue;
		if ((double)m->seen > sampling.often * (double)m->count ||
		    (double)m->seen > sampling.keep_rate * (1 + elapsed_s))
			marker_close(m);
	}
}

static double cpu_s(const struct search *q)
{
	struct timespec t;

	return q->clocked && clock_gettime(q->clock, &t) == 0
	               ? (double)t.tv_sec + (double)t.tv_nsec * 1e-9
	               : NAN;
}

/* The kept one, as often as it was executed up to now. */
static void look_at_kept(struct search *q, double elapsed_s)
{
	for (size_t i = 0; i < q->n; i++) {
		struct marker *m = &q->markers[i];
		const double before_s = cpu_s(q);
		uint64_t count = 0;

		if (!m->keep || !marker_read(m, &count))
			continue;
		q->total = m->seen = count;
		/* unless the program went on between the two */
		if (cpu_s(q) - before_s < sampling.at_once_s)
			turns_see(&q->turns, (double)count, before_s);
		if ((double)count > (m->ends && q->end_s == 0
		                             ? sampling.countable
		                             : sampling.keep_rate) *
		                            (1 + elapsed_s)) {
			q->total = 0;
			marker_close(m);
		}
	}
}

/* The library's timers have one period only. */
static uint32_t period_ns(const struct search *q)
{
	return q->ops == &sampler_perf ? SAMPLER_PART_NS : SAMPLER_PERIOD_NS;
}

static void stop_sampling(struct search *q)
{
	struct err ignored = { 0 };

	q->finish_rc = q->ops->finish(q->sampler, &q->sampled, &ignored);
	q->sampler = NULL;
}

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void cut(struct search *q, double end_s, double ago_s)
{
	q->end_s = end_s;
	q->ops->cut(q->sampler, REST, ago_s);
}

/* The end point is not counted here: use the other markers. */
static void drop_end(struct search *q)
{
	marker_close(&q->markers[0]);
	q->n--;
	memmove(q->markers, q->markers + 1, q->n * sizeof(*q->markers));
	q->regular = false;
	q->total = 0;
	q->turns = (struct turns){ .n = 0 };
	search_keep(q);
}

/* Has what ended the simulation been reached? */
static bool is_at_end(struct search *q, double elapsed_s)
{
	const struct marker *m = &q->markers[0];

	if (!m->reached_ns)
		return false;
	if (marker_alone(q->markers, q->n)) {
		drop_end(q);
		return false;
	}
	q->timed = true;
	q->regular &= marker_alike(q->markers, q->n, elapsed_s);
	cut(q, elapsed_s, now_s() - (double)m->reached_ns * 1e-9);
	return true;
}

/* Is the part over, by the end point or by the counts of the markers? */
static void look_for_end(struct search *q, double elapsed_s)
{
	bool all = true, passed = false, waits;
	double longest_s, end_s;

	for (size_t i = 0; i < q->n; i++)
		look_at(&q->markers[i], elapsed_s);
	if (is_at_end(q, elapsed_s))
		return;
	waits = q->markers[0].ends;
	for (size_t i = waits; i < q->n; i++) {
		all = all && q->markers[i].reached;
		passed = passed || q->markers[i].passed;
	}
	if (!all || (waits && q->n == 1)) {
		q->before_s = elapsed_s;
		return;
	}
	if (q->reached_s == 0)
		q->reached_s = elapsed_s;
	longest_s = q->longest * q->reached_s;
	if (waits ? elapsed_s < sampling.overdue * longest_s
	          : !passed && elapsed_s < longest_s)
		return;
	if (waits)
		drop_end(q);
	end_s = fmin(elapsed_s, longest_s);
	q->passed = passed;
	cut(q, end_s, elapsed_s - (end_s + q->before_s) / 2);
}

static const char finding[] = "finding the simulated part";

static bool tick(void *ctx, double elapsed_s)
{
	struct search *q = ctx;

	progress_show(&q->s->progress, finding, elapsed_s, NAN);
	if (q->waits && !begin(q))
		return false;
	look_at_kept(q, elapsed_s);
	look_at_others(q, elapsed_s);
	if (q->ops->tick)
		q->ops->tick(q->sampler, elapsed_s);
	if (q->end_s > 0)
		return !q->cut_off; /* on to the program's end */
	if (!q->waits)
		look_for_end(q, elapsed_s);
	return true;
}

static int search_run(struct search *q, const struct native *n,
                      struct launch_result *result, struct err *err)
{
	struct session *s = q->s;
	const struct launch_watch watch = { .attach = attach,
		                            .tick = tick,
		                            .ctx = q };
	const char *path = s->program.path;
	char **command = session_command(s, NULL, NULL, &path);
	struct launch l = { .path = path,
		            .argv = command,
		            .stdin_fd = -1,
		            .input = &s->input,
		            .quiet = !s->all_output,
		            .launcher = s->launcher.path != NULL,
		            .tick_ms = 2,
		            /* the rest of it is needed, too, though others may
		             * have the processors */
		            .limit_s = 8 * n->runs[0].launch.wall_s + 10,
		            .watch = watch };
	char **envp, **env = NULL, **counted;
	bool changed;
	int rc;

	*result = (struct launch_result){ 0 };
	envp = native_environment(s->envp, &changed);
	if (q->ops->env)
		env = q->ops->env(q->sampler, envp);
	counted = markers_env(&q->counted, env ? env : envp);
	l.envp = counted;
	rc = prepare_run(s, err);
	if (rc == 0)
		rc = launch_run(&l, &s->signals, result, err);
	progress_done(&s->progress);
	progress_ended(&s->progress, finding, result->wall_s);
	stop_sampling(q);
	look_at_kept(q, result->wall_s);
	look_at_others(q, result->wall_s);
	for (size_t i = 0; i < q->n; i++)
		marker_close(&q->markers[i]);
	if (q->finish_rc != 0)
		rc = -1;
	s->interrupted = s->interrupted || (rc == 0 && result->interrupted);
	environment_free(counted);
	environment_free(env);
	environment_free(envp);
	free(command);
	if (q->failed.code != ERR_NONE && err->code == ERR_NONE)
		*err = q->failed;
	return rc;
}

static double processor_s(const struct samples *samples, size_t runs)
{
	double system_s;
	const double s = samples_user_s(samples, runs, &system_s);

	return s + system_s;
}

/* Relative deviation of the whole runs from their mean. */
static double runs_differ(const struct native *n)
{
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < n->nruns; i++) {
		const struct launch_result *r = &n->runs[i].launch;

		least = fmin(least, r->user_s + r->sys_s);
		most = fmax(most, r->user_s + r->sys_s);
	}
	return most > 0 ? (most - least) / (most + least) : 0;
}

/* The work between two hits is half done on average. The part ended just before
 * execution m->count of the end point. */
static struct turns_growth by_count(const struct marker *m, uint64_t total)
{
	const double done = (double)m->count - (m->ends ? 0.5 : 0);

	return (struct turns_growth){ fmax(1, (double)total / done),
		                      (m->ends ? 0.5 : 1) / done, false };
}

/* How often the whole run does what the part did. */
static void set_ratio(struct share *share, const struct search *q, bool whole)
{
	for (size_t i = 0; i < q->n; i++) {
		const struct marker *m = &q->markers[i];

		if (!m->keep || !whole || q->total < m->count)
			continue;
		if (turns_fade(&q->turns, (double)m->count))
			continue;
		const struct turns_growth g =
			m->ends && q->regular
				? turns_growth(&q->turns, q->work, q->alike,
		                               (double)m->count,
		                               (double)q->total)
				: by_count(m, q->total);

		share->times = g.times;
		share->times_error = g.error;
		share->regular = g.regular;
		share->later = turns_slower(&q->turns, (double)m->count);
		if (q->turns.n > 0)
			share->setup =
				turns_begin(&q->turns, (double)m->count) /
				q->turns.v[q->turns.n - 1].cpu_s;
	}
}

/* How far the end may be off, relative to the part. */
static double end_error(const struct share *share, const struct search *q)
{
	const double part_s = processor_s(share->samples, REST);

	if (q->timed)
		return period_ns(q) * 1e-9 / fmax(part_s, period_ns(q) * 1e-9);
	return (q->end_s - q->before_s) / (q->end_s + q->before_s);
}

/* Time of the marker's hits in the part beyond that in the rest, relative. */
static double hits_error(const struct share *share, const struct search *q)
{
	const struct marker *m = &q->markers[0];

	return q->timed && q->total == 0
	               ? (double)m->count * sampling.hit_s /
	                         processor_s(share->samples, REST)
	               : 0;
}

/*
 * The end of the part lies between the moment when all markers were reached and
 * the one when the first of them was passed. Part and whole are both taken from
 * the samples of this one run, if it came to its end: runs differ by the cost
 * of sampling, by other programs, and by the processor's clock.
 */
static void set_share(struct share *share, const struct search *q,
                      const struct native *n, const struct launch_result *r)
{
	const double mean =
		processor_s(n->samples, SIZE_MAX) / (double)n->nruns;
	double all;

	share->whole =
		!r->limited && !r->interrupted && !n->runs[0].launch.limited;
	set_ratio(share, q, share->whole);
	all = share->whole ? processor_s(share->samples, REST + 1) : mean;
	share->share = fmin(1, processor_s(share->samples, REST) / all);
	share->speed = all / mean;
	struct share_doubts d = {
		.share = share->share,
		.end = end_error(share, q),
		.runs = fmax(runs_differ(n),
		             n->nruns == 1 ? sampling.usual_difference : 0),
		.hits = hits_error(share, q),
	};
	if (!share->whole || (n->nruns == 1 && !q->timed))
		d.runs = hypot(d.runs, fabs(all - mean) / (all + mean));
	share->error = share_error(&d);
	if (!share_count_usable(share, marker_agree(q->markers, q->n)))
		share->times = share->times_error = NAN;
}

/*
 * Does the native run do what the simulated one did? No processor does more
 * instructions in a cycle than it can issue, nor many times more or fewer than
 * the model says; fewer is what two runs may agree upon, if what was passed
 * over is slow.
 */
static bool is_possible(const struct share *share, const struct search *q,
                        const struct native *n, const struct simulation *sim)
{
	const double each_s =
		processor_s(n->samples, SIZE_MAX) / (double)n->nruns;
	struct share_speed speed = {
		.width = machine_peak(q->s->host)->issue_width,
		.modelled = q->s->machine_name ? NAN : share_modelled(sim),
		.most_cycles = share->run.clock_hz * each_s * share->share *
		               (1 + share->error),
		.user_cycles = NAN,
	};
	double system_s;

	if (!(share->run.clock_hz > 0))
		return true;
	if (!(fabs(share->share - q->before) <= sampling.agreed * q->before))
		speed.user_cycles =
			share->run.clock_hz *
			samples_user_s(share->samples, REST, &system_s);
	for (size_t i = 0; i < sim->n; i++)
		speed.instructions += (double)sim->outs[i]->total[SIM_EXEC];
	return share_is_possible(&speed);
}

static int open_markers(struct search *q, struct err *err)
{
	if (markers_open(&q->counted, q->rank, err) != 0)
		return -1;
	for (size_t i = 0; i < q->n; i++) {
		struct marker *m = &q->markers[i];

		m->slot = markers_add(&q->counted, &m->code,
		                      m->ends ? m->count : 0);
	}
	return 0;
}

/* One native run that searches the end of the part. True if it ran to its
 * end, but its counts differ: err has the reason. */
static bool does_otherwise(struct session *s, const struct native *n,
                           const struct simulation *sim, struct search *q,
                           struct share *share, struct err *err)
{
	struct launch_result r;

	if (open_markers(q, err) != 0)
		return false;
	share->samples = samples_new();
	share->run.clock_hz = clock_measure();
	q->sampler = q->ops->start(share->samples, 0, SAMPLER_PART_NS, err);
	const int rc = q->sampler ? search_run(q, n, &r, err) : -1;

	markers_close(&q->counted);
	if (rc != 0 || q->end_s == 0) {
		const bool ended = err->code == ERR_NONE;

		if (ended)
			err_set(err, ERR_UNSUPPORTED, "%s",
			        !q->waits ? "a native run does not execute the "
			                    "end point as often"
			        : s->launcher.path
			                ? "no native process of that rank was "
			                  "found"
			                : "no native process executes the end "
			                  "point");
		share_release(share);
		return ended && !q->waits && !q->cut_off && !s->interrupted;
	}
	share->run = (struct native_run){
		.launch = r,
		.sampler = q->sampled,
		.clock_hz = clock_around(share->run.clock_hz),
		.period_ns = period_ns(q),
	};
	set_share(share, q, n, &r);
	/* after a search that failed, its own error does not excuse a second
	 * one */
	if (is_possible(share, q, n, sim) &&
	    share_is_believed(share, q->again ? 0 : share->error, q->passed))
		return false;
	const bool whole = share->whole;

	q->before = share->share;
	share_release(share);
	err_set(err, ERR_UNSUPPORTED,
	        "a native run behaves differently at the end point of the "
	        "simulated one");
	return whole && !q->cut_off && !s->interrupted;
}

/*
 * A run that differs once may be right the next time: counts may depend on
 * addresses, which the system randomizes (python: executions of a branch in
 * PyObject_Free). A second run costs less than simulating the whole program.
 */
void share_measure(struct session *s, const struct native *n,
                   const struct simulation *sim, struct share *share,
                   struct err *err)
{
	enum { ATTEMPTS = 2 };
	const struct simout *out = marker_image(sim);
	char program[PATH_MAX];

	double before = NAN;

	*share = (struct share)SHARE_INIT;
	if (!out)
		err_set(err, ERR_UNSUPPORTED, "the simulator left no counts");
	if (!out || !realpath(s->program.path, program))
		return;
	if (!markers_possible(s)) {
		err_set(err, ERR_UNSUPPORTED,
		        "instructions can't be counted in a native run");
		return;
	}
	for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
		struct search q = { .s = s,
			            .ops = n->sampler,
			            .waits = true,
			            .cut_off = n->runs[0].launch.limited,
			            .rank = out->rank,
			            .again = attempt > 0,
			            .before = before };

		*err = (struct err){ 0 };
		search_choose(&q, sim, program);
		if (q.n == 0) {
			err_set(err, ERR_UNSUPPORTED,
			        "no instruction shortly before the end was "
			        "executed a countable number of times");
			return;
		}
		q.one = search_is_of_one(sim, q.markers[0].code.path);
		if (!does_otherwise(s, n, sim, &q, share, err))
			return;
		before = q.before;
		if (attempt + 1 < ATTEMPTS)
			session_say(s, "%s: trying once more", err->msg);
	}
}

void share_release(struct share *share)
{
	samples_free(share->samples);
	*share = (struct share)SHARE_INIT;
}
