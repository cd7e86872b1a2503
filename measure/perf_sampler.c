/*
 * Clock samples from the kernel: perf_event_open(2), PERF_COUNT_SW_CPU_CLOCK.
 * One event per CPU, inherited by threads and children, a ring buffer each;
 * page faults are sampled into the same rings. Where kernel samples are
 * allowed, the user-mode instruction pointer comes with each (REGS_USER), so
 * that system time is charged to the code that caused it.
 */
#include "sampler.h"

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
	FAULT_PERIOD = 16,
	SAMPLE_TYPE = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
	              PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
	HOLD_BACK_NS = 2000000 /* rings are not read at the same instant */
};

/* A CPU's two events and their ring; fds are -1 when closed. */
struct cpu {
	int clock, faults;
	uint64_t fault_id;
	struct perf_ring ring;
};

/* One kernel record, decoded as far as we need it. */
struct record {
	uint64_t time;
	uint32_t type, pid, tid;
	bool kernel, fault, exec;
	uint64_t addr, length, offset;
	uint32_t module, parent;
};

struct sampler {
	struct samples *out;
	uint16_t run;
	bool kernel;
	struct cpu *cpus;
	size_t ncpus;
	struct maps *maps;
	struct record *records;
	size_t nrecords, cap;
	uint32_t *threads; /* thread ids in order of appearance */
	size_t nthreads, cap_threads;
	struct sampler_result result;
};

static void fill_attr(struct perf_event_attr *a, bool kernel, bool faults)
{
	*a = (struct perf_event_attr){
		.size = sizeof(*a),
		.type = PERF_TYPE_SOFTWARE,
		.config = faults ? PERF_COUNT_SW_PAGE_FAULTS
		                 : PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = faults ? FAULT_PERIOD : SAMPLER_PERIOD_NS,
		.sample_type = SAMPLE_TYPE,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_kernel = !kernel,
		.exclude_hv = 1,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};
	if (faults)
		return;
	a->mmap = 1;
	a->mmap2 = 1;
	a->comm = 1;
	a->comm_exec = 1;
	a->task = 1;
#ifdef USER_IP_BIT
	if (kernel) {
		a->sample_type |= PERF_SAMPLE_REGS_USER;
		a->sample_regs_user = 1ull << USER_IP_BIT;
	}
#endif
}

static int open_event(struct perf_event_attr *a, pid_t pid, int cpu)
{
	return (int)syscall(SYS_perf_event_open, a, pid, cpu, -1,
	                    PERF_FLAG_FD_CLOEXEC);
}

