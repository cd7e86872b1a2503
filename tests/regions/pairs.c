/* Pairs of calls, as many as are asked for. */
#include <perfexpert/region.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000;

	for (long i = 0; i < n; i++) {
		perfexpert_region_begin("pair", 0);
		perfexpert_region_end("pair", 0);
	}
	return 0;
}
