/*
 * streams - ROWS rows of numbers, 32 MiB in all, side by side, each by its own
 * instructions
 *
 * forward, backward, written: how they are read; the last writes them, too
 */
#include <stdint.h>

#ifndef ROWS
#define ROWS 4
#endif

enum { NUMBERS = (32 << 20) / 8 / ROWS, APART = NUMBERS + 520 };

static volatile uint64_t row[ROWS * APART];

__attribute__((noinline)) uint64_t forward(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < NUMBERS; i++) {
#pragma GCC unroll 64
		for (int k = 0; k < ROWS; k++)
			sum += row[k * APART + i];
	}
	return sum;
}

__attribute__((noinline)) uint64_t backward(void)
{
	uint64_t sum = 0;

	for (int i = NUMBERS - 1; i >= 0; i--) {
#pragma GCC unroll 64
		for (int k = 0; k < ROWS; k++)
			sum += row[k * APART + i];
	}
	return sum;
}

__attribute__((noinline)) void written(void)
{
	for (int i = 0; i < NUMBERS; i++) {
#pragma GCC unroll 64
		for (int k = 0; k < ROWS; k++)
			row[k * APART + i] += 1;
	}
}

int main(void)
{
	const uint64_t sum = forward() + backward();

	written();
	return sum != 0;
}
