/*
 * chains - a chain of loads through memory that is in L2, once in each line
 * that it comes to; which lines, prefetching may tell. What a load takes was
 * measured on an EPYC 9004 (Zen 4), see tests/simulator/run.sh.
 *
 *      chains strides BYTES      each so far from the last, around 512 KB
 *      chains streams N BYTES    N streams with such a step, up or down, their
 *                                order changes
 *      chains random N           N lines in a row, at places at random
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 19, LINE = 64, PAGE = 4096, MOST = 64, LOADS = 1000000 };

static char memory[2 * SIZE] __attribute__((aligned(1 << 21)));
static char *place[SIZE / LINE + 1];
static long n_places;

static unsigned next(void)
{
	static uint64_t x = 88172645463325252ULL;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return (unsigned)(x >> 20);
}

static void shuffle(long *order, long n)
{
	for (long i = 0; i < n; i++)
		order[i] = i;
	for (long i = n - 1; i > 0; i--) {
		const long k = next() % (i + 1), t = order[i];

		order[i] = order[k];
		order[k] = t;
	}
}

static void strides(long bytes)
{
	static char seen[SIZE / LINE];

	for (long at = 0; !seen[at / LINE]; at = (at + bytes) % SIZE) {
		seen[at / LINE] = 1;
		place[n_places++] = memory + at;
	}
}

/* Streams begin in sets of their own. */
static void streams(long n, long bytes)
{
	const long room = (SIZE * 3 / 4 / n) / PAGE * PAGE + 5 * LINE;
	long order[MOST];

	for (long i = 0; i < room / labs(bytes) - 1; i++) {
		shuffle(order, n);
		for (long k = 0; k < n; k++) {
			const long from = bytes > 0 ? 0 : room - LINE;

			place[n_places++] = memory + order[k] * room +
			                    ((from + i * bytes) & ~7L);
		}
	}
}

static void at_random(long n)
{
	static long order[SIZE / LINE];
	const long blocks = SIZE * 3 / 4 / LINE / n;

	shuffle(order, blocks);
	for (long i = 0; i < blocks; i++)
		for (long k = 0; k < n; k++)
			place[n_places++] = memory + (order[i] * n + k) * LINE;
}

__attribute__((noinline, noclone)) void chain(void **p);
__attribute__((noinline, noclone)) void chain(void **p)
{
	long n = LOADS;

	__asm__ volatile(".p2align 6\n1:\tmov (%1), %1\n\tdec %0\n\tjnz 1b\n"
	                 : "+r"(n), "+r"(p)
	                 :
	                 : "memory");
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "strides") == 0)
		strides(atol(argv[2]));
	else if (argc == 4 && strcmp(argv[1], "streams") == 0)
		streams(atol(argv[2]), atol(argv[3]));
	else if (argc == 3)
		at_random(atol(argv[2]));
	else
		return 2;
	for (long i = 0; i < n_places; i++)
		*(void **)place[i] = place[(i + 1) % n_places];
	chain((void **)place[0]);
	return 0;
}
