#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/progress.h"
#include "descendants.h"
#include "ending.h"
#include "input.h"

static const int handed_on[] = { SIGINT,  SIGTERM, SIGHUP,
	                         SIGQUIT, SIGUSR1, SIGUSR2 };

enum { TICK_MS = 50, GRACE_S = 5 };
static const double again_s = 0.5; /* less: the same key press */

/* A run under way. */
struct run {
	const struct launch *l;
	struct launch_result *result;
	pid_t parent, pid;
	int signals; /* signalfd */
	int in;      /* its standard input, or -1 */
	bool over;   /* it has ended; its number may be another's by now */
	double start_s;
	double term_s; /* when it got SIGTERM; 0: not yet */
	double kill_s; /* when its time to do so is over; 0: it may take any */
	struct descendants others; /* that there were before it */
};

static void signal_set(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < sizeof(handed_on) / sizeof(*handed_on); i++)
		sigaddset(set, handed_on[i]);
	sigaddset(set, SIGCHLD);
}

void launch_prepare(struct launch_signals *old)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigset_t set;

	old->ending = NULL;
	signal_set(&set);
	sigprocmask(SIG_BLOCK, &set, &old->mask);
	sigaction(SIGPIPE, &ignore, &old->pipe);
	sigaction(SIGXFSZ, &ignore, &old->fsize);
}

static void redirect(const struct run *r)
{
	const struct launch *l = r->l;

	if (r->in >= 0) {
		dup2(r->in, STDIN_FILENO);
	} else if (l->stdin_fd >= 0) {
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
static _Noreturn void become(const struct run *r,
                             const struct launch_signals *signals, int go,
                             int failed)
{
	const struct launch *l = r->l;
	int why;
	char word;
	ssize_t n;

	prctl(PR_SET_PDEATHSIG, l->launcher ? SIGTERM : SIGKILL);
	if (getppid() != r->parent)
		raise(SIGKILL); /* it was killed before that was said */
	do {
		n = read(go, &word, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(127); /* the parent gave up */
	redirect(r);
	sigaction(SIGPIPE, &signals->pipe, NULL);
	sigaction(SIGXFSZ, &signals->fsize, NULL);
	sigprocmask(SIG_SETMASK, &signals->mask, NULL);
	execve(l->path, l->argv, l->envp);
	why = errno;
	n = write(failed, &why, sizeof(why));
	(void)n;
	_exit(127);
}

/*
 * The program may handle the first Ctrl-C itself; a second one ends it. After
 * any other signal the sender expects the end soon.
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
		/* a terminal has already signalled the foreground group */
		if (info.ssi_code != SI_KERNEL && !r->over)
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

/* Until a signal, input to hand on, or the next tick. */
static void wait_moment(struct run *r)
{
	struct pollfd fds[2] = { { .fd = r->signals, .events = POLLIN },
		                 { .fd = -1 } };

	if (r->l->input)
		fds[1] = input_wait(r->l->input);
	poll(fds, 2, r->l->tick_ms ? r->l->tick_ms : TICK_MS);
	if (r->l->input)
		input_move(r->l->input);
}

static int wait_for(struct run *r, struct err *err)
{
	struct rusage use;
	int status;
	pid_t got;

	for (;;) {
		double now_s;

		wait_moment(r);
		pass_on(r);
		now_s = progress_clock();
		if (r->l->watch.tick && !r->result->stopped &&
		    !r->l->watch.tick(r->l->watch.ctx, now_s - r->start_s)) {
			r->result->stopped = true;
			kill(r->pid, SIGKILL);
		}
		/* any other process is one that the program left running */
		do {
			got = wait4(-1, &status, WNOHANG, &use);
		} while (got > 0 && got != r->pid);
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

/* What it left running is watched for as long as patience lasts. */
static void wait_for_others(struct run *r)
{
	const double start_s = progress_clock();
	struct launch_result *to = r->result;
	double now_s = start_s;

	r->over = true;
	while ((to->left = descendants_left(&r->others, to->left_name)) > 0 &&
	       now_s - start_s < r->l->patience_s && !to->interrupted) {
		wait_moment(r);
		pass_on(r);
		now_s = progress_clock();
		if (r->l->watch.tick &&
		    !r->l->watch.tick(r->l->watch.ctx, now_s - r->start_s))
			break;
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
	}
}

static int run_child(struct run *r, int *go, int failed, struct err *err)
{
	const struct launch *l = r->l;
	int rc = 0, why;

	if (l->watch.attach)
		rc = l->watch.attach(l->watch.ctx, r->pid, err);
	r->start_s = progress_clock();
	if (rc == 0 && write(*go, "", 1) != 1)
		rc = err_system(err, "can't start the program");
	close(*go); /* without the word it ends */
	*go = -1;
	/* the pipe closes when the program starts */
	if (rc == 0 && read(failed, &why, sizeof(why)) == sizeof(why)) {
		errno = why;
		err_system(err, "can't execute '%s'", l->path);
		err->code = ERR_PROGRAM;
		rc = -1;
	}
	if (rc != 0) {
		waitpid(r->pid, NULL, 0);
		return -1;
	}
	rc = wait_for(r, err);
	if (rc == 0 && !r->result->interrupted && !r->result->limited &&
	    !r->result->stopped)
		wait_for_others(r);
	if (l->alone || r->result->interrupted || r->result->limited ||
	    r->result->stopped)
		descendants_end(&r->others, GRACE_S);
	return rc;
}

static int start(struct run *r, const struct launch_signals *signals, int go[2],
                 int failed[2], struct err *err)
{
	sigset_t set;

	/* did the user signal us to end while nothing ran that could get it? */
	if (ending_pending(true)) {
		r->result->interrupted = true;
		return err_set(err, ERR_PROGRAM, "interrupted");
	}
	if (r->l->input && input_begin(r->l->input, &r->in, err) != 0)
		return -1;
	signal_set(&set);
	r->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (r->signals < 0 || pipe2(go, O_CLOEXEC) != 0 ||
	    pipe2(failed, O_CLOEXEC) != 0)
		return err_system(err, "can't start the program");
	fflush(NULL);
	r->parent = getpid();
	r->pid = fork();
	if (r->pid < 0)
		return err_system(err, "can't start the program");
	if (r->pid == 0) {
		close(go[1]);
		become(r, signals, go[0], failed[1]);
	}
	return 0;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

int launch_run(const struct launch *l, const struct launch_signals *signals,
               struct launch_result *result, struct err *err)
{
	struct run r = { .l = l, .result = result, .signals = -1, .in = -1 };
	int go[2] = { -1, -1 }, failed[2] = { -1, -1 };
	int rc;

	*result = (struct launch_result){ 0 };
	descendants_note(&r.others);
	ending_hold(signals->ending);
	rc = start(&r, signals, go, failed, err);
	close_fd(&failed[1]);
	close_fd(&r.in);
	if (rc == 0)
		rc = run_child(&r, &go[1], failed[0], err);
	if (l->input)
		input_end(l->input);
	close_fd(&go[0]);
	close_fd(&go[1]);
	close_fd(&failed[0]);
	close_fd(&r.signals);
	descendants_release(&r.others);
	ending_release(signals->ending);
	return rc;
}
