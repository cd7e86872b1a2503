// Looks into the measurements where they are.
#include <cstdio>
#include <cstdlib>
#include <vector>

/* show: begin */
__attribute__((noipa)) static long
work_above(const std::vector<int> &all, size_t at)
{
	long above = 0;

	for (size_t i = at; i < at + 400; i++)
		above += all[i] > all[at];
	return above;
}
/* show: end */

__attribute__((noipa)) static long
work(const std::vector<int> &all)
{
	long above = 0;

	for (size_t at = 0; at < 4000; at++)
		above += work_above(all, at * 5);
	return above;
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::vector<int> all(24000);
	double sum = 0;

	for (size_t i = 0; i < all.size(); i++)
		all[i] = (int)(i * 7919 % 10007);
	for (long r = 0; r < repeats; r++)
		sum += (double)work(all);
	printf("checksum %.10g\n", sum);
	return 0;
}
