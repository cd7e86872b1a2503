/*
 * sizes.c - bytes that a call sends and receives, by its arguments
 *
 * Only what is significant at the process is read: of a root's arguments
 * nothing is known elsewhere. What a process gives itself in a collective call
 * counts as sent and received, as with fapp.
 */
#include "library.h"

struct sides {
	int rank, size;        /* of the own group */
	int partners;          /* processes that data are exchanged with */
	bool inter;            /* the partners are another group */
	bool is_root, is_none; /* of a call with a root */
};

static bool in_place(const struct call *c, int word)
{
	return c->words[word] == abi.in_place;
}

uint64_t sizes_number(const struct call *c, int word)
{
	const long n = c->large ? c->words[word] : (int)c->words[word];

	return n > 0 ? (uint64_t)n : 0;
}

/* The sum of an array of counts */
static uint64_t number_at(const struct call *c, int word, int i)
{
	const long n = c->large ? ((const long *)c->words[word])[i]
	                        : ((const int *)c->words[word])[i];

	return n > 0 ? (uint64_t)n : 0;
}

static uint64_t number_sum(const struct call *c, int word, int n)
{
	uint64_t sum = 0;

	for (int i = 0; i < n; i++)
		sum += number_at(c, word, i);
	return sum;
}

uint64_t sizes_bytes(uint64_t n, uint64_t type)
{
	int64_t size = 0;

	if (!n || real.type_size(type, &size) != 0 || size < 0)
		return 0;
	return n * (uint64_t)size;
}

static uint64_t bytes(const struct call *c, int count, int type)
{
	return sizes_bytes(sizes_number(c, count), abi_handle(c->words[type]));
}

/* Of an array of counts and one of types */
static uint64_t bytes_each(const struct call *c, int counts, int types, int n)
{
	uint64_t sum = 0;

	for (int i = 0; i < n; i++)
		sum += sizes_bytes(number_at(c, counts, i),
		                   abi_handle_at(c->words[types], (size_t)i));
	return sum;
}

static struct sides sides_of(const struct call *c, int root_word, int comm_word)
{
	const uint64_t comm = abi_handle(c->words[comm_word]);
	const int root = root_word < 0 ? 0 : (int)c->words[root_word];
	struct sides s = { .rank = 0 };
	int inter = 0;

	real.comm_rank(comm, &s.rank);
	real.comm_size(comm, &s.size);
	real.comm_test_inter(comm, &inter);
	s.inter = inter != 0;
	s.partners = s.size;
	if (s.inter)
		real.comm_remote_size(comm, &s.partners);
	s.is_root = s.inter ? root == abi.root : root == s.rank;
	s.is_none = s.inter && root == abi.proc_null;
	return s;
}

static struct moved both(uint64_t sent, uint64_t received)
{
	return (struct moved){ sent, received, true };
}

static struct moved send_and_receive(const struct call *c)
{
	return (int)c->words[3] == abi.proc_null ? both(0, 0)
	                                         : both(bytes(c, 1, 2), 0);
}

/* buffer, count, type, root, comm */
static struct moved bcast(const struct call *c)
{
	const struct sides s = sides_of(c, 3, 4);
	const uint64_t n = s.is_none ? 0 : bytes(c, 1, 2);

	if (s.is_root)
		return both(n, s.inter ? 0 : n);
	return both(0, n);
}

/* sbuf, scount, stype, rbuf, rcount, rtype, root, comm; v: rcounts, displs */
static struct moved gather(const struct call *c, int v)
{
	const struct sides s = sides_of(c, 6 + v, 7 + v);
	uint64_t in, out;

	if (s.is_none)
		return both(0, 0);
	if (!s.is_root)
		return both(bytes(c, 1, 2), 0);
	in = v ? sizes_bytes(number_sum(c, 4, s.partners),
	                     abi_handle(c->words[6]))
	       : (uint64_t)s.partners * bytes(c, 4, 5);
	if (s.inter)
		return both(0, in);
	if (!in_place(c, 0))
		out = bytes(c, 1, 2);
	else
		out = v ? sizes_bytes(number_at(c, 4, s.rank),
		                      abi_handle(c->words[6]))
		        : bytes(c, 4, 5);
	return both(out, in);
}

/* sbuf, scount, stype, rbuf, rcount, rtype, root, comm; v: scounts, displs */
static struct moved scatter(const struct call *c, int v)
{
	const struct sides s = sides_of(c, 6 + v, 7 + v);
	uint64_t in, out;

