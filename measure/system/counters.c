#include "counters.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/events.h"
#include "arch/machine.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "measure/collect/counters/perf/perf_names.h"
#include "measure/collect/counters/perf/perf_pmu.h"
#include "measure/collect/clock/perf_stream.h"
#include "missing.h"

struct system_counters {
	const struct machine *m;
	const struct machine_event *events[SYSTEM_EVENTS];
	const char *names[SYSTEM_EVENTS];
	size_t nevents;
	const struct machine_native *natives[SYSTEM_NATIVES];
	struct perf_stream_event codes[SYSTEM_NATIVES];
	size_t nnatives;
	struct perf_pmu pmu;
};

/* A file for each native of each processor, or of each thread. */
struct system_group {
	int *fds;
	size_t n, cap; /* a multiple of the natives */
};

/* What the kernel gives for one file. */
struct reading {
	uint64_t value, enabled, running;
};

static const char *const usual[] = { "TOT_CYC", "TOT_INS", "FLOPS",
	                             "L2_DCA",  "L2_DCM",  "L3_DCM",
	                             "TLB_DM",  "BR_INS",  "BR_MSP" };

static int open_code(const struct perf_stream_event *e, pid_t tid, int cpu,
                     bool kernel)
{
	struct perf_event_attr a = {
		.size = sizeof(a),
		.type = e->type,
		.config = e->config,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
		               PERF_FORMAT_TOTAL_TIME_RUNNING,
		.inherit = cpu < 0,
		.exclude_kernel = !kernel,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &a, tid, cpu, -1,
	                    PERF_FLAG_FD_CLOEXEC);
}

/* With the system's part where that is allowed. */
static int open_native(const struct perf_stream_event *e, pid_t tid, int cpu)
{
	int fd = open_code(e, tid, cpu, true);

	return fd >= 0 || errno != EACCES ? fd : open_code(e, tid, cpu, false);
}

static const char *reason_of(int error)
{
	if (error == ENOENT || error == EOPNOTSUPP || error == ENODEV ||
	    error == EINVAL)
		return "there is no such hardware counter here (a virtual "
		       "machine?)";
	if (error == EACCES || error == EPERM)
		return "perf_event_open is refused "
		       "(kernel.perf_event_paranoid, a container)";
	return error == EMFILE ? "too many files are open"
	                       : "the kernel refuses it";
}

/* Its number among those that are counted, or -1 */
static int add_native(struct system_counters *c, const struct machine_native *n,
                      const char **reason)
{
	struct perf_stream_event code = { 0 };
	int fd;

	for (size_t i = 0; i < c->nnatives; i++) {
		if (c->natives[i] == n)
			return (int)i;
	}
	if (c->nnatives == SYSTEM_NATIVES) {
		*reason = "too many events";
		return -1;
	}
	if (!perf_names_event(n, &code)) {
		*reason = "the machine file has no perf_event_open code for it";
		return -1;
	}
	if (perf_pmu_lacks(&c->pmu, &code)) {
		*reason = "this processor's counters do not have it";
		return -1;
	}
	fd = open_native(&code, 0, -1);
	if (fd < 0) {
		*reason = reason_of(errno);
		return -1;
	}
	close(fd);
	c->natives[c->nnatives] = n;
	c->codes[c->nnatives] = code;
	return (int)c->nnatives++;
}

static void add_event(struct system_counters *c, const char *name,
                      struct missing *why)
{
	const struct machine_event *e = machine_event_find(c->m, name);
	const char *reason = machine_missing(c->m, name);

	if (!e) {
		missing_add(why, name,
		            reason ? reason : "the machine has no such event");
		return;
	}
	for (size_t i = 0; i < e->nnatives; i++) {
		if (add_native(c, e->natives[i], &reason) < 0) {
			missing_add(why, name, reason);
			return;
		}
	}
	if (c->nevents < SYSTEM_EVENTS) {
		c->events[c->nevents] = e;
		c->names[c->nevents++] = e->name;
	}
}

static void add_list(struct system_counters *c, const char *list,
                     struct missing *why)
{
	for (const char *at = list; *at;) {
		const size_t n = strcspn(at, ",");
		char *name = mem_strndup(at, n);

		if (n)
			add_event(c, name, why);
		free(name);
		at += n + (at[n] == ',');
	}
}

