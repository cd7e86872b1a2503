/* Threads that are made and have nothing to do. */
#include <pthread.h>

enum { THREADS = 8000 };

static void *nothing(void *arg)
{
	return arg;
}

int main(void)
{
	for (int i = 0; i < THREADS; i++) {
		pthread_t thread;
		int rc;

		rc = pthread_create(&thread, NULL, nothing, NULL); /* HERE */
		if (rc != 0)
			return 1;
		pthread_join(thread, NULL);
	}
	return 0;
}
