/* Selects the bids above a limit from a list in no order. */
#include <stdio.h>
#include <stdlib.h>

static int select_bids(const int *bid, int n, int limit, int *out)
{
	int k = 0;

	for (int i = 0; i < n; i++)
	{
		out[k] = bid[i];
		k += bid[i] > limit;
	}
	return k;
}

int main(int argc, char **argv)
{
	enum { N = 1000000 };
	int rounds = argc > 1 ? atoi(argv[1]) : 300;
	int *bid = malloc(N * sizeof(int)), *out = malloc((N + 1) * sizeof(int));
	unsigned seed = 9;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		seed = seed * 1664525 + 1013904223;
		bid[i] = seed >> 16;
	}
	for (int r = 0; r < rounds; r++) {
		int k = select_bids(bid, N, 32768 + r, out);

		sum += k + out[k / 2];
	}
	printf("%ld\n", sum);
	return 0;
}
