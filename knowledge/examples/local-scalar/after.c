/* Accumulates in local variables, which live in registers. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, TIMES = 3000 };

struct result {
	int sum, odd;
};

__attribute__((noipa))
/* show: begin */
static void
work(struct result *r, const int *a, int n)
{
	int sum = r->sum, odd = r->odd;

	for (int i = 0; i < n; i++) {
		sum += a[i];
		odd += a[i] & 1;
	}
	r->sum = sum;
	r->odd = odd;
}
/* show: end */

int main(int argc, char **argv)
{
	static int a[N];
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct result result = { 0, 0 };
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i * 7 % 10;
	for (long r = 0; r < repeats * TIMES; r++) {
		result.sum = result.odd = 0;
		work(&result, a, N);
		sum += result.sum + result.odd;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
