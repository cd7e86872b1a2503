#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/progress.h"

static const int handed_on[] = { SIGINT,  SIGTERM, SIGHUP,
	                         SIGQUIT, SIGUSR1, SIGUSR2 };

enum { TICK_MS = 50, GRACE_S = 5 };
static const double again_s = 0.5; /* less: the same key press */

/* A run under way. */
struct run {
	const struct launch *l;
	struct launch_result *result;
	pid_t pid;
	int signals; /* signalfd */
	double start_s;
	double term_s; /* when it was told to end; 0: not yet */
	double kill_s; /* when its time to do so is over; 0: it may take any */
};

static void signal_set(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < sizeof(handed_on) / sizeof(*handed_on); i++)
		sigaddset(set, handed_on[i]);
	sigaddset(set, SIGCHLD);
}

void launch_prepare(sigset_t *old)
{
	sigset_t set;

	signal_set(&set);
	sigprocmask(SIG_BLOCK, &set, old);
}

static void redirect(const struct launch *l)
{
	if (l->stdin_fd >= 0) {
		lseek(l->stdin_fd, 0, SEEK_SET);
		dup2(l->stdin_fd, STDIN_FILENO);
	}
	if (l->quiet || l->capture) {
		int to = l->capture ? open(l->capture,
		                           O_WRONLY | O_CREAT | O_TRUNC, 0666)
		                    : open("/dev/null", O_WRONLY);

		if (to >= 0) {
			dup2(to, STDOUT_FILENO);
			dup2(to, STDERR_FILENO);
			close(to);
		}
	}
}

