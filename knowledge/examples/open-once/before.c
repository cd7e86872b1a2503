/* Opens the file for each record. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, TIMES = 10 };

static inline double step(double x) /* some work */
{
	for (int k = 0; k < 30; k++)
		x = x * 0.5 + 1.0 / (x + 1.0);
	return x;
}

__attribute__((noipa))
/* show: begin */
static double
work(const char *name, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++) {
		const double x = step(i);
		FILE *f = fopen(name, "a");

		if (!f)
			return -1;
		sum += x * (double)fwrite(&x, sizeof(x), 1, f);
		fclose(f);
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work("/dev/null", N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
