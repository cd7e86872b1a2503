/* The bound of processor time that also ends Lua's own C functions. */
#include <unistd.h>

#include "base/banned.h"
#include "sandbox_private.h"

enum { SIGNAL = SIGVTALRM };
/* of the limit: the hook, which knows the line, comes first where it can */
static const double later = 1.25;
static const long again_ns = 10 * 1000 * 1000;

static void on_timer(int signal, siginfo_t *info, void *context)
{
	struct sandbox *sb = info->si_value.sival_ptr;

	(void)signal;
	(void)context;
	if (info->si_code == SI_TIMER && sb && sb->bound.within &&
	    !sb->bound.allocating)
		siglongjmp(sb->bound.out, 1);
}

static bool make_timer(struct sandbox *sb)
{
	struct sigaction act = { .sa_sigaction = on_timer,
		                 .sa_flags =
		                         SA_SIGINFO | SA_RESTART | SA_NODEFER };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
		                  .sigev_signo = SIGNAL,
		                  .sigev_value.sival_ptr = sb };

	if (!sb->bound.has_timer) {
		event._sigev_un._tid = gettid();
		sb->bound.has_timer =
			sigaction(SIGNAL, &act, NULL) == 0 &&
			timer_create(CLOCK_THREAD_CPUTIME_ID, &event,
		                     &sb->bound.timer) == 0;
	}
	return sb->bound.has_timer;
}

static void set_timer(struct sandbox *sb, double after_s)
{
	const struct itimerspec t = {
		.it_value = { (time_t)after_s,
		              (long)((after_s - (double)(time_t)after_s) *
		                     1e9) },
		.it_interval = { 0, after_s > 0 ? again_ns : 0 },
	};

	timer_settime(sb->bound.timer, 0, &t, NULL);
}

int sandbox_bounded(struct sandbox *sb, int handler)
{
	volatile int status = LUA_ERRRUN; /* seen after the jump */

	if (!make_timer(sb))
		return lua_pcall(sb->L, 1, 0, handler);
	if (sigsetjmp(sb->bound.out, 0) == 0) {
		sb->bound.within = 1;
		set_timer(sb, sb->limits.time_s * later + 1e-3);
		status = lua_pcall(sb->L, 1, 0, handler);
	} else {
		sb->bound.dead = true;
	}
	sb->bound.within = 0;
	set_timer(sb, 0);
	return status;
}
