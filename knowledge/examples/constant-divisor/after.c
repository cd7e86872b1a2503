/* Lets the compiler know where the base is ten. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 60000 };

/* show: begin */
static inline int work_digits(uint64_t number, unsigned base)
{
	int sum = 0;

	for (; number > 0; number /= base)
		sum += (int)(number % base);
	return sum;
}

__attribute__((noipa)) static long work(int n, unsigned base)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		sum += base == 10 ? work_digits(i * UINT64_C(2654435761), 10)
		                  : work_digits(i * UINT64_C(2654435761), base);
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++)
		sum += (double)work(N, 10);
	printf("checksum %.10g\n", sum);
	return 0;
}
