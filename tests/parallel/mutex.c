/* A lock of the program's own that both threads want all the time. */
#include <pthread.h>
#include <stdio.h>

#include "work.h"

#ifdef FIXED
static __thread pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif
static double sums[2][16];

static void *run(void *which)
{
	double *sum = sums[which != NULL];

	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock); /* HERE */
		*sum += work(300000);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

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
