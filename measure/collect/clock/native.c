#include "native.h"

#include <math.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/shared_memory.h"
#include "base/strbuf.h"
#include "clock.h"
#include "measure/collect/region/area.h"
#include "measure/collect/region/regions.h"
#include "measure/run/remote_rank.h"
#include "measure/run/environment.h"
#include "measure/run/ld_preload.h"
#include "moments.h"
#include "native_environment.h"
#include "native_kept.h"
#include "rank_runs.h"
#include "samples.h"
#include "measure/run/session.h"
#include "timer_area.h"

static const double short_run_s = 30;
/* Time after the program's end for which its processes are awaited; a
 * process that runs longer, such as a server, is left alone */
static const double after_s = 1;

/* So often is seen in what threads are blocked. */
enum { TICK_MS = 10 };

bool native_has_regions(const struct session *s)
{
	if (s->launcher.remote)
		return false;
	return s->all_regions ||
	       (!s->no_regions && regions_mentioned(s->program.path));
}

char **native_with_regions(struct preload *library, char *const *envp,
                           const char *area)
{
	char **with = preload_env(library, envp), **all;

	if (!area)
		return with;
	all = environment_set(with, REGION_AREA_VARIABLE, area);
	environment_free(with);
	return all;
}

/* What a run's tick needs: the sampler's own, and the progress line. */
struct ticker {
	struct session *s;
	const struct sampler_ops *ops;
	struct sampler *sampler;
	struct sampler *waits; /* or NULL */
	char what[64];
	double expected_s;
};

static int attach(void *ctx, pid_t pid, struct err *err)
{
	struct ticker *t = ctx;

	return t->ops->attach ? t->ops->attach(t->sampler, pid, err) : 0;
}

static bool tick(void *ctx, double elapsed_s)
{
	struct ticker *t = ctx;

	if (t->sampler && t->ops->tick)
		t->ops->tick(t->sampler, elapsed_s);
	if (t->waits)
		sampler_timer.tick(t->waits, elapsed_s);
	/* the first run's output is the user's: no line in between */
	if (t->s->shown && !t->s->all_output)
		progress_show(&t->s->progress, t->what, elapsed_s,
		              t->expected_s);
	return true;
}

/*
 * Stacks, and what threads wait for, come from the preloaded library, beside
 * the kernel's samples; without it they are unknown.
 */
static struct sampler *start_waits(const struct session *s,
                                   const struct native *n)
{
	struct err unsaid = { 0 };

	if (n->waits == n->samples || s->program.is_static)
		return NULL;
	return sampler_timer.start(n->waits, (uint16_t)n->nruns,
	                           SAMPLER_PERIOD_NS, &unsaid);
}

static void finish_waits(struct ticker *t)
{
	struct sampler_result result;
	struct err unsaid = { 0 };

	if (t->waits)
		sampler_timer.finish(t->waits, &result, &unsaid);
}

static int sampled_run(struct session *s, struct native *n, struct ticker *t,
                       char *const *envp, struct err *err)
{
	struct native_run *run = &n->runs[n->nruns];
	const char *path;
	char **env = NULL, **command = session_command(s, NULL, NULL, &path);
	int rc;

	t->waits = start_waits(s, n);
	if (t->waits)
		env = sampler_timer.env(t->waits, envp);
	else if (n->sampler->env)
		env = n->sampler->env(t->sampler, envp);
	rc = session_launch(
		s,
		(struct launch){
			.path = path,
			.argv = command,
			.envp = env ? env : envp,
			.what = t->what,
			.native = true,
			.patience_s = after_s,
			.tick_ms = TICK_MS,
			.watch = { .attach = attach, .tick = tick, .ctx = t } },
		&run->launch, err);
	free(command);
	finish_waits(t);
	if (n->sampler->finish(t->sampler, &run->sampler, err) != 0)
		rc = -1;
	environment_free(env);
	return rc;
}

