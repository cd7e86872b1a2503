#include "system.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "columns.h"
#include "missing.h"

static const char root[] = "/proc";

/* Shorter ones are a few of the clock ticks that the kernel counts in. */
static const double least_s = 0.1;

/* A process, or the system. */
struct subject {
	struct proc_process process;
	struct proc_threads threads;
	struct system_group *group;
	struct reading_of last;
	struct view_sums sums;
	bool ended;
};

struct watch {
	const struct system_options *o;
	struct columns columns;
	struct system_counters *counters;
	struct subject *all;
	size_t n, left; /* left: those that have not ended */
	unsigned cpus;
	double start_s;
	struct view view;
};

int system_set_interval(struct system_options *o, const char *value,
                        struct err *err)
{
	if (num_duration(value, &o->interval_s) && o->interval_s >= least_s)
		return 0;
	return err_set(err, ERR_USAGE,
	               "--interval needs a time of %g s or more, not '%s'",
	               least_s, value);
}

int system_set_count(struct system_options *o, const char *value,
                     struct err *err)
{
	if (num_int(value, 1, 1000000000, &o->count))
		return 0;
	return err_set(err, ERR_USAGE,
	               "--count needs a number of intervals, not '%s'", value);
}

static int add_pid(struct system_options *o, const char *text, struct err *err)
{
	int pid;

	if (!num_int(text, 1, INT_MAX, &pid))
		return err_set(err, ERR_USAGE,
		               "--pid needs numbers of processes, not '%s'",
		               text);
	for (size_t i = 0; i < o->npids; i++) {
		if (o->pids[i] == pid)
			return 0;
	}
	if (o->npids == SYSTEM_PROCESSES)
		return err_set(err, ERR_USAGE, "--pid takes %d processes",
		               SYSTEM_PROCESSES);
	o->pids[o->npids++] = pid;
	return 0;
}

int system_add_pids(struct system_options *o, const char *value,
                    struct err *err)
{
	int rc = 0;

	for (const char *at = value; rc == 0 && at;) {
		const size_t n = strcspn(at, ",");
		char *text = mem_strndup(at, n);

		rc = add_pid(o, text, err);
		free(text);
		at = at[n] ? at + n + 1 : NULL;
	}
	return rc;
}

/* ---- readings ---- */

/* false: the process has ended; one with its number is another */
static bool read_subject(const struct watch *w, struct subject *s,
                         struct reading_of *to)
{
	struct proc_process p = { 0 };
	unsigned cpus;

	to->at_s = progress_clock();
	if (w->o->npids) {
		if (!proc_process(root, s->process.pid, &s->threads, &p) ||
		    (s->process.start && p.start != s->process.start))
			return false;
		s->process = p;
		memcpy(to->v, p.v, sizeof(p.v));
	} else if (!proc_system(root, to->v, &cpus)) {
		return false;
	}
	system_group_read(w->counters, s->group, &to->counts);
	return true;
}

static void add_values(struct view_sums *s, size_t n, const double *values)
{
	for (size_t i = 0; i < n; i++) {
		if (isnan(values[i]))
			continue;
		s->least[i] =
			s->n[i] > 0 ? fmin(s->least[i], values[i]) : values[i];
		s->most[i] =
			s->n[i] > 0 ? fmax(s->most[i], values[i]) : values[i];
		s->sum[i] += values[i];
		s->n[i]++;
	}
}

static void new_sums(struct view_sums *s, size_t n)
{
	s->sum = mem_alloc(n, sizeof(double));
	s->least = mem_alloc(n, sizeof(double));
	s->most = mem_alloc(n, sizeof(double));
	s->n = mem_alloc(n, sizeof(double));
}

static void free_subject(struct subject *s)
{
	system_group_close(s->group);
	proc_threads_release(&s->threads);
	free(s->sums.sum);
	free(s->sums.least);
	free(s->sums.most);
	free(s->sums.n);
}

static void one_subject(struct watch *w, struct subject *s)
{
	double values[COLUMNS_MOST];
	struct reading_of now;
	const bool there = read_subject(w, s, &now);
	const struct view_subject of = { s->process.pid, s->process.name };
	const double at_s = there ? now.at_s : progress_clock();

	if (there) {
		columns_values(&w->columns, &s->last, &now, w->cpus, values);
		add_values(&s->sums, w->columns.n, values);
	}
	view_row(&w->view, &of, at_s - w->start_s, at_s - s->last.at_s,
	         there ? values : NULL);
	s->last = now;
	s->ended = !there;
	w->left -= !there;
}

static void one_interval(struct watch *w)
{
	const double now_s = progress_clock();
	double from_s = NAN;

	for (size_t i = 0; i < w->n && isnan(from_s); i++) {
		if (!w->all[i].ended)
			from_s = w->all[i].last.at_s;
	}
	view_interval(&w->view, now_s - w->start_s, now_s - from_s);
	for (size_t i = 0; i < w->n; i++) {
		if (!w->all[i].ended)
			one_subject(w, &w->all[i]);
	}
	view_interval_end(&w->view);
}

