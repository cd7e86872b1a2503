/*
 * wait_calls.h - functions in which threads wait, and for what
 *
 * One list for the preloaded library, which wraps them, and for
 * perfexpert-run, which reads their numbers. WAIT_CALL(name, kind): a function
 * whose arguments are integers and pointers, at most 8 of them, or of MPI's 14.
 * Kinds are those of profile/waits.h.
 *
 * Sources: POSIX.1-2017; MPI 4.0, annex A (and its profiling interface); the
 * entries that GCC's compiler calls in libgomp (gcc/omp-builtins.def), and
 * Clang's in LLVM's library (its reference manual); OpenMP 5.2, chapter 18.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_WAIT_CALLS_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_WAIT_CALLS_H

/* clang-format off */
#define WAIT_CALLS_SYSTEM(WAIT_CALL) \
	WAIT_CALL(pthread_barrier_wait, BARRIER) \
	WAIT_CALL(pthread_mutex_lock, LOCK) \
	WAIT_CALL(pthread_mutex_timedlock, LOCK) \
	WAIT_CALL(pthread_mutex_clocklock, LOCK) \
	WAIT_CALL(pthread_rwlock_rdlock, LOCK) \
	WAIT_CALL(pthread_rwlock_wrlock, LOCK) \
	WAIT_CALL(pthread_spin_lock, LOCK) \
	WAIT_CALL(pthread_cond_wait, CONDITION) \
	WAIT_CALL(pthread_cond_timedwait, CONDITION) \
	WAIT_CALL(pthread_cond_clockwait, CONDITION) \
	WAIT_CALL(sem_wait, CONDITION) \
	WAIT_CALL(sem_timedwait, CONDITION) \
	WAIT_CALL(sem_clockwait, CONDITION) \
	WAIT_CALL(pthread_join, JOIN) \
	WAIT_CALL(pthread_timedjoin_np, JOIN) \
	WAIT_CALL(waitpid, JOIN) \
	WAIT_CALL(waitid, JOIN) \
	WAIT_CALL(wait, JOIN) \
	WAIT_CALL(wait3, JOIN) \
	WAIT_CALL(wait4, JOIN) \
	WAIT_CALL(system, JOIN) \
	WAIT_CALL(pclose, JOIN) \
	WAIT_CALL(sleep, SLEEP) \
	WAIT_CALL(usleep, SLEEP) \
	WAIT_CALL(nanosleep, SLEEP) \
	WAIT_CALL(clock_nanosleep, SLEEP) \
	WAIT_CALL(read, IO) \
	WAIT_CALL(pread, IO) \
	WAIT_CALL(pread64, IO) \
	WAIT_CALL(readv, IO) \
	WAIT_CALL(write, IO) \
	WAIT_CALL(pwrite, IO) \
	WAIT_CALL(pwrite64, IO) \
	WAIT_CALL(writev, IO) \
	WAIT_CALL(fsync, IO) \
	WAIT_CALL(fdatasync, IO) \
	WAIT_CALL(fread, IO) \
	WAIT_CALL(fwrite, IO) \
	WAIT_CALL(fgets, IO) \
	WAIT_CALL(getline, IO) \
	WAIT_CALL(fflush, IO) \
	WAIT_CALL(fclose, IO) \
	WAIT_CALL(recv, IO) \
	WAIT_CALL(recvfrom, IO) \
	WAIT_CALL(recvmsg, IO) \
	WAIT_CALL(send, IO) \
	WAIT_CALL(sendto, IO) \
	WAIT_CALL(sendmsg, IO) \
	WAIT_CALL(accept, IO) \
	WAIT_CALL(accept4, IO) \
	WAIT_CALL(connect, IO) \
	WAIT_CALL(poll, IO) \
	WAIT_CALL(ppoll, IO) \
	WAIT_CALL(select, IO) \
	WAIT_CALL(pselect, IO) \
	WAIT_CALL(epoll_wait, IO) \
	WAIT_CALL(epoll_pwait, IO) \
	WAIT_CALL(sigsuspend, SIGNAL) \
	WAIT_CALL(pause, SIGNAL)

/* The preloaded library wraps these for other reasons. */
#define WAIT_CALLS_OURS(WAIT_CALL) \
	WAIT_CALL(sigwait, SIGNAL) \
	WAIT_CALL(sigwaitinfo, SIGNAL) \
	WAIT_CALL(sigtimedwait, SIGNAL) \
	WAIT_CALL(pthread_create, THREADS)

