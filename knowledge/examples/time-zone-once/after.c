/* Asks the library once for each quarter of an hour. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 20000 };

static time_t when[N];
static const char message[] = "a line of a log";

static inline unsigned
checksum(const char *s, size_t n)
{
	unsigned crc = ~0u;

	for (size_t i = 0; i < n; i++) {
		crc ^= (unsigned char)s[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

__attribute__((noipa))
/* show: begin */
long
work(const time_t *t, int n)
{
	long sum = 0, quarter = -1, minutes = 0;

	for (int i = 0; i < n; i++) {
		sum += checksum(message, sizeof(message));
		if (t[i] / 900 != quarter) {
			const struct tm *tm = localtime(&t[i]);

			quarter = t[i] / 900;
			minutes = 60 * tm->tm_hour + tm->tm_min / 15 * 15;
		}
		sum += minutes + t[i] % 900 / 60;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		when[i] = 1700000000 + 2 * i;
	for (long r = 0; r < repeats; r++)
		sum += (double)work(when, N);
	printf("checksum %.10g\n", sum);
	return 0;
}
