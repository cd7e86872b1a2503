/*
 * calls.h - the functions of MPI that are measured, and what their arguments
 * are
 *
 * One list for the library in the program, which wraps them, and
 * for perfexpert-run, which reads their numbers. MPI_CALL(name, rule, handle,
 * large): name as in C without "MPI_"; rule: how its bytes are found; handle:
 * which argument is the request that it starts, or the communicator that it
 * makes, -1: none; large: LARGE where a form with counts of type MPI_Count
 * exists ("MPI_Send_c").
 *
 * Source: MPI 4.0, annex A.3 (C bindings). Constructors of types, groups, and
 * what only asks (MPI_Comm_rank, MPI_Wtime) are left out.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_MPI_CALLS_H
#define PERFEXPERT_MEASURE_COLLECT_MPI_CALLS_H

/*
 * What a call does. Those of one rule have the same arguments in front of the
 * request.
 */
enum mpi_rule {
	MPI_RULE_TIME, /* nothing but time */
	MPI_RULE_INIT,
	MPI_RULE_FINALIZE,
	MPI_RULE_SEND,
	MPI_RULE_SEND_INIT,
	MPI_RULE_RECV,
	MPI_RULE_RECV_INIT,
	MPI_RULE_MRECV,
	MPI_RULE_SENDRECV,
	MPI_RULE_SENDRECV_REPLACE,
	MPI_RULE_PROBE,  /* source, tag, communicator, status */
	MPI_RULE_MPROBE, /* source, tag, communicator, message, status */
	MPI_RULE_START,
	MPI_RULE_STARTALL,
	MPI_RULE_REQUEST_FREE,
	MPI_RULE_ONE,  /* Wait: request, status */
	MPI_RULE_TEST, /* Test: request, flag, status */
	MPI_RULE_ALL,  /* Waitall: count, requests, statuses */
	MPI_RULE_TESTALL,
	MPI_RULE_ANY, /* Waitany: count, requests, index, status */
	MPI_RULE_TESTANY,
	MPI_RULE_SOME, /* Waitsome, Testsome: incount, requests, outcount,
	                  indices, statuses */
	MPI_RULE_BARRIER,
	MPI_RULE_BCAST,
	MPI_RULE_GATHER,
	MPI_RULE_GATHERV,
	MPI_RULE_SCATTER,
	MPI_RULE_SCATTERV,
	MPI_RULE_ALLGATHER,
	MPI_RULE_ALLGATHERV,
	MPI_RULE_ALLTOALL,
	MPI_RULE_ALLTOALLV,
	MPI_RULE_ALLTOALLW,
	MPI_RULE_REDUCE,
	MPI_RULE_ALLREDUCE,
	MPI_RULE_SCAN,
	MPI_RULE_REDUCE_SCATTER,
	MPI_RULE_REDUCE_SCATTER_BLOCK,
	MPI_RULE_NEIGHBOR_ALLGATHER,
	MPI_RULE_NEIGHBOR_ALLGATHERV,
	MPI_RULE_NEIGHBOR_ALLTOALL,
	MPI_RULE_NEIGHBOR_ALLTOALLV,
	MPI_RULE_NEIGHBOR_ALLTOALLW,
	MPI_RULE_PUT,
	MPI_RULE_GET,
	MPI_RULE_GET_ACCUMULATE,
	MPI_RULE_FETCH_AND_OP,
	MPI_RULE_COMPARE_AND_SWAP,
	MPI_RULE_READ, /* file, buffer, count, type */
	MPI_RULE_WRITE,
	MPI_RULE_READ_AT, /* file, offset, buffer, count, type */
	MPI_RULE_WRITE_AT,
	MPI_RULE_COMM,      /* makes a communicator */
	MPI_RULE_COMM_FREE, /* communicator */
	MPI_NRULES
};

/* clang-format off */
/* A collective, with its forms that don't block: comm is that argument */
#define MPI_COLLECTIVE(MPI_CALL, name, iname, rule, comm, large) \
	MPI_CALL(name, rule, -1, large) \
	MPI_CALL(iname, rule, (comm) + 1, large)

