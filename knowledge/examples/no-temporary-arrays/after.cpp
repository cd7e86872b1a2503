// Computes all of the expression for one element after the other.
#include <cstdio>
#include <cstdlib>
#include <vector>

using array = std::vector<double>;

/* show: begin */
__attribute__((noipa)) void work(array &x, const array &k, const array &l)
{
	for (size_t i = 0; i < x.size(); i++)
		x[i] += 0.25 * k[i] + 0.5 * l[i];
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
