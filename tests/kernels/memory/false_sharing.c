/*
 * Two threads count in two numbers that lie in one cache line.
 *
 *      false_sharing STEPS     (each thread, four increments a step)
 */
#include <pthread.h>
#include "../kernel.h"

static struct {
	volatile uint64_t value[2];
} shared __attribute__((aligned(64)));

static size_t steps;

HOT static void count_up(volatile uint64_t *value)
{
	for (size_t i = 0; i < steps; i++) { /* hot loop begin */
		++*value;
		++*value;
		++*value;
		++*value;
	} /* hot loop end */
}

static void *worker(void *value)
{
	count_up(value);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread[2];

	steps = kernel_arg(argc, argv, 1);
	for (int i = 0; i < 2; i++)
		if (pthread_create(&thread[i], NULL, worker,
		                   (void *)&shared.value[i]))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return shared.value[0] != 4 * steps;
}
