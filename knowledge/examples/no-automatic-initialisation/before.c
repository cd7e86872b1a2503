/* Uses a few elements of a local buffer in each call. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 100, TIMES = 20000 };

static int a[N];

/* show: begin */
__attribute__((noipa))
static int
work(int n)
{
	int buffer[8 * N], sum = 0;

	for (int i = 0; i < n; i++)
		buffer[(i * 7) & 511] = a[i];
	for (int i = 0; i < n; i++)
		sum += buffer[(i * 7) & 511];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 17;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work((int)(r % 20) + 40);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
