/* Sums the waiting times of a list of patients, who came in any order. */
#include <stdio.h>
#include <stdlib.h>

struct patient {
	int wait, ward;
};

static long total_wait(const struct patient *p, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		sum += p[i].wait;
	return sum;
}

int main(void)
{
	enum { N = 1000000 };
	struct patient *p = malloc(N * sizeof(*p));
	long sum = 0;

	for (int i = 0; i < N; i++) {
		p[i].wait = i % 100;
		p[i].ward = i % 7;
	}
	for (int round = 0; round < 20; round++)
		sum += total_wait(p, N) + round;
	printf("%ld\n", sum);
	return 0;
}
