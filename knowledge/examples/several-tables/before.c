/* Counts the values of a picture: neighbours are mostly alike. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, VALUES = 256 };

static unsigned char pixel[N];
static unsigned count[VALUES];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	for (int i = 0; i < N; i++)
		count[pixel[i]]++;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	unsigned long sum = 0;

	for (int i = 0; i < N; i++)
		pixel[i] = (unsigned char)((i / 40 * 2654435761u) >> 24);
	for (long r = 0; r < repeats * 50; r++) {
		work();
		sum += count[r % VALUES];
	}
	printf("checksum %lu\n", sum);
	return 0;
}
