/* The numbers have an array of their own. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000, TIMES = 50 };

struct record {
	char name[1016];
};

static struct record records[N];
static double energies[N];

__attribute__((noipa))
/* show: begin */
static double
work(const double *energy, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += energy[i];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		energies[i] = i % 10 + 0.5;
		records[i].name[0] = 'a';
	}
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(energies, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
