// Counts through a sorted set to its k-th element.
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <set>

__attribute__((noipa))
/* show: begin */
static double
work(const std::set<int> &sorted, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += *std::next(sorted.begin(), i * 7919 % 24);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::set<int> sorted;
	double sum = 0;

	for (int i = 0; sorted.size() < 24; i++)
		sorted.insert((int)((unsigned)i * 2654435761u >> 3));
	for (long r = 0; r < repeats; r++)
		sum += work(sorted, 200000);
	printf("checksum %.10g\n", sum);
	return 0;
}
