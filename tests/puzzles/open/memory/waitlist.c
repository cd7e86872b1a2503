/* Sums the waiting times of a list of patients, who came in any order. */
#include <stdio.h>
#include <stdlib.h>

struct patient {
	struct patient *next;
	int wait, ward;
};

static long total_wait(const struct patient *p)
{
	long sum = 0;

	for (; p; p = p->next)
		sum += p->wait;
	return sum;
}

int main(void)
{
	enum { N = 1000000 };
	struct patient *p = malloc(N * sizeof(*p));
	int *order = malloc(N * sizeof(*order));
	long sum = 0;
	unsigned long seed = 42;

	for (int i = 0; i < N; i++) {
		order[i] = i;
		p[i].wait = i % 100;
		p[i].ward = i % 7;
	}
	for (int i = N - 1; i > 0; i--) {
		seed = seed * 6364136223846793005 + 1442695040888963407;
		int j = (seed >> 33) % (i + 1), t = order[i];

		order[i] = order[j];
		order[j] = t;
	}
	for (int i = 0; i < N; i++)
		p[order[i]].next = i + 1 < N ? &p[order[i + 1]] : NULL;
	for (int round = 0; round < 20; round++)
		sum += total_wait(&p[order[0]]) + round;
	printf("%ld\n", sum);
	return 0;
}
