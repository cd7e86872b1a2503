/*
 * Samples of any events from the kernel: perf_event_open(2). Each event is
 * opened once per CPU, inherited by threads and children; those of a CPU share
 * a ring buffer. The user-mode instruction pointer comes with each (REGS_USER),
 * so that what the system does is charged to the code that caused it. An event
 * that counts user mode only has samples in the kernel too: its interrupt comes
 * some instructions late.
 */
#include "perf_stream.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "maps.h"
#include "perf_ring.h"
#include "samples.h"

#if defined(__x86_64__)
#define USER_IP_BIT 8 /* PERF_REG_X86_IP */
#elif defined(__aarch64__)
#define USER_IP_BIT 32 /* PERF_REG_ARM64_PC */
#elif defined(__powerpc64__)
#define USER_IP_BIT 32 /* PERF_REG_POWERPC_NIP */
#endif

enum {
	SAMPLE_TYPE = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
	              PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
	HOLD_BACK_NS = 2000000 /* rings are not read at the same instant */
};

/* A CPU's events and their ring; the fds are -1 when closed. */
struct cpu {
	int fds[PERF_STREAM_MAX];
	uint64_t ids[PERF_STREAM_MAX];
	struct perf_ring ring;
};

/* One kernel record, decoded as far as we need it. */
struct record {
	uint64_t time;
	uint32_t type, pid, tid;
	bool kernel, exec;
	size_t event;
	uint64_t addr, length, offset;
	uint32_t module, parent;
};

struct perf_stream {
	struct perf_stream_setup setup;
	bool kernel;
	struct cpu *cpus;
	size_t ncpus;
	struct maps *maps;
	struct record *records;
	size_t nrecords, cap;
	struct thread {
		uint32_t tid, pid;
	} * threads; /* in order of appearance */
	size_t nthreads, cap_threads;
	struct sample_process *processes; /* in order of their begin */
	size_t nprocesses, cap_processes;
	uint64_t cut_ns; /* from then on all is of cut_run */
	uint16_t cut_run;
	struct perf_stream_result result;
};

static void fill_attr(struct perf_event_attr *a,
                      const struct perf_stream_event *e, bool kernel,
                      bool leader)
{
	*a = (struct perf_event_attr){
		.size = sizeof(*a),
		.type = e->type,
		.config = e->config,
		.sample_period = e->period,
		.sample_type = SAMPLE_TYPE,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
		               PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_kernel = !kernel,
		.exclude_hv = 1,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};
#ifdef USER_IP_BIT
	a->sample_type |= PERF_SAMPLE_REGS_USER;
	a->sample_regs_user = 1ull << USER_IP_BIT;
#endif
	if (!leader)
		return;
	a->mmap = 1;
	a->mmap2 = 1;
	a->comm = 1;
	a->comm_exec = 1;
	a->task = 1;
}

static int open_event(struct perf_event_attr *a, pid_t pid, int cpu, int group)
{
	return (int)syscall(SYS_perf_event_open, a, pid, cpu, group,
	                    PERF_FLAG_FD_CLOEXEC);
}

/* Are samples in the kernel allowed here? */
static bool kernel_allowed(void)
{
#ifdef USER_IP_BIT
	static const struct perf_stream_event clock = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.period = 1000000000,
	};
	struct perf_event_attr a;
	int fd;

	fill_attr(&a, &clock, true, true);
	fd = open_event(&a, 0, -1, -1);
	if (fd < 0)
		return false;
	close(fd);
	return true;
#else
	return false;
#endif
}

int perf_stream_try(const struct perf_stream_event *events, size_t n)
{
	int fds[PERF_STREAM_MAX], error = 0;
	bool kernel = kernel_allowed();
	size_t opened = 0;

	while (opened < n && !error) {
		struct perf_event_attr a;
		int fd;

		fill_attr(&a, &events[opened], kernel, opened == 0);
		fd = open_event(&a, 0, -1, opened ? fds[0] : -1);
		if (fd < 0)
			error = errno;
		else
			fds[opened++] = fd;
	}
	while (opened)
		close(fds[--opened]);
	return error;
}

struct perf_stream *perf_stream_new(const struct perf_stream_setup *setup)
{
	struct perf_stream *p = mem_alloc(1, sizeof(*p));
	long n = sysconf(_SC_NPROCESSORS_CONF);

