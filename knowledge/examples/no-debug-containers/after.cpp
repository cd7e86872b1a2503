/* The same source, with and without the debug mode of the containers */
#include <cstdio>
#include <cstdlib>
#include <vector>

/* show: begin */
__attribute__((noipa)) static double
work(std::vector<double> &v, double x)
{
	double sum = 0;

	for (auto it = v.begin(); it != v.end(); ++it) {
		*it = 0.5 * *it + x;
		sum += *it;
	}
	return sum;
}
/* show: end */

int
main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::vector<double> v(1000);
	double sum = 0;

	for (long r = 0; r < 60 * repeats; r++)
		sum += work(v, (double)(r % 10));
	printf("checksum %.10g\n", sum);
}
