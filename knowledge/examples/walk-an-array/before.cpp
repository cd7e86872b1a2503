// Multiplies a sparse matrix by a vector, whose elements are in a map.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

enum { N = 4000, EACH = 12 };

__attribute__((noipa))
/* show: begin */
static void
work(const std::map<std::pair<int, int>, double> &a,
     const std::vector<double> &x, std::vector<double> &y)
{
	for (const auto &element : a)
		y[element.first.first] +=
			element.second * x[element.first.second];
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::map<std::pair<int, int>, double> a;
	std::vector<double> x(N, 1), y(N);
	double sum = 0;

	for (int k = 0; k < EACH; k++)
		for (int i = 0; i < N; i++)
			a[{ i, (i * 31 + k * 397) % N }] = 1.0 / (1 + k);
	for (long r = 0; r < repeats; r++)
		for (int times = 0; times < 100; times++)
			work(a, x, y);
	for (double v : y)
		sum += v;
	printf("checksum %.10g\n", sum);
	return 0;
}
