// Inlines the integrand.
#include <cstdio>
#include <cstdlib>

/* show: begin */
template <class F>
static double work_integral(F f, double from, double to, int n)
{
	const double step = (to - from) / n;
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += f(from + (i + 0.5) * step);
	return sum * step;
}
/* show: end */

__attribute__((noipa)) double work(double a, double b)
{
	return work_integral([=](double x) { return a * x * x + b; }, 0, 2, 1000000);
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++)
		sum += work(0.5 + (double)(r % 10), 1.5);
	printf("checksum %.10g\n", sum);
	return 0;
}
