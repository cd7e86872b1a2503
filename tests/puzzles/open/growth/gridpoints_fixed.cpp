// Counts how many different places a walk visits.
#include <iostream>
#include <unordered_set>

struct place {
	int x, y;
	bool operator==(const place &o) const { return x == o.x && y == o.y; }
};

struct place_hash {
	size_t operator()(const place &p) const
	{
		return (size_t)p.x * 0x9e3779b97f4a7c15 ^ (size_t)p.y * 0xc2b2ae3d27d4eb4f;
	}
};

static size_t count_points(int n)
{
	std::unordered_set<place, place_hash> seen;
	int x = 0, y = 0;
	unsigned seed = 99;

	for (int i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		x = (x + (int)(seed >> 20 & 15) - 7) & 511;
		y = (y + (int)(seed >> 26 & 15) - 7) & 511;
		seen.insert({ x, y });
	}
	return seen.size();
}

int main(int argc, char **argv)
{
	std::cout << count_points(argc > 1 ? std::stoi(argv[1]) : 300000) << " places\n";
}
