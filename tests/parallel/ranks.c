/*
 * Each rank and each of its threads multiplies as often as it is told:
 * "ranks N". With a file, "ranks N FILE", each run is counted there by a byte,
 * and the second and the fourth do not end.
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static double work(long n)
{
	double x = 1;

	for (long i = 0; i < n; i++)
		x = x * 1.0000001 + 1e-9;
	return x;
}

static void count_run(const char *file)
{
	const int fd = open(file, O_WRONLY | O_APPEND);
	struct stat st;

	if (fd < 0 || write(fd, ".", 1) != 1 || fstat(fd, &st) != 0)
		MPI_Abort(MPI_COMM_WORLD, 3);
	while (st.st_size == 2 || st.st_size == 4)
		pause();
	close(fd);
}

int main(int argc, char **argv)
{
	double s = 0, all;
	int have, rank;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &have);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc > 2 && rank == 0)
		count_run(argv[2]);
#pragma omp parallel reduction(+ : s)
	s += work(atol(argv[1]));
	MPI_Allreduce(&s, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	printf("%g\n", all);
	MPI_Finalize();
	return 0;
}
