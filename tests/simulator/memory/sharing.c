/*
 * Two threads that each add to a number of their own, GAP bytes from the
 * other's; 0: both to the same one. Meanwhile both go through BYTES, or read a
 * number that is close to these (8). With PASSES, they have gone through BYTES
 * so often before they begin, and then no more.
 *
 *	sharing GAP STEPS [BYTES [PASSES]]
 */
#include <pthread.h>
#include <stdlib.h>

static _Alignas(256) char memory[512];
static volatile char *others;
static long steps, bytes, passes;
static pthread_barrier_t both; /* begin together, however late one comes */

__attribute__((noinline)) static void *count(void *at)
{
	volatile long *number = at;
	const long meanwhile = passes ? 0 : bytes;

	for (long i = 0; i < passes * bytes / 64; i++)
		(void)others[i * 64 % bytes];
	pthread_barrier_wait(&both);
	for (long i = 0; i < steps; i++)
		*number += meanwhile ? others[i * 64 % meanwhile] : 1;
	return NULL;
}

int main(int argc, char **argv)
{
	const long gap = argc > 1 ? strtol(argv[1], NULL, 10) : 8;
	pthread_t t[2];

	steps = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
	bytes = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
	passes = argc > 4 ? strtol(argv[4], NULL, 10) : 0;
	others = bytes > 8 ? calloc((size_t)bytes, 1) : memory + 32;
	if (!others)
		return 1;
	pthread_barrier_init(&both, NULL, 2);
	for (int i = 0; i < 2; i++) {
		if (pthread_create(&t[i], NULL, count, memory + i * gap) != 0)
			return 1;
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
