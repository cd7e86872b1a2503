/*
 * shares - loops whose time is that of one chain, beside which others have time
 *
 * generator: integers, one after the other, each of which leads to a number
 * that is added up; sums: the numbers, in a chain that takes longer than the
 * address of each; stored: a sum that is stored and loaded again; pointers: a
 * ring in L1, and a number of each; products: of integers, two by two, each
 * pair of which leads to a number
 */
#include <stdint.h>
#include <stdio.h>

enum { TIMES = 300000, SIZE = 256 };

static double table[SIZE], sum_of[2];
static unsigned next[SIZE];

__attribute__((noinline)) double generator(void)
{
	unsigned v = 17;
	double sum = 0;

	for (int i = 0; i < TIMES; i++) {
		v ^= v << 13;
		v ^= v >> 17;
		v ^= v << 5;
		sum += table[v >> 24];
	}
	return sum;
}

__attribute__((noinline)) double sums(void)
{
	double sum = 0;

	for (unsigned i = 0; i < TIMES; i++)
		sum = sum * 0.5 + table[(i ^ i >> 3) % SIZE];
	return sum;
}

__attribute__((noinline)) double stored(volatile double *sum)
{
	for (unsigned i = 0; i < TIMES; i++)
		*sum = *sum * 0.5 + table[i % SIZE];
	return *sum;
}

__attribute__((noinline)) double pointers(void)
{
	unsigned at = 0;
	double sum = 0;

	for (int i = 0; i < TIMES; i++) {
		at = next[at];
		sum += table[at];
	}
	return sum;
}

__attribute__((noinline)) double products(void)
{
	uint64_t v = 17;
	double sum = 0;

	for (int i = 0; i < TIMES; i++) {
		v = v * 6364136223846793005U + 1442695040888963407U;
		v = v * 3202034522624059733U + 1442695040888963407U;
		sum += table[v >> 56];
	}
	return sum;
}

int main(void)
{
	for (unsigned i = 0; i < SIZE; i++) {
		table[i] = i;
		next[i] = (5 * i + 7) % SIZE;
	}
	printf("%g\n",
	       generator() + sums() + stored(sum_of) + pointers() + products());
	return 0;
}
