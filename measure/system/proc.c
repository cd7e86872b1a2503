#include "proc.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"

/* Files of /proc are small but for the interrupts of large machines. */
enum { MOST_BYTES = 1 << 22, STAT_FIELDS = 50 };

/* b is emptied first; false when there is no such file */
static bool read_text(struct strbuf *b, const char *root, const char *name)
{
	struct strbuf path = STRBUF_INIT;
	struct err ignored = { 0 };
	int rc;

	strbuf_clear(b);
	io_join(&path, root, name);
	rc = io_read_file(path.s, MOST_BYTES, b, &ignored);
	strbuf_release(&path);
	return rc == 0;
}

/* What follows "NAME " or "NAME:" at the beginning of a line, or NULL. */
static const char *find_line(const char *text, const char *name)
{
	const size_t n = strlen(name);

	while (text) {
		if (strncmp(text, name, n) == 0 && strchr(" \t:", text[n]) &&
		    text[n])
			return text + n + 1;
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	return NULL;
}

/* Numbers up to the line's end; returns how many there were. */
static size_t read_numbers(const char *line, double *v, size_t most)
{
	size_t n = 0;

	while (line && n < most) {
		char *end;

		line += strspn(line, " \t");
		if (*line < '0' || *line > '9')
			break;
		v[n++] = (double)strtoull(line, &end, 10);
		line = end;
	}
	return n;
}

static double read_one(const char *text, const char *name)
{
	double v;

	return read_numbers(find_line(text, name), &v, 1) ? v : NAN;
}

/*
 * "cpu  user nice system idle iowait irq softirq steal guest guest_nice", in
 * ticks; guests are in user and nice.
 */
static bool take_stat(const char *text, double *v, unsigned *cpus)
{
	const double tick_s = 1 / (double)sysconf(_SC_CLK_TCK);
	double t[8] = { 0 };

	if (read_numbers(find_line(text, "cpu"), t, 8) < 4)
		return false;
	v[SYSTEM_USER] = (t[0] + t[1]) * tick_s;
	v[SYSTEM_SYSTEM] = (t[2] + t[5] + t[6]) * tick_s;
	v[SYSTEM_IDLE] = t[3] * tick_s;
	v[SYSTEM_IOWAIT] = t[4] * tick_s;
	v[SYSTEM_STEAL] = t[7] * tick_s;
	v[SYSTEM_RUNNABLE] = read_one(text, "procs_running");
	v[SYSTEM_BLOCKED] = read_one(text, "procs_blocked");
	v[SYSTEM_SWITCHES] = read_one(text, "ctxt");
	v[SYSTEM_INTERRUPTS] = read_one(text, "intr");
	v[SYSTEM_FORKS] = read_one(text, "processes");
	*cpus = 0;
	for (const char *at = text; (at = strstr(at, "\ncpu")); at++)
		*cpus += at[4] >= '0' && at[4] <= '9';
	return true;
}

/* The eighth number of a processor: how long tasks were ready and waited. */
static double queue_s(const char *text)
{
	double sum = NAN;

	for (const char *at = text; (at = strstr(at, "\ncpu")); at++) {
		double v[8];

		if (at[4] < '0' || at[4] > '9' ||
		    read_numbers(strchr(at + 1, ' '), v, 8) < 8)
			continue;
		sum = (isnan(sum) ? 0 : sum) + v[7] * 1e-9;
	}
	return sum;
}

bool proc_system(const char *root, double v[SYSTEM_COUNTS], unsigned *cpus)
{
	struct strbuf b = STRBUF_INIT;
	double page = (double)sysconf(_SC_PAGESIZE), total;
	bool ok;

	for (size_t i = 0; i < SYSTEM_COUNTS; i++)
		v[i] = NAN;
	ok = read_text(&b, root, "stat") && take_stat(b.s, v, cpus);
	if (ok && read_text(&b, root, "schedstat"))
		v[SYSTEM_QUEUE] = queue_s(b.s);
	if (ok && read_text(&b, root, "vmstat")) {
		v[SYSTEM_FAULTS] = read_one(b.s, "pgfault");
		v[SYSTEM_MAJOR] = read_one(b.s, "pgmajfault");
		v[SYSTEM_READ] = read_one(b.s, "pgpgin") * 1024;
		v[SYSTEM_WRITTEN] = read_one(b.s, "pgpgout") * 1024;
		v[SYSTEM_SWAP_IN] = read_one(b.s, "pswpin") * page;
		v[SYSTEM_SWAP_OUT] = read_one(b.s, "pswpout") * page;
	}
	if (ok && read_text(&b, root, "meminfo")) {
		total = read_one(b.s, "MemTotal") * 1024;
		v[SYSTEM_AVAILABLE] = read_one(b.s, "MemAvailable") * 1024;
		v[SYSTEM_USED] = total - v[SYSTEM_AVAILABLE];
	}
	strbuf_release(&b);
	return ok;
}

/* ---- a process ---- */

/*
 * "PID (NAME) STATE ...": f[i] is the field that proc(5) numbers i; a name may
 * hold anything, also ")"
 */
static bool split_stat(const char *text, char *name, double *f)
{
	const char *open = strchr(text, '('), *close = strrchr(text, ')');
	size_t n, i = 4;

	if (!open || !close || close < open || close[1] != ' ' || !close[2])
		return false;
	n = (size_t)(close - open - 1);
	n = n < PROC_NAME - 1 ? n : PROC_NAME - 1;
	memcpy(name, open + 1, n);
	name[n] = '\0';
	f[3] = close[2];
	for (const char *at = close + 3; i < STAT_FIELDS; i++) {
		char *end;

		f[i] = strtod(at, &end);
		if (end == at)
			break;
		at = end;
	}
	return i > 24;
}

/* Do the times of waiting for devices mean anything? They are off mostly. */
static bool delays_counted(const char *root)
{
	struct strbuf b = STRBUF_INIT;
	bool on = read_text(&b, root, "sys/kernel/task_delayacct") &&
	          b.s[0] == '1';

	strbuf_release(&b);
	return on;
}

static int by_tid(const void *a, const void *b)
{
	const struct proc_thread *x = a, *y = b;

	return (x->tid > y->tid) - (x->tid < y->tid);
}

/* One thread's file, at root/PID/task/TID/name */
static bool read_task(struct strbuf *b, const char *task, pid_t tid,
                      const char *name)
{
	struct strbuf file = STRBUF_INIT;
	bool ok;

	strbuf_addf(&file, "%ld/%s", (long)tid, name);
	ok = read_text(b, task, file.s);
	strbuf_release(&file);
	return ok;
}

static bool read_thread(const char *task, pid_t tid, struct proc_thread *t)
{
	struct strbuf b = STRBUF_INIT;
	char name[PROC_NAME];
	double f[STAT_FIELDS], run[2];
	bool ok;

	*t = (struct proc_thread){
		.tid = tid, .queue_s = NAN, .yields = NAN, .taken = NAN
	};
	if (read_task(&b, task, tid, "schedstat") &&
	    read_numbers(b.s, run, 2) == 2)
		t->queue_s = run[1] * 1e-9;
	if (read_task(&b, task, tid, "status")) {
		t->yields = read_one(b.s, "voluntary_ctxt_switches");
		t->taken = read_one(b.s, "nonvoluntary_ctxt_switches");
	}
	/* the last: a thread that ended meanwhile was read in parts only */
	ok = read_task(&b, task, tid, "stat") && split_stat(b.s, name, f);
	if (ok)
		t->start = (unsigned long long)f[22];
	strbuf_release(&b);
	return ok;
}

/* What of the old ones is not among the new ones has ended. */
static void keep_ended(struct proc_threads *old, const struct proc_threads *now)
{
	for (size_t i = 0; i < old->n; i++) {
		const struct proc_thread *t = &old->all[i], *same = NULL;

		if (now->n)
			same = bsearch(t, now->all, now->n, sizeof(*t), by_tid);
		if (same && same->start == t->start)
			continue;
		old->queue_s += t->queue_s;
		old->yields += t->yields;
		old->taken += t->taken;
	}
}

static void take_threads(const char *task, struct proc_threads *threads,
                         double *v)
{
	struct proc_threads now = { 0 };
	const struct dirent *e;
	DIR *dir = opendir(task);
	int tid;

	while (dir && (e = readdir(dir))) {
		if (!num_int(e->d_name, 1, INT_MAX, &tid))
			continue;
		now.all = mem_grow(now.all, &now.cap, now.n + 1,
		                   sizeof(*now.all));
		now.n += read_thread(task, tid, &now.all[now.n]);
	}
	if (dir)
		closedir(dir);
	if (now.n)
		qsort(now.all, now.n, sizeof(*now.all), by_tid);
	keep_ended(threads, &now);
	free(threads->all);
	threads->all = now.all;
	threads->n = now.n;
	threads->cap = now.cap;
	v[PROCESS_QUEUE] = threads->queue_s;
	v[PROCESS_YIELDS] = threads->yields;
	v[PROCESS_TAKEN] = threads->taken;
	for (size_t i = 0; i < now.n; i++) {
		v[PROCESS_QUEUE] += now.all[i].queue_s;
		v[PROCESS_YIELDS] += now.all[i].yields;
		v[PROCESS_TAKEN] += now.all[i].taken;
	}
}

static void take_process(const char *root, const double *f, double *v)
{
	const double tick_s = 1 / (double)sysconf(_SC_CLK_TCK);

	v[PROCESS_MAJOR] = f[12];
	v[PROCESS_FAULTS] = f[10] + f[12];
	v[PROCESS_USER] = f[14] * tick_s;
	v[PROCESS_SYSTEM] = f[15] * tick_s;
	v[PROCESS_THREADS] = f[20];
	v[PROCESS_RESIDENT] = f[24] * (double)sysconf(_SC_PAGESIZE);
	if (!isnan(f[42]) && delays_counted(root))
		v[PROCESS_IOWAIT] = f[42] * tick_s;
}

bool proc_process(const char *root, pid_t pid, struct proc_threads *threads,
                  struct proc_process *p)
{
	struct strbuf folder = STRBUF_INIT, b = STRBUF_INIT;
	double f[STAT_FIELDS];
	bool ok;

	for (size_t i = 0; i < STAT_FIELDS; i++)
		f[i] = NAN;
	for (size_t i = 0; i < PROCESS_COUNTS; i++)
		p->v[i] = NAN;
	strbuf_addf(&folder, "%s/%ld", root, (long)pid);
	ok = read_text(&b, folder.s, "stat") && split_stat(b.s, p->name, f) &&
	     f[3] != 'Z' && f[3] != 'X';
	if (ok) {
		p->pid = pid;
		p->start = (unsigned long long)f[22];
		take_process(root, f, p->v);
		if (read_text(&b, folder.s, "io")) {
			p->v[PROCESS_READ] = read_one(b.s, "read_bytes");
			p->v[PROCESS_WRITTEN] = read_one(b.s, "write_bytes");
		}
		strbuf_adds(&folder, "/task");
		take_threads(folder.s, threads, p->v);
	}
	strbuf_release(&b);
	strbuf_release(&folder);
	return ok;
}

void proc_threads_release(struct proc_threads *t)
{
	free(t->all);
	*t = (struct proc_threads){ 0 };
}