/* Ranks that are out of reach sample themselves. */
static int remote_run(struct session *s, struct native *n, struct ticker *t,
                      char *const *envp, struct err *err)
{
	struct native_run *run = &n->runs[n->nruns];
	char **own, **command = remote_rank_command(s, NULL, &own);
	int rc;

	if (!command)
		return err_system(err, "our own path");
	rc = session_launch(
		s,
		(struct launch){ .path = s->launcher.path,
	                         .argv = command,
	                         .envp = envp,
	                         .what = t->what,
	                         .native = true,
	                         .watch = { .tick = tick, .ctx = t } },
		&run->launch, err);
	remote_rank_free(own);
	free(command);
	if (rc == 0)
		rc = rank_runs_read(s, n, err);
	if (rc == 0)
		n->nruns++;
	return rc;
}

static int one_run(struct session *s, struct native *n, char *const *envp,
                   int wanted, struct err *err)
{
	struct native_run *run = &n->runs[n->nruns];
	struct ticker t = {
		.s = s,
		.ops = n->sampler,
		.expected_s = n->nruns ? n->runs[0].launch.wall_s : NAN,
	};
	char area[SHARED_MEMORY_ID];
	char **own = NULL;
	const double before = clock_measure();
	int rc;

	if (n->regions &&
	    regions_open(samples_regions(n->samples), area, err) != 0)
		return -1;
	if (n->regions)
		envp = own =
			native_with_regions(&n->region_library, envp, area);
	if (n->nruns == 0 && !s->launcher.remote) {
		moments_begin(samples_moments(n->samples, 0));
		moments_begin(samples_moments(n->waits, 0));
	}
	/* how many follow depends on the first one, if on nothing else */
	if (n->nruns == 0 && !s->once && !s->native_runs)
		snprintf(t.what, sizeof(t.what), "native run 1");
	else
		snprintf(t.what, sizeof(t.what), "native run %zu of %d",
		         n->nruns + 1, wanted);
	run->period_ns = SAMPLER_PERIOD_NS;
	if (s->launcher.remote)
		return remote_run(s, n, &t, envp, err);
	t.sampler = n->sampler->start(n->samples, (uint16_t)n->nruns,
	                              run->period_ns, err);
	if (!t.sampler) {
		rc = -1;
		goto out;
	}
	rc = sampled_run(s, n, &t, envp, err);
	if (rc == 0 && !run->sampler.kernel_time)
		samples_add_system(n->samples, (uint16_t)n->nruns,
		                   run->launch.sys_s);
	run->clock_hz = clock_around(before);
	if (rc == 0)
		n->nruns++;
out:
	if (n->regions)
		regions_close(samples_regions(n->samples));
	environment_free(own);
	return rc;
}

/*
 * The kernel's clock was granted when we asked, but not for this run: from now
 * on the library's.
 */
static bool other_sampler(const struct session *s, struct native *n,
                          struct err *err)
{
	struct err ignored = { 0 };

	if (err->code != ERR_UNSUPPORTED || n->sampler != &sampler_perf ||
	    s->launcher.remote || s->program.is_static ||
	    sampler_timer.usable(&ignored) != 0)
		return false;
	session_say(s, "%s: the clock is sampled by %s instead", err->msg,
	            sampler_timer.name);
	snprintf(n->why_not, sizeof(n->why_not), "%.200s", err->msg);
	err_clear(err);
	n->sampler = &sampler_timer;
	samples_free(n->waits);
	n->waits = n->samples;
	return true;
}

static struct samples *new_samples(const struct session *s)
{
	struct samples *made = samples_new();

	samples_keep(made, s->files);
	return made;
}

/*
 * The kernel takes the first sample of a thread after a full period, so threads
 * and processes that end earlier have none. The preloaded library takes the
 * first one after a random part of a period. true: measure again, with the
 * library.
 */
