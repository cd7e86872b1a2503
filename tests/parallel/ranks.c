/* Each rank and each of its threads multiplies as often as it is told. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double work(long n)
{
	double x = 1;

	for (long i = 0; i < n; i++)
		x = x * 1.0000001 + 1e-9;
	return x;
}

int main(int argc, char **argv)
{
	double s = 0, all;
	int have;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &have);
#pragma omp parallel reduction(+ : s)
	s += work(atol(argv[1]));
	MPI_Allreduce(&s, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	printf("%g\n", all);
	MPI_Finalize();
	return 0;
}
