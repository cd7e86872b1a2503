/* plain - says what it sees of what is preloaded, and works */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	const char *preloaded = getenv("LD_PRELOAD");
	double x = 1;

	for (long i = 0; i < 20000000; i++)
		x = x * 1.0000001 + 1e-9;
	printf("%s %g\n", preloaded ? preloaded : "nothing", x);
	return 7;
}
