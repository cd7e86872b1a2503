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
#include "measure/run/environment.h"
#include "measure/sample/maps.h"
#include "measure/sample/native.h"
#include "measure/sample/samples.h"
#include "measure/attribute/segments.h"
#include "measure/run/session.h"
#include "measure/simulate/output/simout.h"
#include "measure/simulate/output/simulation.h"

enum {
	MARKERS = 4, /* hardware breakpoints that a core has */
	CANDIDATES = 16,
	MIN_COUNT = 2,
	MAX_COUNT = 4000,
	KEEP_COUNT = 400, /* of the marker that is counted to the end */
	KEEP_RATE = 3000, /* its most hits in a second, or it costs too much */
	LINE = 64,
	HOT = 1000, /* times as often as a marker */
};

/* An instruction to be executed count times; fd is its breakpoint. */
struct marker {
	const char *path; /* of the file that it is in */
	uint64_t vaddr;
	uint64_t count;
	int fd;
	bool reached, passed; /* executed as often; and once more */
	bool keep;            /* counted to the end of the run */
};

/* The run that looks for the part's end. */
struct search {
	struct session *s;
	const struct sampler_ops *ops;
	struct sampler *sampler;
	struct marker markers[CANDIDATES];
	size_t n;
	bool slowed;      /* by the markers: only their counts are of use */
	uint64_t total;   /* of the marker that was counted to the end, or 0 */
	double longest;   /* that the part can be, in times of reached_s */
	double before_s;  /* when not all had been reached yet */
	double reached_s; /* when they had; 0: not yet */
	double end_s;     /* when one was passed, or could have been; or 0 */
	struct sampler_result sampled;
	int finish_rc;
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
 * A hit costs some ten microseconds, and a simulated second is some 25 ms of
 * the native part: four markers may make it 2 % longer.
 */
static uint64_t most_hits(double simulated_s)
{
	return (uint64_t)fmax(50, fmin(MAX_COUNT, simulated_s * 12));
}

static bool is_late(const struct sim_instr *in, bool rather)
{
	return rather ? in->rather_late > 0 : in->late > 0;
}

/*
 * A processor may run all code of a line several times slower that has a
 * breakpoint in it (Zen does: it is not fetched from the op cache then).
 */
static bool in_hot_line(const struct simout *out, size_t i, uint64_t most)
{
	const struct sim_instr *in = &out->instrs[i];
	size_t from = i, k;

	while (from > 0 && out->instrs[from - 1].module == in->module &&
	       out->instrs[from - 1].addr / LINE == in->addr / LINE)
		from--;
	for (k = from;
	     k < out->n_instrs && out->instrs[k].module == in->module &&
	     out->instrs[k].addr / LINE == in->addr / LINE;
	     k++) {
		if (sim_count(&out->instrs[k], SIM_EXEC) > HOT * most)
			return true;
	}
	return false;
}

/*
 * The program itself, and its libraries. The dynamic linker and the C library
 * do things of their own under a simulator, and a part of them before the
 * program's first instruction, from where markers are counted.
 */
static bool is_counted_alike(const char *path, const char *program)
{
	static const char *const not_alike[] = { "ld-", "libc.", "libc-" };
	const char *slash = strrchr(path, '/');

	if (strcmp(path, program) == 0)
		return true;
	if (!slash)
		return false; /* not a file */
	for (size_t i = 0; i < sizeof(not_alike) / sizeof(*not_alike); i++) {
		if (strncmp(slash + 1, not_alike[i], strlen(not_alike[i])) == 0)
			return false;
	}
	return true;
}

/*
 * The highest counts below the most that is allowed of what was executed late:
 * different counts are in different loops, and the highest tell the time
 * best. What was executed in a phase that was over says nothing about the end.
 */
static void choose(struct search *q, const struct simulation *sim,
                   const struct simout *out, const char *program, bool rather)
{
	/* who only counts may be slowed down by it */
	const uint64_t most =
		q->slowed ? MAX_COUNT : most_hits(sim->launch.user_s);

	q->longest = rather ? 2 : 8.0 / 7;
	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];
		struct marker m = {
			.path = out->modules[in->module].path,
			.vaddr = in->addr,
			.count = sim_count(in, SIM_EXEC),
			.fd = -1,
		};
		size_t at = 0;

		if (!is_late(in, rather) || m.count < MIN_COUNT ||
		    m.count > most || !is_counted_alike(m.path, program) ||
		    (!q->slowed && in_hot_line(out, i, most)))
			continue;
		while (at < q->n && q->markers[at].count > m.count)
			at++;
		if (at == CANDIDATES ||
		    (at < q->n && q->markers[at].count == m.count))
			continue;
		if (q->n < CANDIDATES)
			q->n++;
		memmove(&q->markers[at + 1], &q->markers[at],
		        (q->n - 1 - at) * sizeof(m));
		q->markers[at] = m;
	}
}

