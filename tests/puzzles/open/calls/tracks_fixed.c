/* Sums a field of each record of a file. */
#include <stdio.h>
#include <stdlib.h>

struct track {
	char title[56];
	double length;
};

static double total_length(FILE *file, long n)
{
	struct track t;
	double sum = 0;

	for (long i = 0; i < n; i++) {
		if (fread(&t, sizeof(t), 1, file) != 1)
			break;
		sum += t.length;
	}
	return sum;
}

int main(void)
{
	enum { N = 700000 };
	FILE *file = tmpfile();
	struct track t = { "a song", 0 };

	for (int i = 0; i < N; i++) {
		t.length = i % 300;
		fwrite(&t, sizeof(t), 1, file);
	}
	rewind(file);
	printf("%.1f\n", total_length(file, N));
	fclose(file);
	return 0;
}
