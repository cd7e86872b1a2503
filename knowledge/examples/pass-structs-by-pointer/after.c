/* Passes where the struct is. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };

struct state {
	double origin[4], spacing[4], field[40];
};

__attribute__((noipa))
/* show: begin */
static double
work_at(const struct state *s, int i)
{
	return s->origin[i & 3] + s->spacing[i & 3] * i;
}

__attribute__((noipa)) static double work(struct state *s, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += work_at(s, i);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	struct state s = { { 1, 2, 3, 4 }, { 0.5, 0.25, 0.125, 1 }, { 0 } };
	double sum = 0;

	for (long r = 0; r < repeats * 20; r++) {
		s.field[r % 40] += 1;
		sum += work(&s, N);
	}
	printf("checksum %.10g\n", sum + s.field[0]);
	return 0;
}
