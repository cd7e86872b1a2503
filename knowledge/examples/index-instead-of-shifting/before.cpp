// Serves a queue, whose first element goes each time.
#include <cstdio>
#include <cstdlib>
#include <vector>

__attribute__((noipa))
/* show: begin */
unsigned
work(std::vector<unsigned> &queue)
{
	unsigned sum = 0;

	while (!queue.empty()) {
		const unsigned job = queue.front();

		queue.erase(queue.begin());
		for (int i = 0; i < 30; i++)
			sum = sum * 31 + (job ^ sum >> 7);
		if (job % 3 == 0)
			queue.push_back(job + 1);
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++) {
		std::vector<unsigned> queue;

		for (unsigned i = 0; i < 20000; i++)
			queue.push_back(i * 7);
		sum += work(queue);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