/* What C++ programs call; pthread's functions are called from within. By the
 * linker's name, in libstdc++ and libc++. */
#define WAIT_CALLS_CXX(WAIT_CALL) \
	WAIT_CALL(std_thread_join, "_ZNSt6thread4joinEv", \
	          "std::thread::join", JOIN) \
	WAIT_CALL(std_thread_start, \
	          "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateE" \
	          "St14default_deleteIS1_EEPFvvE", \
	          "std::thread", THREADS) \
	WAIT_CALL(std_condition_wait, \
	          "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", \
	          "std::condition_variable::wait", CONDITION) \
	WAIT_CALL(std_future_wait, \
	          "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_until" \
	          "EPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEE" \
	          "NS2_IlS3_ILl1ELl1000000000EEEE", \
	          "std::future", CONDITION) \
	WAIT_CALL(std_future_wait_steady, \
	          "_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_" \
	          "steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEE" \
	          "NS2_IlS3_ILl1ELl1000000000EEEE", \
	          "std::future", CONDITION) \
	WAIT_CALL(libcxx_thread_join, "_ZNSt3__16thread4joinEv", \
	          "std::thread::join", JOIN) \
	WAIT_CALL(libcxx_mutex_lock, "_ZNSt3__15mutex4lockEv", \
	          "std::mutex::lock", LOCK) \
	WAIT_CALL(libcxx_condition_wait, \
	          "_ZNSt3__118condition_variable4waitERNS_11unique_lockINS_" \
	          "5mutexEEE", \
	          "std::condition_variable::wait", CONDITION)

#define WAIT_CALLS_OPENMP(WAIT_CALL) \
	WAIT_CALL(GOMP_barrier, BARRIER) \
	WAIT_CALL(GOMP_barrier_cancel, BARRIER) \
	WAIT_CALL(GOMP_loop_end, BARRIER) \
	WAIT_CALL(GOMP_loop_end_cancel, BARRIER) \
	WAIT_CALL(GOMP_sections_end, BARRIER) \
	WAIT_CALL(GOMP_single_copy_start, BARRIER) \
	WAIT_CALL(GOMP_single_copy_end, BARRIER) \
	WAIT_CALL(GOMP_critical_start, CRITICAL) \
	WAIT_CALL(GOMP_critical_name_start, CRITICAL) \
	WAIT_CALL(GOMP_atomic_start, CRITICAL) \
	WAIT_CALL(GOMP_ordered_start, ORDERED) \
	WAIT_CALL(GOMP_doacross_wait, ORDERED) \
	WAIT_CALL(omp_set_lock, LOCK) \
	WAIT_CALL(omp_set_nest_lock, LOCK) \
	WAIT_CALL(GOMP_taskwait, TASK) \
	WAIT_CALL(GOMP_taskgroup_end, TASK) \
	WAIT_CALL(GOMP_loop_dynamic_start, SCHEDULING) \
	WAIT_CALL(GOMP_loop_dynamic_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_guided_start, SCHEDULING) \
	WAIT_CALL(GOMP_loop_guided_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_runtime_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_nonmonotonic_dynamic_start, SCHEDULING) \
	WAIT_CALL(GOMP_loop_nonmonotonic_dynamic_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_nonmonotonic_guided_start, SCHEDULING) \
	WAIT_CALL(GOMP_loop_nonmonotonic_guided_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_maybe_nonmonotonic_runtime_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_ull_dynamic_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_ull_guided_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_ull_nonmonotonic_dynamic_next, SCHEDULING) \
	WAIT_CALL(GOMP_loop_ull_nonmonotonic_guided_next, SCHEDULING)

