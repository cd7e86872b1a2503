// Sorts all values again after each that comes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

/* Of the middle half */
__attribute__((noinline)) static double work_mean(const std::vector<double> &sorted)
{
	const size_t from = sorted.size() / 4, to = sorted.size() - from;
	double sum = 0;

	for (size_t i = from; i < to; i++)
		sum += sorted[i];
	return sum / (double)(to - from);
}

__attribute__((noipa))
/* show: begin */
double
work(const std::vector<double> &values)
{
	std::vector<double> sorted;
	double means = 0;

	for (const double value : values) {
		sorted.push_back(value);
		std::sort(sorted.begin(), sorted.end());
		means += work_mean(sorted);
	}
	return means;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::vector<double> values(1500);
	double sum = 0;

	for (size_t i = 0; i < values.size(); i++)
		values[i] = (double)(i * 7919 % 10007);
	for (long r = 0; r < repeats; r++)
		sum += work(values);
	printf("checksum %.10g\n", sum);
	return 0;
}
