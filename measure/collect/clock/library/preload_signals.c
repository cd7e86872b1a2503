/*
 * preload_signals.c - the timers' signal and the program's calls that change
 * or wait for signals
 *
 * The program's own use of SIGURG goes on: what it sets is kept and called from
 * our handler, and it neither blocks nor waits for the timers'. The state is
 * file-scope because a signal handler has no argument for it.
 */
#include "preload.h"

#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "measure/collect/clock/wait_calls.h"

#define EXPORT PRELOAD_EXPORT

static struct {
	bool ours;               /* the timers' signal is handled */
	struct sigaction theirs; /* what the program set for it */
	/* the C library's */
	int (*sigaction)(int, const struct sigaction *, struct sigaction *);
	sighandler_t (*signal)(int, sighandler_t);
	int (*threadmask)(int, const sigset_t *, sigset_t *);
	int (*sigprocmask)(int, const sigset_t *, sigset_t *);
	int (*sigwait)(const sigset_t *, int *);
	int (*sigwaitinfo)(const sigset_t *, siginfo_t *);
	int (*sigtimedwait)(const sigset_t *, siginfo_t *,
	                    const struct timespec *);
} state;

void preload_next(void *function, const char *name)
{
	*(void **)function = dlsym(RTLD_NEXT, name);
}

static void find_all(void)
{
	if (state.sigaction)
		return;
	preload_next(&state.signal, "signal");
	preload_next(&state.threadmask, "pthread_sigmask");
	preload_next(&state.sigprocmask, "sigprocmask");
	preload_next(&state.sigwait, "sigwait");
	preload_next(&state.sigwaitinfo, "sigwaitinfo");
	preload_next(&state.sigtimedwait, "sigtimedwait");
	preload_next(&state.sigaction, "sigaction");
}

int preload_signal_take(const struct sigaction *action)
{
	find_all();
	if (state.sigaction(PRELOAD_SIGNAL, action, &state.theirs) != 0)
		return -1;
	state.ours = true;
	return 0;
}

void preload_signal_pass(int sig, siginfo_t *info, void *context)
{
	const struct sigaction *a = &state.theirs;

	if (a->sa_flags & SA_SIGINFO)
		a->sa_sigaction(sig, info, context);
	else if (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN)
		a->sa_handler(sig);
}

void preload_signal_unblock(void)
{
	sigset_t ours;

	sigemptyset(&ours);
	sigaddset(&ours, PRELOAD_SIGNAL);
	state.threadmask(SIG_UNBLOCK, &ours, NULL);
}

EXPORT int sigaction(int sig, const struct sigaction *set,
                     struct sigaction *old)
{
	struct sigaction before = state.theirs;

	find_all();
	if (sig != PRELOAD_SIGNAL || !state.ours)
		return state.sigaction(sig, set, old);
	if (set)
		state.theirs = *set;
	if (old)
		*old = before;
	return 0;
}

EXPORT sighandler_t signal(int sig, sighandler_t handler)
{
	const struct sigaction set = { .sa_handler = handler,
		                       .sa_flags = SA_RESTART };
	struct sigaction old;

	find_all();
	if (sig != PRELOAD_SIGNAL || !state.ours)
		return state.signal(sig, handler);
	sigaction(sig, &set, &old);
	return old.sa_handler;
}

/* The set without our signal, where it is not to be blocked or waited for. */
static const sigset_t *less(const sigset_t *set, sigset_t *copy)
{
	find_all();
	if (!set || !state.ours)
		return set;
	*copy = *set;
	sigdelset(copy, PRELOAD_SIGNAL);
	return copy;
}

EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	sigset_t copy;

	find_all();
	set = how == SIG_UNBLOCK ? set : less(set, &copy);
	return state.threadmask(how, set, old);
}

EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	sigset_t copy;

	find_all();
	set = how == SIG_UNBLOCK ? set : less(set, &copy);
	return state.sigprocmask(how, set, old);
}

#define WAITS(name)                                                            \
	preload_enter(WAIT_CALL_##name, __builtin_return_address(0),           \
	              __builtin_frame_address(0))

EXPORT int sigwait(const sigset_t *set, int *sig)
{
	bool in = WAITS(sigwait);
	sigset_t copy;
	int result;

	set = less(set, &copy);
	result = state.sigwait(set, sig);
	preload_leave(in);
	return result;
}

EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
	bool in = WAITS(sigwaitinfo);
	sigset_t copy;
	int result;

	set = less(set, &copy);
	result = state.sigwaitinfo(set, info);
	preload_leave(in);
	return result;
}

EXPORT int sigtimedwait(const sigset_t *set, siginfo_t *info,
                        const struct timespec *limit)
{
	bool in = WAITS(sigtimedwait);
	sigset_t copy;
	int result;

	set = less(set, &copy);
	result = state.sigtimedwait(set, info, limit);
	preload_leave(in);
	return result;
}
