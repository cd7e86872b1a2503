/* Objects of four types in one list. */
#include <cstdio>
#include <cstdlib>
#include <cstdio>
#include <cstdlib>

enum { N = 50000, TIMES = 25 };

struct shape {
	double a;
	virtual double work_area() const = 0;
};
struct square : shape {
	__attribute__((noipa)) double work_area() const override
	{
		return a * a;
	}
};
struct circle : shape {
	__attribute__((noipa)) double work_area() const override
	{
		return 3.125 * a * a;
	}
};
struct triangle : shape {
	__attribute__((noipa)) double work_area() const override
	{
		return 0.5 * a * a;
	}
};
struct hexagon : shape {
	__attribute__((noipa)) double work_area() const override
	{
		return 2.5 * a * a;
	}
};

static square squares[N];
static circle circles[N];
static triangle triangles[N];
static hexagon hexagons[N];
static shape *shapes[N];

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

/* show: begin */
__attribute__((noipa)) static double work(shape *const *list, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++) /* in order of their making */
		sum += list[i]->work_area();
	return sum;
}
/* show: end */

static void fill(shape *const *made)
{
	for (int i = 0; i < N; i++)
		shapes[i] = made[i];
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	static shape *made[N];
	unsigned state = 1;
	double sum = 0;

	for (int i = 0; i < N; i++) {
		shape *const four[] = { &squares[i], &circles[i], &triangles[i],
			                &hexagons[i] };

		made[i] = four[next(&state) % 4];
		made[i]->a = i % 8 + 0.5;
	}
	fill(made);
	for (long r = 0; r < repeats * TIMES; r++)
		sum += work(shapes, N);
	printf("checksum %.10g\n", sum);
	return 0;
}
