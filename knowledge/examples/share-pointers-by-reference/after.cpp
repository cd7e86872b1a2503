/* Reads cells that several owners share. */
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

enum { N = 1000, TIMES = 1000 };

struct cell {
	double value;
	long owner;
};

static std::vector<std::shared_ptr<const cell>> cells;

/* show: begin */
__attribute__((noipa))
static double work_value(const std::shared_ptr<const cell> &p)
{
	return p->value * static_cast<double>(p->owner);
}

__attribute__((noipa))
static double work()
{
	double sum = 0;

	for (const auto &p : cells)
		sum += work_value(p);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	std::thread([] {}).join();
	for (int i = 0; i < N; i++)
		cells.push_back(std::make_shared<const cell>(cell{ i % 17 + 0.25, i % 3 }));
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work();
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
