/* Reads numbers from a long string with sscanf. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 500, TIMES = 4 };

static char text[8 * N];

static inline double step(double x) /* some work */
{
	for (int k = 0; k < 30; k++)
		x = x * 0.5 + 1.0 / (x + 1.0);
	return x;
}

__attribute__((noipa))
/* show: begin */
static double
work(const char *s)
{
	double sum = 0;
	int v, used;

	while (sscanf(s, "%d%n", &v, &used) == 1) {
		sum += step(v);
		s += used;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	char *p = text;
	double sum = 0;

	for (int i = 0; i < N; i++)
		p += sprintf(p, "%d ", i * 7);
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(text);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
