/* exact - what is hard to count: exits and locked instructions */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long calls[4];

static void f0(void)
{
	calls[0]++;
}

static void f1(void)
{
	calls[1] += 2;
}

static void f2(void)
{
	calls[2] += 3;
}

static void f3(void)
{
	calls[3] += 4;
}

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static int compare(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	return x < y ? -1 : x > y;
}

static long sum_until(const int *v, int n, int stop)
{
	long s = 0;

	for (int i = 0; i < n; i++) {
		if (v[i] == stop)
			break;
		if (v[i] & 1)
			s += v[i];
		else if (v[i] % 3 == 0)
			s -= v[i];
	}
	return s;
}

static int depth(int n)
{
	return n ? 1 + depth(n - 1) : 0;
}

int main(void)
{
	static void (*const table[])(void) = { f0, f1, f2, f3 };
	static int v[5000];
	static char text[4096];
	unsigned seed = 1;
	long n = 0, total = 0;
	jmp_buf jump;

	for (int i = 0; i < 5000; i++)
		v[i] = (int)(next(&seed) % 1000);
	for (int i = 0; i < 50; i++)
		total += sum_until(v, 5000, i * 20);
	qsort(v, 5000, sizeof(v[0]), compare);
	for (int i = 0; i < 4000; i++)
		table[next(&seed) & 3]();
	memset(text, 'x', sizeof(text));
	text[2000] = 'z';
	for (size_t i = 0; i < 200; i++)
		for (int i = 0; i < 1000; i++)
			__sync_fetch_and_add(&n, i);
	if (!setjmp(jump) || n++ < 0)
		longjmp(jump, 1);
	total += depth(100);
	double x = 0;

	for (int i = 1; i < 1000; i++)
		x += 1.0 / i;
	char line[100];

	snprintf(line, sizeof(line), "%ld %ld %.17g %ld", n, total, x,
	         calls[0] + calls[1] + calls[2] + calls[3]);
	puts(line);
	return 0;
}
