/* Both threads want to be in a critical section all the time. */
#include <stdio.h>

#include "work.h"

int main(void)
{
	double s = 0;

#pragma omp parallel num_threads(2)
	for (int i = 0; i < 1000; i++) {
#pragma omp critical /* HERE */
		s += work(300000);
	}
	printf("%g\n", s);
	return 0;
}