/* In the child: wait for the word, then become the program. */
static _Noreturn void become(const struct launch *l, const sigset_t *mask,
                             int go, int failed)
{
	char word;
	ssize_t n;

	do {
		n = read(go, &word, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(127); /* the parent gave up */
	redirect(l);
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (!l->traced || ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0)
		execve(l->path, l->argv, l->envp);
	n = write(failed, &errno, sizeof(errno));
	(void)n;
	_exit(127);
}

/*
 * Ctrl-C may be the program's own business, a second one is not; who sends the
 * other signals will not wait for long.
 */
static void interrupt(struct run *r, int sig)
{
	double now_s = progress_clock();
	bool again = r->term_s > 0 && now_s - r->term_s > again_s;

	r->result->interrupted = true;
	if (r->term_s == 0)
		r->term_s = now_s;
	if (again)
		r->kill_s = now_s;
	else if (sig != SIGINT && r->kill_s == 0)
		r->kill_s = now_s + GRACE_S;
}

static int pass_on(struct run *r)
{
	struct signalfd_siginfo info;
	int n = 0;

	while (read(r->signals, &info, sizeof(info)) == sizeof(info)) {
		int sig = (int)info.ssi_signo;

		if (sig == SIGCHLD)
			continue;
		n++;
		if (sig == SIGINT || sig == SIGTERM || sig == SIGHUP)
			interrupt(r, sig);
		/* a terminal has already told the whole foreground group */
		if (info.ssi_code != SI_KERNEL)
			kill(r->pid, sig);
	}
	return n;
}

static void enforce_limit(struct run *r, double now_s)
{
	double limit = r->l->limit_s;

	if (limit > 0 && r->term_s == 0 && now_s - r->start_s > limit) {
		r->result->limited = true;
		r->term_s = now_s;
		r->kill_s = now_s + GRACE_S;
		kill(r->pid, SIGTERM);
	}
	if (r->kill_s > 0 && now_s >= r->kill_s)
		kill(r->pid, SIGKILL);
}

static int wait_for(struct run *r, struct err *err)
{
	struct pollfd fd = { .fd = r->signals, .events = POLLIN };
	struct rusage use;
	int status;
	pid_t got;

	for (;;) {
		double now_s;

		poll(&fd, 1, r->l->tick_ms ? r->l->tick_ms : TICK_MS);
		pass_on(r);
		now_s = progress_clock();
		if (r->l->watch.tick && !r->result->stopped &&
		    !r->l->watch.tick(r->l->watch.ctx, now_s - r->start_s)) {
			r->result->stopped = true;
			kill(r->pid, SIGKILL);
		}
		got = wait4(r->pid, &status, WNOHANG, &use);
		if (got == r->pid)
			break;
		if (got < 0 && errno != EINTR)
			return err_system(err, "can't wait for the program");
		enforce_limit(r, now_s);
	}
	*r->result = (struct launch_result){
		.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
		.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
		.wall_s = progress_clock() - r->start_s,
		.user_s = (double)use.ru_utime.tv_sec +
		          (double)use.ru_utime.tv_usec * 1e-6,
		.sys_s = (double)use.ru_stime.tv_sec +
		         (double)use.ru_stime.tv_usec * 1e-6,
		.peak_bytes = (double)use.ru_maxrss * 1024,
		.interrupted = r->result->interrupted,
		.limited = r->result->limited,
		.stopped = r->result->stopped,
	};
	return 0;
}

/* The traced child has stopped at its first instruction: let the watch see it,
 * then let it go. */
static int let_go(struct run *r, struct err *err)
{
	const struct launch_watch *w = &r->l->watch;
	int status, rc = 0;

	if (waitpid(r->pid, &status, 0) != r->pid || !WIFSTOPPED(status))
		return err_set(err, ERR_SYSTEM, "can't trace the program");
	if (w->started)
		rc = w->started(w->ctx, r->pid, err);
	ptrace(PTRACE_DETACH, r->pid, NULL, NULL);
	if (rc != 0) {
		kill(r->pid, SIGKILL);
		waitpid(r->pid, NULL, 0);
	}
	return rc;
}

static int run_child(struct run *r, int go, int failed, struct err *err)
{
	const struct launch *l = r->l;
	int why = 0;

	if (l->watch.attach &&
	    l->watch.attach(l->watch.ctx, r->pid, err) != 0) {
		close(go);
		waitpid(r->pid, NULL, 0);
		return -1;
	}
	r->start_s = progress_clock();
	if (write(go, "", 1) != 1)
		err_system(err, "can't start the program");
	close(go);
	/* the pipe closes when the program starts */
	if (read(failed, &why, sizeof(why)) == sizeof(why)) {
		waitpid(r->pid, NULL, 0);
		errno = why;
		err_system(err, "can't execute '%s'", l->path);
		err->code = ERR_PROGRAM;
		return -1;
	}
	if (r->l->traced && let_go(r, err) != 0)
		return -1;
	return wait_for(r, err);
}

int launch_run(const struct launch *l, const sigset_t *mask,
               struct launch_result *result, struct err *err)
{
	struct run r = { .l = l, .result = result };
	int go[2] = { -1, -1 }, failed[2] = { -1, -1 };
	sigset_t set;
	int rc = -1;

	*result = (struct launch_result){ 0 };
	signal_set(&set);
	r.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (r.signals < 0 || pipe2(go, O_CLOEXEC) != 0 ||
	    pipe2(failed, O_CLOEXEC) != 0) {
		err_system(err, "can't start the program");
		goto out;
	}
	fflush(NULL);
	r.pid = fork();
	if (r.pid == 0) {
		close(go[1]);
		become(l, mask, go[0], failed[1]);
	}
	close(failed[1]);
	failed[1] = -1;
	if (r.pid < 0) {
		err_system(err, "can't start the program");
		goto out;
	}
	rc = run_child(&r, go[1], failed[0], err);
	go[1] = -1;
out:
	for (int i = 0; i < 2; i++) {
		if (go[i] >= 0)
			close(go[i]);
		if (failed[i] >= 0)
			close(failed[i]);
	}
	if (r.signals >= 0)
		close(r.signals);
	return rc;
}
