/* Particles take the field of their cell and leave their charge there: what
 * goes by way of an index keeps all of the loop scalar. */
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 512, N = 20000, TIMES = 20 };

struct particle {
	float x, v, w;
	int cell;
};

static struct particle p[N];
static float field[CELLS], charge[CELLS];

static inline float kick(float x, float f)
{
	const float a = f * (1.0f + x * (0.5f + x * (0.25f + x * 0.125f)));
	const float b = 1.0f + a * a * (0.5f + a * a * 0.0416f);

	return a * b / (1.0f + a * a * b) + x * (a - b) * 0.01f;
}

static inline float step(float x, float f, float *v)
{
	const float t = *v + kick(x, f), half = x + 0.5f * t;
	const float u = t + kick(half, f) * (1.0f - half * half);

	*v = 0.5f * (u - t);
	return u * u + half * half;
}

__attribute__((noipa))
/* show: begin */
static void
work(struct particle *p, const float *field, float *charge, int n)
{
	for (int i = 0; i < n; i++) {
		const float f = field[p[i].cell];

		charge[p[i].cell] += p[i].w * step(p[i].x, f, &p[i].v);
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		p[i] = (struct particle){ i % 7 * 0.1f, 0.01f, 0.5f,
			                  (int)(i * 2654435761u % CELLS) };
	for (int i = 0; i < CELLS; i++)
		field[i] = 0.001f * (float)(i % 10);
	for (long r = 0; r < repeats * TIMES; r++)
		work(p, field, charge, N);
	for (int i = 0; i < CELLS; i++)
		sum += charge[i];
	printf("checksum %.5g\n", sum);
	return 0;
}