static bool too_short_for_it(const struct session *s, struct native *n)
{
	static const double least = 0.8, long_enough_s = 0.1;
	const struct native_run *r = &n->runs[0];
	const double used_s = r->launch.user_s + r->launch.sys_s;
	struct err ignored = { 0 };

	if (n->nruns != 1 || n->sampler != &sampler_perf || s->once ||
	    s->launcher.remote || used_s < long_enough_s ||
	    r->launch.interrupted ||
	    r->sampler.samples * SAMPLER_PERIOD_NS * 1e-9 >= least * used_s ||
	    s->program.is_static || sampler_timer.usable(&ignored) != 0)
		return false;
	session_say(s,
	            "threads or processes end before they are sampled: the "
	            "clock is sampled by %s instead",
	            sampler_timer.name);
	samples_free(n->waits);
	samples_free(n->samples);
	n->samples = n->waits = new_samples(s);
	n->sampler = &sampler_timer;
	n->nruns = 0;
	return true;
}

/* A run that exits with another status than the first did other work: it is
 * discarded, and no further run is made. */
static bool ended_otherwise(struct session *s, struct native *n)
{
	const size_t last = n->nruns - 1;
	const struct launch_result *r = &n->runs[last].launch;
	const int first = n->runs[0].launch.exit_status;
	struct strbuf b = STRBUF_INIT;

	if (!last || r->limited || r->interrupted || r->signal || first < 0 ||
	    r->exit_status == first || s->launcher.remote)
		return false;
	strbuf_addf(&b,
	            "native run %zu exited with status %d, the first with %d; "
	            "if it depends on files of the previous run, use --prepare",
	            last + 1, r->exit_status, first);
	if (!s->problem)
		s->problem = strbuf_detach(&b);
	strbuf_release(&b);
	n->nruns--;
	samples_drop(n->samples, (uint16_t)last);
	if (n->waits != n->samples)
		samples_drop(n->waits, (uint16_t)last);
	return true;
}

/*
 * One more run. Only the first has to start: when a later one can't, that is a
 * part that is missing.
 */
static int next_run(struct session *s, struct native *n, char *const *envp,
                    int wanted, struct err *err)
{
	struct err why = { 0 };
	int rc;

	do {
		rc = one_run(s, n, envp, wanted, &why);
	} while (rc != 0 && other_sampler(s, n, &why));
	if (rc == 0 && n->runs[n->nruns - 1].sampler.problem && !s->problem)
		s->problem = mem_strdup(n->runs[n->nruns - 1].sampler.problem);
	if (rc == 0 && n->nruns == 1 &&
	    session_failed_at_once(s, &n->runs[0].launch, err)) {
		n->nruns = 0;
		return -1;
	}
	if (rc == 0 && ended_otherwise(s, n))
		return -1;
	if (rc != 0 && n->nruns == 0)
		*err = why;
	else if (rc != 0 && !s->problem)
		s->problem = mem_strdup(why.msg);
	return rc;
}

/* Is it long enough not to be simulated whole? */
static bool is_long(const struct session *s, const struct launch_result *r)
{
	return s->effort == SESSION_ANY
	               ? s->limit_s == 0 &&
	                         r->user_s + r->sys_s >= SESSION_SHORT_S
	               : s->effort != SESSION_FULL;
}

/*
 * The run that finds the part is not watched for what threads wait for, nor
 * for regions.
 */
static bool can_follow(const struct session *s, const struct native *n)
{
	return is_long(s, &n->runs[0].launch) &&
	       n->runs[0].sampler.threads <= 1 && !n->regions &&
	       !s->launcher.path;
}

int native_runs_wanted(const struct session *s, struct native *n)
{
	const struct launch_result *r = &n->runs[0].launch;

	n->more = can_follow(s, n);
	if (n->more)
		return 1;
	return r->wall_s < short_run_s && !is_long(s, r) ? 3 : 2;
}

static bool enough(const struct session *s, struct native *n, int *wanted)
{
	const struct native_run *last = &n->runs[n->nruns - 1];

	if (last->launch.interrupted || last->launch.limited ||
	    last->launch.signal)
		return true;
	if (!s->native_runs && !s->once && n->nruns == 1)
		*wanted = native_runs_wanted(s, n);
	return n->nruns >= (size_t)*wanted;
}

/*
 * Where the program has regions, a sampler within it takes the samples: it sees
 * in which region the thread is.
 */
