/*
 * Two threads, each with a chain of additions of its own: the counts of both
 * add up.
 *
 *      threads STEPS           (each thread, sixteen additions a step)
 */
#include <pthread.h>
#include "../kernel.h"

HOT static double add(double x, double c, size_t steps)
{
	for (size_t i = 0; i < steps; i++) { /* hot loop begin */
		x = x + c + c + c + c + c + c + c + c;
		x = x + c + c + c + c + c + c + c + c;
	} /* hot loop end */
	return x;
}

static void *worker(void *steps)
{
	kernel_keep(add(3.7, 0.3, *(size_t *)steps));
	return NULL;
}

int main(int argc, char **argv)
{
	size_t steps = kernel_arg(argc, argv, 1);
	pthread_t thread[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&thread[i], NULL, worker, &steps))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
