/* Reads the file up to the wanted line, for each line that is wanted. */
#include <stdio.h>
#include <stdlib.h>

enum { LINES = 200, LENGTH = 48, N = 2000 };

/* Of the values in a line, each a digit */
__attribute__((noinline)) static double work_mean(const char *line)
{
	double mean = 0;

	for (; *line >= '0' && *line <= '9'; line++)
		mean = 0.9 * mean + 0.1 * (*line - '0');
	return mean;
}

/* show: begin */
__attribute__((noipa)) static double work(FILE *f, int n)
{
	char line[LENGTH];
	double sum = 0;

	for (int i = 0; i < n; i++) {
		rewind(f);
		for (int k = 0; k <= i * 1201 % LINES; k++) {
			if (!fgets(line, sizeof(line), f))
				return -1;
		}
		sum += work_mean(line);
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	FILE *f = tmpfile();
	double sum = 0;

	for (int i = 0; f && i < LINES; i++)
		fprintf(f, "%040.0f\n", 1e39 / (i + 7));
	for (long r = 0; f && r < repeats; r++)
		sum += work(f, N);
	printf("checksum %.10g\n", sum);
	return f ? fclose(f) : 1;
}
