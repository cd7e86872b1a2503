/* Asks the object for its kind. */
#include <cstdio>
#include <cstdlib>
#include <cstdio>
#include <cstdlib>

enum { N = 1000, TIMES = 250 };

struct body {
	int kind = 0;
	virtual ~body() = default;
};
struct star : body {
	double mass = 2.5;
	star()
	{
		kind = 1;
	}
};
struct planet : body {
	double mass = 0.5;
	planet()
	{
		kind = 2;
	}
};

static body *bodies[N];

__attribute__((noipa))
/* show: begin */
static double
work(body *const *list, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++) {
		if (list[i]->kind == 1)
			sum += static_cast<const star *>(list[i])->mass;
		else if (list[i]->kind == 2)
			sum += static_cast<const planet *>(list[i])->mass;
	}
	return sum;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		bodies[i] =
			i % 3 == 0 ? static_cast<body *>(new star) : new planet;
	for (long r = 0; r < repeats * TIMES; r++) {
		sum += work(bodies, N);
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
