/*
 * guest - what tests/pmu.sh runs in an emulated machine
 *
 *	guest spin MODE N        N turns of two instructions: MODE is single,
 *	                         threads or forks (in four of them)
 *	guest plain u|k CMD...   cycles and instructions of CMD by the kernel's
 *	                         counters, not sampled; k: with the kernel's
 *	guest nobody CMD...      CMD as nobody
 *	guest copy|lines         for the simulator: TURNS turns of a loop whose
 *	                         counts tests/pmu.sh knows
 */
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOBODY = 65534, PARTS = 4, TURNS = 1 << 22, LINE = 64 };

static __attribute__((noinline)) void spin(unsigned long n)
{
	for (; n; n--)
		__asm__ volatile("");
}

static void *spin_thread(void *n)
{
	spin(*(unsigned long *)n);
	return NULL;
}

static int threads(unsigned long n)
{
	pthread_t t[PARTS];

	n /= PARTS;
	for (int i = 0; i < PARTS; i++)
		pthread_create(&t[i], NULL, spin_thread, &n);
	for (int i = 0; i < PARTS; i++)
		pthread_join(t[i], NULL);
	return 0;
}

static int forks(unsigned long n)
{
	for (int i = 0; i < PARTS; i++) {
		if (fork() == 0) {
			spin(n / PARTS);
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	return 0;
}

static int work(const char *mode, unsigned long n)
{
	if (strcmp(mode, "threads") == 0)
		return threads(n);
	if (strcmp(mode, "forks") == 0)
		return forks(n);
	spin(n);
	return 0;
}

static int counter(unsigned long config, pid_t pid, int kernel)
{
	struct perf_event_attr a = {
		.size = sizeof(a),
		.type = PERF_TYPE_HARDWARE,
		.config = config,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_kernel = !kernel,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &a, pid, -1, -1, 0);
}

static int plain(int kernel, char **command)
{
	unsigned long long cycles = 0, instructions = 0;
	int go[2], fds[2];
	pid_t pid;
	char c = 0;

	if (pipe(go) != 0 || (pid = fork()) < 0)
		return 1;
	if (pid == 0) {
		if (read(go[0], &c, 1) == 1)
			execv(command[0], command);
		_exit(127);
	}
	fds[0] = counter(PERF_COUNT_HW_CPU_CYCLES, pid, kernel);
	fds[1] = counter(PERF_COUNT_HW_INSTRUCTIONS, pid, kernel);
	if (write(go[1], &c, 1) != 1 || waitpid(pid, NULL, 0) != pid ||
	    read(fds[0], &cycles, sizeof(cycles)) != sizeof(cycles) ||
	    read(fds[1], &instructions, sizeof(instructions)) !=
	            sizeof(instructions))
		return 1;
	printf("%llu %llu\n", cycles, instructions);
	return 0;
}

/* Four instructions a turn, a load and a store of eight bytes */
static void copy(char *from, char *to)
{
	unsigned long n = TURNS;

	__asm__ volatile("1: ldr x9, [%0], #8\n\t"
	                 "str x9, [%1], #8\n\t"
	                 "subs %2, %2, #1\n\t"
	                 "b.ne 1b"
	                 : "+r"(from), "+r"(to), "+r"(n)
	                 :
	                 : "x9", "cc", "memory");
}

/* Four as well, but each turn's are of a line of its own */
static void lines(char *at)
{
	unsigned long n = TURNS;

	__asm__ volatile("1: ldr x9, [%0]\n\t"
	                 "str x9, [%0], #64\n\t"
	                 "subs %1, %1, #1\n\t"
	                 "b.ne 1b"
	                 : "+r"(at), "+r"(n)
	                 :
	                 : "x9", "cc", "memory");
}

static int kernel(const char *name)
{
	char *from = aligned_alloc(LINE, (size_t)TURNS * LINE);
	char *to = aligned_alloc(LINE, (size_t)TURNS * 8);

	if (!from || !to)
		return 1;
	if (strcmp(name, "copy") == 0)
		copy(from, to);
	else
		lines(from);
	free(from);
	free(to);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 3 && strcmp(argv[1], "spin") == 0)
		return work(argv[2], strtoul(argv[3], NULL, 10));
	if (argc > 3 && strcmp(argv[1], "plain") == 0)
		return plain(argv[2][0] == 'k', argv + 3);
	if (argc == 2)
		return kernel(argv[1]);
	if (argc > 2 && strcmp(argv[1], "nobody") == 0 && setgid(NOBODY) == 0 &&
	    setuid(NOBODY) == 0)
		execv(argv[2], argv + 2);
	return 2;
}
