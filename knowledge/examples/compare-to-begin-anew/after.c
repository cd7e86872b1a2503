/* An oscillator steps through a table of one period, and begins it anew. */
#include <stdio.h>
#include <stdlib.h>

#define PERIOD 1024

static float table[PERIOD + 1];

__attribute__((noipa))
/* show: begin */
double work(float *out, int n, double phase, double step)
{
	for (int i = 0; i < n; i++) {
		int k = (int)phase;
		float f = (float)(phase - k);

		out[i] += table[k] + f * (table[k + 1] - table[k]);
		phase += step;
		if (phase >= PERIOD)
			phase -= PERIOD;
	}
	return phase;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const int n = 500;
	float *out = calloc(n, sizeof *out);
	double phase = 0, sum = 0;

	for (int i = 0; i <= PERIOD; i++)
		table[i] = (float)((i * 37) % PERIOD) / PERIOD;
	for (long r = 0; r < repeats; r++)
		for (int v = 0; v < 800; v++)
			phase = work(out, n, phase, 3.25 + 0.125 * (v % 64));
	for (int i = 0; i < n; i++)
		sum += out[i];
	printf("checksum %.10g\n", sum + phase);
	free(out);
}
