#include "descendants.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
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

/* Those that were asked. */
struct told {
	pid_t *pids;
	size_t n, cap;
};

void descendants_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* proc(5): "PID (NAME) STATE PPID ..."; a name may hold anything */
static pid_t parent_of(int pid)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct err ignored = { 0 };
	long parent = -1;

	strbuf_addf(&path, "/proc/%d/stat", pid);
	if (io_read_file(path.s, 4096, &text, &ignored) == 0) {
		const char *end = strrchr(text.s, ')');

		if (end && strlen(end) > 4)
			parent = strtol(end + 4, NULL, 10);
	}
	strbuf_release(&path);
	strbuf_release(&text);
	return (pid_t)parent;
}

static bool first_time(struct told *t, pid_t pid)
{
	for (size_t i = 0; i < t->n; i++) {
		if (t->pids[i] == pid)
			return false;
	}
	t->pids = mem_grow(t->pids, &t->cap, t->n + 1, sizeof(*t->pids));
	t->pids[t->n++] = pid;
	return true;
}

/* Tell every child that there is now. */
static void tell_all(struct told *t, bool kill_them)
{
	DIR *d = opendir("/proc");
	const struct dirent *e;
	int pid;

	while (d && (e = readdir(d))) {
		if (!num_int(e->d_name, 2, 1 << 30, &pid) ||
		    parent_of(pid) != getpid())
			continue;
		if (kill_them)
			kill(pid, SIGKILL);
		else if (first_time(t, pid))
			kill(pid, SIGTERM);
	}
	if (d)
		closedir(d);
}

/* Is a child left, after those that have ended are buried? */
static bool any_left(void)
{
	pid_t pid;

	do {
		pid = waitpid(-1, NULL, WNOHANG);
	} while (pid > 0);
	return pid == 0 || errno == EINTR;
}

void descendants_end(double grace_s)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	double start_s = progress_clock();
	struct told told = { 0 };

	while (any_left()) {
		double s = progress_clock() - start_s;

		if (s > grace_s + 5)
			break; /* one that can't be killed: it hangs in I/O */
		tell_all(&told, s > grace_s);
		nanosleep(&moment, NULL);
	}
	free(told.pids);
}
