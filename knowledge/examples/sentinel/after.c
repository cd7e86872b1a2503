/* One test: the sought value is at the end in any case. Nothing stands in the
 * way of several steps in a row. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 4000 };

static int a[N + 1];

__attribute__((noipa))
/* show: begin */
static int
work(int *v, int n, int key)
{
	int i = 0;

	v[n] = key;
	for (;; i += 4) {
		if (v[i] == key)
			return i;
		if (v[i + 1] == key)
			return i + 1;
		if (v[i + 2] == key)
			return i + 2;
		if (v[i + 3] == key)
			return i + 3;
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(a, N, N - 10 + (int)(r % 20));
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
