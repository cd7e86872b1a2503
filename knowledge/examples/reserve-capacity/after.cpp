// Makes room for all records of a list at once.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct record {
	std::string name;
	int number;

	record(const char *n, int i) : name(n), number(i) {}
	record(const record &other) : name(other.name), number(other.number) {}
};

__attribute__((noipa))
/* show: begin */
std::vector<record>
work(int n)
{
	std::vector<record> all;

	all.reserve(n);
	for (int i = 0; i < n; i++)
		all.emplace_back("a name of many letters", i);
	return all;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < 40 * repeats; r++) {
		const std::vector<record> all = work(2000);

		for (const record &x : all)
			sum += x.number + (double)x.name.size();
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
