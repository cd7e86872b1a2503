#include "perf_counters.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "perf_kept.h"
#include "perf_names.h"
#include "perf_timeline.h"
#include "measure/plan/plan.h"
#include "profile/profile.h"
#include "measure/collect/clock/moments.h"
#include "measure/collect/clock/samples.h"
#include "measure/run/session.h"
#include "measure/plan/show.h"

enum { DEFAULT_RATE = 1000 };

/* What the kernel's setting allows, for messages; -9: unknown. */
static int paranoid_level(void)
{
	struct strbuf b = STRBUF_INIT;
	struct err ignored = { 0 };
	int level = -9;

	if (io_read_file("/proc/sys/kernel/perf_event_paranoid", 64, &b,
	                 &ignored) == 0) {
		b.s[strcspn(b.s, "\n")] = '\0';
		num_int(b.s, -8, 8, &level);
	}
	strbuf_release(&b);
	return level;
}

static int explain(int error, const char *event, struct err *err)
{
	int level = paranoid_level();

	if (getenv("PERFEXPERT_NO_PERF_EVENT"))
		return err_set(err, ERR_UNSUPPORTED,
		               "perf_event_open is switched off by "
		               "PERFEXPERT_NO_PERF_EVENT");
	if ((error == EACCES || error == EPERM) && level > 2)
		return err_set(err, ERR_UNSUPPORTED,
		               "perf_event_open is refused; "
		               "kernel.perf_event_paranoid is %d, but must be "
		               "2 or less",
		               level);
	if (error == EACCES || error == EPERM || error == ENOSYS)
		return err_set(err, ERR_UNSUPPORTED,
		               "perf_event_open is refused, though "
		               "kernel.perf_event_paranoid is %d (a "
		               "container?)",
		               level);
	if (error == ENOENT || error == EOPNOTSUPP || error == ENODEV)
		return err_set(err, ERR_UNSUPPORTED,
		               "no hardware counters that count '%s' (a "
		               "virtual machine?)",
		               event);
	return err_set(err, ERR_UNSUPPORTED, "'%s' can't be counted: %s", event,
	               strerror(error));
}

static int try_native(const struct machine_native *n)
{
	struct perf_stream_event e = { .period = 1000003 };

	if (!perf_names_event(n, &e))
		return ENOENT;
	return perf_stream_try(&e, 1);
}

static int usable(struct session *s, struct err *err)
{
	const struct machine_event *cycles =
		machine_event_find(s->machine, "TOT_CYC");
	int error;

	if (!s->asked && plan_foreign(s->machine, s->host))
		return err_set(err, ERR_UNSUPPORTED,
		               "the counters of machine '%s' are not those of "
		               "this host ('%s')",
		               machine_name(s->machine), machine_name(s->host));
	if (s->launcher.remote)
		return err_set(err, ERR_UNSUPPORTED,
		               "it can't measure the processes that '%s' "
		               "starts; HPCToolkit's hpcrun can",
		               s->launcher.name);
	if (!cycles)
		return err_set(err, ERR_UNSUPPORTED,
		               "machine '%s' has no event for TOT_CYC",
		               machine_name(s->machine));
	error = getenv("PERFEXPERT_NO_PERF_EVENT")
	                ? EPERM
	                : try_native(cycles->natives[0]);
	return error ? explain(error, cycles->natives[0]->name, err) : 0;
}

static const char *refused(void *ctx, const struct machine_native *n)
{
	struct perf_stream_event e;

	if (!perf_names_event(n, &e))
		return "the machine file has no perf_event_open code for it";
	if (perf_pmu_lacks(ctx, &e))
		return "this processor's counters do not have it";
	switch (try_native(n)) {
	case 0:
		return NULL;
	case ENOENT:
	case EOPNOTSUPP:
	case EINVAL:
		return "perf_event_open does not know it here";
	default:
		return "perf_event_open refuses it";
	}
}

static void fill_events(const struct plan_run *set,
                        struct perf_stream_event *events)
{
	for (size_t i = 0; i < set->ncounts; i++) {
		events[i] = (struct perf_stream_event){
			.period = (uint64_t)set->counts[i].period
		};
		perf_names_event(set->counts[i].native, &events[i]);
	}
}