	p->setup = *setup;
	p->cut_ns = UINT64_MAX;
	p->kernel = kernel_allowed();
	p->ncpus = n > 0 ? (size_t)n : 1;
	p->cpus = mem_alloc(p->ncpus, sizeof(*p->cpus));
	for (size_t i = 0; i < p->ncpus; i++) {
		for (size_t k = 0; k < PERF_STREAM_MAX; k++)
			p->cpus[i].fds[k] = -1;
	}
	p->maps = maps_new();
	p->result.kernel = p->kernel;
	return p;
}

/* An event beside the first one, whose ring it shares. */
static int open_other(struct perf_stream *p, struct cpu *c, size_t i, pid_t pid,
                      int cpu, struct err *err)
{
	const struct perf_stream_event *e = &p->setup.events[i];
	struct perf_event_attr a;
	int group = p->setup.group && !e->alone ? c->fds[0] : -1;

	fill_attr(&a, e, p->kernel, false);
	c->fds[i] = open_event(&a, pid, cpu, group);
	if (c->fds[i] >= 0 &&
	    ioctl(c->fds[i], PERF_EVENT_IOC_SET_OUTPUT, c->fds[0]) == 0 &&
	    ioctl(c->fds[i], PERF_EVENT_IOC_ID, &c->ids[i]) == 0)
		return 0;
	if (!e->optional) {
		err_system(err, "perf_event_open");
		err->code = ERR_UNSUPPORTED;
	}
	if (c->fds[i] >= 0)
		close(c->fds[i]);
	c->fds[i] = -1;
	return e->optional ? 0 : -1;
}

static int open_cpu(struct perf_stream *p, struct cpu *c, pid_t pid, int cpu,
                    struct err *err)
{
	if (perf_ring_open(&c->ring, c->fds[0], err) != 0)
		return -1;
	if (ioctl(c->fds[0], PERF_EVENT_IOC_ID, &c->ids[0]) != 0)
		return err_system(err, "perf_event_open");
	for (size_t i = 1; i < p->setup.n; i++) {
		if (open_other(p, c, i, pid, cpu, err) != 0)
			return -1;
	}
	return 0;
}

int perf_stream_attach(void *ctx, pid_t pid, struct err *err)
{
	struct perf_stream *p = ctx;
	struct perf_event_attr a;
	size_t opened = 0;

	fill_attr(&a, &p->setup.events[0], p->kernel, true);
	for (size_t i = 0; i < p->ncpus; i++) {
		struct cpu *c = &p->cpus[i];

		c->fds[0] = open_event(&a, pid, (int)i, -1);
		if (c->fds[0] < 0 && (errno == ENODEV || errno == EINVAL))
			continue; /* this CPU is offline */
		if (c->fds[0] < 0) {
			err_system(err, "perf_event_open");
			err->code = ERR_UNSUPPORTED;
			return -1;
		}
		if (open_cpu(p, c, pid, (int)i, err) != 0)
			return -1;
		opened++;
	}
	if (!opened)
		return err_set(err, ERR_UNSUPPORTED,
		               "perf_event_open finds no CPU to watch");
	return 0;
}

static size_t event_of(const struct perf_stream *p, const struct cpu *c,
                       uint64_t id)
{
	for (size_t i = 0; i < p->setup.n; i++) {
		if (c->fds[i] >= 0 && c->ids[i] == id)
			return i;
	}
	return PERF_STREAM_MAX;
}

/* The fields of a PERF_RECORD_SAMPLE, in the order of SAMPLE_TYPE. */
static bool decode_sample(struct perf_stream *p, const struct cpu *c,
                          const struct perf_event_header *h, struct record *r)
{
	uint64_t v[6] = { 0 }; /* id, ip, pid and tid, time, abi, user ip */
	size_t n = h->size - sizeof(*h);
	bool kernel_mode = (h->misc & PERF_RECORD_MISC_CPUMODE_MASK) ==
	                   PERF_RECORD_MISC_KERNEL;

	if (n < 4 * sizeof(*v))
		return false;
	memcpy(v, h + 1, n < sizeof(v) ? n : sizeof(v));
	r->event = event_of(p, c, v[0]);
	r->addr = v[1];
	memcpy(&r->pid, &v[2], sizeof(r->pid));
	memcpy(&r->tid, (char *)&v[2] + 4, sizeof(r->tid));
	r->time = v[3];
	if (kernel_mode) {
		/* charge the code that entered the kernel */
		r->kernel = p->kernel;
		r->addr = v[4] ? v[5] : 0;
	}
	return r->event < PERF_STREAM_MAX;
}

