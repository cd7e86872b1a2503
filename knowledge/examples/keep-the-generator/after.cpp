// Seeds one generator, and draws all numbers from it.
#include <cstdio>
#include <cstdlib>
#include <random>

static inline double step(double x) /* some work */
{
	for (int k = 0; k < 30; k++)
		x = x * 0.5 + 1.0 / (x + 1.0);
	return x;
}

/* show: begin */
static double work_draw(std::mt19937 &generator)
{
	std::uniform_real_distribution<double> uniform(0, 1);

	return uniform(generator);
}

__attribute__((noipa)) double work(int n, unsigned seed)
{
	std::mt19937 generator(seed);
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += step(work_draw(generator));
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++)
		sum += work(4000, (unsigned)r);
	printf("checksum %.10g\n", sum);
	return 0;
}
