/* threads - three threads that burn 0.2, 0.4 and 0.6 s of CPU time */
#include <pthread.h>
#include <time.h>

static volatile double sums[64];

static void *burn(void *arg)
{
	const double *limit_s = arg;
	struct timespec t;

	do {
		for (int i = 0; i < 100000; i++)
			sums[(int)(*limit_s * 80)] += i;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	} while ((double)t.tv_sec + (double)t.tv_nsec * 1e-9 < *limit_s);
	return NULL;
}

int main(void)
{
	static double limits[] = { 0.2, 0.4, 0.6 };
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, burn, &limits[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