static void prepare_regions(const struct session *s, struct native *n)
{
	struct err why = { 0 };

	n->regions =
		native_has_regions(s) &&
		preload_open(&n->region_library, REGION_LIBRARY, &why) == 0;
	if (n->regions && n->sampler == &sampler_perf &&
	    !s->program.is_static && sampler_timer.usable(&why) == 0)
		n->sampler = &sampler_timer;
}

/* The way in which the clock is sampled */
static int choose_sampler(const struct session *s, struct native *n,
                          struct err *err)
{
	if (s->launcher.remote) {
		/* each rank chooses one */
		n->sampler = &sampler_perf;
		n->samples = samples_new();
		n->waits = samples_new();
		return 0;
	}
	n->sampler = sampler_choose(n->why_not, sizeof(n->why_not), err);
	if (!n->sampler)
		return -1;
	if (n->sampler == &sampler_timer && s->program.is_static)
		return err_set(err, ERR_UNSUPPORTED,
		               "'%s' %s, so nothing can be preloaded, and %s; "
		               "link it dynamically with the GNU C library",
		               s->program.path, s->program.because, n->why_not);
	n->samples = new_samples(s);
	prepare_regions(s, n);
	n->waits = n->sampler == &sampler_perf ? new_samples(s) : n->samples;
	return 0;
}

int native_measure(struct session *s, struct native *n, struct err *err)
{
	int wanted = s->once ? 1 : s->native_runs ? s->native_runs : 2;
	char **envp;
	int rc;

	if (native_kept_find(s, n, err) != 0 ||
	    (!n->nruns && choose_sampler(s, n, err) != 0))
		return -1;
	envp = native_environment(s->envp, &n->gave_avx512_up);
	/* MPI calls are recorded only by a run of this session */
	rc = n->nruns && !s->extra_env && enough(s, n, &wanted)
	             ? 0
	             : next_run(s, n, envp, wanted, err);
	while (rc == 0) {
		if (!too_short_for_it(s, n)) {
			native_kept_write(s, n);
			if (enough(s, n, &wanted))
				break;
		}
		rc = next_run(s, n, envp, wanted, err);
	}
	environment_free(envp);
	return n->nruns ? 0 : rc;
}

int native_again(struct session *s, struct native *n, struct err *err)
{
	char **envp;
	int rc;

	if (!n->more || s->interrupted)
		return 0;
	n->more = false;
	envp = native_environment(s->envp, &n->gave_avx512_up);
	rc = next_run(s, n, envp, (int)n->nruns + 1, err);
	if (rc == 0)
		native_kept_write(s, n);
	environment_free(envp);
	return rc;
}

void native_take(struct native *n, const struct native_run *run,
                 const struct samples *samples, double speed)
{
	struct native_run *own = &n->runs[n->nruns];
	size_t count;
	const struct sample_count *all = samples_all(samples, &count);

	for (size_t i = 0; i < count; i++) {
		struct sample_key key = all[i].key;
		struct sample_count *to;

		key.run = (uint16_t)n->nruns;
		key.module = samples_module(
			n->samples, samples_module_path(samples, key.module));
		to = samples_at(n->samples, &key);
		to->user_s += all[i].user_s / speed;
		to->system_s += all[i].system_s / speed;
		to->samples += all[i].samples;
		to->faults += all[i].faults;
	}
	*own = *run;
	own->launch.wall_s /= speed;
	own->launch.user_s /= speed;
	own->launch.sys_s /= speed;
	if (!run->sampler.kernel_time)
		samples_add_system(n->samples, (uint16_t)n->nruns,
		                   own->launch.sys_s);
	n->nruns++;
	n->unwatched++;
	n->more = false;
}

size_t native_watched(const struct native *n)
{
	return n->nruns - n->unwatched;
}

void native_release(struct native *n)
{
	if (n->waits != n->samples)
		samples_free(n->waits);
	samples_free(n->samples);
	n->samples = n->waits = NULL;
	if (n->regions)
		preload_close(&n->region_library);
	n->regions = false;
}