/* Whether samples in kernel mode are allowed here. */
static bool kernel_allowed(void)
{
	struct perf_event_attr a;
	int fd;

#ifndef USER_IP_BIT
	return false;
#endif
	fill_attr(&a, true, false);
	fd = open_event(&a, 0, -1);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

static int usable(struct err *err)
{
	struct perf_event_attr a;
	int fd;

	if (getenv("PERFEXPERT_NO_PERF_EVENT"))
		return err_set(err, ERR_UNSUPPORTED,
		               "perf_event_open is switched off by "
		               "PERFEXPERT_NO_PERF_EVENT");
	fill_attr(&a, false, false);
	fd = open_event(&a, 0, -1);
	if (fd < 0) {
		err_system(err, "perf_event_open is refused here");
		err->code = ERR_UNSUPPORTED;
		return -1;
	}
	close(fd);
	return 0;
}

static struct sampler *start(struct samples *s, uint16_t run, struct err *err)
{
	struct sampler *p = mem_alloc(1, sizeof(*p));
	long n = sysconf(_SC_NPROCESSORS_CONF);

	(void)err;
	p->out = s;
	p->run = run;
	p->kernel = kernel_allowed();
	p->ncpus = n > 0 ? (size_t)n : 1;
	p->cpus = mem_alloc(p->ncpus, sizeof(*p->cpus));
	for (size_t i = 0; i < p->ncpus; i++)
		p->cpus[i].clock = p->cpus[i].faults = -1;
	p->maps = maps_new();
	p->result.kernel_time = p->kernel;
	return p;
}

static void open_faults(struct sampler *p, struct cpu *c, pid_t pid, int cpu)
{
	struct perf_event_attr a;

	fill_attr(&a, p->kernel, true);
	c->faults = open_event(&a, pid, cpu);
	if (c->faults < 0)
		return; /* facts about page faults will be missing, no more */
	if (ioctl(c->faults, PERF_EVENT_IOC_SET_OUTPUT, c->clock) != 0 ||
	    ioctl(c->faults, PERF_EVENT_IOC_ID, &c->fault_id) != 0) {
		close(c->faults);
		c->faults = -1;
	}
}

static int attach(void *ctx, pid_t pid, struct err *err)
{
	struct sampler *p = ctx;
	struct perf_event_attr a;
	size_t opened = 0;

	fill_attr(&a, p->kernel, false);
	for (size_t i = 0; i < p->ncpus; i++) {
		struct cpu *c = &p->cpus[i];

		c->clock = open_event(&a, pid, (int)i);
		if (c->clock < 0 && (errno == ENODEV || errno == EINVAL))
			continue; /* this CPU is offline */
		if (c->clock < 0) {
			err_system(err, "perf_event_open");
			err->code = ERR_UNSUPPORTED;
			return -1;
		}
		if (perf_ring_open(&c->ring, c->clock, err) != 0)
			return -1;
		open_faults(p, c, pid, (int)i);
		opened++;
	}
	if (!opened)
		return err_set(err, ERR_UNSUPPORTED,
		               "perf_event_open finds no CPU to watch");
	return 0;
}

/* The fields of a PERF_RECORD_SAMPLE, in the order of SAMPLE_TYPE. */
static bool decode_sample(struct sampler *p, const struct cpu *c,
                          const struct perf_event_header *h, struct record *r)
{
	uint64_t v[6] = { 0 }; /* id, ip, pid and tid, time, abi, user ip */
	size_t n = h->size - sizeof(*h);
	bool kernel_mode = (h->misc & PERF_RECORD_MISC_CPUMODE_MASK) ==
	                   PERF_RECORD_MISC_KERNEL;

	if (n < 4 * sizeof(*v))
		return false;
	memcpy(v, h + 1, n < sizeof(v) ? n : sizeof(v));
	r->fault = c->faults >= 0 && v[0] == c->fault_id;
	r->addr = v[1];
	memcpy(&r->pid, &v[2], sizeof(r->pid));
	memcpy(&r->tid, (char *)&v[2] + 4, sizeof(r->tid));
	r->time = v[3];
	if (kernel_mode) {
		/* charge the code that entered the kernel */
		r->kernel = true;
		r->addr = p->kernel && !r->fault && v[4] ? v[5] : 0;
	}
	return true;
}

static bool decode_mmap(struct sampler *p, const struct perf_event_header *h,
                        struct record *r)
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

	/* behind the name stands the trailer: pid and tid, time, id */
	if (n < sizeof(m) + 25 || !memchr(name, 0, n - sizeof(m) - 24))
		return false;
	memcpy(&m, h + 1, sizeof(m));
	r->pid = m.pid;
	r->addr = m.addr;
	r->length = m.length;
	r->offset = m.offset;
	if (strcmp(name, "//anon") == 0)
		name = "[anon]";
	r->module = samples_module(p->out, name);
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

static void take(struct sampler *p, const struct cpu *c,
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

static uint32_t thread_of(struct sampler *p, uint32_t tid)
{
	for (size_t i = p->nthreads; i-- > 0;) {
		if (p->threads[i] == tid)
			return (uint32_t)i;
	}
	p->threads = mem_grow(p->threads, &p->cap_threads, p->nthreads + 1,
	                      sizeof(*p->threads));
	p->threads[p->nthreads] = tid;
	return (uint32_t)p->nthreads++;
}

static void count(struct sampler *p, const struct record *r)
{
	struct sample_key key = { .run = p->run };
	struct sample_count *at;

	key.thread = thread_of(p, r->tid);
	if (!maps_find(p->maps, r->pid, r->addr, &key.module, &key.offset))
		key.module = samples_module(
			p->out, r->kernel && !r->addr ? "[kernel]" : "[anon]");
	at = samples_at(p->out, &key);
	if (r->fault) {
		at->faults += FAULT_PERIOD;
		p->result.faults += FAULT_PERIOD;
		return;
	}
	at->samples++;
	p->result.samples++;
	*(r->kernel ? &at->system_s : &at->user_s) += SAMPLER_PERIOD_NS * 1e-9;
}

static int by_time(const void *a, const void *b)
{
	uint64_t x = ((const struct record *)a)->time;
	uint64_t y = ((const struct record *)b)->time;

	return (x > y) - (x < y);
}

/* Process, in the order of time, what happened before that moment. */
static void process(struct sampler *p, uint64_t before)
{
	size_t i;

	if (p->nrecords)
		qsort(p->records, p->nrecords, sizeof(*p->records), by_time);
	for (i = 0; i < p->nrecords && p->records[i].time < before; i++) {
		const struct record *r = &p->records[i];

		if (r->type == PERF_RECORD_SAMPLE)
			count(p, r);
		else if (r->type == PERF_RECORD_MMAP2)
			maps_add(p->maps, r->pid, r->addr, r->length, r->offset,
			         r->module);
		else if (r->type == PERF_RECORD_FORK)
			maps_fork(p->maps, r->parent, r->pid);
		else if (r->exec)
			maps_exec(p->maps, r->pid);
	}
	memmove(p->records, p->records + i,
	        (p->nrecords - i) * sizeof(*p->records));
	p->nrecords -= i;
}

static void drain(struct sampler *p)
{
	for (size_t i = 0; i < p->ncpus; i++) {
		struct cpu *c = &p->cpus[i];
		const struct perf_event_header *h;

		while (c->clock >= 0 && (h = perf_ring_next(&c->ring)))
			take(p, c, h);
	}
}

static bool tick(void *ctx, double elapsed_s)
{
	struct sampler *p = ctx;
	struct timespec t;

	(void)elapsed_s;
	clock_gettime(CLOCK_MONOTONIC, &t);
	drain(p);
	process(p, (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec -
	                   HOLD_BACK_NS);
	return true;
}

static int finish(struct sampler *p, struct sampler_result *result,
                  struct err *err)
{
	bool faults = false;

	(void)err;
	drain(p);
	if (p->nrecords)
		process(p, UINT64_MAX);
	p->result.threads = (double)p->nthreads;
	for (size_t i = 0; i < p->ncpus; i++) {
		struct cpu *c = &p->cpus[i];

		perf_ring_close(&c->ring);
		faults = faults || c->faults >= 0;
		if (c->clock >= 0)
			close(c->clock);
		if (c->faults >= 0)
			close(c->faults);
	}
	if (!faults)
		p->result.faults = NAN;
	*result = p->result;
	maps_free(p->maps);
	free(p->cpus);
	free(p->records);
	free(p->threads);
	free(p);
	return 0;
}

const struct sampler_ops sampler_perf = {
	.name = "perf_event cpu-clock",
	.usable = usable,
	.start = start,
	.attach = attach,
	.tick = tick,
	.finish = finish,
};
