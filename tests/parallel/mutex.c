/* A lock of the program's own that both threads want all the time. */
#include <pthread.h>
#include <stdio.h>

#include "work.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double sum;

static void *run(void *unused)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock); /* HERE */
		sum += work(300000);
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t other;

	if (pthread_create(&other, NULL, run, NULL) != 0)
		return 1;
	run(NULL);
	pthread_join(other, NULL);
	printf("%g\n", sum);
	return 0;
}
