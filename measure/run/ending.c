#include "ending.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"

enum { PATIENCE_MS = 500, STEP_MS = 100, STACK = 256 << 10 };

static const int to_end[] = { SIGINT, SIGTERM, SIGHUP };

/* Those that are not ignored, as SIGHUP is below nohup */
static void signal_set(sigset_t *set)
{
	struct sigaction now;

	sigemptyset(set);
	for (size_t i = 0; i < sizeof(to_end) / sizeof(*to_end); i++) {
		if (sigaction(to_end[i], NULL, &now) != 0 ||
		    now.sa_handler != SIG_IGN)
			sigaddset(set, to_end[i]);
	}
}

/* Which of them is pending; 0: none */
static int pending(void)
{
	sigset_t ends, set;

	signal_set(&ends);
	sigpending(&set);
	for (size_t i = 0; i < sizeof(to_end) / sizeof(*to_end); i++) {
		if (sigismember(&ends, to_end[i]) > 0 &&
		    sigismember(&set, to_end[i]) > 0)
			return to_end[i];
	}
	return 0;
}

bool ending_pending(bool take)
{
	const struct timespec now = { 0 };
	const bool yes = pending() != 0;
	sigset_t set;

	signal_set(&set);
	while (take && yes && sigtimedwait(&set, NULL, &now) > 0)
		continue;
	return yes;
}

static _Noreturn void end_by(const struct ending *e, int signal)
{
	const struct sigaction normal = { .sa_handler = SIG_DFL };
	struct err ignored = { 0 };
	sigset_t set;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	io_remove_tree(e->scratch, &ignored);
	fprintf(stderr, "perfexpert-run: ended by a signal; finished runs are "
	                "kept: --resume continues\n");
	sigaction(signal, &normal, NULL);
	sigemptyset(&set);
	sigaddset(&set, signal);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	kill(getpid(), signal);
	_exit(128 + signal);
}

/* Check ten times per second, and take a pending signal only if no run takes
 * it. */
static void *watch(void *ctx)
{
	const struct ending *e = ctx;
	int waited_ms = 0, signal;

	for (;;) {
		signal = pending();
		if (!signal || atomic_load(&e->runs))
			waited_ms = 0;
		else if (waited_ms >= PATIENCE_MS)
			break;
		else
			waited_ms += STEP_MS;
		poll(NULL, 0, STEP_MS);
	}
	end_by(e, signal);
}

void ending_start(struct ending *e, const char *scratch)
{
	pthread_attr_t attr;
	sigset_t all, old;

	*e = (struct ending){ .scratch = scratch };
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	e->started = pthread_create(&e->thread, &attr, watch, e) == 0;
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void ending_stop(struct ending *e)
{
	if (!e->started)
		return;
	pthread_cancel(e->thread);
	pthread_join(e->thread, NULL);
	e->started = false;
}

void ending_hold(struct ending *e)
{
	if (e)
		atomic_fetch_add(&e->runs, 1);
}

void ending_release(struct ending *e)
{
	if (e)
		atomic_fetch_sub(&e->runs, 1);
}
