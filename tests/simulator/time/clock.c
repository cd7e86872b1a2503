/*
 * clock - how a program sees time pass; prints what the tests compare
 *
 * clock CALL MS    works until MS milliseconds went by, by CALL: monotonic,
 *                  day, cpu, thread, usage, counter (of 1 GHz); prints how
 *                  often the work was done
 * clock sleep MS   how many ms passed by the clock, asleep
 * clock until MS   the same, asleep until an absolute time
 * clock wait MS    the same, waiting for a condition that never comes
 * clock agree      1 when the calls do, after some work
 *
 * How often the work was done until a signal, a file or another thread said
 * that MS milliseconds were over, or were for the fourth time a quarter of it:
 * clock alarm|itimer|virtual|profile|posix|posix-until|periodic MS    signals
 * clock timerfd|timerfd-until MS                                      a file
 * clock sleeper|poller|selecter|waiter MS                             a thread
 * clock left MS    what alarm and setitimer say that is left, after half of it
 * clock edge       timers set to a time that is over, then timers turned off:
 * how many of three go off clock ends       what sleeps until a time that is
 * over and until one that never comes return, and 1 if both times are what they
 * were
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static volatile double sink = 1;

static void work(void)
{
	for (int i = 0; i < 20000; i++)
		sink = sink * 1.0000001;
}

static double by_clock(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Milliseconds by one of the clocks. */
static double now(const char *call)
{
	if (strcmp(call, "day") == 0) {
		struct timeval t;

		gettimeofday(&t, NULL);
		return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
	}
	if (strcmp(call, "usage") == 0) {
		struct rusage u;

		getrusage(RUSAGE_SELF, &u);
		return (double)u.ru_utime.tv_sec * 1e3 +
		       (double)u.ru_utime.tv_usec / 1e3;
	}
#if defined(__x86_64__)
	if (strcmp(call, "counter") == 0)
		return (double)__builtin_ia32_rdtsc() / 1e6;
#endif
	return by_clock(strcmp(call, "cpu") == 0      ? CLOCK_PROCESS_CPUTIME_ID
	                : strcmp(call, "thread") == 0 ? CLOCK_THREAD_CPUTIME_ID
	                                              : CLOCK_MONOTONIC);
}

static struct timespec spec(double ms)
{
	const time_t s = (time_t)(ms / 1e3);

	return (struct timespec){ s, (long)((ms - (double)s * 1e3) * 1e6) };
}

static struct timeval val(double ms)
{
	const struct timespec t = spec(ms);

	return (struct timeval){ t.tv_sec, t.tv_nsec / 1000 };
}

static void wait_until(const char *how, double ms)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t never;
	pthread_condattr_t attributes;
	const double end = now("monotonic") + ms;
	struct timespec t = spec(end);

	if (strcmp(how, "sleep") == 0) {
		usleep((useconds_t)(ms * 1e3));
	} else if (strcmp(how, "until") == 0) {
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	} else {
		pthread_condattr_init(&attributes);
		pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
		pthread_cond_init(&never, &attributes);
		pthread_mutex_lock(&lock);
		while (pthread_cond_timedwait(&never, &lock, &t) != ETIMEDOUT)
			;
		pthread_mutex_unlock(&lock);
	}
}

/* time() and times() count in seconds and ticks. */
static int agree(void)
{
	struct tms t;
	const time_t second = time(NULL);
	const clock_t tick = times(&t);
	const double day = now("day"), monotonic = now("monotonic");

	for (int i = 0; i < 500; i++)
		work();
	const double passed = now("monotonic") - monotonic;
	const double by_day = now("day") - day;
	const double by_tick = (double)(times(&t) - tick) * 10;
	const double by_second = (double)(time(NULL) - second) * 1000;

	return passed > 20 && by_day > passed - 1 && by_day < passed + 1 &&
	       by_tick > passed - 30 && by_tick < passed + 30 &&
	       by_second > passed - 1100 && by_second < passed + 1100;
}

/* ---- an end that comes from elsewhere ---- */

static volatile sig_atomic_t over;
static int goes_off = 1; /* as often until it is over */

static void went_off(int signal)
{
	(void)signal;
	goes_off--;
	over = goes_off <= 0;
}

static bool set_posix(const char *how, double ms)
{
	const bool until = strcmp(how, "posix-until") == 0;
	struct itimerspec t = { { 0, 0 }, { 0, 0 } };
	struct sigevent e = { .sigev_notify = SIGEV_SIGNAL,
		              .sigev_signo = SIGUSR1 };
	timer_t timer;

	if (strncmp(how, "posix", 5) != 0 && strcmp(how, "periodic") != 0)
		return false;
	signal(SIGUSR1, went_off);
	t.it_value = spec(until ? now("monotonic") + ms : ms);
	if (strcmp(how, "periodic") == 0) {
		goes_off = 4;
		t.it_value = t.it_interval = spec(ms / 4);
	}
	timer_create(CLOCK_MONOTONIC, &e, &timer);
	timer_settime(timer, until ? TIMER_ABSTIME : 0, &t, NULL);
	return true;
}

static bool set_signal(const char *how, double ms)
{
	const struct itimerval t = { .it_value = val(ms) };

	signal(SIGALRM, went_off);
	signal(SIGVTALRM, went_off);
	signal(SIGPROF, went_off);
	if (strcmp(how, "alarm") == 0)
		alarm((unsigned)(ms / 1e3));
	else if (strcmp(how, "itimer") == 0)
		setitimer(ITIMER_REAL, &t, NULL);
	else if (strcmp(how, "virtual") == 0)
		setitimer(ITIMER_VIRTUAL, &t, NULL);
	else if (strcmp(how, "profile") == 0)
		setitimer(ITIMER_PROF, &t, NULL);
	else
		return set_posix(how, ms);
	return true;
}

