/* Rank 0 has four times the work of the other; both need each other's sum. */
#include <mpi.h>
#include <stdio.h>

#include "work.h"

int main(int argc, char **argv)
{
	double s = 0, all = 0;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 10; i++) {
#ifdef FIXED
		s = work(75000000);
#else
		s = work(rank ? 30000000 : 120000000);
#endif
		MPI_Allreduce(&s, &all, 1, MPI_DOUBLE, MPI_SUM, /* HERE */
		              MPI_COMM_WORLD);
	}
	printf("%g\n", all);
	MPI_Finalize();
	return 0;
}