/* Do the events of each run go onto the counters together? */
static bool fits(const struct plan *plan)
{
	for (size_t i = 0; i < plan->nruns; i++) {
		struct perf_stream_event events[PERF_STREAM_MAX];

		if (plan->runs[i].ncounts > PERF_STREAM_MAX)
			return false;
		fill_events(&plan->runs[i], events);
		if (perf_stream_try(events, plan->runs[i].ncounts) != 0)
			return false;
	}
	return true;
}

/*
 * The plan that the counters really take: where others hold some of them (a
 * watchdog, a hypervisor), one with fewer of them in each run.
 */
static int make_plan(struct perf_counters *c, bool try, struct err *err)
{
	const struct session *s = c->s;
	unsigned all = machine_counters(s->machine)->programmable;
	struct plan_request request = {
		.machine = s->machine,
		.rate = s->rate > 0 ? s->rate : DEFAULT_RATE,
		.events = s->events,
		.refused = try ? refused : NULL,
		.ctx = &c->pmu,
	};

	perf_pmu_read(&c->pmu, PERF_PMU_DEVICES);
	c->taken = plan_watchdog(s->machine, s->host);
	for (;; c->taken++) {
		struct err why = { 0 };

		request.taken = c->taken;
		plan_free(c->plan);
		c->plan = plan_make(&request, &why);
		if (!c->plan) {
			*err = why;
			return -1;
		}
		if (!try || fits(c->plan))
			return 0;
		if (c->taken >= all)
			return err_set(err, ERR_UNSUPPORTED,
			               "perf_event_open can't count the events "
			               "of any counter set together");
	}
}

/* The number of a native among all that are sampled. */
static size_t number_of(struct perf_counters *c, const struct plan_count *count)
{
	size_t i = 0;

	while (i < c->nnatives && c->natives[i] != count->native)
		i++;
	if (i == c->nnatives && i + 1 < PERF_COUNTERS_MAX_NATIVES) {
		c->natives[c->nnatives] = count->native;
		c->periods[c->nnatives++] = count->period;
	}
	return i;
}

void perf_counters_number(struct perf_counters *c,
                          struct perf_counters_run *run)
{
	const struct plan_run *set = &c->plan->runs[run->set];

	for (size_t i = 0; i < set->ncounts; i++)
		run->native[i] = number_of(c, &set->counts[i]);
}

struct ticker {
	struct perf_counters *c;
	struct perf_counters_run *run;
	struct perf_stream *stream;
	const struct plan_run *set;
	bool timed; /* the run whose time line is kept */
	char what[64];
	double expected_s;
};

static void count(void *ctx, const struct perf_stream_sample *sample)
{
	struct ticker *t = ctx;
	struct sample_key with = *sample->key;
	struct sample_count *at;

	if (sample->event >= t->set->ncounts) {
		perf_timeline_clock(t->c, sample->event - t->set->ncounts,
		                    sample);
		return;
	}
	if (t->timed)
		perf_timeline_count(t->c, t->set->counts[sample->event].native,
		                    t->set->counts[sample->event].period,
		                    sample);
	with.event = (uint16_t)t->run->native[sample->event];
	at = samples_at(t->c->samples, &with);
	at->samples++;
	at->system_s += sample->kernel;
	t->run->samples++;
}

static int attach(void *ctx, pid_t pid, struct err *err)
{
	const struct ticker *t = ctx;

	if (t->timed)
		moments_begin(samples_moments(t->c->samples, 0));
	return perf_stream_attach(t->stream, pid, err);
}

static bool tick(void *ctx, double elapsed_s)
{
	struct ticker *t = ctx;
	struct session *s = t->c->s;

	perf_stream_tick(t->stream, elapsed_s);
	if (s->shown && !s->all_output)
		progress_show(&s->progress, t->what, elapsed_s, t->expected_s);
	return true;
}

