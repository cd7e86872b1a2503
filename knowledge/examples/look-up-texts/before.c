/* Compares a name with one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 120, LENGTH = 24, N = 8000 };

static char names[NAMES][LENGTH];

/* show: begin */
static int work_find(char names[][LENGTH], int n, const char *name)
{
	for (int i = 0; i < n; i++) {
		if (strcmp(names[i], name) == 0)
			return i;
	}
	return -1;
}
/* show: end */

__attribute__((noipa)) static double work(char names[][LENGTH], int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += work_find(names, NAMES, names[i * 71 % NAMES]);
	return sum;
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < NAMES; i++)
		snprintf(names[i], LENGTH, "species_%03d", i);
	for (long r = 0; r < repeats; r++)
		sum += work(names, N);
	printf("checksum %.10g\n", sum);
	return 0;
}
