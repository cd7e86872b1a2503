/* Copies few bytes with a size known only at run time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2000, TIMES = 300 };

struct key {
	char text[16];
};

static struct key from[N], to[N];

__attribute__((noipa))
/* show: begin */
static void
work(struct key *d, const struct key *s, int n, size_t used)
{
	for (int i = 0; i < n; i++)
		memcpy(d[i].text, s[i].text, used);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		from[i].text[i % 9] = (char)i;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(to, from, N, (size_t)(9 + r % 2));
		sum += to[r % N].text[3];
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
