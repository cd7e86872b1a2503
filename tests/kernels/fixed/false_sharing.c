/*
 * false_sharing.c with both steps of pad-per-thread-data: each thread counts in
 * a local variable and stores once, and the numbers have lines of their own.
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
	uint64_t n = *value;

	for (size_t i = 0; i < steps; i++) {
		n += 4;
		/* so that it remains a loop */
		__asm__ volatile("" : "+r"(n));
	}
	*value = n;
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
