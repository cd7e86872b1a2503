/*
 * false_sharing.c with a cache line for each number (pad-per-thread-data).
 *
 *      false_sharing STEPS     (each thread, four increments a step)
 */
#include <pthread.h>
#include "../kernel.h"

static struct {
	volatile uint64_t value __attribute__((aligned(256)));
} shared[2];

static size_t steps;

HOT static void count_up(volatile uint64_t *value)
{
	for (size_t i = 0; i < steps; i++) {
		++*value;
		++*value;
		++*value;
		++*value;
	}
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
		                   (void *)&shared[i].value))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return shared[0].value != 4 * steps;
}
