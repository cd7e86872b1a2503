/*
 * A program with known phases: it says on its standard error when, seconds
 * after its start, each began and ended. Each works for a processor time, so
 * that a busy machine makes it longer and changes nothing else; it sleeps for
 * as long as the one before took. A piece of work takes about a millisecond, so
 * that asking the clock is next to nothing, also where it is a slow system
 * call.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum { SIZE = 1 << 18 };

static volatile double sink;
static double data[SIZE];

static double clock_s(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

__attribute__((noinline)) static void sum(void)
{
	double s = 0;

	for (int i = 0; i < 1 << 20; i++)
		s += data[i & 4095];
	sink = s;
}

__attribute__((noinline)) static void divide(void)
{
	double s = 1;

	for (int i = 1; i < 1 << 18; i++)
		s = 1 / (s + i);
	sink = s;
}

__attribute__((noinline)) static void walk(void)
{
	unsigned at = 1;
	double s = 0;

	for (int i = 0; i < 1 << 18; i++) {
		at = at * 1664525u + 1013904223u;
		s += data[at % SIZE];
	}
	sink = s;
}

static void work(void (*what)(void), double time_s)
{
	const double end_s = clock_s(CLOCK_THREAD_CPUTIME_ID) + time_s;

	while (clock_s(CLOCK_THREAD_CPUTIME_ID) < end_s)
		what();
}

/* Things that are done again and again are one phase. */
static void both(void)
{
	work(sum, 0.004);
	work(divide, 0.002);
}

static void *other(void *time_s)
{
	work(divide, *(const double *)time_s);
	return NULL;
}

int main(void)
{
	const double start_s = clock_s(CLOCK_MONOTONIC);
	const double part_s = 0.3;
	double before_s = 0;
	pthread_t thread;

	for (int i = 0; i < SIZE; i++)
		data[i] = i;
	for (int i = 0; i < 6; i++) {
		const double begin_s = clock_s(CLOCK_MONOTONIC) - start_s;

		if (i == 0 || i == 5)
			work(sum, part_s);
		else if (i == 1)
			work(both, part_s);
		else if (i == 2)
			work(walk, part_s);
		else if (i == 3)
			nanosleep(&(struct timespec){ (time_t)before_s,
			                              (long)(before_s * 1e9) %
			                                      1000000000 },
			          NULL);
		else if (!pthread_create(&thread, NULL, other, (void *)&part_s))
			pthread_join(thread, NULL);
		before_s = clock_s(CLOCK_MONOTONIC) - start_s - begin_s;
		fprintf(stderr, "%.3f %.3f\n", begin_s, begin_s + before_s);
	}
	return 0;
}
