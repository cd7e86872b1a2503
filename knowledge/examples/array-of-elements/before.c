/* A list of elements that were allocated one by one. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 50000 };

struct element {
	struct element *next;
	double value;
};

__attribute__((noipa))
/* show: begin */
static double
work(const struct element *list)
{
	double sum = 0;

	for (; list; list = list->next)
		sum += list->value;
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static struct element *e[N];
	double sum = 0;

	/* allocated in one order, linked in another, as a program that ran for
	   a while has it */
	for (int i = 0; i < N; i++) {
		e[i] = malloc(sizeof(*e[i]) + 64);
		if (!e[i])
			return 1;
		e[i]->value = i % 9;
	}
	for (int i = 0; i < N; i++)
		e[i * 7919L % N]->next =
			i + 1 < N ? e[(i + 1) * 7919L % N] : NULL;
	for (long r = 0; r < repeats * 40; r++)
		sum += work(e[0]);
	printf("checksum %.10g\n", sum);
	return 0;
}
