/*
 * work - a library and its program, for tests of what is simulated in part
 *
 * work again|turns|differs|sometimes N: N times the same; or something else in
 * the second half; or natively in a thousand times as many steps, each shorter;
 * or so in the second of its native runs only, which it counts in a file.
 * Late in each, nothing but the library does anything a countable number of
 * times. work late N: after a set-up of many calls, N times a million turns of
 * one loop, a turn of which waits for a product and three operations after it.
 * work calls N: N times the same, in the last tenth by another call. work reads
 * N: N thousand bytes, one at a time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LIBRARY
double library_work(int turns, int n, int each);

static double sum;

/* One loop: what it does depends on a flag. */
static __attribute__((noinline)) void steps(int other, int n)
{
	double x = 1;
	unsigned k = 1;

	for (int i = 0; i < n; i++) {
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

double library_work(int turns, int n, int each)
{
	for (int i = 0; i < n; i++)
		steps(turns && i > n / 2, each);
	return sum;
}
#else
double library_work(int turns, int n, int each);

enum { STEPS = 200000, TIMES = 1000 };

/* Valgrind has its own libraries loaded first. */
static int is_simulated(void)
{
	const char *first = getenv("LD_PRELOAD");

	return first && strstr(first, "vgpreload") != NULL;
}

static double row[4096];

static __attribute__((noinline)) void set_up_row(int r)
{
	for (int i = 1; i < 4096; i++)
		row[i] = row[i - 1] * 0.5 + r;
}

static __attribute__((noinline)) unsigned long late(long n)
{
	unsigned long k = 1;

	for (int r = 0; r < 2000; r++)
		set_up_row(r);
	for (long i = 0; i < n; i++) {
		k = k * 6364136223846793005ul + 1442695040888963407ul;
		k ^= k >> 17;
	}
	return k;
}

static __attribute__((noinline)) unsigned long one_step(unsigned long k)
{
	for (int i = 0; i < STEPS; i++)
		k = k * 6364136223846793005ul + 1442695040888963407ul;
	return k;
}

static __attribute__((noinline)) unsigned long calls(long n)
{
	unsigned long k = 1;

	for (long i = 0; i < n; i++) {
		if (i < n - n / 10)
			k = one_step(k);
		else
			k = one_step(k ^ 1);
	}
	return k;
}

/* Each native run adds a byte to a file. */
static int is_second(void)
{
	long size = 0;
	FILE *f;

	if (is_simulated() || !(f = fopen("runs", "a")))
		return 0;
	putc('.', f);
	size = ftell(f);
	fclose(f);
	return size == 2;
}

/* Nothing of its own is executed as seldom as the system is asked for bytes */
static unsigned reads(long n)
{
	FILE *f = fopen("/dev/zero", "r");
	unsigned hash = 0;
	int c;

	for (; f && n > 0 && (c = getc(f)) != EOF; n--)
		hash = hash * 31 + (unsigned)c + 7;
	if (f)
		fclose(f);
	return hash;
}

int main(int argc, char **argv)
{
	int times;

	if (argc != 3)
		return 2;
	if (strcmp(argv[1], "late") == 0)
		return late(1000000 * atol(argv[2])) == 0;
	if (strcmp(argv[1], "calls") == 0)
		return calls(atol(argv[2])) == 0;
	if (strcmp(argv[1], "reads") == 0)
		return reads(1000 * atol(argv[2])) == 1;
	times = (strcmp(argv[1], "differs") == 0 && !is_simulated()) ||
	                        (strcmp(argv[1], "sometimes") == 0 &&
	                         is_second())
	                ? TIMES
	                : 1;
	return library_work(strcmp(argv[1], "turns") == 0,
	                    atoi(argv[2]) * times, STEPS / times) < 0;
}
#endif
