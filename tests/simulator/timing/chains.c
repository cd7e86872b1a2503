/*
 * chains - a chain of loads through memory that is in L2, once in each line
 * that it comes to; which lines, prefetching may tell. What a load takes was
 * measured on an EPYC 9004 (Zen 4), see tests/simulator/run.sh.
 *
 *      chains strides BYTES      each so far from the last, around 512 KB
 *      chains streams N BYTES    N streams with such a step, up or down, their
 *                                order changes
 *      chains random N           N lines in a row, at places at random
 *      chains runs N BYTES       N loads so far apart, from places at random
 *      chains tiles N BYTES      squares of a matrix, N rows so far apart, line
 *                                by line: columns of it are read down
 *      chains increase           numbers at random are increased
 *      chains ahead              one line each at random, prefetched by
 *                                the program eight loads ahead
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 19, LINE = 64, PAGE = 4096, MOST = 64, LOADS = 1000000 };

static char memory[2 * SIZE] __attribute__((aligned(1 << 21)));
static char *place[4 * SIZE / LINE];
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
	const long room = (SIZE * 3 / 4 / n) / PAGE * PAGE + 5L * LINE;
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

/* Places that were taken are left out, also of the runs that come to them. */
static void runs(long n, long bytes)
{
	static char seen[2 * SIZE / LINE];

	for (long i = 0; i < SIZE / LINE / n; i++) {
		const long from = (long)(next() % (SIZE / LINE)) * LINE;

		for (long at = from; at < from + n * bytes; at += bytes) {
			if (at >= 2L * SIZE || seen[at / LINE])
				break;
			seen[at / LINE] = 1;
			place[n_places++] = memory + at;
		}
	}
}

/* Eight bytes of each row, then the next eight: a line serves eight columns. */
static void tiles(long n, long bytes)
{
	for (long at = 0; at < bytes / 2 / LINE * LINE; at += 2L * LINE)
		for (long column = at; column < at + 2L * LINE; column += 8)
			for (long row = 0; row < n; row++)
				place[n_places++] =
					memory + row * bytes + column;
}

/* Of a megabyte of numbers */
__attribute__((noinline, noclone)) void increase(void);
__attribute__((noinline, noclone)) void increase(void)
{
	uint32_t x = 12345;

	for (long i = 0; i < LOADS; i++) {
		x = x * 1664525u + 1013904223u;
		((uint32_t *)memory)[x >> 14]++;
		__asm__ volatile("" ::: "memory");
	}
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

/* Beside the address of the next one is that of the one to be prefetched. */
__attribute__((noinline, noclone)) void ahead(void **p);
__attribute__((noinline, noclone)) void ahead(void **p)
{
#if defined(__x86_64__)
	long n = LOADS / 4;

	__asm__ volatile(
		".p2align 6\n1:\tmov 8(%1), %%r13\n\tprefetcht0 (%%r13)\n\t"
		"mov (%1), %1\n\tmov 8(%1), %%r13\n\tlea -8(%%r13), %%r12\n\t"
		"prefetcht0 8(%%r12)\n\tmov (%1), %1\n\tmov 8(%1), %%rdx\n\t"
		"lea -0x1000(%%rdx), %%rdx\n\tprefetchw 0x1000(%%rdx)\n\t"
		"mov (%1), %1\n\tmov 8(%1), %%rdx\n\tmov %%rdx, %%r12\n\t"
		"shr $3, %%r12\n\tprefetchnta 0(,%%r12,8)\n\tmov (%1), %1\n\t"
		"mov $1, %%edx\n\tmov $1, %%r12d\n\tmov $1, %%r13d\n\t"
		"dec %0\n\tjnz 1b\n"
		: "+r"(n), "+r"(p)
		:
		: "memory", "rdx", "r12", "r13");
#else
	(void)p;
#endif
}

int main(int argc, char **argv)
{
	const int fetches = argc == 2 && strcmp(argv[1], "ahead") == 0;

	if (argc == 3 && strcmp(argv[1], "strides") == 0)
		strides(strtol(argv[2], NULL, 10));
	else if (argc == 4 && strcmp(argv[1], "streams") == 0)
		streams(strtol(argv[2], NULL, 10), strtol(argv[3], NULL, 10));
	else if (argc == 4 && strcmp(argv[1], "runs") == 0)
		runs(strtol(argv[2], NULL, 10), strtol(argv[3], NULL, 10));
	else if (argc == 4 && strcmp(argv[1], "tiles") == 0)
		tiles(strtol(argv[2], NULL, 10), strtol(argv[3], NULL, 10));
	else if (argc == 2 && strcmp(argv[1], "increase") == 0)
		increase();
	else if (argc == 3 || fetches)
		at_random(fetches ? 1 : strtol(argv[2], NULL, 10));
	else
		return 2;
	if (!n_places)
		return 0;
	for (long i = 0; i < n_places; i++) {
		((void **)place[i])[0] = place[(i + 1) % n_places];
		if (fetches)
			((void **)place[i])[1] = place[(i + 8) % n_places];
	}
	(fetches ? ahead : chain)((void **)place[0]);
	return 0;
}
