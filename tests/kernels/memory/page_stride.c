/*
 * Reads one number of each page, over more pages than the second-level TLB
 * holds. The stride is a page and some lines, so the lines spread over all
 * cache sets (of Zen 5's L2, too) and stay in L2: only their translation is
 * missing.
 *
 *      page_stride PAGES PASSES
 */
#include "../kernel.h"

enum { STRIDE = 4096 + 5 * 64 };

HOT static uint64_t walk(const char *p, size_t pages, size_t passes)
{
	uint64_t sum = 0;

	for (size_t k = 0; k < passes; k++) {
		const char *end = p + pages * STRIDE;

		for (const char *q = p; q < end;) { /* hot loop begin */
			sum += *(const uint64_t *)q;
			q += STRIDE;
			sum += *(const uint64_t *)q;
			q += STRIDE;
		} /* hot loop end */
	}
	return sum;
}

int main(int argc, char **argv)
{
	const size_t pages = kernel_arg(argc, argv, 1);
	const size_t passes = kernel_arg(argc, argv, 2);
	char *p = kernel_pages(pages * STRIDE);

	for (size_t i = 0; i < pages; i++)
		p[i * STRIDE] = 1;
	return walk(p, pages, passes) != pages * passes;
}
