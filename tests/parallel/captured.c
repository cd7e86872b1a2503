/* Two parallel regions: one takes two variables from outside, one many. */
#include <stdio.h>

#define TIMES4(f, n) f(n##0) f(n##1) f(n##2) f(n##3)
#define TIMES16(f, n)                                                          \
	TIMES4(f, n##0) TIMES4(f, n##1) TIMES4(f, n##2) TIMES4(f, n##3)
#define TIMES64(f) TIMES16(f, v0) TIMES16(f, v1) TIMES16(f, v2) TIMES16(f, v3)

#define DECLARE(v) long v = argc;
#define RAISE(v) v += v * 3 + __LINE__;
#define SUM(v) sum = sum * 31 + v;

int main(int argc, char **argv)
{
	long few = 0;
	unsigned long sum = argv[0] != NULL;
	TIMES64(DECLARE)

#pragma omp parallel num_threads(2)
	{
#pragma omp critical
		few += argc;
	}
#pragma omp parallel num_threads(2)
	{
#pragma omp master
		{
			TIMES64(RAISE)
		}
	}
	TIMES64(SUM)
	printf("%ld %lu\n", few, sum);
	return 0;
}
