// Two workers with a statistics record each.
#include <iostream>
#include <thread>
#include <vector>

struct alignas(128) statistics {
	volatile long packets = 0, bytes = 0;
};

static statistics worker[2];

static void run(int id, long n)
{
	unsigned seed = id + 1;

	for (long i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		worker[id].packets = worker[id].packets + 1;
		worker[id].bytes = worker[id].bytes + (seed >> 22);
	}
}

int main()
{
	std::thread other(run, 0, 200000000);

	run(1, 200000000);
	other.join();
	std::cout << worker[0].packets + worker[1].packets << " "
		  << worker[0].bytes + worker[1].bytes << "\n";
}
