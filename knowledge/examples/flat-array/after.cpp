// One vector: the place is computed.
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { ROWS = 1 << 16, COLUMNS = 16, LOOKUPS = 500000 };

__attribute__((noipa))
/* show: begin */
static long
work(const std::vector<int> &table, unsigned seed)
{
	long sum = 0;

	for (int i = 0; i < LOOKUPS; i++) {
		seed = seed * 1664525u + 1013904223u;
		const unsigned row = seed >> 16,
			       column = seed >> 8 & (COLUMNS - 1);

		sum += table[row * COLUMNS + column];
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? std::atol(argv[1]) : 1;
	std::vector<int> table(ROWS * COLUMNS);
	long sum = 0;

	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < COLUMNS; k++)
			table[i * COLUMNS + k] = (i + k) % 100;
	for (long r = 0; r < repeats * 4; r++)
		sum += work(table, (unsigned)r);
	std::printf("checksum %ld\n", sum);
	return 0;
}
