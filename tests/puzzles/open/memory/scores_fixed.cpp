// Ranks pupils by their scores.
#include <iostream>
#include <vector>

static int count_above(const std::vector<int> &scores, size_t pupil)
{
	int above = 0;
	size_t first = pupil < 20 ? 0 : pupil - 20;

	for (size_t i = first; i < pupil; i++)
		above += scores[i] > scores[pupil];
	return above;
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? std::stoul(argv[1]) : 180000;
	std::vector<int> scores;
	long sum = 0;

	for (size_t i = 0; i < n; i++)
		scores.push_back(i * 7919 % 10007);
	for (size_t i = 0; i < n; i++)
		sum += count_above(scores, i);
	std::cout << sum << "\n";
}
