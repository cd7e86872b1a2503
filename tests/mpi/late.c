/* Of three ranks one is late by 0.2 s, in each kind of call once. */
#include <mpi.h>
#include <unistd.h>

static int rank;

static void late(int who)
{
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == who)
		usleep(200000);
}

/* So that all begin a case together; by messages, as the barrier is a case */
static void meet(void)
{
	int sum;

	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	static int large[1 << 20];
	int x = 0, y = 0;
	MPI_Request r[2];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	meet();
	late(2);
	if (rank == 2)
		MPI_Send(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
	if (rank == 0)
		MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
		         MPI_STATUS_IGNORE);
	meet();
	late(2);
	if (rank == 1) {
		MPI_Irecv(&x, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &r[0]);
		MPI_Irecv(&y, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, &r[1]);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
	} else {
		MPI_Send(&x, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
	}
	meet();
	late(1);
	if (rank == 0)
		MPI_Ssend(large, 1 << 20, MPI_INT, 1, 3, MPI_COMM_WORLD);
	if (rank == 1)
		MPI_Recv(large, 1 << 20, MPI_INT, 0, 3, MPI_COMM_WORLD,
		         MPI_STATUS_IGNORE);
	meet();
	late(1);
	if (rank < 2)
		MPI_Sendrecv(large, 1 << 19, MPI_INT, 1 - rank, 4,
		             large + (1 << 19), 1 << 19, MPI_INT, 1 - rank, 4,
		             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	meet();
	late(0);
	MPI_Barrier(MPI_COMM_WORLD);
	meet();
	late(1);
	MPI_Bcast(large, 1000, MPI_INT, 1, MPI_COMM_WORLD);
	meet();
	late(2);
	MPI_Reduce(large, large + 1000, 1000, MPI_INT, MPI_SUM, 0,
	           MPI_COMM_WORLD);
	meet();
	late(0);
	MPI_Ibarrier(MPI_COMM_WORLD, r);
	MPI_Wait(r, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
