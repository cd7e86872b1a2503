/* Calls of mathematical functions, 4,000 by each, whose arguments come again or
 * not. */
#include <math.h>
#include <stdio.h>

enum { CALLS = 4000, ANGLES = 16 };

__attribute__((noipa)) static double same(double p)
{
	double sum = 0;

	for (int i = 0; i < CALLS; i++)
		sum += pow(p, 0.37);
	return sum;
}

__attribute__((noipa)) static double known(double step)
{
	double sum = 0;

	for (int i = 0; i < CALLS; i++)
		sum += sin(step * (i % ANGLES));
	return sum;
}

__attribute__((noipa)) static double other(double step)
{
	double sum = 0;

	for (int i = 0; i < CALLS; i++)
		sum += exp(-step * i);
	return sum;
}

__attribute__((noipa)) static double first_only(double step)
{
	double sum = 0;

	for (int i = 0; i < CALLS; i++)
		sum += atan2(step * (i % ANGLES), i);
	return sum;
}

/* No mathematical function */
__attribute__((noipa)) static double printed(void)
{
	char text[16];
	double sum = 0;

	for (int i = 0; i < CALLS; i++)
		sum += snprintf(text, sizeof(text), "%d", 7);
	return sum;
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%g\n", same(0.7 * argc) + known(0.1 * argc) +
	                       other(0.001 * argc) + first_only(0.1 * argc) +
	                       printed());
	return 0;
}
