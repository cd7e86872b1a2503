/* Reads one number of each large record. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, TIMES = 50 };

struct record {
	double energy;
	char name[1016];
};

static struct record records[N];

__attribute__((noipa))
/* show: begin */
static double
work(const struct record *p, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += p[i].energy;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		records[i].energy = i % 10 + 0.5;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(records, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
