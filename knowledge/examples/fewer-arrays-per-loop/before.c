/* One loop over twenty arrays that fall into the same cache sets. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 16384, TIMES = 25 };

struct fields {
	double u[N], v[N], w[N], t[N], q[N], p[N], ps[N], phi[N], div[N],
		vor[N];
	double u1[N], v1[N], w1[N], t1[N], q1[N], p1[N], ps1[N], phi1[N],
		div1[N], vor1[N];
};

__attribute__((noipa))
/* show: begin */
static void
work(struct fields *f, double dt)
{
	for (int i = 0; i < N; i++) {
		f->u[i] += dt * f->u1[i];
		f->v[i] += dt * f->v1[i];
		f->w[i] += dt * f->w1[i];
		f->t[i] += dt * f->t1[i];
		f->q[i] += dt * f->q1[i];
		f->p[i] += dt * f->p1[i];
		f->ps[i] += dt * f->ps1[i];
		f->phi[i] += dt * f->phi1[i];
		f->div[i] += dt * f->div1[i];
		f->vor[i] += dt * f->vor1[i];
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct fields *f = aligned_alloc(4096, sizeof(*f));
	double sum = 0;

	if (!f)
		return 1;
	for (size_t i = 0; i < sizeof(*f) / sizeof(double); i++)
		((double *)f)[i] = (double)(i % 13);
	for (long r = 0; r < repeats * TIMES; r++)
		work(f, 0.5);
	for (size_t i = 0; i < sizeof(*f) / sizeof(double); i += 7)
		sum += ((double *)f)[i];
	printf("checksum %.10g\n", sum);
	free(f);
	return 0;
}
