/* Three parallel regions: one takes a variable from outside, one 64, one 320.
 */
#include <stdio.h>

#define TIMES4(f, n) f(n##0) f(n##1) f(n##2) f(n##3)
#define TIMES16(f, n)                                                          \
	TIMES4(f, n##0) TIMES4(f, n##1) TIMES4(f, n##2) TIMES4(f, n##3)
#define TIMES64(f) TIMES16(f, v0) TIMES16(f, v1) TIMES16(f, v2) TIMES16(f, v3)

#define TIMES256(f)                                                            \
	TIMES16(f, a0)                                                         \
	TIMES16(f, a1) TIMES16(f, a2) TIMES16(f, a3) TIMES16(f, b0)            \
		TIMES16(f, b1) TIMES16(f, b2) TIMES16(f, b3) TIMES16(f, c0)    \
			TIMES16(f, c1) TIMES16(f, c2) TIMES16(f, c3)           \
				TIMES16(f, d0) TIMES16(f, d1) TIMES16(f, d2)   \
					TIMES16(f, d3)

#define DECLARE(v) long v = argc;
#define RAISE(v) v += v * 3 + __LINE__;
#define SUM(v) sum = sum * 31 + v;

int main(int argc, char **argv)
{
	long few = 0;
	unsigned long sum = argv[0] != NULL;
	TIMES64(DECLARE)
	TIMES256(DECLARE)

#pragma omp parallel num_threads(2)
	{
#pragma omp critical
		few += argc;
	}
#pragma omp parallel num_threads(2)
	{
#pragma omp master
		{ TIMES64(RAISE) }
	}
#pragma omp parallel num_threads(2)
	{
#pragma omp master
		{
			TIMES64(RAISE)
			TIMES256(RAISE)
		}
	}
	TIMES64(SUM)
	TIMES256(SUM)
	printf("%ld %lu\n", few, sum);
	return 0;
}
