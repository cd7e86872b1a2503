/* A loop of two arrays, in a procedure of its own, called for each pair. */
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
work_step(double *x, const double *x1, double dt)
{
	for (int i = 0; i < N; i++)
		x[i] += dt * x1[i];
}

static void work(struct fields *f, double dt)
{
	work_step(f->u, f->u1, dt);
	work_step(f->v, f->v1, dt);
	work_step(f->w, f->w1, dt);
	work_step(f->t, f->t1, dt);
	work_step(f->q, f->q1, dt);
	work_step(f->p, f->p1, dt);
	work_step(f->ps, f->ps1, dt);
	work_step(f->phi, f->phi1, dt);
	work_step(f->div, f->div1, dt);
	work_step(f->vor, f->vor1, dt);
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