static int one_run(struct perf_counters *c, size_t wanted, struct err *err)
{
	struct perf_counters_run *run = &c->runs[c->nruns];
	const size_t of_plan = (c->first + c->nruns) % c->plan->nruns;
	const struct plan_run *set = &c->plan->runs[of_plan];
	struct perf_stream_event events[PERF_STREAM_MAX];
	struct ticker t = { .c = c,
		            .run = run,
		            .set = set,
		            .timed = !c->nruns && !perf_counters_shared(c->s),
		            .expected_s =
		                    c->nruns ? c->runs[0].launch.wall_s : NAN };
	struct perf_stream_setup setup = {
		.events = events,
		.n = set->ncounts,
		.group = true,
		.out = c->samples,
		.run = (uint16_t)c->nruns,
		.count = count,
		.ctx = &t,
	};
	const char *path;
	char **command = session_command(c->s, NULL, NULL, &path);
	int rc;

	run->set = of_plan;
	perf_counters_number(c, run);
	fill_events(set, events);
	if (t.timed)
		setup.n = perf_timeline_events(events, setup.n);
	snprintf(t.what, sizeof(t.what), "run %zu of %zu", c->nruns + 1,
	         wanted);
	t.stream = perf_stream_new(&setup);
	rc = session_launch(c->s,
	                    (struct launch){ .path = path,
	                                     .argv = command,
	                                     .envp = c->s->envp,
	                                     .what = t.what,
	                                     .native = true,
	                                     .watch = { .attach = attach,
	                                                .tick = tick,
	                                                .ctx = &t } },
	                    &run->launch, err);
	perf_stream_finish(t.stream, &run->stream);
	free(command);
	if (rc == 0)
		c->nruns++;
	return rc;
}

static size_t runs_wanted(const struct perf_counters *c)
{
	size_t n = c->s->native_runs > 0 ? (size_t)c->s->native_runs : 2;

	if (perf_counters_shared(c->s))
		return 1;
	n = n < c->plan->nruns ? c->plan->nruns : n;
	return n < PERF_COUNTERS_MAX_RUNS ? n : PERF_COUNTERS_MAX_RUNS;
}

/* A run that the user ended is used only when it is the only one. */
static int measure(struct perf_counters *c, struct err *err)
{
	size_t wanted = runs_wanted(c);

	while (c->nruns < wanted) {
		const struct launch_result *last;

		if (one_run(c, wanted, err) != 0)
			return c->nruns ? 0 : -1;
		last = &c->runs[c->nruns - 1].launch;
		if (c->nruns == 1 && session_failed_at_once(c->s, last, err))
			return -1;
		perf_kept_write(c);
		if (last->interrupted || (last->signal && !last->limited))
			break;
	}
	return 0;
}

static struct profile *collect(struct session *s, struct err *err)
{
	struct perf_counters *c = mem_alloc(1, sizeof(*c));
	struct profile *p = NULL;

	c->s = s;
	c->samples = samples_new();
	samples_keep(c->samples, s->files);
	if (make_plan(c, true, err) == 0) {
		c->first = (size_t)s->rank % c->plan->nruns;
		if (perf_kept_find(c, err) == 0 && measure(c, err) == 0)
			p = perf_counters_build(c);
	}
	if (p && s->reused)
		profile_note(p, "the measurement was interrupted and continued "
		                "(--resume): some runs are from before the "
		                "interruption");
	if (p && !(profile_value(p, p->root, "TOT_CYC") > 0)) {
		err_set(err, ERR_PROGRAM,
		        "no cycles were sampled in a run of %.3g s; the rate "
		        "is %.3g samples per second (--rate)",
		        c->runs[0].launch.wall_s,
		        c->plan->runs[0].counts[0].per_s);
		profile_free(p);
		p = NULL;
	}
	plan_free(c->plan);
	samples_free(c->samples);
	free(c);
	return p;
}

static int show(struct session *s, FILE *f, struct session_cost *cost,
                struct err *err)
{
	struct perf_counters *c = mem_alloc(1, sizeof(*c));
	const char *path;
	char **command = session_command(s, NULL, NULL, &path);
	int rc;

	c->s = s;
	rc = make_plan(c, !plan_foreign(s->machine, s->host), err);
	if (rc == 0) {
		size_t n = runs_wanted(c);

		fprintf(f, "collector perf, machine %s: %zu runs\n",
		        machine_name(s->machine), n);
		for (size_t i = 0; i < n; i++) {
			show_set(f, c->plan, i, n);
			show_command(f, "", command);
		}
		show_notes(f, c->plan);
		*cost = (struct session_cost){ n, (double)n, (double)n };
	}
	plan_free(c->plan);
	free(c);
	free(command);
	return rc;
}

const struct collector collector_perf = {
	.name = PROFILE_BY_PERF,
	.what = "Linux's perf_event_open, one run for each set of counters",
	.usable = usable,
	.collect = collect,
	.show = show,
};
