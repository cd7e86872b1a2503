/* The same source, with -O1 and with -O3. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 1500 };

static int a[N], b[N];

static int clip(int x, int low, int high)
{
	return x < low ? low : x > high ? high : x;
}

__attribute__((noipa))
/* show: begin */
static void
work(int *restrict x, const int *y, int n)
{
	for (int i = 0; i < n; i++)
		x[i] = clip(x[i] + y[i], -100, 100) + clip(y[i], 0, 5);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		b[i] = i % 20 - 7;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(a, b, N);
		sum += a[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
