/* A product of small matrices, whose rows are as long as the program is told.
 */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static float a[MOST * MOST], b[MOST * MOST], c[MOST * MOST];

__attribute__((noipa))
/* show: begin */
static void
work(float *to, const float *row, const float *column, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				to[i * n + j] -=
					row[i * n + k] * column[k * n + j];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const int n = argc > 2 ? MOST / 2 : MOST;
	double sum = 0;

	for (int i = 0; i < n * n; i++) {
		a[i] = (float)(i % 7) * 0.25F;
		b[i] = (float)(i % 5) * 0.5F;
	}
	for (long r = 0; r < repeats * 12; r++)
		work(c, a, b, n);
	for (int i = 0; i < n * n; i++)
		sum += c[i] * (i % 3 + 1);
	printf("checksum %.10g\n", sum);
	return 0;
}
