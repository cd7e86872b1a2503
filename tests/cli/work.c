/*
 * work - a library and its program, for tests of what is simulated in part
 *
 * work again|turns N: N times the same; or something else in the second half.
 * Nothing but the library does anything a countable number of times late.
 */
#include <stdlib.h>
#include <string.h>

#ifdef LIBRARY
double library_work(int turns, int n);

static double sum;

/* One loop: what it does depends on a flag. */
static __attribute__((noinline)) void steps(int other)
{
	double x = 1;
	unsigned k = 1;

	for (int i = 0; i < 200000; i++) {
		if (other) {
			k = k * 1664525u + 1013904223u;
			k ^= k >> 13;
			k = k * 2654435761u + 97;
		} else {
			x = x / 1.0000001 + 1e-9;
		}
	}
	sum += x + k;
}

double library_work(int turns, int n)
{
	for (int i = 0; i < n; i++)
		steps(turns && i > n / 2);
	return sum;
}
#else
double library_work(int turns, int n);

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	return library_work(strcmp(argv[1], "turns") == 0, atoi(argv[2])) < 0;
}
#endif
