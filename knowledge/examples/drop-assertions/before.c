/* A field whose accesses are checked by assert */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

struct field {
	double *data;
	int nx, ny;
};

/* show: begin */
static double work_get(const struct field *f, int i, int j)
{
	assert(f && f->data);
	assert(i >= 0 && i < f->nx);
	assert(j >= 0 && j < f->ny);
	return f->data[i * f->ny + j];
}

__attribute__((noipa)) static double work(const struct field *f)
{
	double sum = 0;

	for (int i = 1; i < f->nx - 1; i++)
		for (int j = 1; j < f->ny - 1; j++)
			sum += work_get(f, i - 1, j) + work_get(f, i + 1, j) -
			       2 * work_get(f, i, j - 1) *
			               work_get(f, i, j + 1);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct field f = { malloc(sizeof(double) * 20 * N), 20, N };
	double sum = 0;

	for (int i = 0; i < 20 * N; i++)
		f.data[i] = 1e-3 * (i % 1000);
	for (long r = 0; r < repeats; r++) {
		f.data[r % N] += 1e-6;
		sum += work(&f);
	}
	printf("checksum %.10g\n", sum);
	free(f.data);
}
