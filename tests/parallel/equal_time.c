/* Two threads that take the same time, one of them for a quarter of the work:
 * each of its multiplications waits for the one before. */
#include <pthread.h>
#include <stdio.h>

#include "work.h"

enum { N = 150000000 };

static double sums[2][64];

#ifdef FIXED
static void *run(void *which)
{
	sums[which != NULL][0] = work(N / 8 * 5);
	return NULL;
}
#else
static double chain(long n)
{
	unsigned long a = 1;

	for (long i = 0; i < n; i++)
		a = a * 6364136223846793005u + 1442695040888963407u; /* HERE */
	return (double)(a >> 40);
}

static void *run(void *which)
{
	sums[which != NULL][0] = which ? chain(N) : work(N);
	return NULL;
}
#endif

int main(void)
{
	pthread_t other;

	if (pthread_create(&other, NULL, run, &other) != 0)
		return 1;
	run(NULL);
	pthread_join(other, NULL);
	printf("%g\n", sums[0][0] + sums[1][0]);
	return 0;
}
