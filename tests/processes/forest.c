/*
 * forest - a random tree of processes, the same for a seed each time
 *
 *	forest SEED [NODE]
 *
 * Each process works in two of four procedures, gives something up, begins
 * others in one of the ways that programs have, and ends well, with a status,
 *by a signal, by executing something else, early or late. It says what it did:
 * "NODE did A B C D" (steps of two FP operations each), "NODE began CHILD:
 *STATUS". The first waits for all that outlive who began them.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEP = 400000, MOST_CHILDREN = 3, DEEPEST = 3, NOBODY = 65534 };

enum question { CHILDREN, WAY, FIRST, SECOND, LOSS, END, CODE, ORDER, PATH };

enum way {
	FORK,
	VFORK,
	SPAWN,
	SELF,
	SCRIPT,
	CALL,
	CLONE,
	THREAD,
	TWICE,
	NWAYS
};

static uint64_t seed;
static char *self;
static long did[4]; /* steps, of this process */

/* One of n, the same for a seed, a node and a question each time (splitmix64)
 */
static unsigned pick(unsigned node, enum question q, unsigned n)
{
	uint64_t z = seed * 0x9e3779b97f4a7c15u + node * 64 + q;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (unsigned)((z ^ (z >> 31)) % n);
}

#define WORK(name, by)                                                         \
	__attribute__((noinline)) static double name(double x, long n)         \
	{                                                                      \
		for (long i = 0; i < n; i++)                                   \
			x = x * (by) + 1e-9;                                   \
		return x;                                                      \
	}
WORK(work_a, 1.0000001)
WORK(work_b, 1.0000002)
WORK(work_c, 1.0000003)
WORK(work_d, 1.0000004)

static void work(unsigned node, enum question q)
{
	static double (*const works[])(double, long) = { work_a, work_b, work_c,
		                                         work_d };
	const unsigned which = pick(node, q, 4);
	const long n = STEP * (long)(1 + pick(node, q + 16, 8));

	if (works[which](1, n) > 0)
		__atomic_fetch_add(&did[which], n, __ATOMIC_RELAXED);
}

__attribute__((format(printf, 1, 2))) static void say(const char *fmt, ...)
{
	char line[200];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (write(STDOUT_FILENO, line, (size_t)n) != n)
		_exit(120);
}

static void say_what(unsigned node)
{
	say("%u did %ld %ld %ld %ld\n", node, did[0], did[1], did[2], did[3]);
	memset(did, 0, sizeof(did));
}

/* What programs do before they change who they are or start others */
static void lose(unsigned node)
{
	sigset_t all;

	switch (pick(node, LOSS, 12)) {
	case 0:
		syscall(SYS_close_range, 3u, ~0u, 0);
		break;
	case 1:
		close(STDIN_FILENO);
		if (chdir("/") != 0)
			_exit(121);
		break;
	case 2:
		if (geteuid() == 0 && (setgid(NOBODY) || setuid(NOBODY)))
			_exit(122);
		break;
	case 3:
		setsid();
		break;
	case 4:
		clearenv();
		break;
	case 5:
		sigfillset(&all);
		sigprocmask(SIG_SETMASK, &all, NULL);
		break;
	case 6:
		prctl(PR_SET_DUMPABLE, 0);
		break;
	case 7:
		for (int fd = 3; fd < 64; fd++)
			close(fd);
		setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 8, 8 });
		break;
	default:
		break;
	}
}

static void die(unsigned node)
{
	const unsigned how = node ? pick(node, END, 16) : 15;
	char name[] = "true";

	say_what(node);
	switch (how) {
	case 0:
		raise(SIGKILL);
		break;
	case 1:
		abort();
	case 2:
		signal(SIGTERM, SIG_DFL);
		raise(SIGTERM);
		break;
	case 3:
		*(volatile int *)(uintptr_t)8 = 1;
		break;
	case 4:
		execl("/bin/true", name, (char *)NULL);
		break;
	case 5:
		_exit((int)pick(node, CODE, 100));
	default:
		break;
	}
	exit(how < 8 ? (int)pick(node, CODE, 100) : 0);
}

/* Does it end early, before it has begun others or waited for them? */
static int dies_early(unsigned node)
{
	return node && pick(node, ORDER, 6) == 0;
}

static void *in_thread(void *node)
{
	work((unsigned)(uintptr_t)node, FIRST);
	return NULL;
}

static void be(unsigned node, int depth);

