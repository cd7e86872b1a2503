#include "share.h"

#include <errno.h>
#include <limits.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <math.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "environment.h"
#include "maps.h"
#include "native.h"
#include "samples.h"
#include "segments.h"
#include "session.h"
#include "simout.h"
#include "simulate.h"

enum {
	MARKERS = 4, /* hardware breakpoints that a core has */
	MIN_COUNT = 8,
	MAX_COUNT = 4000 /* each costs the program some ten microseconds */
};

/* An instruction to be executed count times; fd is its breakpoint. */
struct marker {
	uint64_t vaddr;
	uint64_t count;
	int fd;
	bool reached;
};

/* The run that looks for the part's end. */
struct search {
	struct session *s;
	const struct sampler_ops *ops;
	struct sampler *sampler;
	struct segments segments;
	struct marker markers[MARKERS];
	size_t n;
	double end_s; /* when all were reached; 0: not yet */
};

/* The process image that did the most. */
static const struct simout *main_image(const struct simulation *sim)
{
	const struct simout *best = NULL;

	for (size_t i = 0; i < sim->n; i++) {
		if (!best ||
		    sim->outs[i]->total[SIM_EXEC] > best->total[SIM_EXEC])
			best = sim->outs[i];
	}
	return best;
}

/*
 * The four highest counts below MAX_COUNT: different counts are in different
 * loops, and the highest tell the time best.
 */
static void choose(struct search *q, const struct simout *out,
                   const char *program)
{
	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];
		struct marker m = { in->addr, sim_count(in, SIM_EXEC), -1,
			            false };
		size_t at = 0;

		if (m.count < MIN_COUNT || m.count > MAX_COUNT ||
		    strcmp(out->modules[in->module].path, program) != 0)
			continue;
		while (at < q->n && q->markers[at].count > m.count)
			at++;
		if (at == MARKERS ||
		    (at < q->n && q->markers[at].count == m.count))
			continue;
		if (q->n < MARKERS)
			q->n++;
		memmove(&q->markers[at + 1], &q->markers[at],
		        (q->n - 1 - at) * sizeof(m));
		q->markers[at] = m;
	}
}

/* Where the program's file offset 0 was loaded, or UINT64_MAX. */
static uint64_t load_address(pid_t pid, const char *program)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct err ignored = { 0 };
	uint64_t found = UINT64_MAX;
	char *save = NULL;

	strbuf_addf(&path, "/proc/%ld/maps", (long)pid);
	if (io_read_file(path.s, 1 << 20, &text, &ignored) == 0 && text.cap) {
		for (char *line = strtok_r(text.s, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save)) {
			struct maps_line m;

			if (maps_parse(line, &m) && m.offset == 0 &&
			    strcmp(m.path, program) == 0 && m.start < found)
				found = m.start;
		}
	}
	strbuf_release(&path);
	strbuf_release(&text);
	return found;
}

static int open_breakpoint(pid_t pid, uint64_t addr)
{
	struct perf_event_attr a = {
		.size = sizeof(a),
		.type = PERF_TYPE_BREAKPOINT,
		.bp_type = HW_BREAKPOINT_X,
		.bp_addr = addr,
		.bp_len = sizeof(long),
		.inherit = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &a, pid, -1, -1,
	                    PERF_FLAG_FD_CLOEXEC);
}

static int attach(void *ctx, pid_t pid, struct err *err)
{
	struct search *q = ctx;

	return q->ops->attach ? q->ops->attach(q->sampler, pid, err) : 0;
}

static int started(void *ctx, pid_t pid, struct err *err)
{
	struct search *q = ctx;
	char program[PATH_MAX];
	uint64_t load;

	if (!realpath(q->s->program.path, program))
		return err_system(err, "%s", q->s->program.path);
	load = load_address(pid, program);
	if (load == UINT64_MAX)
		return err_set(err, ERR_UNSUPPORTED,
		               "the program's load address is not known");
	for (size_t i = 0; i < q->n; i++) {
		struct marker *m = &q->markers[i];

		m->fd = open_breakpoint(
			pid, load - segments_vaddr(&q->segments, 0) + m->vaddr);
		if (m->fd < 0)
			return err_system(err, "no hardware breakpoints");
	}
	return 0;
}

static void close_marker(struct marker *m)
{
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
}

static bool tick(void *ctx, double elapsed_s)
{
	struct search *q = ctx;
	bool all = true;

	if (q->ops->tick)
		q->ops->tick(q->sampler, elapsed_s);
	for (size_t i = 0; i < q->n; i++) {
		struct marker *m = &q->markers[i];
		uint64_t count = 0;

		if (m->fd >= 0 &&
		    read(m->fd, &count, sizeof(count)) == sizeof(count) &&
		    count >= m->count) {
			m->reached = true;
			close_marker(m); /* it costs time */
		}
		all = all && m->reached;
	}
	if (all)
		q->end_s = elapsed_s;
	progress_show(&q->s->progress, "finding the simulated part", elapsed_s,
	              NAN);
	return !all;
}

static int search_run(struct search *q, struct err *err)
{
	struct session *s = q->s;
	const struct launch_watch watch = {
		.attach = attach, .started = started, .tick = tick, .ctx = q
	};
	struct launch l = { .path = s->program.path,
		            .argv = s->argv,
		            .stdin_fd = s->stdin_fd,
		            .quiet = !s->all_output,
		            .traced = true,
		            .tick_ms = 2,
		            .watch = watch };
	struct sampler_result ignored;
	struct launch_result result;
	char **envp, **env = NULL;
	bool changed;
	int rc;

	envp = native_environment(s->envp, &changed);
	if (q->ops->env)
		env = q->ops->env(q->sampler, envp);
	l.envp = env ? env : envp;
	rc = launch_run(&l, &s->mask, &result, err);
	progress_done(&s->progress);
	if (q->ops->finish(q->sampler, &ignored, err) != 0)
		rc = -1;
	s->interrupted = s->interrupted || (rc == 0 && result.interrupted);
	for (size_t i = 0; i < q->n; i++)
		close_marker(&q->markers[i]);
	environment_free(env);
	environment_free(envp);
	return rc;
}

static double whole_time(const struct native *n)
{
	double sum = 0;

	for (size_t i = 0; i < n->nruns; i++)
		sum += n->runs[i].launch.wall_s;
	return sum / (double)n->nruns;
}

void share_measure(struct session *s, const struct native *n,
                   const struct simulation *sim, struct share *share,
                   struct err *err)
{
	struct search q = { .s = s, .ops = n->sampler };
	const struct simout *out = main_image(sim);
	char program[PATH_MAX];

	*share = (struct share){ .share = NAN };
	if (!out || !realpath(s->program.path, program))
		return;
	segments_read(&q.segments, program);
	choose(&q, out, program);
	if (q.n == 0) {
		err_set(err, ERR_UNSUPPORTED,
		        "nothing in the program was executed a countable "
		        "number of times");
		return;
	}
	share->samples = samples_new();
	q.sampler = q.ops->start(share->samples, 0, err);
	if (!q.sampler || search_run(&q, err) != 0 || q.end_s == 0) {
		share_release(share);
		return;
	}
	share->share = fmin(1, q.end_s / whole_time(n));
}

void share_release(struct share *share)
{
	samples_free(share->samples);
	*share = (struct share){ .share = NAN };
}
