/* Divides three times by the same length. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

struct vector {
	double x, y, z;
};

static struct vector v[N];
static double length[N];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++) {
		v[i].x = (v[i].x + 1.0) / length[i];
		v[i].y = (v[i].y + 1.0) / length[i];
		v[i].z = (v[i].z + 1.0) / length[i];
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		length[i] = 1.5 + i % 7;
	for (long r = 0; r < repeats * 1500; r++) {
		work();
		sum += v[r % N].x + v[r % N].z;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
