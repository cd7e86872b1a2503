/* One of two threads has four times the work of the other. */
#include <omp.h>
#include <stdio.h>

#include "work.h"

int main(void)
{
	double s = 0;

	for (int r = 0; r < 10; r++) {
#pragma omp parallel num_threads(2) reduction(+ : s) /* HERE */
#ifdef FIXED
		s += work(25000000);
#else
		s += work(omp_get_thread_num() ? 40000000 : 10000000);
#endif
	}
	printf("%g\n", s);
	return 0;
}
