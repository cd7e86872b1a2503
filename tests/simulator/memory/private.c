/*
 * Threads that each go through an array of their own, of KIB KiB, again and
 * again: one element of each line. They take turns, a pass each; all arrays
 *need more than one core's L2 cache, one does not.
 *
 *	private THREADS KIB PASSES
 */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8, STEP = 8 };

static long n, passes;
static int threads, turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *arrays[MOST];

__attribute__((noinline)) static void walk(const volatile long *x)
{
	for (long i = 0; i < n; i += STEP)
		(void)x[i];
}

static void *run(void *array)
{
	const int me = (int)((void **)array - arrays);

	for (long k = 0; k < passes; k++) {
		pthread_mutex_lock(&lock);
		while (turn != me)
			pthread_cond_wait(&changed, &lock);
		walk(*(void **)array);
		turn = (turn + 1) % threads;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t[MOST];

	threads = argc > 3 ? (int)strtol(argv[1], NULL, 10) : 0;
	if (threads < 1 || threads > MOST)
		return 2;
	n = strtol(argv[2], NULL, 10) * 1024 / (long)sizeof(long);
	passes = strtol(argv[3], NULL, 10);
	for (int i = 0; i < threads; i++) {
		arrays[i] = aligned_alloc(4096, (size_t)n * sizeof(long));
		if (!arrays[i] ||
		    pthread_create(&t[i], NULL, run, &arrays[i]) != 0)
			return 1;
	}
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}
