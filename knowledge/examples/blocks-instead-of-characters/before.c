/* Reads one character at a time. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 2 };

__attribute__((noipa))
/* show: begin */
static long
work(FILE *f)
{
	long lines = 0;
	int c;

	while ((c = getc(f)) != EOF)
		lines += c == '\n';
	return lines;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	FILE *f = tmpfile();
	double sum = 0;

	for (int i = 0; i < N; i++)
		putc(i % 40 ? 'x' : '\n', f);
	for (long r = 0; r < repeats * TIMES; r++) {
		rewind(f);
		sum += (double)work(f);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