static bool decode_mmap(struct perf_stream *p,
                        const struct perf_event_header *h, struct record *r)
{
	struct {
		uint32_t pid, tid;
		uint64_t addr, length, offset;
		uint32_t maj, min;
		uint64_t ino, generation;
		uint32_t prot, flags;
	} m;
	size_t n = h->size - sizeof(*h);
	const char *name = (const char *)(h + 1) + sizeof(m);

	/* the trailer follows the name: pid and tid, time, id */
	if (n < sizeof(m) + 25 || !memchr(name, 0, n - sizeof(m) - 24))
		return false;
	memcpy(&m, h + 1, sizeof(m));
	r->pid = m.pid;
	r->addr = m.addr;
	r->length = m.length;
	r->offset = m.offset;
	if (strcmp(name, "//anon") == 0)
		name = "[anon]";
	r->module = samples_mapped(p->setup.out, name, m.pid, m.addr,
	                           m.addr + m.length);
	return true;
}

static bool decode_task(const struct perf_event_header *h, struct record *r)
{
	uint32_t v[2];

	if (h->size < sizeof(*h) + sizeof(v) + 16)
		return false;
	memcpy(v, h + 1, sizeof(v));
	r->pid = v[0];
	if (h->type == PERF_RECORD_FORK)
		r->parent = v[1];
	else
		r->exec = (h->misc & PERF_RECORD_MISC_COMM_EXEC) != 0;
	return true;
}

static void take(struct perf_stream *p, const struct cpu *c,
                 const struct perf_event_header *h)
{
	struct record r = { .type = h->type };
	uint64_t lost[2];
	bool ok = false;

	switch (h->type) {
	case PERF_RECORD_SAMPLE:
		ok = decode_sample(p, c, h, &r);
		break;
	case PERF_RECORD_MMAP2:
		ok = decode_mmap(p, h, &r);
		break;
	case PERF_RECORD_FORK:
	case PERF_RECORD_COMM:
		ok = decode_task(h, &r);
		break;
	case PERF_RECORD_LOST:
		if (h->size < sizeof(*h) + sizeof(lost))
			break;
		memcpy(lost, h + 1, sizeof(lost));
		p->result.lost += (double)lost[1];
		break;
	}
	if (!ok)
		return;
	if (h->type != PERF_RECORD_SAMPLE)
		memcpy(&r.time, (const char *)h + h->size - 16, sizeof(r.time));
	p->records = mem_grow(p->records, &p->cap, p->nrecords + 1,
	                      sizeof(*p->records));
	p->records[p->nrecords++] = r;
}

static uint32_t thread_of(struct perf_stream *p, uint32_t tid, uint32_t pid)
{
	for (size_t i = p->nthreads; i-- > 0;) {
		if (p->threads[i].tid == tid)
			return (uint32_t)i;
	}
	p->threads = mem_grow(p->threads, &p->cap_threads, p->nthreads + 1,
	                      sizeof(*p->threads));
	p->threads[p->nthreads] = (struct thread){ tid, pid };
	return (uint32_t)p->nthreads++;
}

static void count(struct perf_stream *p, const struct record *r)
{
	struct sample_key key = { .run = r->time >= p->cut_ns ? p->cut_run
		                                              : p->setup.run };
	bool known;

	key.thread = thread_of(p, r->tid, r->pid);
	known = maps_find(p->maps, r->pid, r->addr, &key.module, &key.offset);
	if (!known && !r->addr)
		key.module = samples_module(p->setup.out, "[kernel]");
	else
		samples_made(p->setup.out, known, r->pid, r->addr, &key);
	p->setup.count(p->setup.ctx, &(struct perf_stream_sample){
					     .event = r->event,
					     .key = &key,
					     .kernel = r->kernel,
					     .time_ns = r->time,
				     });
}

static int by_time(const void *a, const void *b)
{
	uint64_t x = ((const struct record *)a)->time;
	uint64_t y = ((const struct record *)b)->time;

	return (x > y) - (x < y);
}

/* NULL: it is new */
static struct sample_process *process_of(const struct perf_stream *p,
                                         uint32_t pid)
{
	size_t i = p->nprocesses;

	while (i-- > 0) {
		if (p->processes[i].pid == pid)
			return &p->processes[i];
	}
	return NULL;
}

static struct sample_process *add_process(struct perf_stream *p,
                                          const struct record *r)
{
	p->processes = mem_grow(p->processes, &p->cap_processes,
	                        p->nprocesses + 1, sizeof(*p->processes));
	p->processes[p->nprocesses] = (struct sample_process){
		.run = p->setup.run,
		.pid = r->pid,
		.parent = r->parent,
		.program = SAMPLES_NO_SITE,
		.status = -1,
	};
	return &p->processes[p->nprocesses++];
}

