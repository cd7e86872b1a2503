/* A number is divided by all that are smaller than its half. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noipa))
/* show: begin */
static int
work(int n)
{
	for (int i = 2; i <= n / 2; i++)
		if (n % i == 0)
			return 0;
	return 1;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const int limit = 30000;
	long primes = 0;

	for (long r = 0; r < repeats; r++)
		for (int n = 20001; n < limit; n += 8)
			primes += work(n);
	printf("checksum %ld\n", primes);
}
