/*
 * Calls of MPI of every kind, and what each rank must be seen to do in them:
 * "RANK CALL CALLS SENT RECEIVED" a line, computed beside each call from what
 * stands there. With any number of ranks from 2 on.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, N = 1000, LARGE = 300000 };

static struct {
	const char *call;
	long calls, sent, received;
} seen[MOST];

static int rank, size;

static void expect(const char *call, long calls, long sent, long received)
{
	int i = 0;

	while (seen[i].call && strcmp(seen[i].call, call) != 0)
		i++;
	seen[i].call = call;
	seen[i].calls += calls;
	seen[i].sent += sent;
	seen[i].received += received;
}

static int from[LARGE], to[LARGE];

/* In turns, so that nobody waits for ever */
static void in_turns(int next)
{
	for (int r = 0; r < size; r++) {
		if (r == rank) {
			MPI_Ssend(from, N, MPI_INT, next, 1, MPI_COMM_WORLD);
			expect("MPI_Ssend", 1, 4 * N, 0);
		}
		if ((r + 1) % size == rank) {
			/* there is room for more than comes */
			MPI_Recv(to, LARGE, MPI_INT, MPI_ANY_SOURCE,
			         MPI_ANY_TAG, MPI_COMM_WORLD,
			         MPI_STATUS_IGNORE);
			expect("MPI_Recv", 1, 0, 4 * N);
		}
	}
}

static void with_gaps(int next, int last)
{
	MPI_Datatype every_other;
	MPI_Status status;
	int n;

	MPI_Type_vector(N, 1, 2, MPI_INT, &every_other);
	MPI_Type_commit(&every_other);
	for (int r = 0; r < size; r++) {
		if (r == rank) {
			MPI_Send(from, 2, every_other, next, 2, MPI_COMM_WORLD);
			expect("MPI_Send", 1, 2 * 4 * N, 0);
		}
		if ((r + 1) % size == rank) {
			MPI_Probe(last, 2, MPI_COMM_WORLD, &status);
			expect("MPI_Probe", 1, 0, 0);
			MPI_Recv(to, 2 * N, MPI_INT, last, 2, MPI_COMM_WORLD,
			         &status);
			expect("MPI_Recv", 1, 0, 2 * 4 * N);
			MPI_Get_count(&status, MPI_INT, &n);
			if (n != 2 * N)
				abort();
		}
	}
	MPI_Type_free(&every_other);
}

