/* The mass of all particles; each has many other properties. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
	double position[3], velocity[3], force[3];
	double charge, mass;
	int kind, cell;
	double history[5];
};

static double total_mass(const struct particle *p, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += p[i].mass;
	return sum;
}

int main(void)
{
	enum { N = 1000000 };
	struct particle *p = calloc(N, sizeof(*p));
	double sum = 0;

	for (int i = 0; i < N; i++) {
		p[i].mass = 1 + i % 16;
		p[i].kind = i % 3;
	}
	for (int step = 0; step < 150; step++) {
		sum += total_mass(p, N);
		p[step].mass += 1;
	}
	printf("%.1f\n", sum);
	return 0;
}
