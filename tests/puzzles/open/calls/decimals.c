/* Reads decimal numbers, digits before and after the point. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>

static double value_of(const char *s)
{
	long digits = 0;
	int after = 0, point = 0;

	for (; *s; s++) {
		if (*s == '.') {
			point = 1;
			continue;
		}
		digits = digits * 10 + (*s - '0');
		after += point;
	}
	return digits / pow(10, after);
}

int main(void)
{
	static char number[1000][12];
	double sum = 0;

	for (int i = 0; i < 1000; i++)
		sprintf(number[i], "%d.%0*d", i % 7, 1 + i % 4, i % 10);
	for (int round = 0; round < 25000; round++)
		for (int i = 0; i < 1000; i++)
			sum += value_of(number[i]);
	printf("%.6e\n", sum);
	return 0;
}
