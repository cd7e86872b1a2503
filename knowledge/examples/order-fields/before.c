/* Fields in an order that leaves gaps: 40 bytes. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300000 };

struct event {
	char kind;
	double time;
	char state;
	double energy;
	short cell;
};

static struct event e[N];

__attribute__((noipa))
/* show: begin */
static double
work(void)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += e[i].time * e[i].energy + e[i].kind + e[i].state;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		e[i].kind = (char)(i % 4);
		e[i].state = (char)(i % 2);
		e[i].time = i % 7;
		e[i].energy = i % 5;
	}
	for (long r = 0; r < repeats * 10; r++)
		sum += work();
	printf("checksum %.10g\n", sum);
	return 0;
}
