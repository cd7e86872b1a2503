/* A request to the system for each record. */
#include <stdio.h>
#include <stdlib.h>
#include <fcntl.h>
#include <unistd.h>

enum { N = 2000, TIMES = 10 };

struct record {
	double t, x;
};

__attribute__((noipa))
/* show: begin */
static long
work(int fd, int n)
{
	long written = 0;

	for (int i = 0; i < n; i++) {
		const struct record r = { i, i * 0.5 };

		written += write(fd, &r, sizeof(r));
	}
	return written;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const int fd = open("/dev/null", O_WRONLY);
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		sum += (double)work(fd, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
