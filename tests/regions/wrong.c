/* Pairs that don't match; tests/regions.sh knows their lines. */
#include <perfexpert/region.h>

static volatile double cell[16];

static __attribute__((noinline)) void add(long n)
{
	for (long i = 0; i < n; i++)
		cell[i & 15] += 1.0;
}

int main(void)
{
	add(40000000);
	perfexpert_region_begin("a", 0);
	perfexpert_region_begin("b", 0);
	add(400000);
	perfexpert_region_end("a", 0); /* crosses b */
	perfexpert_region_end("b", 0);
	perfexpert_region_end("never", 2);  /* was not begun */
	perfexpert_region_begin("open", 0); /* is not ended */
	add(40000000);
	return 0;
}
