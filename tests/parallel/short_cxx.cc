/* Threads of C++ that end before they are sampled: their work is the program's. */
#include <thread>

enum { THREADS = 1500, STEPS = 100000 };

static volatile unsigned long sum;

static void add(unsigned long first)
{
	unsigned long x = first;

	for (int i = 0; i < STEPS; i++)
		x = x * 6364136223846793005UL + 1442695040888963407UL;
	sum = x;
}

int main()
{
	for (int i = 0; i < THREADS; i++) {
		std::thread thread(add, i);

		thread.join();
	}
	return 0;
}
