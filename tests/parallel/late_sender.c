/* Rank 0 works before it sends; the others wait for it. */
#include <mpi.h>
#include <stdio.h>

#include "work.h"

int main(int argc, char **argv)
{
	double s = 0;
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int i = 0; i < 20; i++) {
		if (rank == 0)
			s = work(20000000);
		for (int to = 1; rank == 0 && to < size; to++)
			MPI_Send(&s, 1, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
		if (rank != 0)
			MPI_Recv(&s, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD,
			         MPI_STATUS_IGNORE); /* HERE */
	}
	printf("%g\n", s);
	MPI_Finalize();
	return 0;
}
