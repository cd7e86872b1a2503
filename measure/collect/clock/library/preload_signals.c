/*
 * preload_signals.c - our signals and the program's calls that change or wait
 * for signals
 *
 * The program's own use of them goes on: what it sets is kept and called from
 * our handler, and it neither blocks nor waits for ours. The state is
 * file-scope because a signal handler has no argument for it.
 */
#include "preload.h"

#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "measure/collect/clock/wait_calls.h"

#define EXPORT PRELOAD_EXPORT

/* A signal that we may handle. */
struct taken {
	int sig;
	bool ours;
	struct sigaction theirs; /* what the program set for it */
};

static struct {
	struct taken of[2];
	/* the C library's */
	int (*sigaction)(int, const struct sigaction *, struct sigaction *);
	sighandler_t (*signal)(int, sighandler_t);
	int (*threadmask)(int, const sigset_t *, sigset_t *);
	int (*sigprocmask)(int, const sigset_t *, sigset_t *);
	int (*sigwait)(const sigset_t *, int *);
	int (*sigwaitinfo)(const sigset_t *, siginfo_t *);
	int (*sigtimedwait)(const sigset_t *, siginfo_t *,
	                    const struct timespec *);
} state = { .of = { { .sig = PRELOAD_SIGNAL }, { .sig = SIGTRAP } } };

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

/* NULL: not one of ours */
static struct taken *taken(int sig)
{
	for (size_t i = 0; i < sizeof(state.of) / sizeof(*state.of); i++) {
		if (state.of[i].sig == sig && state.of[i].ours)
			return &state.of[i];
	}
	return NULL;
}

int preload_signal_take(int sig, const struct sigaction *action)
{
	struct taken *of = &state.of[sig == SIGTRAP];

	find_all();
	if (state.sigaction(sig, action, &of->theirs) != 0)
		return -1;
	of->ours = true;
	return 0;
}

void preload_signal_pass(int sig, siginfo_t *info, void *context)
{
	static const struct sigaction ends = { .sa_handler = SIG_DFL };
	const struct sigaction *a = &state.of[sig == SIGTRAP].theirs;

	if (a->sa_flags & SA_SIGINFO) {
		a->sa_sigaction(sig, info, context);
	} else if (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN) {
		a->sa_handler(sig);
	} else if (sig == SIGTRAP) { /* nor can it be ignored */
		state.sigaction(sig, &ends, NULL);
		raise(sig);
	}
}

/* The set without our signals, where they are not to be blocked or waited for.
 */
static void leave_out(sigset_t *set)
{
	for (size_t i = 0; i < sizeof(state.of) / sizeof(*state.of); i++) {
		if (state.of[i].ours)
			sigdelset(set, state.of[i].sig);
	}
}

void preload_signal_unblock(void)
{
	sigset_t ours;

	sigemptyset(&ours);
	for (size_t i = 0; i < sizeof(state.of) / sizeof(*state.of); i++) {
		if (state.of[i].ours)
			sigaddset(&ours, state.of[i].sig);
	}
	state.threadmask(SIG_UNBLOCK, &ours, NULL);
}

/* A handler of the program's is interrupted by ours. */
static int set_other(int sig, const struct sigaction *set,
                     struct sigaction *old)
{
	struct sigaction copy;

	if (!set)
		return state.sigaction(sig, set, old);
	copy = *set;
	leave_out(&copy.sa_mask);
	return state.sigaction(sig, &copy, old);
}

EXPORT int sigaction(int sig, const struct sigaction *set,
                     struct sigaction *old)
{
	struct taken *of = taken(sig);
	struct sigaction before;

	find_all();
	if (!of)
		return set_other(sig, set, old);
	before = of->theirs;
	if (set)
		of->theirs = *set;
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
	if (!taken(sig))
		return state.signal(sig, handler);
	sigaction(sig, &set, &old);
	return old.sa_handler;
}

static const sigset_t *less(const sigset_t *set, sigset_t *copy)
{
	find_all();
	if (!set)
		return set;
	*copy = *set;
	leave_out(copy);
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