static int set_file(const char *how, double ms)
{
	const bool until = strcmp(how, "timerfd-until") == 0;
	struct itimerspec t = { { 0, 0 }, { 0, 0 } };
	int fd;

	if (strncmp(how, "timerfd", 7) != 0)
		return -1;
	t.it_value = spec(until ? now("monotonic") + ms : ms);
	fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
	timerfd_settime(fd, until ? TFD_TIMER_ABSTIME : 0, &t, NULL);
	return fd;
}

/* Timers set to a time that is over, or, with `off`, set and then turned off by
 * an absolute time of 0: how many of the three go off */
static int edge(bool off)
{
	const clockid_t clocks[] = { CLOCK_MONOTONIC,
		                     CLOCK_PROCESS_CPUTIME_ID };
	const double end = now("monotonic") + 700;
	const struct itimerspec later = { .it_value = spec(500) };
	struct itimerspec t = { .it_value.tv_nsec = off ? 0 : 1 };
	struct sigevent e = { .sigev_notify = SIGEV_SIGNAL };
	const int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
	uint64_t times;
	timer_t timer;

	over = 0;
	goes_off = 0;
	for (int i = 0; i < 2; i++) {
		e.sigev_signo = i ? SIGUSR2 : SIGUSR1;
		signal(e.sigev_signo, went_off);
		timer_create(clocks[i], &e, &timer);
		if (off)
			timer_settime(timer, 0, &later, NULL);
		timer_settime(timer, TIMER_ABSTIME, &t, NULL);
	}
	if (off)
		timerfd_settime(fd, 0, &later, NULL);
	timerfd_settime(fd, TFD_TIMER_ABSTIME, &t, NULL);
	while (now("monotonic") < end)
		work();
	return (read(fd, &times, sizeof times) > 0 ? 1 : 0) - goes_off;
}

/* Sleeps until a time that is over, and, until a signal, for ever */
static void ends(void)
{
	const struct itimerval often = { val(20), val(20) };
	struct timespec past = { 0, 1 }, never = { LONG_MAX, 0 };

	signal(SIGALRM, went_off);
	const int first =
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL);

	setitimer(ITIMER_REAL, &often, NULL);
	const int second =
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &never, NULL);

	printf("%d %d %d %d\n", first, second == EINTR, past.tv_nsec == 1,
	       never.tv_sec == LONG_MAX);
}

static const char *thread_how;
static double thread_ms;

static void *waits(void *arg)
{
	struct timeval t = val(thread_ms);
	int files[2];
	fd_set set;

	if (pipe(files) != 0)
		return arg;
	FD_ZERO(&set);
	FD_SET(files[0], &set);
	if (strcmp(thread_how, "sleeper") == 0)
		usleep((useconds_t)(thread_ms * 1e3));
	else if (strcmp(thread_how, "poller") == 0)
		poll(&(struct pollfd){ .fd = files[0], .events = POLLIN }, 1,
		     (int)thread_ms);
	else if (strcmp(thread_how, "selecter") == 0)
		select(files[0] + 1, &set, NULL, NULL, &t);
	else
		wait_until("wait", thread_ms);
	over = 1;
	return arg;
}

static bool is_thread(const char *how)
{
	return strcmp(how, "sleeper") == 0 || strcmp(how, "poller") == 0 ||
	       strcmp(how, "selecter") == 0 || strcmp(how, "waiter") == 0;
}

/* Works until it is over; false: there is no such way. */
static bool until_over(const char *how, double ms, long *n)
{
	int fd = set_file(how, ms);
	pthread_t thread;
	uint64_t times;

	thread_how = how;
	thread_ms = ms;
	if (fd < 0 && !is_thread(how) && !set_signal(how, ms))
		return false;
	if (is_thread(how))
		pthread_create(&thread, NULL, waits, NULL);
	for (*n = 0; !over; ++*n) {
		work();
		if (fd >= 0 && read(fd, &times, sizeof times) > 0)
			over = 1;
	}
	return true;
}

static void left(double ms)
{
	struct itimerval t = { .it_value = val(ms) }, rest;
	const double middle = now("monotonic") + ms / 2;

	setitimer(ITIMER_REAL, &t, NULL);
	while (now("monotonic") < middle)
		work();
	getitimer(ITIMER_REAL, &rest);
	printf("%.0f %u\n",
	       (double)rest.it_value.tv_sec * 1e3 +
	               (double)rest.it_value.tv_usec / 1e3,
	       alarm(0));
}

int main(int argc, char **argv)
{
	const double ms = argc > 2 ? strtod(argv[2], NULL) : 0;
	long n = 0;

	if (strcmp(argv[1], "left") == 0) {
		left(ms);
	} else if (until_over(argv[1], ms, &n)) {
		printf("%ld\n", n);
	} else if (strcmp(argv[1], "edge") == 0) {
		printf("%d %d\n", edge(false), edge(true));
	} else if (strcmp(argv[1], "ends") == 0) {
		ends();
	} else if (strcmp(argv[1], "agree") == 0) {
		printf("%d\n", agree());
	} else if (strcmp(argv[1], "sleep") == 0 ||
	           strcmp(argv[1], "until") == 0 ||
	           strcmp(argv[1], "wait") == 0) {
		const double start = now("monotonic");

		wait_until(argv[1], ms);
		printf("%.0f\n", now("monotonic") - start);
	} else {
		const double end = now(argv[1]) + ms;

		while (now(argv[1]) < end) {
			work();
			n++;
		}
		printf("%ld\n", n);
	}
	return 0;
}
