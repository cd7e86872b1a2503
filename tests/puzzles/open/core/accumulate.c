/* Weighted sums of counters that the caller owns. */
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) void add_weighted(long *total, const long *value, const long *weight, int n)
{
	for (int i = 0; i < n; i++)
		*total += value[i] * weight[i];
}

int main(void)
{
	enum { N = 4000 };
	static long value[N], weight[N];
	long total = 0;

	for (int i = 0; i < N; i++) {
		value[i] = i % 1000;
		weight[i] = i % 7;
	}
	for (int round = 0; round < 300000; round++) {
		value[round % N]++;
		add_weighted(&total, value, weight, N);
	}
	printf("%ld\n", total);
	return 0;
}
