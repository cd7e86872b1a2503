/* process - ends and multiplies in many ways; work(n) does n FP adds */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile double sink;

__attribute__((noinline)) static void work(long n)
{
	double s = sink;

	for (long i = 0; i < n; i++)
		s += 1.5;
	sink = s;
}

static void *thread(void *arg)
{
	work((long)arg);
	return NULL;
}

static void run_threads(long n)
{
	pthread_t t[8];

	for (long i = 0; i < n; i++)
		pthread_create(&t[i], NULL, thread, (void *)1000L);
	for (long i = 0; i < n; i++)
		pthread_join(t[i], NULL);
}

/* Lives long enough to be seen by who looks now and then. */
static void *lasting_thread(void *arg)
{
	thread(arg);
	usleep(100000);
	return NULL;
}

/* Other amounts in each thread, the first one included; the last one begins
 * when all others have ended. */
static void run_uneven(void)
{
	pthread_t t[3];

	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, lasting_thread,
		               (void *)((i + 2) * 1000000));
	work(1000000);
	for (long i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	pthread_create(&t[2], NULL, lasting_thread, (void *)4000000L);
	pthread_join(t[2], NULL);
}

static void *reads(void *arg)
{
	char c;

	return read(*(int *)arg, &c, 1) == 1 ? arg : NULL;
}

/* Another thread lives, as those of MPI's libraries do, and waits. */
static int run_beside(void)
{
	pthread_t t;
	int fd[2];

	if (pipe(fd) != 0 || pthread_create(&t, NULL, reads, &fd[0]) != 0)
		return 9;
	work(3000000);
	if (write(fd[1], "", 1) != 1)
		return 9;
	return pthread_join(t, NULL);
}

static int run_child(char *self, int exec)
{
	int status;
	const pid_t pid = fork();

	if (!pid) {
		work(10);
		if (exec)
			execl(self, self, "plain", (char *)NULL);
		_exit(3);
	}
	waitpid(pid, &status, 0);
	work(100);
	return 0;
}

/* Starts itself so often, one after the other. */
static int run_many(const char *self, int n, const char *how)
{
	for (int i = 0; i < n; i++) {
		int status = -1;
		const pid_t pid = fork();

		if (!pid) {
			execl(self, self, how, (char *)NULL);
			_exit(9);
		}
		waitpid(pid, &status, 0);
		if (status != 0)
			return 1;
	}
	return 0;
}

/* A copy of the program in memory, which has no name */
static int copy_of(const char *self)
{
	const int in = open(self, O_RDONLY),
		  out = memfd_create("process", MFD_CLOEXEC);
	char buf[4096];
	ssize_t n;

	while ((n = read(in, buf, sizeof(buf))) > 0) {
		if (write(out, buf, (size_t)n) != n)
			return -1;
	}
	return out;
}

/* Execute the program once more, in ways that have no name that lasts. */
static int run_again(const char *self, const char *way)
{
	char name[32],
		called[] = "a name that is longer than all paths here "
			   "are, so that there has to be room for it",
		plain[] = "plain";
	char *const argv[] = { called, plain, NULL };
	const int fd = copy_of(self);

	if (!strcmp(way, "exe"))
		execv("/proc/self/exe", argv);
	if (!strcmp(way, "gone") && unlink(self) == 0)
		execv("/proc/self/exe", argv);
	if (!strcmp(way, "memory"))
		fexecve(fd, argv, environ);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	if (!strcmp(way, "descriptor"))
		execv(name, argv);
	snprintf(name, sizeof(name), "/proc/%d/exe", (int)getpid());
	if (!strcmp(way, "number"))
		execv(name, argv);
	if (!strcmp(way, "called"))
		execv(self, argv);
	return 9;
}

static volatile sig_atomic_t caught;

static void on_signal(int sig)
{
	(void)sig;
	work(1);
	caught++;
}

static int run_signals(int n)
{
	signal(SIGUSR1, on_signal);
	for (int i = 0; i < n; i++)
		raise(SIGUSR1);
	return caught == n ? 0 : 1;
}

/* Code that is written, run and written over: three functions in one place. */
static int run_generated(void)
{
#if defined(__x86_64__)
	unsigned char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
	                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int sum = 0;

	for (int k = 1; k <= 3; k++) {
		/* mov $k, %eax; ret */
		const unsigned char code[] = { 0xb8, (unsigned char)k, 0, 0, 0,
			                       0xc3 };

		memcpy(p, code, sizeof(code));
		for (int i = 0; i < 100; i++)
			sum += ((int (*)(void))p)();
	}
	return sum == 600 ? 0 : 1;
#else
	return 0;
#endif
}

static int run_plugins(int n, char **path)
{
	for (int i = 0; i < n; i++) {
		void *so = dlopen(path[i], RTLD_NOW);

		if (!so)
			return 1;
		long (*f)(long) = (long (*)(long))dlsym(so, "plugin_work");

		f(1000L * (i + 1));
		dlclose(so);
	}
	return 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	work(1000);
	if (!strcmp(how, "plain"))
		return printf("%s\n", argv[0]) < 0;
	if (!strcmp(how, "again"))
		return run_again(argv[0], argv[2]);
	if (!strcmp(how, "status"))
		return 7;
	if (!strcmp(how, "fork"))
		return run_child(argv[0], 0);
	if (!strcmp(how, "many"))
		return run_many(argv[0], atoi(argv[2]), argv[3]);
	if (!strcmp(how, "forkexec"))
		return run_child(argv[0], 1);
	if (!strcmp(how, "exec"))
		execl(argv[0], argv[0], "plain", (char *)NULL);
	if (!strcmp(how, "execfail")) {
		execl("/nonexistent", "x", (char *)NULL);
		work(1);
		return 4;
	}
	if (!strcmp(how, "segv"))
		*(volatile int *)8 = 1;
	if (!strcmp(how, "term"))
		kill(getpid(), SIGTERM);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "_exit"))
		_exit(5);
	if (!strcmp(how, "threads"))
		run_threads(4);
	if (!strcmp(how, "uneven"))
		run_uneven();
	if (!strcmp(how, "beside"))
		return run_beside();
	if (!strcmp(how, "thread-segv")) {
		run_threads(1);
		raise(SIGSEGV);
	}
	if (!strcmp(how, "signals"))
		return run_signals(25);
	if (!strcmp(how, "generated"))
		return run_generated();
	if (!strcmp(how, "plugins"))
		return run_plugins(argc - 2, argv + 2);
	if (!strcmp(how, "waits"))
		work(50000);
	while (!strcmp(how, "waits"))
		usleep(10000);
	return 0;
}