/* What a file's offset 0 was loaded to, or UINT64_MAX. */
static uint64_t load_address(pid_t pid, const char *file)
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
			    strcmp(m.path, file) == 0 && m.start < found)
				found = m.start;
		}
	}
	strbuf_release(&path);
	strbuf_release(&text);
	return found;
}

/* Where the marker is in the process, or UINT64_MAX: its file is not there. */
static uint64_t address_of(pid_t pid, const struct marker *m)
{
	const uint64_t load = load_address(pid, m->path);
	struct segments segments;

	if (load == UINT64_MAX)
		return load;
	segments_read(&segments, m->path);
	return load - segments_vaddr(&segments, 0) + m->vaddr;
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

bool share_possible(void)
{
	const int fd = open_breakpoint(0, (uint64_t)(uintptr_t)share_release);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int attach(void *ctx, pid_t pid, struct err *err)
{
	struct search *q = ctx;

	return q->ops->attach ? q->ops->attach(q->sampler, pid, err) : 0;
}

/* The most frequent of those that can be counted to the end. */
static void choose_kept(struct search *q)
{
	size_t i = 0;

	while (i + 1 < q->n && q->markers[i].count > KEEP_COUNT)
		i++;
	q->markers[i].keep = true;
}

/* A library that the program opens while it runs is not there yet. */
static int started(void *ctx, pid_t pid, struct err *err)
{
	struct search *q = ctx;
	size_t n = 0;

	for (size_t i = 0; i < q->n && n < MARKERS; i++) {
		struct marker *m = &q->markers[n];
		uint64_t at;

		*m = q->markers[i];
		at = address_of(pid, m);
		if (at == UINT64_MAX)
			continue;
		m->fd = open_breakpoint(pid, at);
		if (m->fd < 0)
			return err_system(err, "no hardware breakpoints");
		n++;
	}
	q->n = n;
	if (n == 0)
		return err_set(err, ERR_UNSUPPORTED,
		               "what it did shortly before the end is in "
		               "libraries that are loaded later");
	choose_kept(q);
	return 0;
}

static void close_marker(struct marker *m)
{
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
}

static void look_at(struct marker *m)
{
	uint64_t count = 0;

	if (m->fd < 0 || read(m->fd, &count, sizeof(count)) != sizeof(count))
		return;
	m->reached = count >= m->count;
	m->passed = count > m->count;
	if (m->passed && !m->keep)
		close_marker(m); /* it costs time */
}

/* The kept one, as often as it was executed up to now. */
static void look_at_kept(struct search *q, double elapsed_s)
{
	for (size_t i = 0; i < q->n; i++) {
		struct marker *m = &q->markers[i];
		uint64_t count = 0;

		if (!m->keep || m->fd < 0 ||
		    read(m->fd, &count, sizeof(count)) != sizeof(count))
			continue;
		q->total = count;
		if ((double)count > KEEP_RATE * (1 + elapsed_s)) {
			q->total = 0;
			close_marker(m);
		}
	}
}

static void stop_sampling(struct search *q)
{
	struct err ignored = { 0 };

	for (size_t i = 0; i < q->n; i++) {
		if (!q->markers[i].keep)
			close_marker(&q->markers[i]);
	}
	if (q->sampler)
		q->finish_rc =
			q->ops->finish(q->sampler, &q->sampled, &ignored);
	q->sampler = NULL;
}

static bool tick(void *ctx, double elapsed_s)
{
	struct search *q = ctx;
	bool all = true, passed = false;

	progress_show(&q->s->progress, "finding the simulated part", elapsed_s,
	              NAN);
	look_at_kept(q, elapsed_s);
	if (q->end_s > 0)
		return true; /* on to the program's end */
	if (q->ops->tick)
		q->ops->tick(q->sampler, elapsed_s);
	for (size_t i = 0; i < q->n; i++) {
		look_at(&q->markers[i]);
		all = all && q->markers[i].reached;
		passed = passed || q->markers[i].passed;
	}
	if (!all) {
		q->before_s = elapsed_s;
		return true;
	}
	if (q->reached_s == 0)
		q->reached_s = elapsed_s;
	if (passed || elapsed_s >= q->longest * q->reached_s) {
		q->end_s = elapsed_s;
		stop_sampling(q);
	}
	return true;
}

static int search_run(struct search *q, const struct native *n,
                      struct launch_result *result, struct err *err)
{
	struct session *s = q->s;
	const struct launch_watch watch = {
		.attach = attach, .started = started, .tick = tick, .ctx = q
	};
	struct launch l = {
		.path = s->program.path,
		.argv = s->argv,
		.stdin_fd = -1,
		.input = &s->input,
		.quiet = !s->all_output,
		.traced = true,
		.tick_ms = 2,
		.limit_s = (q->slowed ? 8 : 2) * n->runs[0].launch.wall_s + 1,
		.watch = watch
	};
	char **envp, **env = NULL;
	bool changed;
	int rc;

	envp = native_environment(s->envp, &changed);
	if (q->ops->env)
		env = q->ops->env(q->sampler, envp);
	l.envp = env ? env : envp;
	rc = launch_run(&l, &s->signals, result, err);
	progress_done(&s->progress);
	stop_sampling(q);
	look_at_kept(q, result->wall_s);
	for (size_t i = 0; i < q->n; i++)
		close_marker(&q->markers[i]);
	if (q->finish_rc != 0)
		rc = -1;
	s->interrupted = s->interrupted || (rc == 0 && result->interrupted);
	environment_free(env);
	environment_free(envp);
	return rc;
}

/* Processor time of all samples. */
static double processor_s(const struct samples *samples)
{
	double sum = 0;
	size_t n;
	const struct sample_count *all = samples_all(samples, &n);

	for (size_t i = 0; i < n; i++)
		sum += all[i].user_s + all[i].system_s;
	return sum;
}

/* How far the whole runs are from their mean, relative. */
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

/* How often the whole run does what the part did. */
static void set_ratio(struct share *share, const struct search *q, bool whole)
{
	for (size_t i = 0; i < q->n; i++) {
		const struct marker *m = &q->markers[i];

		if (!m->keep || !whole || q->total < m->count)
			continue;
		/* what is done between two hits may be done, begun or not */
		share->times = (double)q->total / (double)m->count;
		share->times_error = 1 / (double)m->count;
	}
	if (!q->slowed || isnan(share->times))
		return;
	share->share = 1 / share->times;
	share->error = share->times_error;
	share->speed = 1;
	samples_free(share->samples);
	share->samples = NULL;
}

/*
 * The end of the part lies between the moment when all markers were reached and
 * the one when the first of them was passed. Processor time tells both, of the
 * same run where it came to its end: other programs, and processors that are
 * faster at one time than at another, make runs differ.
 */
static void set_share(struct share *share, const struct search *q,
                      const struct native *n, const struct launch_result *r)
{
	double mean = processor_s(n->samples) / (double)n->nruns;
	bool whole =
		!r->limited && !r->interrupted && !n->runs[0].launch.limited;
	double all = whole ? r->user_s + r->sys_s : mean;
	double high = processor_s(share->samples) / all;
	double low = high * q->before_s / q->end_s;

	set_ratio(share, q, whole);
	if (q->slowed)
		return;
	share->share = fmin(1, (low + high) / 2);
	share->speed = all / mean;
	/* a processor whose speed differs between runs may have changed it in
	 * this one, too */
	share->error = hypot(hypot((high - low) / (high + low), runs_differ(n)),
	                     fabs(all - mean) / (all + mean));
}

void share_measure(struct session *s, const struct native *n,
                   const struct simulation *sim, struct share *share,
                   struct err *err)
{
	struct search q = { .s = s, .ops = n->sampler };
	struct launch_result r;
	const struct simout *out = main_image(sim);
	char program[PATH_MAX];

	*share = (struct share)SHARE_INIT;
	if (!out || !realpath(s->program.path, program))
		return;
	for (int attempt = 0; attempt < 4 && q.n == 0; attempt++) {
		q.slowed = attempt >= 2;
		choose(&q, sim, out, program, attempt % 2);
	}
	if (q.n == 0) {
		err_set(err, ERR_UNSUPPORTED,
		        "nothing that the program did shortly before the end "
		        "was done a countable number of times");
		return;
	}
	share->samples = samples_new();
	q.sampler = q.ops->start(share->samples, 0, SAMPLER_PART_NS, err);
	if (!q.sampler || search_run(&q, n, &r, err) != 0 || q.end_s == 0) {
		if (err->code == ERR_NONE)
			err_set(err, ERR_UNSUPPORTED,
			        "a native run does not do as much of it");
		share_release(share);
		return;
	}
	set_share(share, &q, n, &r);
}

void share_release(struct share *share)
{
	samples_free(share->samples);
	*share = (struct share)SHARE_INIT;
}
