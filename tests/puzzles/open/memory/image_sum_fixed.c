/* Column sums of a large picture. */
#include <stdio.h>
#include <stdlib.h>

static void column_sums(const float *pixel, int rows, int columns, double *sum)
{
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < columns; c++)
			sum[c] += pixel[(long)r * columns + c];
}

int main(void)
{
	enum { ROWS = 9000, COLUMNS = 6000 };
	float *pixel = malloc(sizeof(*pixel) * ROWS * COLUMNS);
	double *sum = calloc(COLUMNS, sizeof(*sum)), all = 0;

	for (long i = 0; i < (long)ROWS * COLUMNS; i++)
		pixel[i] = i % 251;
	for (int round = 0; round < 8; round++)
		column_sums(pixel, ROWS, COLUMNS, sum);
	for (int c = 0; c < COLUMNS; c++)
		all += sum[c];
	printf("%.1f\n", all);
	return 0;
}
