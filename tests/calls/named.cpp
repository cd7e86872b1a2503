/*
 * Most of its time is in the C library: below a comparison of qsort, and where a
 * line names a member function that is inlined.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { NAMES = 150000, ELEMENTS = 40000 };

static char names[NAMES][24];

static int compare(const void *a, const void *b)
{
	const char *p = static_cast<const char *>(a);
	const char *q = static_cast<const char *>(b);

	return strtol(p, NULL, 10) > strtol(q, NULL, 10) ? 1 : -1; /* key */
}

int main()
{
	std::vector<int> queue;
	long sum = 0;

	for (int i = 0; i < NAMES; i++)
		snprintf(names[i], sizeof(names[i]), "%09d", i * 7919 % 1000003);
	qsort(names, NAMES, sizeof(names[0]), compare);
	for (int i = 0; i < ELEMENTS; i++)
		queue.push_back(i);
	while (!queue.empty()) {
		sum += queue.front();
		queue.erase(queue.begin()); /* erase */
	}
	return sum == 0;
}
