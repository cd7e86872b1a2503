/* Throws for each value that is out of range. */
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
__attribute__((noipa)) static int work_check(int x)
{
	if (x > 90)
		throw out_of_range{ x };
	return x;
}

__attribute__((noipa)) static long work(const int *v, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++) {
		try {
			sum += work_check(v[i]);
		} catch (const out_of_range &e) {
			sum -= 1;
		}
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
