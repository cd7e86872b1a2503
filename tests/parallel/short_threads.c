/* Two thousand threads, two at a time, each for a tenth of a millisecond. */
#include <pthread.h>
#include <stdio.h>

#include "work.h"

enum { PAIRS = 1000, PART = 30000 };

static double sums[2][64];

static void *run(void *which)
{
	double *sum = sums[which != NULL];

#ifdef FIXED
	for (int i = 0; i < PAIRS; i++)
		*sum += work(PART);
#else
	*sum += work(PART);
#endif
	return NULL;
}

int main(void)
{
#ifdef FIXED
	const int pairs = 1;
#else
	const int pairs = PAIRS;
#endif

	for (int i = 0; i < pairs; i++) {
		pthread_t a, b;

		if (pthread_create(&a, NULL, run, NULL) != 0 || /* HERE */
		    pthread_create(&b, NULL, run, &b) != 0)
			return 1;
		pthread_join(a, NULL);
		pthread_join(b, NULL);
	}
	printf("%g\n", sums[0][0] + sums[1][0]);
	return 0;
}