/* Threads begin as processes do, but have their parent's number. */
static void begin_process(struct perf_stream *p, const struct record *r)
{
	const struct sample_process *parent;
	uint32_t program;

	maps_fork(p->maps, r->parent, r->pid);
	if (r->pid == r->parent)
		return;
	parent = process_of(p, r->parent);
	program = parent ? parent->program : SAMPLES_NO_SITE;
	add_process(p, r)->program = program;
}

static void execute(struct perf_stream *p, const struct record *r)
{
	struct sample_process *at = process_of(p, r->pid);

	maps_exec(p->maps, r->pid);
	at = at ? at : add_process(p, r);
	at->program = SAMPLES_NO_SITE;
}

/* The first file that is mapped is the program's, or its interpreter's. */
static void map(struct perf_stream *p, const struct record *r)
{
	struct sample_process *at = process_of(p, r->pid);

	maps_add(p->maps, r->pid, r->addr, r->length, r->offset, r->module);
	if (at && at->program == SAMPLES_NO_SITE &&
	    samples_module_path(p->setup.out, r->module)[0] == '/')
		at->program = r->module;
}

/* Process, in the order of time, what happened before that moment. */
static void process(struct perf_stream *p, uint64_t before)
{
	size_t i;

	if (p->nrecords)
		qsort(p->records, p->nrecords, sizeof(*p->records), by_time);
	for (i = 0; i < p->nrecords && p->records[i].time < before; i++) {
		const struct record *r = &p->records[i];

		if (r->type == PERF_RECORD_SAMPLE)
			count(p, r);
		else if (r->type == PERF_RECORD_MMAP2)
			map(p, r);
		else if (r->type == PERF_RECORD_FORK)
			begin_process(p, r);
		else if (r->exec)
			execute(p, r);
	}
	if (i > 0)
		memmove(p->records, p->records + i,
		        (p->nrecords - i) * sizeof(*p->records));
	p->nrecords -= i;
}

static void drain(struct perf_stream *p)
{
	for (size_t i = 0; i < p->ncpus; i++) {
		struct cpu *c = &p->cpus[i];
		const struct perf_event_header *h;

		while (c->fds[0] >= 0 && (h = perf_ring_next(&c->ring)))
			take(p, c, h);
	}
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bool perf_stream_tick(void *ctx, double elapsed_s)
{
	struct perf_stream *p = ctx;
	const uint64_t now = now_ns();

	(void)elapsed_s;
	drain(p);
	if (!p->setup.hold)
		process(p, now - HOLD_BACK_NS);
	return true;
}

void perf_stream_cut(struct perf_stream *p, uint16_t run, double ago_s)
{
	p->cut_ns = now_ns() - (uint64_t)(ago_s * 1e9);
	p->cut_run = run;
	p->setup.hold = false;
}

/*
 * Each CPU's event is enabled while the program runs on any of them, and runs
 * itself while it is on its own: one CPU's time enabled is that of all.
 */
static void read_total(struct perf_stream_total *t, int fd)
{
	uint64_t v[3]; /* value, time enabled, time running */

	t->opened = true;
	if (read(fd, v, sizeof(v)) != sizeof(v))
		return;
	t->value += (double)v[0];
	t->enabled_s = fmax(t->enabled_s, (double)v[1] * 1e-9);
	t->running_s += (double)v[2] * 1e-9;
}

void perf_stream_finish(struct perf_stream *p,
                        struct perf_stream_result *result)
{
	drain(p);
	if (p->nrecords)
		process(p, UINT64_MAX);
	p->result.threads = (double)p->nthreads;
	for (size_t i = 0; i < p->ncpus; i++) {
		struct cpu *c = &p->cpus[i];

		for (size_t k = p->setup.n; k-- > 0;) {
			if (c->fds[k] < 0)
				continue;
			read_total(&p->result.totals[k], c->fds[k]);
			if (k > 0)
				close(c->fds[k]);
		}
		perf_ring_close(&c->ring);
		if (c->fds[0] >= 0)
			close(c->fds[0]);
	}
	for (size_t i = 0; i < p->nthreads; i++)
		samples_thread_add(p->setup.out,
		                   &(struct sample_thread){
					   .run = p->setup.run,
					   .index = (uint32_t)i,
					   .tid = p->threads[i].tid,
					   .pid = p->threads[i].pid,
					   .rank = -1,
					   .process = SAMPLES_NO_PROCESS,
				   });
	for (size_t i = 0; i < p->nprocesses; i++)
		samples_process_add(p->setup.out, &p->processes[i]);
	free(p->processes);
	*result = p->result;
	maps_free(p->maps);
	free(p->cpus);
	free(p->records);
	free(p->threads);
	free(p);
}
