// Mean income by age.
#include <iostream>
#include <map>
#include <vector>

struct person {
	int age, income;
};

static double mean_income(const std::vector<person> &people)
{
	std::pair<long, long> groups[128] = {};
	double sum = 0;

	for (const person &p : people) {
		auto &g = groups[p.age];

		g.first += p.income;
		g.second++;
	}
	for (const auto &g : groups)
		if (g.second)
			sum += (double)g.first / g.second;
	return sum;
}

int main()
{
	std::vector<person> people(2000000);
	unsigned seed = 13;
	double sum = 0;

	for (auto &p : people) {
		seed = seed * 1664525u + 1013904223u;
		p = { (int)(seed >> 16) % 100, (int)(seed >> 12 & 65535) };
	}
	for (int round = 0; round < 10; round++)
		sum += mean_income(people);
	std::cout << sum << "\n";
}
