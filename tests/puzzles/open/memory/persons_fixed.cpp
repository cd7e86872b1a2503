// Counts the persons whose names are long.
#include <iostream>
#include <string>
#include <vector>

struct person {
	std::string name, street, town;
	int age;
};

static int long_names(const std::vector<person> &all)
{
	int n = 0;

	for (const auto &p : all)
		if (p.name.size() > 30 && p.age > 40)
			n++;
	return n;
}

int main()
{
	std::vector<person> all;
	long sum = 0;

	for (int i = 0; i < 2000; i++)
		all.push_back({ std::string(20 + i % 30, 'n'), "a street with a long name, number 7",
				"a town that lies on a river", i % 90 });
	for (int round = 0; round < 7000; round++)
		sum += long_names(all);
	std::cout << sum << "\n";
}
