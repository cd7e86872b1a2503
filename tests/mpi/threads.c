/*
 * Four threads of each of two ranks call MPI at the same time, each with its
 * own tag and requests; "RANK CALL CALLS SENT RECEIVED" a line says what must
 * be seen of each rank.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 500, N = 100 };

static int rank;

static void *exchange(void *own)
{
	const int tag = *(const int *)own;
	int from[N] = { tag }, to[N], there;
	MPI_Request r;

	for (int i = 0; i < ROUNDS; i++) {
		MPI_Sendrecv(from, N, MPI_INT, 1 - rank, tag, to, N, MPI_INT,
		             1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Irecv(to, N, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &r);
		MPI_Send(from, N / 2, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD);
		MPI_Wait(&r, MPI_STATUS_IGNORE);
		MPI_Initialized(&there);
	}
	return NULL;
}

static void expect(const char *call, long calls, long sent, long received)
{
	printf("%d %s %ld %ld %ld\n", rank, call, calls, sent, received);
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	int tag[THREADS], level;
	const long n = THREADS * ROUNDS;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (level < MPI_THREAD_MULTIPLE) {
		puts("no MPI_THREAD_MULTIPLE");
		MPI_Finalize();
		return 0;
	}
	for (int i = 0; i < THREADS; i++) {
		tag[i] = i;
		pthread_create(&thread[i], NULL, exchange, &tag[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	expect("MPI_Init_thread", 1, 0, 0);
	expect("MPI_Sendrecv", n, 4 * N * n, 4 * N * n);
	expect("MPI_Irecv", n, 0, 2 * N * n); /* where it was asked for */
	expect("MPI_Send", n, 2 * N * n, 0);
	expect("MPI_Wait", n, 0, 0);
	expect("MPI_Finalize", 1, 0, 0);
	fflush(stdout);
	MPI_Finalize();
	return 0;
}
