/*
 * threads.c with four sums that do not wait for each other
 * (several-sums).
 *
 *      threads STEPS          (each thread, sixteen additions a step)
 */
#include <pthread.h>
#include "../kernel.h"

HOT static double add(double x, double c, size_t steps)
{
	double a = x, b = 0, d = 0, e = 0;

	for (size_t i = 0; i < steps; i++) {
		a = a + c + c + c + c;
		b = b + c + c + c + c;
		d = d + c + c + c + c;
		e = e + c + c + c + c;
	}
	return a + b + (d + e);
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
