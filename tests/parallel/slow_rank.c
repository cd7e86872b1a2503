/* Two ranks with the same work, each on a processor of its own. Where something
 * else runs on that of the second one, the first waits for it. */
#define _GNU_SOURCE /* sched_setaffinity(2) */
#include <mpi.h>
#include <sched.h>
#include <stdio.h>

#include "work.h"

/* The n-th of the processors that it may use, or the last one */
static int use_processor(int n)
{
	cpu_set_t all, one;
	int last = 0;

	if (sched_getaffinity(0, sizeof(all), &all) != 0)
		return -1;
	for (int i = 0; i < CPU_SETSIZE && n >= 0; i++) {
		if (CPU_ISSET(i, &all)) {
			last = i;
			n--;
		}
	}
	CPU_ZERO(&one);
	CPU_SET(last, &one);
	return sched_setaffinity(0, sizeof(one), &one);
}

int main(int argc, char **argv)
{
	double s = 0, all = 0;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (use_processor(rank) != 0)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < 10; i++) {
		s = work(75000000);
		MPI_Allreduce(&s, &all, 1, MPI_DOUBLE, MPI_SUM, /* HERE */
		              MPI_COMM_WORLD);
	}
	printf("%g\n", all);
	MPI_Finalize();
	return 0;
}
