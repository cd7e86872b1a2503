/* Counts the requests of a log by the local hour of the day. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int hour_of(time_t when)
{
	static time_t known = -1;
	static int hour;

	if (when / 900 != known) {
		hour = localtime(&when)->tm_hour;
		known = when / 900;
	}
	return hour;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 450000;
	long requests[24] = { 0 };
	time_t now = 1700000000;
	unsigned seed = 3;

	for (int i = 0; i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		now += seed >> 30;
		requests[hour_of(now)]++;
	}
	for (int i = 0; i < 24; i += 6)
		printf("%d: %ld\n", i, requests[i]);
	return 0;
}
