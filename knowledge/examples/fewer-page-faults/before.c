/* Fresh memory in pages of 4 KiB. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { SIZE = 64 << 20, HUGE = 2 << 20, TIMES = 1 };

__attribute__((noipa))
/* show: begin */
static double
work(size_t size)
{
	char *p = mmap(NULL, size + HUGE, PROT_READ | PROT_WRITE,
	               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *start = p + HUGE - (size_t)p % HUGE;
	double sum = 0;

	for (size_t i = 0; i < size; i += 64)
		start[i] = (char)i;
	for (size_t i = 0; i < size; i += 4096)
		sum += start[i];
	munmap(p, size + HUGE);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(SIZE) + (double)r;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
