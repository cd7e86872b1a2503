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
 */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
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

static void wait_until(const char *how, double ms)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t never;
	pthread_condattr_t attributes;
	const double end = now("monotonic") + ms;
	struct timespec t = { (time_t)(end / 1e3),
		              (long)((end - (double)(time_t)(end / 1e3) * 1e3) *
		                     1e6) };

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

int main(int argc, char **argv)
{
	const double ms = argc > 2 ? atof(argv[2]) : 0;

	if (strcmp(argv[1], "agree") == 0) {
		printf("%d\n", agree());
	} else if (strcmp(argv[1], "sleep") == 0 ||
	           strcmp(argv[1], "until") == 0 ||
	           strcmp(argv[1], "wait") == 0) {
		const double start = now("monotonic");

		wait_until(argv[1], ms);
		printf("%.0f\n", now("monotonic") - start);
	} else {
		const double end = now(argv[1]) + ms;
		long n = 0;

		while (now(argv[1]) < end) {
			work();
			n++;
		}
		printf("%ld\n", n);
	}
	return 0;
}