	if (s.is_none)
		return both(0, 0);
	if (!s.is_root)
		return both(0, bytes(c, 4 + v, 5 + v));
	out = v ? sizes_bytes(number_sum(c, 1, s.partners),
	                      abi_handle(c->words[3]))
	        : (uint64_t)s.partners * bytes(c, 1, 2);
	if (s.inter)
		return both(out, 0);
	if (!in_place(c, 3 + v))
		in = bytes(c, 4 + v, 5 + v);
	else
		in = v ? sizes_bytes(number_at(c, 1, s.rank),
		                     abi_handle(c->words[3]))
		       : bytes(c, 1, 2);
	return both(out, in);
}

/* sbuf, scount, stype, rbuf, rcount, rtype, comm; v: rcounts, displs */
static struct moved allgather(const struct call *c, int v)
{
	const struct sides s = sides_of(c, -1, 6 + v);
	const uint64_t in = v ? sizes_bytes(number_sum(c, 4, s.partners),
	                                    abi_handle(c->words[6]))
	                      : (uint64_t)s.partners * bytes(c, 4, 5);

	if (!in_place(c, 0))
		return both(bytes(c, 1, 2), in);
	return both(v ? sizes_bytes(number_at(c, 4, s.rank),
	                            abi_handle(c->words[6]))
	              : bytes(c, 4, 5),
	            in);
}

static struct moved alltoall(const struct call *c)
{
	const struct sides s = sides_of(c, -1, 6);
	const uint64_t in = (uint64_t)s.partners * bytes(c, 4, 5);

	return both(in_place(c, 0) ? in : (uint64_t)s.partners * bytes(c, 1, 2),
	            in);
}

/* sbuf, scounts, sdispls, stype, rbuf, rcounts, rdispls, rtype, comm */
static struct moved alltoallv(const struct call *c, int out_n, int in_n)
{
	const uint64_t in =
		sizes_bytes(number_sum(c, 5, in_n), abi_handle(c->words[7]));

	return both(in_place(c, 0) ? in
	                           : sizes_bytes(number_sum(c, 1, out_n),
	                                         abi_handle(c->words[3])),
	            in);
}

static struct moved alltoallw(const struct call *c, int out_n, int in_n)
{
	const uint64_t in = bytes_each(c, 5, 7, in_n);

	return both(in_place(c, 0) ? in : bytes_each(c, 1, 3, out_n), in);
}

/* sbuf, rbuf, count, type, op, root, comm */
static struct moved reduce(const struct call *c)
{
	const struct sides s = sides_of(c, 5, 6);
	const uint64_t n = s.is_none ? 0 : bytes(c, 2, 3);

	if (s.is_root)
		return both(s.inter ? 0 : n, n);
	return both(n, 0);
}

/* sbuf, rbuf, rcounts, type, op, comm; or one count for each */
static struct moved reduce_scatter(const struct call *c, bool block)
{
	const struct sides s = sides_of(c, -1, 5);
	const uint64_t type = abi_handle(c->words[3]);

	if (block) {
		const uint64_t n = bytes(c, 2, 3);

		return both((uint64_t)s.size * n, n);
	}
	return both(sizes_bytes(number_sum(c, 2, s.size), type),
	            sizes_bytes(number_at(c, 2, s.rank), type));
}

/* Edges of the communicator's topology. A grid has two a dimension; at its
 * rim some lead nowhere, and are counted all the same, as counts are. */
static void neighbors(uint64_t comm, int *in, int *out)
{
	int kind = abi.proc_null, weighted = 0, n = 0, rank = 0;

	*in = *out = 0;
	if (real.topology(comm, &kind) != 0)
		return;
	if (kind == abi.cart) {
		real.cart_dimensions(comm, &n);
		*in = *out = 2 * n;
	} else if (kind == abi.graph) {
		real.comm_rank(comm, &rank);
		real.graph_neighbors(comm, rank, &n);
		*in = *out = n;
	} else if (kind == abi.dist_graph) {
		real.graph_counts(comm, in, out, &weighted);
	}
}

static struct moved neighbor(const struct call *c)
{
	int comm_word = c->rule == MPI_RULE_NEIGHBOR_ALLGATHER ||
	                                c->rule == MPI_RULE_NEIGHBOR_ALLTOALL
	                        ? 6
	                : c->rule == MPI_RULE_NEIGHBOR_ALLGATHERV ? 7
	                                                          : 8;
	int in, out;

