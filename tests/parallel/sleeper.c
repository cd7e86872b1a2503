/* Little work, and 4 s of sleep beside it. */
#include <stdio.h>
#include <unistd.h>

#include "work.h"

int main(void)
{
	double s = 0;

	for (int i = 0; i < 20; i++) {
		s += work(4000000);
#ifndef FIXED
		usleep(200000); /* HERE */
#endif
	}
	printf("%g\n", s);
	return 0;
}
