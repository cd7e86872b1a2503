/* Makes the text of a message only where it is wanted. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000, WARNINGS = 1, STEPS = 3 };

__attribute__((noipa))
/* show: begin */
static void
work_log(int level, int limit, const char *text)
{
	if (level <= limit)
		puts(text);
}

__attribute__((noipa)) static double work(int n, double x, int limit)
{
	double sum = 0;
	char text[80];

	for (int i = 0; i < n; i++) {
		x = 0.5 * x + 1 / (x + 1);
		sum += x;
		if (STEPS <= limit) {
			snprintf(text, sizeof(text), "step %d: x = %.6f", i, x);
			work_log(STEPS, limit, text);
		}
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats; r++)
		sum += work(N, (double)r, WARNINGS);
	printf("checksum %.10g\n", sum);
	return 0;
}
