/* Returns whether the value is in range. */
#include <cstdio>
#include <cstdlib>
#include <cstdio>
#include <cstdlib>

enum { N = 20000, TIMES = 2 };

static int a[N];

struct out_of_range {
	int value;
};

/* show: begin */
__attribute__((noipa)) static bool work_check(int x, int *value)
{
	*value = x;
	return x <= 90;
}

__attribute__((noipa)) static long work(const int *v, int n)
{
	long sum = 0;
	int value;

	for (int i = 0; i < n; i++) {
		if (work_check(v[i], &value))
			sum += value;
		else
			sum -= 1;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i % 100;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += (double)work(a, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