struct system_counters *system_counters_new(const struct machine *m,
                                            const char *list,
                                            struct missing *why)
{
	struct system_counters *c = mem_alloc(1, sizeof(*c));

	c->m = m;
	perf_pmu_read(&c->pmu, PERF_PMU_DEVICES);
	if (getenv("PERFEXPERT_NO_PERF_EVENT"))
		missing_add(why, "hardware counters",
		            "switched off by PERFEXPERT_NO_PERF_EVENT");
	else if (list)
		add_list(c, list, why);
	else
		for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
			add_event(c, usual[i], why);
	if (c->nevents)
		return c;
	free(c);
	return NULL;
}

void system_counters_free(struct system_counters *c)
{
	free(c);
}

size_t system_counters_names(const struct system_counters *c,
                             const char *const **names)
{
	*names = c ? c->names : NULL;
	return c ? c->nevents : 0;
}

/* All natives of one thread, or of one processor; false: none was added. */
static bool open_all(const struct system_counters *c, struct system_group *g,
                     pid_t tid, int cpu)
{
	g->fds = mem_grow(g->fds, &g->cap, g->n + c->nnatives, sizeof(*g->fds));
	for (size_t i = 0; i < c->nnatives; i++) {
		int fd = open_native(&c->codes[i], tid, cpu);

		if (fd < 0) {
			int error = errno;

			while (i-- > 0)
				close(g->fds[g->n + i]);
			errno = error;
			return false;
		}
		g->fds[g->n + i] = fd;
	}
	g->n += c->nnatives;
	return true;
}

/* Its threads now; those that they start are inherited. */
static int open_threads(const struct system_counters *c, struct system_group *g,
                        pid_t pid)
{
	struct strbuf path = STRBUF_INIT;
	const struct dirent *e;
	int error = ESRCH, tid;
	DIR *dir;

	strbuf_addf(&path, "/proc/%ld/task", (long)pid);
	dir = opendir(path.s);
	while (dir && (e = readdir(dir))) {
		if (num_int(e->d_name, 1, INT_MAX, &tid) &&
		    !open_all(c, g, tid, -1) && errno != ESRCH)
			error = errno;
	}
	if (dir)
		closedir(dir);
	strbuf_release(&path);
	return error;
}

struct system_group *system_counters_open(const struct system_counters *c,
                                          pid_t pid, struct missing *why)
{
	struct system_group *g = mem_alloc(1, sizeof(*g));
	const long cpus = sysconf(_SC_NPROCESSORS_CONF);
	int error = 0;

	if (pid)
		error = open_threads(c, g, pid);
	for (int i = 0; !pid && i < cpus; i++) {
		/* ENODEV: the processor is off */
		if (!open_all(c, g, -1, i) && errno != ENODEV)
			error = errno;
	}
	if (g->n && (pid || !error))
		return g;
	missing_add(why,
	            pid ? "counters of the process"
	                : "counters of the whole system",
	            reason_of(error));
	system_group_close(g);
	return NULL;
}

void system_group_close(struct system_group *g)
{
	if (!g)
		return;
	for (size_t i = 0; i < g->n; i++)
		close(g->fds[i]);
	free(g->fds);
	free(g);
}

void system_group_read(const struct system_counters *c,
                       const struct system_group *g,
                       struct system_counts *counts)
{
	double sum[SYSTEM_NATIVES] = { 0 };

	counts->turn = 1;
	for (size_t i = 0; i < SYSTEM_EVENTS; i++)
		counts->event[i] = NAN;
	if (!g)
		return;
	for (size_t i = 0; i < g->n; i++) {
		struct reading r;
		double share;

		if (read(g->fds[i], &r, sizeof(r)) != sizeof(r) || !r.enabled)
			continue; /* it has not run yet */
		if (!r.running) {
			sum[i % c->nnatives] = NAN;
			continue;
		}
		share = (double)r.running / (double)r.enabled;
		counts->turn = fmin(counts->turn, share);
		sum[i % c->nnatives] += (double)r.value / share;
	}
	for (size_t i = 0; i < c->nevents; i++) {
		const struct machine_event *e = c->events[i];
		double natives[SYSTEM_NATIVES];

		for (size_t k = 0; k < e->nnatives; k++) {
			size_t at = 0;

			while (c->natives[at] != e->natives[k])
				at++;
			natives[k] = sum[at];
		}
		counts->event[i] = machine_event_count(c->m, e, natives);
	}
}
