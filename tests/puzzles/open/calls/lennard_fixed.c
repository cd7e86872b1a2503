/* The Lennard-Jones energy of a box of atoms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct atom {
	double x, y, z;
};

static double energy(const struct atom *a, int n, double sigma)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			double dx = a[i].x - a[j].x, dy = a[i].y - a[j].y;
			double dz = a[i].z - a[j].z;
			double r = sqrt(dx * dx + dy * dy + dz * dz);

			double s = sigma / r, s3 = s * s * s, s6 = s3 * s3;

			sum += 4 * (s6 * s6 - s6);
		}
	return sum;
}

int main(void)
{
	enum { N = 7000 };
	struct atom *a = malloc(N * sizeof(*a));

	for (int i = 0; i < N; i++)
		a[i] = (struct atom){ i % 20 + 0.1 * (i % 7), i / 20 % 20 + 0.1 * (i % 5), i / 400 };
	printf("%.6e\n", energy(a, N, 0.9));
	free(a);
	return 0;
}
