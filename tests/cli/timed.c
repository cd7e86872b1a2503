/*
 * Asks for the time, and does twice the work where it is simulated, as what
 * works for a time may: "timed other"; or the same: "timed same"; or half, and
 * fails there: "timed fails". "timed threads" is "timed other" with a thread
 * that does nothing. "timed" alone does not ask.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double x[4096];

__attribute__((noinline)) static void sweep(void)
{
	for (int k = 0; k < 1000; k++) {
		for (int i = 0; i < 4096; i++)
			x[i] = x[i] * 0.5 + 1;
	}
}

static void *nothing(void *arg)
{
	return arg;
}

int main(int argc, char **argv)
{
	const char *preloaded = getenv("LD_PRELOAD");
	struct timespec t;
	int sweeps = 40, simulated, fails = 0;

	if (argc > 1) {
		clock_gettime(CLOCK_MONOTONIC, &t);
		simulated = preloaded && strstr(preloaded, "vgpreload");
		fails = strcmp(argv[1], "fails") == 0 && simulated;
		if (strcmp(argv[1], "threads") == 0) {
			pthread_t thread;

			if (pthread_create(&thread, NULL, nothing, NULL) == 0)
				pthread_join(thread, NULL);
			argv[1] = "other";
		}
		if (strcmp(argv[1], "other") == 0 && simulated)
			sweeps *= 2;
	}
	if (fails)
		sweeps /= 2;
	while (sweeps-- > 0)
		sweep();
	return fails;
}
