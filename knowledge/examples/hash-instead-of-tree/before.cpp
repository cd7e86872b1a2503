// Looks up in a sorted tree, whose order nobody asks for.
#include <cstdio>
#include <cstdlib>
#include <map>

enum { N = 60000 };

/* show: begin */
typedef std::map<unsigned, int> table;

__attribute__((noipa)) static long work(const table &places)
{
	unsigned key = 1;
	long sum = 0;

	for (int i = 0; i < 2 * N; i++) {
		key = key * 1664525u + 1013904223u;
		auto at = places.find(key >> 12);
		sum += at == places.end() ? 1 : at->second;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	table places;
	long sum = 0;

	for (unsigned i = 0; i < N; i++)
		places[i * 2654435761u >> 12] = (int)(i % 100);
	for (long r = 0; r < repeats; r++)
		sum += work(places);
	printf("checksum %ld\n", sum);
	return 0;
}
