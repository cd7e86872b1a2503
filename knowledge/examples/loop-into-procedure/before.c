/* Calls a procedure for each element. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 900 };

static unsigned a[N];

void work_step(unsigned *x, unsigned by);

/* show: begin */
void work_step(unsigned *x, unsigned by)
{
	*x = *x * 3 + by;
}

__attribute__((noipa)) static void work(unsigned *v, int n, unsigned by)
{
	for (int i = 0; i < n; i++)
		work_step(&v[i], by);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, N, (unsigned)(r % 5));
		sum += a[r % N] % 1000;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
