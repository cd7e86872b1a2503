/* 64 instances of a template, one for each weight. */
#include <cstdio>
#include <cstdlib>
#include <cstdio>
#include <cstdlib>
#include <utility>

enum { N = 48, KINDS = 160, TIMES = 300 };

static unsigned x[N];

/* show: begin */
template <unsigned weight>
__attribute__((noipa)) static void work_kind(unsigned *v)
{
#pragma GCC unroll 48
	for (unsigned i = 0; i < N; i++)
		v[i % 16] += (v[(i * 5 + 3) % 16] >> 3) ^ (weight + i);
}

template <size_t... k>
static void work_all(unsigned *v, std::index_sequence<k...>)
{
	(work_kind<7 * k + 1>(v), ...);
}
/* show: end */

__attribute__((noipa)) static void work(unsigned *v)
{
	work_all(v, std::make_index_sequence<KINDS>());
}

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		x[i] = 1000u + (unsigned)i;
	for (long r = 0; r < repeats * TIMES; r++) {
		work(x);
		sum += x[r % N] % 1000;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