/* ---- the beginning and the end ---- */

static int begin_subject(struct watch *w, size_t i, struct missing *missing,
                         struct err *err)
{
	struct subject *s = &w->all[i];
	const pid_t pid = w->o->npids ? w->o->pids[i] : 0;

	s->process.pid = pid;
	if (w->counters)
		s->group = system_counters_open(w->counters, pid, missing);
	w->n++;
	if (read_subject(w, s, &s->last))
		return 0;
	if (!pid)
		return err_set(err, ERR_UNSUPPORTED, "'%s/stat' can't be read",
		               root);
	return err_set(err, ERR_USAGE, "there is no process %ld", (long)pid);
}

/* A file for each event and processor may be more than the usual limit. */
static void allow_files(void)
{
	struct rlimit l;

	if (getrlimit(RLIMIT_NOFILE, &l) == 0) {
		l.rlim_cur = l.rlim_max;
		setrlimit(RLIMIT_NOFILE, &l);
	}
}

static int begin(struct watch *w, const struct machine *m, FILE *f,
                 struct err *err)
{
	const struct system_options *o = w->o;
	struct missing missing = { 0 };
	struct strbuf text = STRBUF_INIT;
	double ignored[SYSTEM_COUNTS];
	size_t n = o->npids ? o->npids : 1;
	int rc = 0;

	allow_files();
	w->start_s = progress_clock();
	w->all = mem_alloc(n, sizeof(*w->all));
	w->counters = system_counters_new(m, o->events, &missing);
	proc_system(root, ignored, &w->cpus);
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = begin_subject(w, i, &missing, err);
	w->left = w->n;
	columns_init(&w->columns, m, w->counters, o->npids > 0);
	for (size_t i = 0; i < w->n; i++)
		columns_missing(&w->columns, &w->all[i].last, &missing);
	missing_text(&missing, &text);
	if (rc == 0) {
		const struct view_start start = {
			.interval_s = o->interval_s,
			.cpus = w->cpus,
			.machine = machine_name(m),
			.missing = text.s,
		};

		for (size_t i = 0; i < n; i++)
			new_sums(&w->all[i].sums, w->columns.n);
		view_begin(&w->view, f,
		           o->json  ? VIEW_JSON
		           : o->csv ? VIEW_CSV
		                    : VIEW_TEXT,
		           &w->columns, &start);
	}
	strbuf_release(&text);
	missing_release(&missing);
	return rc;
}

/* The signals that end it */
static void ending(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
}

/* false: a signal to end came before that moment */
static bool wait_until(double at_s)
{
	sigset_t set;

	ending(&set);
	for (;;) {
		const double left_s = at_s - progress_clock();
		struct timespec t;

		if (left_s <= 0)
			return true;
		t.tv_sec = (time_t)left_s;
		t.tv_nsec = (long)((left_s - (double)t.tv_sec) * 1e9);
		if (sigtimedwait(&set, NULL, &t) > 0)
			return false;
	}
}

static int intervals(struct watch *w, FILE *f, struct err *err)
{
	const double step_s = w->o->interval_s;
	double next_s = w->start_s, last_s = w->start_s;
	bool go = true;

	for (int i = 0; go && w->left && (!w->o->count || i < w->o->count);
	     i++) {
		next_s += step_s;
		/* after a halt of the machine the next is not at once */
		next_s = fmax(next_s, progress_clock() + least_s);
		go = wait_until(next_s);
		if (!go && progress_clock() - last_s < least_s)
			break;
		last_s = progress_clock();
		one_interval(w);
		if (ferror(f))
			return err_set(err, ERR_SYSTEM,
			               "can't write the intervals");
	}
	return 0;
}

static void end(struct watch *w)
{
	for (size_t i = 0; i < w->n; i++) {
		const struct subject *s = &w->all[i];

		view_total(&w->view,
		           &(struct view_subject){ s->process.pid,
		                                   s->process.name },
		           &s->sums);
	}
	view_end(&w->view);
}

int system_watch(const struct system_options *o, const struct machine *m,
                 FILE *f, struct err *err)
{
	struct system_options settled = *o;
	struct watch w = { .o = &settled };
	sigset_t set, old;
	int rc;

	ending(&set);
	sigprocmask(SIG_BLOCK, &set, &old);
	if (settled.interval_s <= 0)
		settled.interval_s = 1;
	rc = begin(&w, m, f, err);
	if (rc == 0) {
		rc = intervals(&w, f, err);
		end(&w);
	}
	for (size_t i = 0; i < w.n; i++)
		free_subject(&w.all[i]);
	free(w.all);
	system_counters_free(w.counters);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return rc;
}