/* LLVM's library; Intel's has the same. */
#define WAIT_CALLS_LLVM(WAIT_CALL) \
	WAIT_CALL(__kmpc_barrier, BARRIER) \
	WAIT_CALL(__kmpc_cancel_barrier, BARRIER) \
	WAIT_CALL(__kmpc_barrier_master, BARRIER) \
	WAIT_CALL(__kmpc_copyprivate, BARRIER) \
	WAIT_CALL(__kmpc_reduce, BARRIER) \
	WAIT_CALL(__kmpc_reduce_nowait, BARRIER) \
	WAIT_CALL(__kmpc_end_reduce, BARRIER) \
	WAIT_CALL(__kmpc_flush, OTHER) \
	WAIT_CALL(__kmpc_critical, CRITICAL) \
	WAIT_CALL(__kmpc_critical_with_hint, CRITICAL) \
	WAIT_CALL(__kmpc_ordered, ORDERED) \
	WAIT_CALL(__kmpc_doacross_wait, ORDERED) \
	WAIT_CALL(__kmpc_set_lock, LOCK) \
	WAIT_CALL(__kmpc_set_nest_lock, LOCK) \
	WAIT_CALL(__kmpc_omp_taskwait, TASK) \
	WAIT_CALL(__kmpc_end_taskgroup, TASK) \
	WAIT_CALL(__kmpc_dispatch_init_4, SCHEDULING) \
	WAIT_CALL(__kmpc_dispatch_init_4u, SCHEDULING) \
	WAIT_CALL(__kmpc_dispatch_init_8, SCHEDULING) \
	WAIT_CALL(__kmpc_dispatch_init_8u, SCHEDULING) \
	WAIT_CALL(__kmpc_dispatch_next_4, SCHEDULING) \
	WAIT_CALL(__kmpc_dispatch_next_4u, SCHEDULING) \
	WAIT_CALL(__kmpc_dispatch_next_8, SCHEDULING) \
	WAIT_CALL(__kmpc_dispatch_next_8u, SCHEDULING)

/* Regions: fn, data and more; run by all threads, which wait at the end. */
#define WAIT_CALLS_REGION(WAIT_CALL) \
	WAIT_CALL(GOMP_parallel, BARRIER) \
	WAIT_CALL(GOMP_parallel_loop_static, BARRIER) \
	WAIT_CALL(GOMP_parallel_loop_dynamic, BARRIER) \
	WAIT_CALL(GOMP_parallel_loop_guided, BARRIER) \
	WAIT_CALL(GOMP_parallel_loop_runtime, BARRIER) \
	WAIT_CALL(GOMP_parallel_loop_nonmonotonic_dynamic, BARRIER) \
	WAIT_CALL(GOMP_parallel_loop_nonmonotonic_guided, BARRIER) \
	WAIT_CALL(GOMP_parallel_loop_nonmonotonic_runtime, BARRIER) \
	WAIT_CALL(GOMP_parallel_loop_maybe_nonmonotonic_runtime, BARRIER) \
	WAIT_CALL(GOMP_parallel_sections, BARRIER) \
	WAIT_CALL(GOMP_parallel_reductions, BARRIER)

