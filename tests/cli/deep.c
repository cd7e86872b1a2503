/* deep: an array of 40 MB on the stack, as those of Fortran's programs */
#include <stdio.h>

enum { N = 5000000 };

int main(void)
{
	volatile double a[N];
	double sum = 0;

	for (int i = 0; i < N; i++)
		a[i] = i;
	for (int i = 0; i < N; i++)
		sum += a[i];
	printf("%g\n", sum);
	return 0;
}
