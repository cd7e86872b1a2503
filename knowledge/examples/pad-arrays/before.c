/* Rows of exactly 4096 bytes: the columns in use meet in one cache set. */
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 64, SYMBOLS = 1024, LENGTH = 1000000 };

static int next[STATES][SYMBOLS];
static unsigned char text[LENGTH];

__attribute__((noipa))
/* show: begin */
static int
work(int state)
{
	for (int i = 0; i < LENGTH; i++)
		state = next[state][text[i]];
	return state;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	long sum = 0;

	for (int s = 0; s < STATES; s++)
		for (int c = 0; c < SYMBOLS; c++)
			next[s][c] = (s * 5 + c * 7 + 1) % STATES;
	for (int i = 0; i < LENGTH; i++)
		text[i] = (unsigned char)((unsigned)i * 2654435761u >> 30);
	for (long r = 0; r < repeats * 4; r++)
		sum += work((int)(r % STATES));
	printf("checksum %ld\n", sum);
	return 0;
}
