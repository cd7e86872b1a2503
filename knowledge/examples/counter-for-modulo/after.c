/* Two loops count rows and columns. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 300, COLUMNS = 300 };

static int a[ROWS * COLUMNS];

__attribute__((noipa))
/* show: begin */
static long
work(int columns, int n)
{
	long sum = 0;

	for (int row = 0, i = 0; i < n; row++)
		for (int column = 0; column < columns; column++, i++)
			sum += a[i] * row + column;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (int i = 0; i < ROWS * COLUMNS; i++)
		a[i] = i % 7;
	for (long r = 0; r < repeats * 20; r++)
		sum += work(COLUMNS, ROWS * COLUMNS);
	printf("checksum %ld\n", sum);
	return 0;
}
