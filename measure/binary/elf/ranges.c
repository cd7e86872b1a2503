#include "ranges.h"

#include <string.h>

#include "base/banned.h"

size_t ranges_upto(const void *v, size_t n, size_t size, uint64_t vaddr)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		uint64_t begin;

		memcpy(&begin, (const char *)v + mid * size, sizeof(begin));
		if (begin <= vaddr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}