#define MPI_CALLS(MPI_CALL) \
	MPI_CALL(Init, INIT, -1, ONLY) \
	MPI_CALL(Init_thread, INIT, -1, ONLY) \
	MPI_CALL(Finalize, FINALIZE, -1, ONLY) \
	MPI_CALL(Send, SEND, -1, LARGE) \
	MPI_CALL(Bsend, SEND, -1, LARGE) \
	MPI_CALL(Ssend, SEND, -1, LARGE) \
	MPI_CALL(Rsend, SEND, -1, LARGE) \
	MPI_CALL(Isend, SEND, 6, LARGE) \
	MPI_CALL(Ibsend, SEND, 6, LARGE) \
	MPI_CALL(Issend, SEND, 6, LARGE) \
	MPI_CALL(Irsend, SEND, 6, LARGE) \
	MPI_CALL(Send_init, SEND_INIT, 6, LARGE) \
	MPI_CALL(Bsend_init, SEND_INIT, 6, LARGE) \
	MPI_CALL(Ssend_init, SEND_INIT, 6, LARGE) \
	MPI_CALL(Rsend_init, SEND_INIT, 6, LARGE) \
	MPI_CALL(Recv, RECV, -1, LARGE) \
	MPI_CALL(Irecv, RECV, 6, LARGE) \
	MPI_CALL(Recv_init, RECV_INIT, 6, LARGE) \
	MPI_CALL(Mrecv, MRECV, -1, LARGE) \
	MPI_CALL(Imrecv, MRECV, 4, LARGE) \
	MPI_CALL(Sendrecv, SENDRECV, -1, LARGE) \
	MPI_CALL(Isendrecv, SENDRECV, 11, LARGE) \
	MPI_CALL(Sendrecv_replace, SENDRECV_REPLACE, -1, LARGE) \
	MPI_CALL(Isendrecv_replace, SENDRECV_REPLACE, 8, LARGE) \
	MPI_CALL(Probe, PROBE, -1, ONLY) \
	MPI_CALL(Iprobe, TIME, -1, ONLY) \
	MPI_CALL(Mprobe, MPROBE, -1, ONLY) \
	MPI_CALL(Improbe, TIME, -1, ONLY) \
	MPI_CALL(Start, START, -1, ONLY) \
	MPI_CALL(Startall, STARTALL, -1, ONLY) \
	MPI_CALL(Request_free, REQUEST_FREE, -1, ONLY) \
	MPI_CALL(Wait, ONE, -1, ONLY) \
	MPI_CALL(Test, TEST, -1, ONLY) \
	MPI_CALL(Waitall, ALL, -1, ONLY) \
	MPI_CALL(Testall, TESTALL, -1, ONLY) \
	MPI_CALL(Waitany, ANY, -1, ONLY) \
	MPI_CALL(Testany, TESTANY, -1, ONLY) \
	MPI_CALL(Waitsome, SOME, -1, ONLY) \
	MPI_CALL(Testsome, SOME, -1, ONLY) \
	MPI_CALL(Buffer_attach, TIME, -1, LARGE) \
	MPI_CALL(Buffer_detach, TIME, -1, LARGE) \
	MPI_CALL(Pack, TIME, -1, LARGE) \
	MPI_CALL(Unpack, TIME, -1, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Barrier, Ibarrier, BARRIER, 0, ONLY) \
	MPI_COLLECTIVE(MPI_CALL, Bcast, Ibcast, BCAST, 4, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Gather, Igather, GATHER, 7, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Gatherv, Igatherv, GATHERV, 8, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Scatter, Iscatter, SCATTER, 7, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Scatterv, Iscatterv, SCATTERV, 8, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Allgather, Iallgather, ALLGATHER, 6, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Allgatherv, Iallgatherv, ALLGATHERV, 7, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Alltoall, Ialltoall, ALLTOALL, 6, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Alltoallv, Ialltoallv, ALLTOALLV, 8, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Alltoallw, Ialltoallw, ALLTOALLW, 8, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Reduce, Ireduce, REDUCE, 6, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Allreduce, Iallreduce, ALLREDUCE, 5, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Scan, Iscan, SCAN, 5, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Exscan, Iexscan, SCAN, 5, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Reduce_scatter, Ireduce_scatter, REDUCE_SCATTER, 5, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Reduce_scatter_block, Ireduce_scatter_block, REDUCE_SCATTER_BLOCK, 5, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Neighbor_allgather, Ineighbor_allgather, NEIGHBOR_ALLGATHER, 6, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Neighbor_allgatherv, Ineighbor_allgatherv, NEIGHBOR_ALLGATHERV, 7, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Neighbor_alltoall, Ineighbor_alltoall, NEIGHBOR_ALLTOALL, 6, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Neighbor_alltoallv, Ineighbor_alltoallv, NEIGHBOR_ALLTOALLV, 8, LARGE) \
	MPI_COLLECTIVE(MPI_CALL, Neighbor_alltoallw, Ineighbor_alltoallw, NEIGHBOR_ALLTOALLW, 8, LARGE) \
	MPI_CALL(Put, PUT, -1, LARGE) \
	MPI_CALL(Rput, PUT, 8, LARGE) \
	MPI_CALL(Accumulate, PUT, -1, LARGE) \
	MPI_CALL(Raccumulate, PUT, 9, LARGE) \
	MPI_CALL(Get, GET, -1, LARGE) \
	MPI_CALL(Rget, GET, 8, LARGE) \
	MPI_CALL(Get_accumulate, GET_ACCUMULATE, -1, LARGE) \
	MPI_CALL(Rget_accumulate, GET_ACCUMULATE, 12, LARGE) \
	MPI_CALL(Fetch_and_op, FETCH_AND_OP, -1, ONLY) \
	MPI_CALL(Compare_and_swap, COMPARE_AND_SWAP, -1, ONLY) \
	MPI_CALL(Win_create, TIME, -1, LARGE) \
	MPI_CALL(Win_allocate, TIME, -1, LARGE) \
	MPI_CALL(Win_allocate_shared, TIME, -1, LARGE) \
	MPI_CALL(Win_create_dynamic, TIME, -1, ONLY) \
	MPI_CALL(Win_free, TIME, -1, ONLY) \
	MPI_CALL(Win_fence, TIME, -1, ONLY) \
	MPI_CALL(Win_post, TIME, -1, ONLY) \
	MPI_CALL(Win_start, TIME, -1, ONLY) \
	MPI_CALL(Win_complete, TIME, -1, ONLY) \
	MPI_CALL(Win_wait, TIME, -1, ONLY) \
	MPI_CALL(Win_test, TIME, -1, ONLY) \
	MPI_CALL(Win_lock, TIME, -1, ONLY) \
	MPI_CALL(Win_lock_all, TIME, -1, ONLY) \
	MPI_CALL(Win_unlock, TIME, -1, ONLY) \
	MPI_CALL(Win_unlock_all, TIME, -1, ONLY) \
	MPI_CALL(Win_flush, TIME, -1, ONLY) \
	MPI_CALL(Win_flush_all, TIME, -1, ONLY) \
	MPI_CALL(Win_flush_local, TIME, -1, ONLY) \
	MPI_CALL(Win_flush_local_all, TIME, -1, ONLY) \
	MPI_CALL(Win_sync, TIME, -1, ONLY) \
	MPI_CALL(Comm_dup, COMM, 1, ONLY) \
	MPI_CALL(Comm_dup_with_info, COMM, 2, ONLY) \
	MPI_CALL(Comm_create, COMM, 2, ONLY) \
	MPI_CALL(Comm_create_group, COMM, 3, ONLY) \
	MPI_CALL(Comm_split, COMM, 3, ONLY) \
	MPI_CALL(Comm_split_type, COMM, 4, ONLY) \
	MPI_CALL(Cart_create, COMM, 5, ONLY) \
	MPI_CALL(Cart_sub, COMM, 2, ONLY) \
	MPI_CALL(Graph_create, COMM, 5, ONLY) \
	MPI_CALL(Dist_graph_create, COMM, 8, ONLY) \
	MPI_CALL(Dist_graph_create_adjacent, COMM, 9, ONLY) \
	MPI_CALL(Intercomm_create, COMM, 5, ONLY) \
	MPI_CALL(Intercomm_merge, COMM, 2, ONLY) \
	MPI_CALL(Comm_free, COMM_FREE, -1, ONLY) \
	MPI_CALL(Comm_disconnect, COMM_FREE, -1, ONLY) \
	MPI_CALL(Comm_spawn, TIME, -1, ONLY) \
	MPI_CALL(Comm_spawn_multiple, TIME, -1, ONLY) \
	MPI_CALL(Comm_accept, TIME, -1, ONLY) \
	MPI_CALL(Comm_connect, TIME, -1, ONLY) \
	MPI_CALL(File_open, TIME, -1, ONLY) \
	MPI_CALL(File_close, TIME, -1, ONLY) \
	MPI_CALL(File_set_view, TIME, -1, ONLY) \
	MPI_CALL(File_set_size, TIME, -1, ONLY) \
	MPI_CALL(File_preallocate, TIME, -1, ONLY) \
	MPI_CALL(File_seek, TIME, -1, ONLY) \
	MPI_CALL(File_sync, TIME, -1, ONLY) \
	MPI_CALL(File_read, READ, -1, LARGE) \
	MPI_CALL(File_read_all, READ, -1, LARGE) \
	MPI_CALL(File_read_shared, READ, -1, LARGE) \
	MPI_CALL(File_read_ordered, READ, -1, LARGE) \
	MPI_CALL(File_read_at, READ_AT, -1, LARGE) \
	MPI_CALL(File_read_at_all, READ_AT, -1, LARGE) \
	MPI_CALL(File_iread, READ, -1, LARGE) \
	MPI_CALL(File_iread_all, READ, -1, LARGE) \
	MPI_CALL(File_iread_at, READ_AT, -1, LARGE) \
	MPI_CALL(File_iread_at_all, READ_AT, -1, LARGE) \
	MPI_CALL(File_write, WRITE, -1, LARGE) \
	MPI_CALL(File_write_all, WRITE, -1, LARGE) \
	MPI_CALL(File_write_shared, WRITE, -1, LARGE) \
	MPI_CALL(File_write_ordered, WRITE, -1, LARGE) \
	MPI_CALL(File_write_at, WRITE_AT, -1, LARGE) \
	MPI_CALL(File_write_at_all, WRITE_AT, -1, LARGE) \
	MPI_CALL(File_iwrite, WRITE, -1, LARGE) \
	MPI_CALL(File_iwrite_all, WRITE, -1, LARGE) \
	MPI_CALL(File_iwrite_at, WRITE_AT, -1, LARGE) \
	MPI_CALL(File_iwrite_at_all, WRITE_AT, -1, LARGE)
/* clang-format on */

#define MPI_CALL_NUMBER(name, rule, handle, large) MPI_CALL_##name,
enum mpi_call { MPI_CALLS(MPI_CALL_NUMBER) MPI_NCALLS };

#endif
