/* Finds the median of nine pixels by 19 exchanges, inline. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 180 };

static int from[N][N], to[N][N];

/* show: begin */
/* Puts the smaller one of two first; compiled to a minimum and a maximum */
static inline void work_order(int *a, int *b)
{
	const int low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;

	*a = low;
	*b = high;
}

static inline int work_median(int *v)
{
	static const unsigned char pairs[][2] = {
		{ 1, 2 }, { 4, 5 }, { 7, 8 }, { 0, 1 }, { 3, 4 }, { 6, 7 }, { 1, 2 },
		{ 4, 5 }, { 7, 8 }, { 0, 3 }, { 5, 8 }, { 4, 7 }, { 3, 6 }, { 1, 4 },
		{ 2, 5 }, { 4, 7 }, { 4, 2 }, { 6, 4 }, { 4, 2 },
	};

	for (int p = 0; p < 19; p++)
		work_order(&v[pairs[p][0]], &v[pairs[p][1]]);
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
