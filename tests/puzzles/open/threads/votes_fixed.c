/* Counts votes with one counter for each thread and party. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTIES = 3 };

static void count(const unsigned char *vote, long n, long total[PARTIES])
{
	static long counter[64][PARTIES + 61] __attribute__((aligned(64)));

#pragma omp parallel
	{
		long *mine = counter[omp_get_thread_num()];

#pragma omp for schedule(static)
		for (long i = 0; i < n; i++)
			mine[vote[i]]++;
	}
	for (int t = 0; t < 64; t++)
		for (int p = 0; p < PARTIES; p++) {
			total[p] += counter[t][p];
			counter[t][p] = 0;
		}
}

int main(void)
{
	enum { N = 20000000 };
	unsigned char *vote = malloc(N);
	long total[PARTIES] = { 0 };
	unsigned seed = 2;

	for (long i = 0; i < N; i++) {
		seed = seed * 1664525 + 1013904223;
		vote[i] = (seed >> 20) % 3;
	}
	for (int round = 0; round < 20; round++)
		count(vote, N, total);
	printf("%ld %ld %ld\n", total[0], total[1], total[2]);
	free(vote);
	return 0;
}
