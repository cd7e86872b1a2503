/* Blocks come from the system and go back to it in each step. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 10, BLOCKS = 8, SIZE = 1 << 20, TIMES = 1 };

__attribute__((noipa))
/* show: begin */
static double
work(int n, size_t size)
{
	char *t[BLOCKS];
	double sum = 0;

	for (int i = 0; i < n; i++) {
		for (int b = 0; b < BLOCKS; b++) {
			t[b] = malloc(size);
			for (size_t k = 0; k < size; k += 256)
				t[b][k] = (char)i;
			sum += t[b][512];
		}
		for (int b = 0; b < BLOCKS; b++)
			free(t[b]);
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(N, SIZE);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
