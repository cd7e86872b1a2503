// Makes an array for each operation.
#include <cstdio>
#include <cstdlib>
#include <vector>

using array = std::vector<double>;

/* show: begin */
__attribute__((noinline)) static array work_scaled(double a, const array &x)
{
	array r(x.size());

	for (size_t i = 0; i < x.size(); i++)
		r[i] = a * x[i];
	return r;
}

__attribute__((noinline)) static array work_sum(const array &x, const array &y)
{
	array r(x.size());

	for (size_t i = 0; i < x.size(); i++)
		r[i] = x[i] + y[i];
	return r;
}

__attribute__((noipa)) void work(array &x, const array &k, const array &l)
{
	x = work_sum(x, work_sum(work_scaled(0.25, k), work_scaled(0.5, l)));
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	array x(20000), k(20000, 1), l(20000, 2);
	double sum = 0;

	for (long r = 0; r < repeats * 100; r++) {
		k[(size_t)(r % 20000)] = (double)r;
		work(x, k, l);
	}
	for (const double v : x)
		sum += v;
	printf("checksum %.10g\n", sum);
	return 0;
}
