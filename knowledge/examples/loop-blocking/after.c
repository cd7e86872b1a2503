/* Transposes it block by block: a block of each fits in the cache. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1536, BLOCK = 16 };

static double a[N][N], b[N][N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int ii = 0; ii < N; ii += BLOCK)
		for (int jj = 0; jj < N; jj += BLOCK)
			for (int i = ii; i < ii + BLOCK; i++)
				for (int j = jj; j < jj + BLOCK; j++)
					b[j][i] = a[i][j];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = i * 3 + j;
	for (long r = 0; r < repeats * 2; r++) {
		work();
		sum += b[r % N][5];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
