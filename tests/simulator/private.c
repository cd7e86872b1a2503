/*
 * Threads that each go through an array of their own, of KIB KiB, again and
 * again: one element of each line. Side by side they need more than one core's
 * L2 cache, alone not.
 *
 *	private THREADS KIB PASSES
 */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8, STEP = 8 };

static long n, passes;

__attribute__((noinline)) static void *walk(void *array)
{
	const volatile long *x = array;

	for (long k = 0; k < passes; k++) {
		for (long i = 0; i < n; i += STEP)
			(void)x[i];
	}
	return NULL;
}

int main(int argc, char **argv)
{
	const int threads = argc > 3 ? atoi(argv[1]) : 0;
	pthread_t t[MOST];

	if (threads < 1 || threads > MOST)
		return 2;
	n = atol(argv[2]) * 1024 / (long)sizeof(long);
	passes = atol(argv[3]);
	for (int i = 0; i < threads; i++) {
		void *array = aligned_alloc(4096, (size_t)n * sizeof(long));

		if (!array || pthread_create(&t[i], NULL, walk, array) != 0)
			return 1;
	}
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}
