/*
 * cycles - what a program takes on a quiet processor: runs it several times and
 * prints the least processor time, in seconds, the processor's clock in Hz, as
 * a chain of additions showed it just before and after that run, and what the
 * memory gave then: latency, time of a line, from one line of others to the
 * next, of a line from L3, of a page walk, of any line from memory and from L3,
 * in ns (measure/collect/clock/memory.h)
 *
 * usage: cycles RUNS PROGRAM [ARGUMENT]...
 *
 * Two virtual processors may be two threads of one core, and who else runs
 * there takes half of its pipes. So where the system allows it, and there are
 * no more than four, all but one processor are held by loops that do nothing
 * while the program runs, which is pinned to the first.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "measure/collect/clock/memory.h"

enum { MOST = 4, CHAIN = 20000000 };

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* The processor's clock: additions that wait for each other take one cycle. */
static double clock_hz(void)
{
	struct timespec a, b;
	uint64_t x = 1, step = 3;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
	for (int i = 0; i < CHAIN / 8; i++) {
#pragma GCC unroll 8
		for (int k = 0; k < 8; k++) {
			x += step;
			__asm__ volatile("" : "+r"(x), "+r"(step));
		}
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
	return CHAIN / ((double)(b.tv_sec - a.tv_sec) +
	                1e-9 * (double)(b.tv_nsec - a.tv_nsec));
}

static int pin(int cpu)
{
	const struct sched_param urgent = { .sched_priority = 1 };
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) != 0)
		return -1;
	return sched_setscheduler(0, SCHED_FIFO, &urgent);
}

static pid_t hold(int cpu)
{
	const pid_t child = fork();

	if (child != 0)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	alarm(20);
	if (pin(cpu) != 0)
		_exit(1);
	for (;;) {
#if defined(__x86_64__)
		__builtin_ia32_pause();
#else
		__asm__ volatile("nop");
#endif
	}
}

static void start(char **argv)
{
	const int null = open("/dev/null", O_RDWR);

	lseek(0, 0, SEEK_SET);
	for (int fd = 1; fd < 3; fd++)
		dup2(null, fd);
	execvp(argv[0], argv);
	_exit(127);
}

/* Processor time of one run; negative: it failed. */
static double run_once(char **argv)
{
	struct rusage usage;
	int status;
	const pid_t child = fork();

	if (child == 0)
		start(argv);
	if (child < 0 || wait4(child, &status, 0, &usage) != child || status)
		return -1;
	return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/* Caches: those of the host's machine file. */
static void print_memory(void)
{
	struct memory_figures f;
	struct memory_caches caches;
	struct machine *m = NULL;
	struct err err = { 0 };

	if (machine_host(&m, NULL, &err) == 0) {
		caches.l2_bytes = machine_geometry(m)->l2.size_bytes;
		caches.l3_bytes = machine_geometry(m)->l3.size_bytes;
		caches.pages = machine_geometry(m)->dtlb2.entries;
		if (memory_measure(&caches, &f, &err) == 0)
			printf(" %.3f %.4f %.4f %.4f %.3f %.4f %.4f %.4f",
			       f.latency_ns, f.line_ns, f.others_ns,
			       f.l3_line_ns, f.walk_ns, f.random_ns,
			       f.l3_random_ns, f.l3_latency_ns);
		machine_free(m);
	}
	printf("\n");
}

int main(int argc, char **argv)
{
	const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	double best = -1, best_hz = 0;
	pid_t held[MOST];
	int n_held = 0;

	if (argc < 3)
		return 2;
	if (cpus <= MOST && pin(0) == 0) {
		for (int cpu = 1; cpu < cpus; cpu++)
			held[n_held++] = hold(cpu);
	}
	for (long i = strtol(argv[1], NULL, 10); i > 0; i--) {
		const double before = clock_hz();
		const double s = run_once(argv + 2);
		const double hz = (before + clock_hz()) / 2;

		if (s < 0) {
			best = -1;
			break;
		}
		if (best < 0 || s * hz < best * best_hz) {
			best = s;
			best_hz = hz;
		}
	}
	if (best >= 0) {
		printf("%.6f %.0f", best, best_hz);
		print_memory();
	}
	while (n_held > 0)
		kill(held[--n_held], SIGKILL);
	if (best < 0) {
		fprintf(stderr, "cycles: the program failed\n");
		return 1;
	}
	return 0;
}
