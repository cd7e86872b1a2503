/* Who calls whom is known: work() from three, one of which calls itself; cmp()
 * out of the C library. No frame pointers are needed. Each has some ten
 * milliseconds, so that samples come to all of them on a busy machine, too. */
#include <stdlib.h>

static volatile double cell[16];

__attribute__((noinline)) void work(long n)
{
	for (long i = 0; i < n; i++)
		cell[i & 15] += 1.0;
}

__attribute__((noinline)) void small(void)
{
	work(80000000);
	__asm__ volatile("");
}

__attribute__((noinline)) void large(void)
{
	work(160000000);
	small();
	__asm__ volatile("");
}

__attribute__((noinline)) void recur(int n)
{
	work(16000000);
	if (n)
		recur(n - 1);
	__asm__ volatile("");
}

static int compare(const void *a, const void *b)
{
	work(80);
	return *(const int *)a < *(const int *)b ? -1 : 1;
}

__attribute__((noinline)) void sorting(void)
{
	static int v[100000];

	for (size_t i = 0; i < 100000; i++)
		v[i] = (int)(i * 7919 % 100003);
	qsort(v, 100000, sizeof(*v), compare);
	__asm__ volatile("");
}

int main(void)
{
	large();
	recur(9);
	sorting();
	return 0;
}
