/*
 * Ends in the way that it is given: "victim WAY [MS]" works for about MS
 * milliseconds of CPU time, then crashes, fails, ... It leaves a file "ran",
 * with a byte for each time that it was started; the ways that go on until a
 * signal when they have worked. Simulated it works as much, not as long, but
 * for the ways that look at the clock: "burn" and those that go on work at
 * least MS.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* About that long on a processor of the 2020s, and as much work in each run */
__attribute__((noinline)) static void work(long ms)
{
	volatile double x = 1;

	for (long i = 0; i < ms * 250000; i++)
		x = x * 1.0000001 + 1e-9;
}

/* At least that long, in CPU time */
static void burn(long ms)
{
	while (clock() < ms * (CLOCKS_PER_SEC / 1000))
		work(1);
}

static volatile sig_atomic_t told;

static void note(int sig)
{
	(void)sig;
	told = 1;
}

static void until_told(void)
{
	signal(SIGINT, note);
	signal(SIGTERM, note);
	while (!told)
		work(1);
	exit(7);
}

#if defined(__x86_64__)
__attribute__((target("avx512f"), noinline)) static double wide(double x)
{
	typedef double v8 __attribute__((vector_size(64)));
	volatile v8 a = { x, x, x, x, x, x, x, x };

	a = a * a + a;
	return a[3];
}

/* EVEX with a map of opcodes that there is not */
static void unknown(void)
{
	__asm__ volatile(".byte 0x62, 0xf0, 0x7c, 0x48, 0x58, 0xc1");
}
#endif

static int is_any(const char *way, const char **ways)
{
	while (*ways && strcmp(way, *ways) != 0)
		ways++;
	return *ways != NULL;
}

static void leave_mark(void)
{
	const int fd = open("ran", O_WRONLY | O_CREAT | O_APPEND, 0666);

	if (fd >= 0 && write(fd, "x", 1) == 1)
		close(fd);
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "ok";
	const long ms = argc > 2 ? atol(argv[2]) : 40;

	if (strcmp(way, "stubborn") == 0) {
		signal(SIGINT, SIG_IGN);
		signal(SIGTERM, SIG_IGN);
	}
	if (is_any(way, (const char *[]){ "burn", "forever", "handles",
	                                  "stubborn", NULL }))
		burn(ms);
	if (strcmp(way, "once") == 0 && access("ran", F_OK) == 0)
		return 255;
	leave_mark();
	if (strcmp(way, "burn") == 0)
		return 0;
	work(ms);
	if (strcmp(way, "segv") == 0)
		raise(SIGSEGV);
	if (strcmp(way, "abort") == 0)
		abort();
	if (strcmp(way, "kill") == 0)
		raise(SIGKILL);
	if (strcmp(way, "status") == 0)
		return 3;
	if (strcmp(way, "exit") == 0)
		_exit(0);
	if (is_any(way, (const char *[]){ "forever", "stubborn", NULL }))
		work(1000000);
	while (strcmp(way, "waits") == 0)
		usleep(100000);
	if (strcmp(way, "handles") == 0)
		until_told();
	if (strcmp(way, "child") == 0) {
		pid_t pid = fork();

		if (pid == 0) {
			execl(argv[0], argv[0], "ok", "60", (char *)NULL);
			_exit(127);
		}
		waitpid(pid, NULL, 0);
	}
	if (strcmp(way, "closes") == 0) {
		for (int fd = 3; fd < 1024; fd++)
			close(fd);
	}
#if defined(__x86_64__)
	/* Valgrind hides the kernel's page */
	if (strcmp(way, "unknown") == 0 && getauxval(AT_SYSINFO_EHDR) == 0)
		unknown();
	if (strcmp(way, "avx512") == 0)
		return wide(argc) < 0;
#endif
	return 0;
}
