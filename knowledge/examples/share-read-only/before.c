/* Each thread copies the table, which none of them changes, in each step. */
#include <stdio.h>
#include <stdlib.h>

enum { ENTRIES = 60000, N = 2000, TIMES = 40 };

struct table {
	double value[ENTRIES];
};

static struct table table;
static int place[N];

__attribute__((noipa))
/* show: begin */
static double
work(const int *at, int n)
{
	double sum = 0;

#pragma omp parallel for firstprivate(table) reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += table.value[at[i]];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < ENTRIES; i++)
		table.value[i] = i % 1000;
	for (int i = 0; i < N; i++)
		place[i] = (i * 7919) % ENTRIES;
	for (long r = 0; r < repeats * TIMES; r++)
		sum += work(place, N);
	printf("checksum %.10g\n", sum);
	return 0;
}
