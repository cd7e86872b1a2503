/* Counts the values of a picture in four tables, added up at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 200000, VALUES = 256 }; /* N a multiple of 4 */

static unsigned char pixel[N];
static unsigned count[VALUES];

__attribute__((noipa))
/* show: begin */
static void
work(void)
{
	unsigned part[4][VALUES];

	memset(part, 0, sizeof(part));
	for (int i = 0; i < N; i += 4) {
		part[0][pixel[i]]++;
		part[1][pixel[i + 1]]++;
		part[2][pixel[i + 2]]++;
		part[3][pixel[i + 3]]++;
	}
	for (int v = 0; v < VALUES; v++)
		count[v] += part[0][v] + part[1][v] + part[2][v] + part[3][v];
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
