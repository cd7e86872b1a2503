/* Sorts the nine pixels around each with qsort, for their median. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 180 };

static int from[N][N], to[N][N];

/* show: begin */
static int work_compare(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

static int work_median(int *v)
{
	qsort(v, 9, sizeof(*v), work_compare);
	return v[4];
}
/* show: end */

__attribute__((noipa)) static void work(int n, int from[][N], int to[][N])
{
	for (int i = 1; i < n - 1; i++) {
		for (int k = 1; k < n - 1; k++) {
			int v[9];

			for (int j = 0; j < 9; j++)
				v[j] = from[i - 1 + j / 3][k - 1 + j % 3];
			to[i][k] = work_median(v);
		}
	}
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N * N; i++)
		from[i / N][i % N] = (int)((unsigned)i * 2654435761u >> 24);
	for (long r = 0; r < repeats; r++) {
		work(N, from, to);
		sum += to[r % (N - 2) + 1][N / 2];
	}
	for (int i = 0; i < N * N; i++)
		sum += to[i / N][i % N];
	printf("checksum %.10g\n", sum);
	return 0;
}
