/* Many oscillators whose phases stay within a turn. */
#include <math.h>
#include <stdio.h>

enum { N = 1024 };

static double phase[N], speed[N];

static void advance(void)
{
	const double turn = 6.283185307179586;

	for (int i = 0; i < N; i++)
	{
		double p = phase[i] + speed[i];

		phase[i] = p >= turn ? p - turn : p;
	}
}

int main(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		speed[i] = 0.001 + i * 0.003;
	for (int step = 0; step < 100000; step++)
		advance();
	for (int i = 0; i < N; i++)
		sum += phase[i];
	printf("%.9f\n", sum);
	return 0;
}
