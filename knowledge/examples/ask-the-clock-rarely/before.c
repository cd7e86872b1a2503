/* Looks at the clock in each step. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 20000, TIMES = 10 };

__attribute__((noipa))
/* show: begin */
static double
work(double x, int n, time_t end)
{
	struct timespec now;

	for (int i = 0; i < n; i++) {
		x = x * 0.999 + 0.5;
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec > end)
			break;
	}
	return x;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work((double)r, N, (time_t)1 << 40);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
