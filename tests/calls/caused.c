/*
 * Most of its time is in the C library, at lines that are marked with what is
 * called there and how often.
 */
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 16, TIMES = 10000, SORTS = 40, ELEMENTS = 50000 };

static char text[SIZE];
static int numbers[ELEMENTS];

static int compare(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* The line is that of the call, in whichever procedure it comes to be. */
static long work(void)
{
	long sum = 0;

	for (int i = 0; i < TIMES; i++) {
		text[i]++;
		sum += (long)strspn(text, "abcd"); /* strspn 10000 */
	}
	for (int i = 0; i < SORTS; i++) {
		for (int k = 0; k < ELEMENTS; k++)
			numbers[k] = (int)((k * 2654435761u) >> 8);
		qsort(numbers, ELEMENTS, sizeof(int), compare); /* qsort 40 */
		sum += numbers[i];
	}
	return sum;
}

int main(void)
{
	memset(text, 'a', SIZE - 1);
	return work() == 0;
}
