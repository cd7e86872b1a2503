/* Two threads count in the same cache line, each in a number of its own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef FIXED
enum { APART = 16 };
#else
enum { APART = 1 };
#endif
enum { NUMBERS = 1 << 16, PASSES = 2000 };

static volatile long counts[2 * APART] __attribute__((aligned(128)));
static unsigned char numbers[NUMBERS];

static void *run(void *which)
{
	volatile long *count = &counts[which ? APART : 0];

	for (int k = 0; k < PASSES; k++) {
		for (int i = 0; i < NUMBERS; i++)
			*count += numbers[i]; /* HERE */
	}
	return NULL;
}

int main(void)
{
	pthread_t other;

	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = (unsigned char)rand();
	if (pthread_create(&other, NULL, run, &other) != 0)
		return 1;
	run(NULL);
	pthread_join(other, NULL);
	printf("%ld %ld\n", counts[0], counts[APART]);
	return 0;
}
