// Particles are drawn by their weights.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

/* show: begin */
static int work_pick(std::mt19937 &rng, const std::vector<double> &weights)
{
	std::discrete_distribution<int> pick(weights.begin(), weights.end());

	return pick(rng);
}

__attribute__((noipa)) long work(std::mt19937 &rng, const std::vector<double> &weights)
{
	long sum = 0;

	for (std::size_t i = 0; i < weights.size(); i++)
		sum += work_pick(rng, weights);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::vector<double> weights(1000);
	std::mt19937 rng(7);
	long sum = 0;

	for (int i = 0; i < 1000; i++)
		weights[i] = 1 + i * 7 % 50;
	for (long r = 0; r < repeats; r++)
		sum += work(rng, weights);
	printf("checksum %.10g\n", (double)sum);
}
