/*
 * What programs do that a library preloaded into them must survive: "awkward
 * WAY", then it works for a moment.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t called;

static void note(int sig)
{
	(void)sig;
	called++;
}

__attribute__((noinline)) static void work(void)
{
	volatile double x = 1;

	for (long i = 0; i < 30000000; i++)
		x = x * 1.0000001 + 1e-9;
}

static void *thread(void *arg)
{
	work();
	return arg;
}

/* As a signal handler of the program's own, through each interface */
static int own_signal(void)
{
	struct sigaction set = { .sa_handler = note }, old;
	sigset_t all;

	if (signal(SIGURG, note) != SIG_DFL || raise(SIGURG) || called != 1)
		return 5;
	if (sigaction(SIGURG, NULL, &old) != 0 || old.sa_handler != note)
		return 6;
	if (sigaction(SIGURG, &set, &old) != 0 || raise(SIGURG) || called != 2)
		return 7;
	/* nobody sends this one; a timer's must not be taken for it */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	work();
	return called == 2 ? 0 : 8;
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	sigset_t all;
	pthread_t t;

	sigfillset(&all);
	if (strcmp(way, "defaults") == 0) {
		for (int sig = 1; sig <= 64; sig++)
			signal(sig, SIG_DFL);
	} else if (strcmp(way, "blocks") == 0) {
		pthread_sigmask(SIG_BLOCK, &all, NULL);
		pthread_create(&t, NULL, thread, NULL);
		pthread_join(t, NULL);
	} else if (strcmp(way, "own") == 0) {
		return own_signal();
	} else if (strcmp(way, "fsize") == 0) {
		const struct rlimit little = { 16384, RLIM_INFINITY };

		setrlimit(RLIMIT_FSIZE, &little);
		execl(argv[0], argv[0], "limited", (char *)NULL);
	}
	work();
	return 0;
}
