/* Writes down columns: each step enters another page. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1024, TILE = 16, TIMES = 2 };

static double a[N][N], b[N][N];

__attribute__((noipa))
/* show: begin */
static void
work(double (*to)[N], double (*from)[N])
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
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
