#include "marker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "measure/attribute/segments.h"
#include "measure/collect/clock/maps.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "measure/collect/simulate/protocol/not_alike.h"
#include "sampling.h"

enum { LINE = 64 };

const struct simout *marker_image(const struct simulation *sim)
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
 * A processor may run all code of a line several times slower that has a
 * breakpoint in it (Zen does: it is not fetched from the op cache then).
 */
bool marker_slows(const struct simout *out, size_t i, uint64_t most)
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
		if ((double)sim_count(&out->instrs[k], SIM_EXEC) >
		    sampling.hot * (double)most)
			return true;
	}
	return false;
}

/* Does the file's name begin with one of those? */
static bool begins_with(const char *path, not_alike_name *names, size_t n)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	for (size_t i = 0; i < n; i++) {
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/*
 * The program itself, and its libraries. The dynamic linker and the C library
 * do other work under a simulator than natively, a part of it before the
 * program's first instruction, where the count of markers begins.
 */
bool marker_counted_alike(const char *path, const char *program)
{
	static not_alike_name not_alike[] = { NOT_ALIKE };

	if (strcmp(path, program) == 0)
		return true;
	/* or not a file */
	return strchr(path, '/') &&
	       !begins_with(path, not_alike,
	                    sizeof(not_alike) / sizeof(*not_alike));
}

bool marker_for_messages(const char *path)
{
	static not_alike_name libraries[] = { FOR_MESSAGES };

	return begins_with(path, libraries,
	                   sizeof(libraries) / sizeof(*libraries));
}

static bool is_prefix(unsigned char c)
{
	static const unsigned char others[] = { 0x66, 0x67, 0x26, 0x2e,
		                                0x36, 0x3e, 0x64, 0x65 };

	return memchr(others, c, sizeof(others)) != NULL;
}

static bool repeats(const unsigned char *code, size_t n)
{
	bool repeated = false;
	size_t i = 0;

	while (i < n && (is_prefix(code[i]) || (code[i] & 0xfe) == 0xf2))
		repeated |= (code[i++] & 0xfe) == 0xf2;
	if (i < n && (code[i] & 0xf0) == 0x40)
		i++; /* REX */
	if (!repeated || i == n)
		return false;
	return (code[i] >= 0x6c && code[i] <= 0x6f) || /* ins, outs */
	       (code[i] >= 0xa4 && code[i] <= 0xa7) || /* movs, cmps */
	       (code[i] >= 0xaa && code[i] <= 0xaf);   /* stos, lods, scas */
}

bool marker_repeats(const struct marker *m)
{
	const int fd = io_open(m->path, IO_FILE);
	struct segments segments;
	unsigned char code[15];
	ssize_t n = -1;

	if (fd < 0)
		return false;
	segments_read(&segments, m->path);
	const uint64_t at = segments_offset(&segments, m->vaddr);

	if (at <= INT64_MAX)
		n = pread(fd, code, sizeof(code), (off_t)at);
	close(fd);
	return n > 0 && repeats(code, (size_t)n);
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

int marker_breakpoint(pid_t pid, uint64_t addr, uint64_t tells)
{
	struct perf_event_attr a = {
		.size = sizeof(a),
		.type = PERF_TYPE_BREAKPOINT,
		.bp_type = HW_BREAKPOINT_X,
		.bp_addr = addr,
		.bp_len = sizeof(long),
		.sample_period = tells,
		.sample_type = tells ? PERF_SAMPLE_TIME : 0,
		/* a ring is of one CPU, or of what is not inherited */
		.inherit = tells == 0,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.use_clockid = tells != 0,
		.clockid = tells ? CLOCK_MONOTONIC : 0,
	};

	return (int)syscall(SYS_perf_event_open, &a, pid, -1, -1,
	                    PERF_FLAG_FD_CLOEXEC);
}

static __attribute__((noinline)) void executed(void)
{
	__asm__ volatile("");
}

/* Some virtual machines accept a breakpoint, and never stop at it. */
bool marker_possible(void)
{
	const int fd = marker_breakpoint(0, (uint64_t)(uintptr_t)executed, 0);
	uint64_t count = 0;

	if (fd < 0)
		return false;
	executed();
	if (read(fd, &count, sizeof(count)) != sizeof(count))
		count = 0;
	close(fd);
	return count == 1;
}

bool marker_loaded(const struct marker *m, pid_t pid)
{
	return load_address(pid, m->path) != UINT64_MAX;
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

/* An event that reports when the marker's count is reached. */
static bool start_timed(struct marker *m, pid_t pid, uint64_t at)
{
	struct err ignored = { 0 };

	m->fd = marker_breakpoint(pid, at, m->count);
	if (m->fd >= 0 && perf_ring_open(&m->ring, m->fd, &ignored) == 0)
		return true;
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
	return false;
}

int marker_start(struct marker *m, pid_t pid, struct err *err)
{
	const uint64_t at = address_of(pid, m);

	m->fd = -1;
	if (at == UINT64_MAX)
		return 0;
	if (m->ends && start_timed(m, pid, at))
		return 0;
	m->fd = marker_breakpoint(pid, at, 0);
	if (m->fd < 0)
		return err_system(err, "no hardware breakpoints");
	return 0;
}

bool marker_timed(const struct marker *m)
{
	return m->ends && m->ring.page;
}

bool marker_alone(const struct marker *m, size_t n)
{
	size_t late = 0;

	for (size_t i = 1; i < n; i++)
		late += m[i].seen < m[i].count / 2;
	return 2 * late > n - 1;
}

bool marker_alike(const struct marker *m, size_t n, double elapsed_s)
{
	for (size_t i = 1; i < n; i++) {
		const double early_s = elapsed_s - m[i].passed_s;

		if (m[i].passed
		            ? early_s > fmax(sampling.tick_s,
		                             sampling.markers_alike * elapsed_s)
		            : (double)m[i].seen + 1 <
		                      (1 - sampling.markers_alike) *
		                              (double)m[i].count)
			return false;
	}
	return true;
}

bool marker_agree(const struct marker *m, size_t n)
{
	double least = INFINITY, highest = 0;

	for (size_t i = 0; i < n; i++) {
		const double one = 1 / (double)m[i].count;
		const double times = (double)m[i].seen / (double)m[i].count;

		/* it may be off by one execution */
		if (m[i].seen < m[i].count)
			continue;
		least = fmin(least, times * (1 + one) - 1);
		highest = fmax(highest, times * (1 - one) - 1);
	}
	return highest <= sampling.most_disagree * least;
}

void marker_look(struct marker *m)
{
	const struct perf_event_header *h;

	while (!m->reached_ns && (h = perf_ring_next(&m->ring))) {
		if (h->type == PERF_RECORD_SAMPLE &&
		    h->size >= sizeof(*h) + sizeof(m->reached_ns))
			memcpy(&m->reached_ns, h + 1, sizeof(m->reached_ns));
	}
}

bool marker_read(const struct marker *m, uint64_t *count)
{
	return m->fd >= 0 &&
	       read(m->fd, count, sizeof(*count)) == sizeof(*count);
}

void marker_close(struct marker *m)
{
	perf_ring_close(&m->ring);
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
}
