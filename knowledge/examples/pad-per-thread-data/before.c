/* Counters of two threads in one cache line. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000000, TIMES = 2, THREADS = 2 };

/* show: begin */
struct count {
	volatile long n;
};

static struct count counts[THREADS] __attribute__((aligned(64)));

__attribute__((noipa)) static void *work(void *arg)
{
	struct count *c = arg;

	for (int i = 0; i < N; i++)
		c->n += i % 3 == 0;
	return NULL;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	pthread_t threads[THREADS];
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		for (int t = 0; t < THREADS; t++)
			pthread_create(&threads[t], NULL, work,
			               (void *)&counts[t]);
		for (int t = 0; t < THREADS; t++)
			pthread_join(threads[t], NULL);
	}
	for (int t = 0; t < THREADS; t++)
		sum += (double)counts[t].n;
	printf("checksum %.10g\n", sum);
	return 0;
}
