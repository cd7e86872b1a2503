/*
 * tree - processes, each of which works: work() is everybody's, own() only the
 * first one's; both do two FP operations for each step
 *
 *	tree WAY		how the other process comes to be, and ends
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 40000000 };

__attribute__((noinline)) static double work(double x)
{
	for (long i = 0; i < STEPS; i++)
		x = x * 1.0000001 + 1e-9;
	return x;
}

__attribute__((noinline)) static double own(double x)
{
	for (long i = 0; i < STEPS; i++)
		x = x * 1.0000002 + 1e-9;
	return x;
}

/* Valgrind shows programs no page of the kernel's. */
static int is_simulated(void)
{
	return getauxval(AT_SYSINFO_EHDR) == 0;
}

static int in_memory(const char *self)
{
	const int in = open(self, O_RDONLY),
		  out = memfd_create("tree", MFD_CLOEXEC);
	char buf[4096];
	ssize_t n;

	while ((n = read(in, buf, sizeof(buf))) > 0) {
		if (write(out, buf, (size_t)n) != n)
			_exit(9);
	}
	return out;
}

static int child(char **argv, const char *way, pid_t parent)
{
	char name[] = "tree", what[] = "again";
	char *const again[] = { name, what, NULL };

	if (!strcmp(way, "exe"))
		execv("/proc/self/exe", again);
	if (!strcmp(way, "memory"))
		fexecve(in_memory(argv[0]), again, environ);
	if (!strcmp(way, "dies") && is_simulated())
		raise(SIGKILL);
	if (!strcmp(way, "fails") && is_simulated())
		return 3;
	while (!strcmp(way, "late") && is_simulated() && getppid() == parent)
		usleep(10000);
	return work(1) < 0;
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	const pid_t self = getpid();
	int status = 0;

	if (!strcmp(way, "again"))
		return printf("%s %g\n", argv[0], work(1)) < 0;
	if (!strcmp(way, "daemon") || !strcmp(way, "server") ||
	    !strcmp(way, "worker")) {
		if (daemon(1, 1))
			return 1;
		alarm(20);
		while (*way == 'w')
			work(1);
		return *way == 's' ? (int)sleep(15) : work(1) < 0;
	}
	if (!fork())
		_exit(child(argv, way, self));
	if (strcmp(way, "late") || !is_simulated())
		wait(&status);
	printf("%d %g %g\n", status & ~0xff00, work(1), own(1));
	return 0;
}
