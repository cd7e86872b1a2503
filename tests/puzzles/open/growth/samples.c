/* Stores the samples of a sensor in an array that grows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct series {
	double *value;
	size_t n;
};

static void append(struct series *s, double v)
{
	double *more = malloc((s->n + 1) * sizeof(double));

	if (s->n)
		memcpy(more, s->value, s->n * sizeof(double));
	free(s->value);
	s->value = more;
	s->value[s->n++] = v;
}

int main(void)
{
	struct series s = { 0 };
	double sum = 0;

	for (int i = 0; i < 16000; i++)
		append(&s, i % 17 * 0.5);
	for (size_t i = 0; i < s.n; i++)
		sum += s.value[i] * (i % 3);
	printf("%.2f\n", sum);
	free(s.value);
	return 0;
}
