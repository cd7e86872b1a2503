/*
 * Loop nests for the tests of the structure reader. A line that ends in
 * "LOOP depth" has the condition of a loop; "LOOP depth procedure" of one that
 * is compiled into that procedure, not the one around it.
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };

static double a[N][N], b[N][N], c[N][N];

__attribute__((noinline)) static void product(void)
{
	for (int j = 0; j < N; j++)                 /* LOOP 1 */
		for (int k = 0; k < N; k++)         /* LOOP 2 */
			for (int i = 0; i < N; i++) /* LOOP 3 */
				c[i][j] += a[i][k] * b[k][j];
}

__attribute__((noinline)) static long two(const int *v, long n)
{
	long s = 0;

	for (long i = 0; i < n; i++) /* LOOP 1 */
		s += v[i] / 3;
	while (s > 100) /* LOOP 1 */
		s = s / 2 - v[s & 7];
	return s;
}

__attribute__((noinline)) static long until(const int *v, long n)
{
	long s = 1;

	do {
		s += v[n] * s;
		if (s % 7 == 5)
			s ^= 12345;
	} while (--n > 0); /* LOOP 1 */
	return s;
}

__attribute__((noinline)) static int early(const int *v, int n, int key)
{
	for (int r = 0; r < 10; r++) {        /* LOOP 1 */
		for (int i = 0; i < n; i++) { /* LOOP 2 */
			if (v[i] == key + r)
				return i;
			if (v[i] < 0)
				break;
		}
	}
	return -1;
}

/* every case of the table is in the loop, and all of them lead back */
__attribute__((noinline)) static int table(const unsigned char *p, int s)
{
	for (; *p; p++) { /* LOOP 1 */
		switch (*p) {
		case 'a':
			s += 7;
			break;
		case 'b':
			s *= 3;
			break;
		case 'c':
			s ^= 0x55;
			break;
		case 'd':
			s -= p[1];
			break;
		case 'e':
			while (s > 10) /* LOOP 2 */
				s -= p[s & 3] + 1;
			break;
		case 'f':
			s = s << 3 | 1;
			break;
		case 'g':
			s = -s;
			break;
		default:
			s++;
		}
	}
	return s;
}

/* abort() does not lead on to what comes after it */
__attribute__((noinline)) static int checked(const int *v, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++) { /* LOOP 1 */
		if (v[i] < 0)
			abort();
		s += v[i] % 5;
	}
	for (int i = 0; i < n; i++) { /* LOOP 1 */
		if (v[i] > 1000000)
			exit(1);
		s ^= v[i] % 3;
	}
	return s;
}

static inline double row(int i)
{
	double t = 0;

	for (int j = 0; j < N; j++) /* LOOP 2 sum */
		t += c[i][j];
	return t;
}

__attribute__((noinline)) static double sum(void)
{
	double t = 0;

	for (int i = 0; i < N; i++) /* LOOP 1 */
		t += row(i);
	return t;
}

int main(int argc, char **argv)
{
	static int v[1000];
	double t;

	for (int i = 0; i < 1000; i++) /* LOOP 1 */
		v[i] = i * 7919 % 1009;
	product();
	t = sum();
	printf("%ld %ld %d %d %d %g\n", two(v, argc * 999), until(v, argc * 9),
	       early(v, argc * 99, argc), table((unsigned char *)argv[0], argc),
	       checked(v, argc * 99), t);
	return 0;
}
