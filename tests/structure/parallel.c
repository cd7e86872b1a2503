/* OpenMP: the body of a parallel region is a procedure of its own */
#include <stdio.h>

static double a[64][64], b[64][64], c[64][64];

__attribute__((noinline)) static void product(int n)
{
	/* inner loops keep their lines; the outer one's are the compiler's */
#pragma omp parallel for
	for (int j = 0; j < n; j++)
		for (int k = 0; k < 64; k++)
			for (int i = 0; i < 64; i++)
				c[i][j] += a[i][k] * b[k][j];
}

int main(int argc, char **argv)
{
	(void)argv;
	product(argc * 8);
	printf("%g\n", c[1][2]);
	return 0;
}