	neighbors(abi_handle(c->words[comm_word]), &in, &out);
	switch (c->rule) {
	case MPI_RULE_NEIGHBOR_ALLGATHER:
		return both(bytes(c, 1, 2), (uint64_t)in * bytes(c, 4, 5));
	case MPI_RULE_NEIGHBOR_ALLGATHERV:
		return both(bytes(c, 1, 2),
		            sizes_bytes(number_sum(c, 4, in),
		                        abi_handle(c->words[6])));
	case MPI_RULE_NEIGHBOR_ALLTOALL:
		return both((uint64_t)out * bytes(c, 1, 2),
		            (uint64_t)in * bytes(c, 4, 5));
	case MPI_RULE_NEIGHBOR_ALLTOALLV:
		return alltoallv(c, out, in);
	default:
		return alltoallw(c, out, in);
	}
}

static struct moved collective(const struct call *c)
{
	struct sides s;

	switch (c->rule) {
	case MPI_RULE_BARRIER:
		return both(0, 0);
	case MPI_RULE_BCAST:
		return bcast(c);
	case MPI_RULE_GATHER:
	case MPI_RULE_GATHERV:
		return gather(c, c->rule == MPI_RULE_GATHERV);
	case MPI_RULE_SCATTER:
	case MPI_RULE_SCATTERV:
		return scatter(c, c->rule == MPI_RULE_SCATTERV);
	case MPI_RULE_ALLGATHER:
	case MPI_RULE_ALLGATHERV:
		return allgather(c, c->rule == MPI_RULE_ALLGATHERV);
	case MPI_RULE_ALLTOALL:
		return alltoall(c);
	case MPI_RULE_ALLTOALLV:
	case MPI_RULE_ALLTOALLW:
		s = sides_of(c, -1, 8);
		return c->rule == MPI_RULE_ALLTOALLV
		               ? alltoallv(c, s.partners, s.partners)
		               : alltoallw(c, s.partners, s.partners);
	case MPI_RULE_REDUCE:
		return reduce(c);
	case MPI_RULE_ALLREDUCE:
	case MPI_RULE_SCAN:
		return both(bytes(c, 2, 3), bytes(c, 2, 3));
	case MPI_RULE_REDUCE_SCATTER:
	case MPI_RULE_REDUCE_SCATTER_BLOCK:
		return reduce_scatter(c,
		                      c->rule == MPI_RULE_REDUCE_SCATTER_BLOCK);
	default:
		return neighbor(c);
	}
}

struct moved sizes_of(const struct call *c)
{
	if (c->rule >= MPI_RULE_BARRIER && c->rule < MPI_RULE_PUT)
		return collective(c);
	switch (c->rule) {
	case MPI_RULE_SEND:
	case MPI_RULE_SENDRECV:
		return send_and_receive(c);
	case MPI_RULE_SENDRECV_REPLACE:
		return send_and_receive(c);
	case MPI_RULE_PUT:
		return both((int)c->words[3] == abi.proc_null ? 0
		                                              : bytes(c, 1, 2),
		            0);
	case MPI_RULE_GET:
		return both(0, (int)c->words[3] == abi.proc_null
		                       ? 0
		                       : bytes(c, 1, 2));
	case MPI_RULE_GET_ACCUMULATE:
		return (int)c->words[6] == abi.proc_null
		               ? both(0, 0)
		               : both(bytes(c, 1, 2), bytes(c, 4, 5));
	case MPI_RULE_FETCH_AND_OP:
	case MPI_RULE_COMPARE_AND_SWAP: {
		const int type = c->rule == MPI_RULE_FETCH_AND_OP ? 2 : 3;
		const uint64_t n = sizes_bytes(1, abi_handle(c->words[type]));

		return (int)c->words[type + 1] == abi.proc_null ? both(0, 0)
		                                                : both(n, n);
	}
	case MPI_RULE_READ:
		return both(0, bytes(c, 2, 3));
	case MPI_RULE_READ_AT:
		return both(0, bytes(c, 3, 4));
	case MPI_RULE_WRITE:
		return both(bytes(c, 2, 3), 0);
	case MPI_RULE_WRITE_AT:
		return both(bytes(c, 3, 4), 0);
	default:
		return (struct moved){ 0 };
	}
}
