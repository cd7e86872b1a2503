/*
 * Asks for the time: "timed 200" works until 200 ms went by; "timed fails" ends
 * with an error where it is simulated. "timed" alone does not ask.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double x[4096];

__attribute__((noinline)) static void sweep(void)
{
	for (int k = 0; k < 10; k++) {
		for (int i = 0; i < 4096; i++)
			x[i] = x[i] * 0.5 + 1;
	}
}

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

int main(int argc, char **argv)
{
	const char *preloaded = getenv("LD_PRELOAD");
	const double until = argc > 1 ? now_ms() + atof(argv[1]) : 0;

	for (int i = 0; i < 2000 || (argc > 1 && now_ms() < until); i++)
		sweep();
	return argc > 1 && strcmp(argv[1], "fails") == 0 && preloaded &&
	       strstr(preloaded, "vgpreload");
}
