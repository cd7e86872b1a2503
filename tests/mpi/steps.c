/*
 * Each rank multiplies N times in each of 400 steps, and all wait for each
 * other after each: "steps N". One rank does a fourth more than the others.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static double multiply(long n)
{
	double x = 1;

	for (long i = 0; i < n; i++)
		x = x * 1.0000001 + 1e-9;
	return x;
}

int main(int argc, char **argv)
{
	const long n = argc > 1 ? atol(argv[1]) : 0;
	double sum = 0, all;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int step = 0; step < 400; step++) {
		sum += multiply(rank ? n : n + n / 4);
		MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM,
		              MPI_COMM_WORLD);
	}
	if (rank == 0)
		printf("%g\n", all);
	MPI_Finalize();
	return 0;
}
