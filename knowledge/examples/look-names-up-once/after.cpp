// Adds up flows along links whose ends were looked up when they were read.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

enum { PLACES = 24, LINKS = 60, STEPS = 60 };

/* show: begin */
struct Link {
	double *from, *to;
	double rate;
};

typedef std::map<std::string, double> Levels;

__attribute__((noipa)) static void work(const std::vector<Link> &links,
                                        int steps)
{
	for (int t = 0; t < steps; t++) {
		for (const Link &l : links) {
			const double flow = l.rate * *l.from;

			*l.from -= flow;
			*l.to += flow;
		}
	}
}
/* show: end */

static std::string name_of(int i)
{
	return "reservoir of place " + std::to_string(i);
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::vector<Link> links;
	Levels level;
	double sum = 0;

	for (int i = 0; i < PLACES; i++)
		level[name_of(i)] = 1 + i;
	for (int i = 0; i < LINKS; i++)
		links.push_back({ &level.at(name_of(7 * i % PLACES)),
		                  &level.at(name_of((5 * i + 3) % PLACES)),
		                  0.01 });
	for (long r = 0; r < repeats; r++)
		work(links, STEPS);
	for (const auto &l : level)
		sum += l.second * (l.first.size() + 1);
	printf("checksum %.10g\n", sum);
	return 0;
}
