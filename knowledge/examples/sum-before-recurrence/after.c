/* The level of a lake from day to day: one addition for each. */
#include <stdio.h>
#include <stdlib.h>

enum { DAYS = 2000 };

static double rain[DAYS], inflow[DAYS], outflow[DAYS], vapour[DAYS];
static double level[DAYS];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 1; i < DAYS; i++)
		level[i] = level[i - 1] +
		           (rain[i] + inflow[i] - outflow[i] - vapour[i]);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < DAYS; i++) {
		rain[i] = i % 7 * 0.25;
		inflow[i] = 1 + i % 5;
		outflow[i] = 0.5 + i % 6;
		vapour[i] = 1.0 / (i + 1);
	}
	level[0] = 100;
	for (long r = 0; r < repeats * 1500; r++) {
		work();
		sum += level[r % DAYS];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
