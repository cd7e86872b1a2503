/* Six arrays behind pointers: too many to test for overlap. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, TIMES = 2000 };

static double storage[6][N];

struct fields {
	double *u, *v, *w, *p, *q, *s;
};

__attribute__((noipa))
/* show: begin */
static void
work(const struct fields *f, int n)
{
	for (int i = 0; i < n; i++) {
		f->u[i] += f->p[i] * f->s[i];
		f->v[i] += f->q[i] * f->s[i];
		f->w[i] += f->p[i] * f->q[i];
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const struct fields f = { storage[0], storage[1], storage[2],
		                  storage[3], storage[4], storage[5] };
	double sum = 0;

	for (int k = 0; k < 6; k++)
		for (int i = 0; i < N; i++)
			storage[k][i] = (i + k) % 10 * 0.5;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(&f, N);
		sum += f.u[r % N] + f.w[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
