/* work - burns CPU time: work [SECONDS [STATUS]] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile double sum;

int main(int argc, char **argv)
{
	double limit_s = argc > 1 ? strtod(argv[1], NULL) : 0;
	unsigned long turns = 0;

	do {
		for (int i = 0; i < 1000000; i++)
			sum += i;
		turns++;
	} while ((double)clock() / CLOCKS_PER_SEC < limit_s);
	printf("work done%s\n", turns ? "" : " at once");
	return argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
}
