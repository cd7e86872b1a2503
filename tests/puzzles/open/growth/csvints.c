/* Sums the numbers of one long line of comma-separated values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long sum_line(const char *line)
{
	long sum = 0;
	int value, used;

	while (sscanf(line, "%d%n", &value, &used) == 1) {
		sum += value;
		line += used;
		if (*line == ',')
			line++;
	}
	return sum;
}

int main(void)
{
	enum { NUMBERS = 200000 };
	char *line = malloc(NUMBERS * 8), *at = line;

	for (int i = 0; i < NUMBERS; i++)
		at += sprintf(at, "%d,", (i * 7919) % 100003);
	*at = 0;
	printf("sum %ld\n", sum_line(line));
	free(line);
	return 0;
}
