/* Looks for it once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2000, TIMES = 30 };

static char text[N + 1];

__attribute__((noipa))
/* show: begin */
static void
work(char *s, char from, char to)
{
	const size_t n = strlen(s);

	for (size_t i = 0; i < n; i++)
		if (s[i] == from)
			s[i] = to;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		text[i] = (char)('a' + i % 10);
	for (long r = 0; r < repeats * TIMES; r++) {
		work(text, (char)('a' + r % 10), (char)('a' + (r + 3) % 10));
		sum += text[r % N];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
