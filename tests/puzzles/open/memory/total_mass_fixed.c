/* The mass of all particles; each has many other properties. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
	double position[3], velocity[3], force[3];
	double charge, mass;
	int kind, cell;
	double history[5];
};

static double total_mass(const double *mass, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += mass[i];
	return sum;
}

int main(void)
{
	enum { N = 1000000 };
	struct particle *p = calloc(N, sizeof(*p));
	double *mass = malloc(N * sizeof(*mass));
	double sum = 0;

	for (int i = 0; i < N; i++) {
		p[i].mass = 1 + i % 16;
		mass[i] = p[i].mass;
		p[i].kind = i % 3;
	}
	for (int step = 0; step < 150; step++) {
		sum += total_mass(mass, N);
		p[step].mass += 1;
		mass[step] += 1;
	}
	printf("%.1f\n", sum);
	return 0;
}
