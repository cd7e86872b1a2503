/* Both threads want to be in a critical section all the time. */
#include <omp.h>
#include <stdio.h>

#include "work.h"

int main(void)
{
	double sums[2][16] = { 0 };

#pragma omp parallel num_threads(2)
	for (int i = 0; i < 1000; i++) {
#ifndef FIXED
#pragma omp critical /* HERE */
#endif
		sums[omp_get_thread_num()][0] += work(300000);
	}
	printf("%g\n", sums[0][0] + sums[1][0]);
	return 0;
}
