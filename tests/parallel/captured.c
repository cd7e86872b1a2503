/* Three parallel regions: one takes a variable from outside, one 64, one 320.
 */
#include <stdio.h>

#define TIMES4(f, n) f(n##0) f(n##1) f(n##2) f(n##3)
#define TIMES16(f, n)                                                          \
	TIMES4(f, n##0) TIMES4(f, n##1) TIMES4(f, n##2) TIMES4(f, n##3)
#define TIMES64(f, n)                                                          \
	TIMES16(f, n##0) TIMES16(f, n##1) TIMES16(f, n##2) TIMES16(f, n##3)
#define TIMES256(f) TIMES64(f, a) TIMES64(f, b) TIMES64(f, c) TIMES64(f, d)

#define DECLARE(v) long v = argc;
#define RAISE(v) v += v * 3 + __LINE__;
#define SUM(v) sum = sum * 31 + v;

int main(int argc, char **argv)
{
	long few = 0;
	unsigned long sum = argv[0] != NULL;
	TIMES64(DECLARE, v)
	TIMES256(DECLARE)

#pragma omp parallel num_threads(2)
	{
#pragma omp critical
		few += argc;
	}
#pragma omp parallel num_threads(2)
	{
#pragma omp master
		{ TIMES64(RAISE, v) }
	}
#pragma omp parallel num_threads(2)
	{
#pragma omp master
		{
			TIMES64(RAISE, v)
			TIMES256(RAISE)
		}
	}
	TIMES64(SUM, v)
	TIMES256(SUM)
	printf("%ld %lu\n", few, sum);
	return 0;
}