/* A name as in C; Fortran's and PMPI's follow from it */
#define WAIT_CALLS_MPI(WAIT_CALL) \
	WAIT_CALL(MPI_Init, mpi_init, START) \
	WAIT_CALL(MPI_Init_thread, mpi_init_thread, START) \
	WAIT_CALL(MPI_Finalize, mpi_finalize, START) \
	WAIT_CALL(MPI_Send, mpi_send, MESSAGE) \
	WAIT_CALL(MPI_Bsend, mpi_bsend, MESSAGE) \
	WAIT_CALL(MPI_Ssend, mpi_ssend, MESSAGE) \
	WAIT_CALL(MPI_Rsend, mpi_rsend, MESSAGE) \
	WAIT_CALL(MPI_Recv, mpi_recv, MESSAGE) \
	WAIT_CALL(MPI_Mrecv, mpi_mrecv, MESSAGE) \
	WAIT_CALL(MPI_Isend, mpi_isend, MESSAGE) \
	WAIT_CALL(MPI_Irecv, mpi_irecv, MESSAGE) \
	WAIT_CALL(MPI_Start, mpi_start, MESSAGE) \
	WAIT_CALL(MPI_Startall, mpi_startall, MESSAGE) \
	WAIT_CALL(MPI_Sendrecv, mpi_sendrecv, MESSAGE) \
	WAIT_CALL(MPI_Sendrecv_replace, mpi_sendrecv_replace, MESSAGE) \
	WAIT_CALL(MPI_Probe, mpi_probe, MESSAGE) \
	WAIT_CALL(MPI_Iprobe, mpi_iprobe, MESSAGE) \
	WAIT_CALL(MPI_Wait, mpi_wait, MESSAGE) \
	WAIT_CALL(MPI_Waitall, mpi_waitall, MESSAGE) \
	WAIT_CALL(MPI_Waitany, mpi_waitany, MESSAGE) \
	WAIT_CALL(MPI_Waitsome, mpi_waitsome, MESSAGE) \
	WAIT_CALL(MPI_Test, mpi_test, MESSAGE) \
	WAIT_CALL(MPI_Testall, mpi_testall, MESSAGE) \
	WAIT_CALL(MPI_Testany, mpi_testany, MESSAGE) \
	WAIT_CALL(MPI_Barrier, mpi_barrier, BARRIER) \
	WAIT_CALL(MPI_Bcast, mpi_bcast, COLLECTIVE) \
	WAIT_CALL(MPI_Gather, mpi_gather, COLLECTIVE) \
	WAIT_CALL(MPI_Gatherv, mpi_gatherv, COLLECTIVE) \
	WAIT_CALL(MPI_Scatter, mpi_scatter, COLLECTIVE) \
	WAIT_CALL(MPI_Scatterv, mpi_scatterv, COLLECTIVE) \
	WAIT_CALL(MPI_Allgather, mpi_allgather, COLLECTIVE) \
	WAIT_CALL(MPI_Allgatherv, mpi_allgatherv, COLLECTIVE) \
	WAIT_CALL(MPI_Alltoall, mpi_alltoall, COLLECTIVE) \
	WAIT_CALL(MPI_Alltoallv, mpi_alltoallv, COLLECTIVE) \
	WAIT_CALL(MPI_Reduce, mpi_reduce, COLLECTIVE) \
	WAIT_CALL(MPI_Allreduce, mpi_allreduce, COLLECTIVE) \
	WAIT_CALL(MPI_Reduce_scatter, mpi_reduce_scatter, COLLECTIVE) \
	WAIT_CALL(MPI_Scan, mpi_scan, COLLECTIVE) \
	WAIT_CALL(MPI_Exscan, mpi_exscan, COLLECTIVE) \
	WAIT_CALL(MPI_Win_fence, mpi_win_fence, MESSAGE) \
	WAIT_CALL(MPI_Win_lock, mpi_win_lock, MESSAGE) \
	WAIT_CALL(MPI_Win_unlock, mpi_win_unlock, MESSAGE) \
	WAIT_CALL(MPI_Win_flush, mpi_win_flush, MESSAGE) \
	WAIT_CALL(MPI_Win_wait, mpi_win_wait, MESSAGE) \
	WAIT_CALL(MPI_Comm_dup, mpi_comm_dup, COLLECTIVE) \
	WAIT_CALL(MPI_Comm_split, mpi_comm_split, COLLECTIVE) \
	WAIT_CALL(MPI_File_read_all, mpi_file_read_all, IO) \
	WAIT_CALL(MPI_File_write_all, mpi_file_write_all, IO) \
	WAIT_CALL(MPI_File_read_at, mpi_file_read_at, IO) \
	WAIT_CALL(MPI_File_write_at, mpi_file_write_at, IO) \
	WAIT_CALL(MPI_File_read, mpi_file_read, IO) \
	WAIT_CALL(MPI_File_write, mpi_file_write, IO)
/* clang-format on */

/* Their numbers: 0 is none, the first two are no functions. */
#define WAIT_NUMBER(name, kind) WAIT_CALL_##name,
#define WAIT_NUMBER_CXX(name, symbol, words, kind) WAIT_CALL_##name,
#define WAIT_NUMBER_MPI(name, fortran, kind) WAIT_CALL_##name,
enum wait_call {
	WAIT_CALL_NONE,
	WAIT_CALL_REGION_START, /* of a parallel region: until all are there */
	WAIT_CALL_REGION_END,   /* of a parallel region that others still run */
	WAIT_CALL_NO_REGION,    /* until the next region begins */
	WAIT_CALLS_SYSTEM(WAIT_NUMBER) WAIT_CALLS_OURS(WAIT_NUMBER)
		WAIT_CALLS_CXX(WAIT_NUMBER_CXX) WAIT_CALLS_OPENMP(WAIT_NUMBER)
			WAIT_CALLS_LLVM(WAIT_NUMBER)
				WAIT_CALLS_REGION(WAIT_NUMBER)
					WAIT_CALLS_MPI(WAIT_NUMBER_MPI)
						WAIT_NCALLS
};

/* Is the site where a parallel region's body begins, instead of a call? */
#define WAIT_AT_BODY(call)                                                     \
	((call) == WAIT_CALL_REGION_START || (call) == WAIT_CALL_REGION_END)

#endif
