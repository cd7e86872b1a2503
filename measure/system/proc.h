/*
 * proc.h - what the kernel's files say of the whole system and of a process
 *
 * Source: proc(5), and the kernel's documentation of sched-stats. All values
 * are totals since the start, but for those that columns.h calls levels; times
 * are in seconds, memory and transfers in bytes; NAN where it is not said.
 */
#ifndef PERFEXPERT_MEASURE_SYSTEM_PROC_H
#define PERFEXPERT_MEASURE_SYSTEM_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum system_count {
	SYSTEM_RUNNABLE,
	SYSTEM_BLOCKED,
	SYSTEM_USER, /* the five times of processors, one after the other */
	SYSTEM_SYSTEM,
	SYSTEM_IDLE,
	SYSTEM_IOWAIT,
	SYSTEM_STEAL,
	SYSTEM_QUEUE,
	SYSTEM_SWITCHES,
	SYSTEM_INTERRUPTS,
	SYSTEM_FORKS,
	SYSTEM_FAULTS,
	SYSTEM_MAJOR,
	SYSTEM_READ,
	SYSTEM_WRITTEN,
	SYSTEM_SWAP_IN,
	SYSTEM_SWAP_OUT,
	SYSTEM_USED,
	SYSTEM_AVAILABLE,
	SYSTEM_COUNTS
};

enum process_count {
	PROCESS_THREADS,
	PROCESS_USER,
	PROCESS_SYSTEM,
	PROCESS_IOWAIT,
	PROCESS_QUEUE,
	PROCESS_YIELDS,
	PROCESS_TAKEN,
	PROCESS_FAULTS,
	PROCESS_MAJOR,
	PROCESS_READ,
	PROCESS_WRITTEN,
	PROCESS_RESIDENT,
	PROCESS_COUNTS
};

enum { PROC_NAME = 64 };

/* A process is known by its number and the moment when it started. */
struct proc_process {
	pid_t pid;
	unsigned long long start; /* clock ticks since the system started */
	char name[PROC_NAME];     /* raw: escape it */
	double v[PROCESS_COUNTS];
};

/* What threads counted, which the kernel forgets when they end. */
struct proc_thread {
	pid_t tid;
	unsigned long long start;
	double queue_s, yields, taken;
};

struct proc_threads {
	struct proc_thread *all; /* by tid */
	size_t n, cap;
	double queue_s, yields, taken; /* of those that have ended */
};

/*
 * proc_system - the whole system; root is "/proc", or a folder like it
 *
 * cpus: gets the number of processors that are on
 * Returns false when not even its times can be read.
 */
bool proc_system(const char *root, double v[SYSTEM_COUNTS], unsigned *cpus);

/*
 * proc_process - one process, with all its threads
 *
 * threads: zeroed at first; what its threads had counted when they were last
 *          seen is kept in it
 * Returns false when there is none of that number, or only a zombie of it.
 */
bool proc_process(const char *root, pid_t pid, struct proc_threads *threads,
                  struct proc_process *p);

void proc_threads_release(struct proc_threads *t);

#endif
