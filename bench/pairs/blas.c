/* Ranks that multiply matrices with a BLAS that has threads. Before and after
 * are the same program: after, OPENBLAS_NUM_THREADS=1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 200, TIMES = 4000 };

void dgemm_(const char *, const char *, const int *, const int *, const int *,
            const double *, const double *, const int *, const double *,
            const int *, const double *, double *, const int *);

static double a[N * N], b[N * N], c[N * N];

int main(int argc, char **argv)
{
	const double one = 1, zero = 0;
	const int n = N;
	double sum = 0, all = 0;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < N * N; i++) {
		a[i] = i % 7;
		b[i] = i % 5;
	}
	for (int t = 0; t < TIMES; t++) {
		a[t % N] += 1;
		dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
		sum += c[t % N];
	}
	MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("checksum %.10g\n", all);
	MPI_Finalize();
	return 0;
}