static void execute(unsigned node, const char *path)
{
	char one[24], two[24], name[] = "forest";
	char *argv[] = { name, one, two, NULL };

	snprintf(one, sizeof(one), "%llu", (unsigned long long)seed);
	snprintf(two, sizeof(two), "%u", node);
	execve(path, argv, environ);
	_exit(123);
}

static void by_shell(unsigned node, char *command, size_t size)
{
	snprintf(command, size, "\"%s\" %llu %u", self,
	         (unsigned long long)seed, node);
}

static void execute_script(const char *command)
{
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(123);
}

static void fork_and_end(unsigned child, int depth)
{
	if (!fork())
		be(child, depth);
	_exit(0);
}

/* 0: no process that can be waited for */
static pid_t begin(unsigned child, int depth, pthread_t *thread)
{
	char one[24], two[24], name[] = "forest", command[4200];
	char *argv[] = { name, one, two, NULL };
	const unsigned way = pick(child, WAY, NWAYS);
	pid_t pid = 0;

	snprintf(one, sizeof(one), "%llu", (unsigned long long)seed);
	snprintf(two, sizeof(two), "%u", child);
	by_shell(child, command, sizeof(command));
	switch ((enum way)way) {
	case FORK:
		pid = fork();
		if (!pid)
			be(child, depth);
		break;
	case CLONE:
		pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
		if (!pid)
			be(child, depth);
		break;
	case VFORK:
		pid = vfork();
		if (!pid)
			execute(child, self);
		break;
	case SELF:
		pid = fork();
		if (!pid)
			execute(child, "/proc/self/exe");
		break;
	case SPAWN:
		if (posix_spawn(&pid, self, NULL, NULL, argv, environ) != 0)
			say("%u not spawned\n", child);
		break;
	case SCRIPT:
		pid = fork();
		if (!pid)
			execute_script(command);
		break;
	case CALL:
		say("%u called: %d\n", child, system(command));
		break;
	case TWICE: /* nobody's child afterwards */
		pid = fork();
		if (!pid)
			fork_and_end(child, depth);
		break;
	case THREAD:
	case NWAYS:
		if (pthread_create(thread, NULL, in_thread,
		                   (void *)(uintptr_t)child) != 0)
			say("%u no thread\n", child);
		break;
	}
	return pid;
}

static void have_children(unsigned node, int depth)
{
	const unsigned n = node == 0 ? 1 + pick(node, CHILDREN, MOST_CHILDREN)
	                   : depth < DEEPEST
	                           ? pick(node, CHILDREN, MOST_CHILDREN + 1)
	                           : 0;
	const int at_once = (int)pick(node, PATH, 2);
	pid_t pid[MOST_CHILDREN] = { 0 };
	int status = 0;

	for (unsigned i = 0; i < n; i++) {
		const unsigned child = node * MOST_CHILDREN + 1 + i;
		pthread_t thread = 0;

		pid[i] = begin(child, depth + 1, &thread);
		if (thread)
			pthread_join(thread, NULL);
		if (!at_once && pid[i] > 0 && waitpid(pid[i], &status, 0) > 0)
			say("%u began %u: %d\n", node, child, status);
	}
	if (dies_early(node))
		die(node);
	for (unsigned i = 0; at_once && i < n; i++) {
		if (pid[i] > 0 && waitpid(pid[i], &status, 0) > 0)
			say("%u began %u: %d\n", node,
			    node * MOST_CHILDREN + 1 + i, status);
	}
}

/* What a node is, in a process of its own; does not return */
static void be(unsigned node, int depth)
{
	memset(did, 0, sizeof(did));
	work(node, FIRST);
	if (dies_early(node) && pick(node, CODE, 2))
		die(node);
	lose(node);
	have_children(node, depth);
	work(node, SECOND);
	while (node == 0 && wait(NULL) > 0)
		;
	die(node);
}

int main(int argc, char **argv)
{
	char path[4096];
	const ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	unsigned node = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
	int depth = 0;

	if (argc < 2 || n < 0)
		return 2;
	path[n] = '\0';
	self = path;
	seed = strtoull(argv[1], NULL, 10);
	for (unsigned i = node; i; i = (i - 1) / MOST_CHILDREN)
		depth++;
	if (node == 0) {
		prctl(PR_SET_CHILD_SUBREAPER, 1);
		/* a status says whether there is a core */
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	}
	be(node, depth);
}
