/* Seeks the first record, and reads on. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };

struct record {
	int id;
	float values[7];
};

__attribute__((noipa))
/* show: begin */
static double
work(FILE *f, long n)
{
	double sum = 0;

	rewind(f);
	for (long i = 0; i < n; i++) {
		struct record r;

		if (fread(&r, sizeof(r), 1, f) != 1)
			return -1;
		sum += r.values[r.id % 7];
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	FILE *f = tmpfile();
	double sum = 0;

	for (int i = 0; f && i < N; i++) {
		const struct record r = { i, { 1, 2, 3, 4, 5, 6, 7 } };

		fwrite(&r, sizeof(r), 1, f);
	}
	for (long r = 0; f && r < repeats; r++)
		sum += work(f, N);
	printf("checksum %.10g\n", sum);
	return f ? fclose(f) : 1;
}
