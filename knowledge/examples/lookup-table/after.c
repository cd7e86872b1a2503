/* Adds up the weights of characters by a table. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, TIMES = 8 };

static unsigned char text[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

/* show: begin */
static int weight(int c)
{
	if (c < 32)
		return 0;
	if (c < 48)
		return 7;
	if (c < 58)
		return 10;
	if (c < 65)
		return 3;
	return c < 97 ? 26 : 5;
}

static unsigned char table[256]; /* weight(c) for each c */

__attribute__((noipa)) static long work(const unsigned char *s, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		sum += table[s[i]];
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < 256; i++)
		table[i] = (unsigned char)weight(i);
	for (int i = 0; i < N; i++)
		text[i] = (unsigned char)(next(&state) % 128);
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += (double)work(text, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
