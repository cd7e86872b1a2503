// Gives many pairs the same hash.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_set>

struct place {
	uint32_t x, y;
	bool operator==(const place &o) const { return x == o.x && y == o.y; }
};

/* show: begin */
struct hash {
	size_t operator()(const place &p) const
	{
		return p.x ^ p.y;
	}
};
/* show: end */

using places = std::unordered_set<place, hash>;

__attribute__((noipa)) long work(const places &taken, uint32_t n)
{
	long found = 0;

	for (uint32_t x = 0; x < n; x++) {
		for (uint32_t y = 0; y < n; y++)
			found += (long)taken.count({ x, y });
	}
	return found;
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	places taken;
	double sum = 0;

	for (uint32_t x = 0; x < 128; x++) {
		for (uint32_t y = x % 3; y < 128; y += 3)
			taken.insert({ x, y });
	}
	for (long r = 0; r < repeats * 3; r++)
		sum += (double)work(taken, 128);
	printf("checksum %.10g\n", sum);
	return 0;
}
