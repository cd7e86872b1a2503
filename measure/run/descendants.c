#include "descendants.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/progress.h"
#include "base/strbuf.h"

enum { HUNG_S = 5, MOST_TEXT = 16 << 20 };

/* A process; its number may be used again, for one that started later. */
struct descendant {
	pid_t pid;
	unsigned long long start;
};

/* The state of the children that have to end. */
struct round {
	size_t left;  /* that we may end */
	size_t able;  /* of them, those that run, or will on a signal */
	size_t fresh; /* first signalled */
};

/* What proc(5) says of a process. */
struct stat_line {
	char state;
	pid_t parent;
	unsigned long long start;
};

void descendants_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* proc(5): "PID (NAME) STATE PPID ..."; a name may hold anything */
static bool parse(const char *text, struct stat_line *l)
{
	enum { FIELDS = 17 }; /* from the parent to when it started, the 22nd */
	const char *s = strrchr(text, ')');
	char *end;

	if (!s || strlen(s) < 5)
		return false;
	l->state = s[2];
	l->parent = (pid_t)strtol(s + 4, &end, 10);
	for (int i = 0; i < FIELDS; i++) {
		end = strchr(end + (*end == ' '), ' ');
		if (!end)
			return false;
	}
	l->start = strtoull(end, NULL, 10);
	return true;
}

static bool look_up(pid_t pid, struct stat_line *l)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct err ignored = { 0 };
	bool found;

	strbuf_addf(&path, "/proc/%ld/stat", (long)pid);
	found = io_read_file(path.s, 4096, &text, &ignored) == 0 &&
	        parse(text.s, l);
	strbuf_release(&path);
	strbuf_release(&text);
	return found;
}

static void add(struct descendants *d, pid_t pid, unsigned long long start)
{
	d->all = mem_grow(d->all, &d->cap, d->n + 1, sizeof(*d->all));
	d->all[d->n++] = (struct descendant){ .pid = pid, .start = start };
}

static size_t find(const struct descendants *d, pid_t pid)
{
	size_t i = 0;

	while (i < d->n && d->all[i].pid != pid)
		i++;
	return i;
}

/* The kernel's list of children, which is fast; false if the kernel has none */
static bool list_children(struct descendants *d)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct err ignored = { 0 };
	bool known;

	strbuf_addf(&path, "/proc/self/task/%ld/children", (long)getpid());
	known = io_read_file(path.s, MOST_TEXT, &text, &ignored) == 0;
	if (known && text.len) {
		char *s = text.s, *end;
		long pid;

		for (; (pid = strtol(s, &end, 10)) > 0; s = end)
			add(d, (pid_t)pid, 0);
	}
	strbuf_release(&path);
	strbuf_release(&text);
	return known;
}

/* Our children at this moment. */
static void list(struct descendants *d)
{
	const struct dirent *e;
	struct stat_line l;
	DIR *proc;
	int pid;

	d->n = 0;
	if (list_children(d))
		return;
	proc = opendir("/proc");
	while (proc && (e = readdir(proc))) {
		if (num_int(e->d_name, 2, 1 << 30, &pid) && look_up(pid, &l) &&
		    l.parent == getpid())
			add(d, pid, l.start);
	}
	if (proc)
		closedir(proc);
}

void descendants_note(struct descendants *d)
{
	struct stat_line l;

	list(d);
	for (size_t i = 0; i < d->n; i++)
		d->all[i].start = look_up(d->all[i].pid, &l) ? l.start : 0;
}

void descendants_release(struct descendants *d)
{
	free(d->all);
	*d = (struct descendants){ 0 };
}

static bool kept(const struct descendants *keep, pid_t pid)
{
	const size_t i = find(keep, pid);
	struct stat_line l;

	return i < keep->n && look_up(pid, &l) && l.start == keep->all[i].start;
}

static void name_of(pid_t pid, char name[16])
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct err ignored = { 0 };

	*name = '\0';
	strbuf_addf(&path, "/proc/%ld/comm", (long)pid);
	if (io_read_file(path.s, 4096, &text, &ignored) == 0 && text.len)
		snprintf(name, 16, "%.*s", (int)strcspn(text.s, "\n"), text.s);
	strbuf_release(&path);
	strbuf_release(&text);
}

size_t descendants_left(const struct descendants *keep, char name[16])
{
	struct descendants now = { 0 };
	size_t n = 0;

	list(&now);
	for (size_t i = 0; i < now.n; i++) {
		const pid_t pid = now.all[i].pid;
		struct stat_line l;

		if (kept(keep, pid) || !look_up(pid, &l) || l.state == 'Z')
			continue;
		if (n++ == 0)
			name_of(pid, name);
	}
	descendants_release(&now);
	return n;
}

/* Signal every current child, the latest first */
static struct round signal_all(const struct descendants *keep,
                               struct descendants *signalled, bool kill_them)
{
	struct descendants now = { 0 };
	struct round r = { 0 };

	list(&now);
	for (size_t i = now.n; i-- > 0;) {
		const pid_t pid = now.all[i].pid;
		const bool fresh = find(signalled, pid) == signalled->n;
		struct stat_line l;

		if (kept(keep, pid))
			continue;
		/* also one that has ended: threads of it may still be there */
		if (kill(pid, kill_them ? SIGKILL : fresh ? SIGTERM : 0) != 0)
			continue;
		r.left++;
		if (fresh)
			add(signalled, pid, 0);
		r.fresh += fresh;
		r.able += fresh || (look_up(pid, &l) && l.state != 'D' &&
		                    l.state != 'Z');
	}
	descendants_release(&now);
	return r;
}

/* Bury those that have ended; is any child left? */
static bool any_left(struct descendants *signalled)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
		const size_t i = find(signalled, pid);

		if (i < signalled->n)
			signalled->all[i] = signalled->all[--signalled->n];
	}
	return pid == 0 || errno == EINTR;
}

void descendants_end(const struct descendants *keep, double grace_s)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	const double start_s = progress_clock();
	double able_s = start_s; /* when one was last seen that could end */
	struct descendants signalled = { 0 };

	while (any_left(&signalled)) {
		const double now_s = progress_clock();
		const bool over = now_s - start_s > grace_s;
		const struct round r = signal_all(keep, &signalled, over);

		if (r.left == 0)
			break;
		if (r.able || !over)
			able_s = now_s;
		if (now_s - able_s > HUNG_S)
			break;
		/* one that forks the next and ends is quicker than that */
		if (!r.fresh)
			nanosleep(&moment, NULL);
	}
	descendants_release(&signalled);
}
