/* The same list in one array, in the order in which it is walked. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 50000 };

struct element {
	double value;
};

__attribute__((noipa))
/* show: begin */
static double
work(const struct element *e, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += e[i].value;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static struct element e[N];
	double sum = 0;

	for (int i = 0; i < N; i++)
		e[i].value = i * 7919L % N % 9;
	for (long r = 0; r < repeats * 40; r++)
		sum += work(e, N);
	printf("checksum %.10g\n", sum);
	return 0;
}
