/* Transposes in tiles: each page serves 16 columns. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1024, TILE = 16, TIMES = 2 };

static double a[N][N], b[N][N];

__attribute__((noipa))
/* show: begin */
static void
work(double (*to)[N], double (*from)[N])
{
	for (int ii = 0; ii < N; ii += TILE)
		for (int jj = 0; jj < N; jj += TILE)
			for (int i = ii; i < ii + TILE; i++)
				for (int j = jj; j < jj + TILE; j++)
					to[j][i] = from[i][j];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = i + 0.5 * j;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(b, a);
		sum += b[r % N][7];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