static void buffered(int next, int last)
{
	char buffer[4 * N + MPI_BSEND_OVERHEAD];
	void *back;
	int n;

	MPI_Buffer_attach(buffer, sizeof(buffer));
	expect("MPI_Buffer_attach", 1, 0, 0);
	MPI_Bsend(from, N, MPI_INT, next, 3, MPI_COMM_WORLD);
	expect("MPI_Bsend", 1, 4 * N, 0);
	MPI_Recv(to, N, MPI_INT, last, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	expect("MPI_Recv", 1, 0, 4 * N);
	MPI_Buffer_detach(&back, &n);
	expect("MPI_Buffer_detach", 1, 0, 0);
}

static void point_to_point(void)
{
	const int next = (rank + 1) % size, last = (rank + size - 1) % size;
	MPI_Status status;

	in_turns(next);
	with_gaps(next, last);
	buffered(next, last);
	MPI_Sendrecv(from, N, MPI_INT, next, 4, to, LARGE, MPI_INT, last, 4,
	             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	expect("MPI_Sendrecv", 1, 4 * N, 4 * N);
	MPI_Sendrecv_replace(to, N, MPI_INT, next, 5, last, 5, MPI_COMM_WORLD,
	                     &status);
	expect("MPI_Sendrecv_replace", 1, 4 * N, 4 * N);
	/* more tags than there is room for at first */
	for (int i = 0; i < N; i++) {
		MPI_Sendrecv(from, 1, MPI_INT, next, 100 + i, to, 1, MPI_INT,
		             last, 100 + i, MPI_COMM_WORLD, &status);
		expect("MPI_Sendrecv", 1, 4, 4);
	}
	/* nobody: a call, but no bytes */
	MPI_Send(from, N, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD);
	expect("MPI_Send", 1, 0, 0);
	MPI_Recv(to, N, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD,
	         MPI_STATUS_IGNORE);
	expect("MPI_Recv", 1, 0, 0);
}

static void not_blocking(void)
{
	const int next = (rank + 1) % size, last = (rank + size - 1) % size;
	enum { MANY = 40 };
	static int many[MANY][8];
	MPI_Request r[2 * MANY];
	MPI_Status status[2 * MANY];
	int i, n, done = 0, flag, which[2 * MANY];

	for (i = 0; i < MANY; i++)
		MPI_Irecv(many[i], 8, MPI_INT, last, i, MPI_COMM_WORLD, &r[i]);
	for (i = 0; i < MANY; i++)
		MPI_Isend(from, 1 + i % 8, MPI_INT, next, i, MPI_COMM_WORLD,
		          &r[MANY + i]);
	MPI_Waitall(2 * MANY, r, MPI_STATUSES_IGNORE);
	/* as many as were sent, not as there is room for */
	expect("MPI_Irecv", MANY, 0, 4 * 36 * MANY / 8);
	expect("MPI_Isend", MANY, 4 * 36 * MANY / 8, 0);
	expect("MPI_Waitall", 1, 0, 0);

	MPI_Irecv(to, LARGE, MPI_INT, MPI_ANY_SOURCE, 50, MPI_COMM_WORLD,
	          &r[0]);
	MPI_Issend(from, LARGE, MPI_INT, next, 50, MPI_COMM_WORLD, &r[1]);
	expect("MPI_Irecv", 1, 0, 4L * LARGE);
	expect("MPI_Issend", 1, 4L * LARGE, 0);
	MPI_Waitany(2, r, &i, MPI_STATUS_IGNORE);
	expect("MPI_Waitany", 1, 0, 0);
	MPI_Wait(&r[1 - i], &status[0]);
	expect("MPI_Wait", 1, 0, 0);

	MPI_Irecv(to, N, MPI_INT, last, 51, MPI_COMM_WORLD, &r[0]);
	MPI_Isend(from, N, MPI_INT, next, 51, MPI_COMM_WORLD, &r[1]);
	expect("MPI_Irecv", 1, 0, 4 * N);
	expect("MPI_Isend", 1, 4 * N, 0);
	while (done < 2) {
		MPI_Waitsome(2, r, &n, which, status);
		expect("MPI_Waitsome", 1, 0, 0);
		done += n;
	}
	MPI_Irecv(to, N, MPI_INT, last, 52, MPI_COMM_WORLD, &r[0]);
	MPI_Isend(from, N, MPI_INT, next, 52, MPI_COMM_WORLD, &r[1]);
	expect("MPI_Irecv", 1, 0, 4 * N);
	expect("MPI_Isend", 1, 4 * N, 0);
	for (flag = 0; !flag;) {
		MPI_Test(&r[0], &flag, MPI_STATUS_IGNORE);
		expect("MPI_Test", 1, 0, 0);
	}
	for (flag = 0; !flag;) {
		MPI_Testall(1, &r[1], &flag, MPI_STATUSES_IGNORE);
		expect("MPI_Testall", 1, 0, 0);
	}
}

static void persistent(void)
{
	const int next = (rank + 1) % size, last = (rank + size - 1) % size;
	MPI_Request r[2];

	MPI_Recv_init(to, LARGE, MPI_INT, last, 60, MPI_COMM_WORLD, &r[0]);
	expect("MPI_Recv_init", 1, 0, 0);
	MPI_Send_init(from, N, MPI_INT, next, 60, MPI_COMM_WORLD, &r[1]);
	expect("MPI_Send_init", 1, 0, 0);
	for (int i = 0; i < 3; i++) {
		MPI_Startall(2, r);
		expect("MPI_Startall", 1, 4 * N, 4 * N);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		expect("MPI_Waitall", 1, 0, 0);
	}
	MPI_Start(&r[0]);
	expect("MPI_Start", 1, 0, 4 * N);
	MPI_Start(&r[1]);
	expect("MPI_Start", 1, 4 * N, 0);
	for (int i = 0; i < 2; i++) {
		MPI_Wait(&r[i], MPI_STATUS_IGNORE);
		expect("MPI_Wait", 1, 0, 0);
		MPI_Request_free(&r[i]);
		expect("MPI_Request_free", 1, 0, 0);
	}
}

static int all[64 * N], each[64 * N];

/* What a rank gives itself counts too. */
static void of_a_root(MPI_Comm comm)
{
	const int root = size - 1;
	const long is_root = rank == root;
	int counts[64], displs[64], total = 0;

	for (int i = 0; i < size; i++) {
		counts[i] = i + 1;
		displs[i] = total;
		total += counts[i];
	}
	MPI_Bcast(all, N, MPI_DOUBLE, root, comm);
	expect("MPI_Bcast", 1, is_root * 8 * N, 8 * N);
	MPI_Reduce(each, all, N, MPI_INT, MPI_SUM, root, comm);
	expect("MPI_Reduce", 1, 4 * N, is_root * 4 * N);
	MPI_Gather(each, 10, MPI_INT, all, 10, MPI_INT, root, comm);
	expect("MPI_Gather", 1, 40, is_root * size * 40);
	MPI_Gather(is_root ? MPI_IN_PLACE : each, 10, MPI_INT, all, 10, MPI_INT,
	           root, comm);
	expect("MPI_Gather", 1, 40, is_root * size * 40);
	/* what only a root has must not be looked at elsewhere */
	MPI_Gatherv(each, rank + 1, MPI_INT, all, is_root ? counts : NULL,
	            is_root ? displs : NULL,
	            is_root ? MPI_INT : MPI_DATATYPE_NULL, root, comm);
	expect("MPI_Gatherv", 1, 4 * (rank + 1), is_root * 4 * total);
	MPI_Scatter(all, 10, MPI_INT, each, 10, MPI_INT, root, comm);
	expect("MPI_Scatter", 1, is_root * size * 40, 40);
	MPI_Scatterv(all, is_root ? counts : NULL, is_root ? displs : NULL,
	             is_root ? MPI_INT : MPI_DATATYPE_NULL, each, rank + 1,
	             MPI_INT, root, comm);
	expect("MPI_Scatterv", 1, is_root * 4 * total, 4 * (rank + 1));
}

static void of_all(MPI_Comm comm)
{
	int counts[64], displs[64], total = 0;

	for (int i = 0; i < size; i++) {
		counts[i] = i + 1;
		displs[i] = total;
		total += counts[i];
	}
	MPI_Barrier(comm);
	expect("MPI_Barrier", 1, 0, 0);
	MPI_Allreduce(MPI_IN_PLACE, all, N, MPI_INT, MPI_SUM, comm);
	expect("MPI_Allreduce", 1, 4 * N, 4 * N);
	MPI_Allgather(each, 10, MPI_INT, all, 10, MPI_INT, comm);
	expect("MPI_Allgather", 1, 40, size * 40);
	MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, displs,
	               MPI_INT, comm);
	expect("MPI_Allgatherv", 1, 4 * (rank + 1), 4 * total);
	MPI_Scan(each, all, 5, MPI_DOUBLE, MPI_SUM, comm);
	expect("MPI_Scan", 1, 40, 40);
	MPI_Exscan(each, all, 5, MPI_DOUBLE, MPI_SUM, comm);
	expect("MPI_Exscan", 1, 40, 40);
	MPI_Reduce_scatter_block(all, each, 10, MPI_INT, MPI_SUM, comm);
	expect("MPI_Reduce_scatter_block", 1, size * 40, 40);
	MPI_Reduce_scatter(all, each, counts, MPI_INT, MPI_SUM, comm);
	expect("MPI_Reduce_scatter", 1, 4 * size * (size + 1) / 2,
	       4 * (rank + 1));
}

static void all_to_all(MPI_Comm comm)
{
	const int total = size * rank + size * (size - 1) / 2;
	int counts[64], displs[64];

	for (int i = 0; i < size; i++) {
		counts[i] = rank + i;
		displs[i] = i * (2 * size);
	}
	MPI_Alltoall(each, 10, MPI_INT, all, 10, MPI_INT, comm);
	expect("MPI_Alltoall", 1, size * 40, size * 40);
	MPI_Alltoallv(each, counts, displs, MPI_INT, all, counts, displs,
	              MPI_INT, comm);
	expect("MPI_Alltoallv", 1, 4 * total, 4 * total);
}

static void collective_begun(MPI_Comm comm)
{
	const int root = size - 1;
	const long is_root = rank == root;
	MPI_Request r;

	MPI_Iallreduce(each, all, N, MPI_INT, MPI_SUM, comm, &r);
	expect("MPI_Iallreduce", 1, 4 * N, 4 * N);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	expect("MPI_Wait", 1, 0, 0);
	MPI_Ibcast(all, N, MPI_INT, root, comm, &r);
	expect("MPI_Ibcast", 1, is_root * 4 * N, 4 * N);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	expect("MPI_Wait", 1, 0, 0);
}

static void collective(MPI_Comm comm)
{
	of_a_root(comm);
	of_all(comm);
	all_to_all(comm);
	collective_begun(comm);
}

static void one_sided(void)
{
	const int next = (rank + 1) % size;
	static int window[4 * N];
	MPI_Win w;

	MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL,
	               MPI_COMM_WORLD, &w);
	expect("MPI_Win_create", 1, 0, 0);
	MPI_Win_fence(0, w);
	MPI_Put(from, N, MPI_INT, next, 0, N, MPI_INT, w);
	expect("MPI_Put", 1, 4 * N, 0);
	MPI_Win_fence(0, w);
	MPI_Get(to, N, MPI_INT, next, 0, N, MPI_INT, w);
	expect("MPI_Get", 1, 0, 4 * N);
	MPI_Win_fence(0, w);
	MPI_Accumulate(from, N, MPI_INT, next, N, N, MPI_INT, MPI_SUM, w);
	expect("MPI_Accumulate", 1, 4 * N, 0);
	MPI_Win_fence(0, w);
	expect("MPI_Win_fence", 4, 0, 0);
	MPI_Win_free(&w);
	expect("MPI_Win_free", 1, 0, 0);
}

int main(int argc, char **argv)
{
	MPI_Comm half;

	MPI_Init(&argc, &argv);
	expect("MPI_Init", 1, 0, 0);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	point_to_point();
	not_blocking();
	persistent();
	collective(MPI_COMM_WORLD);
	one_sided();
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
	expect("MPI_Comm_split", 1, 0, 0);
	MPI_Allreduce(from, to, 1, MPI_INT, MPI_SUM, half);
	expect("MPI_Allreduce", 1, 4, 4);
	MPI_Comm_free(&half);
	expect("MPI_Comm_free", 1, 0, 0);
	expect("MPI_Finalize", 1, 0, 0);
	for (int i = 0; seen[i].call; i++)
		printf("%d %s %ld %ld %ld\n", rank, seen[i].call, seen[i].calls,
		       seen[i].sent, seen[i].received);
	MPI_Finalize();
	return 0;
}
