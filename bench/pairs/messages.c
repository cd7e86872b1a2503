/* Two ranks with the same work, of which one does half of it before it sends:
 * in turn. After, both send first, and wait when their own work is done. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

enum { N = 20000, TIMES = 20000 };

static double x[N];

static double work(int from, int to)
{
	double sum = 0;

	for (int i = from; i < to; i++) {
		x[i] = sqrt(x[i] + i);
		sum += x[i];
	}
	return sum;
}

static void exchange(int to, const double *out, double *in, MPI_Request *r)
{
	MPI_Irecv(in, 1, MPI_DOUBLE, to, 0, MPI_COMM_WORLD, &r[0]);
	MPI_Isend(out, 1, MPI_DOUBLE, to, 0, MPI_COMM_WORLD, &r[1]);
}

int main(int argc, char **argv)
{
	double edge = 1, other = 0, sum = 0, all = 0;
	MPI_Request r[2];
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int t = 0; t < TIMES; t++) {
		const int first = rank == (t & 1) ? N / 2 : 0;

#ifdef AFTER
		exchange(!rank, &edge, &other, r);
		sum += work(0, first);
		sum += work(first, N);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
#else
		sum += work(0, first);
		exchange(!rank, &edge, &other, r);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		sum += work(first, N);
#endif
		edge = t + other / 2;
	}
	MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("checksum %.10g\n", all);
	MPI_Finalize();
	return 0;
}
