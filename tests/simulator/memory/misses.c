/* misses - access patterns whose strides and misses are known */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 18, N_RECORDS = 50000 };

struct record {
	uint64_t field[5];
};

static double a[N], b[N];
static uint32_t ring[N];
static struct record record[N_RECORDS];

/* one of 8 numbers of each line: stride 64, 8 bytes of each line used */
__attribute__((noinline)) double by_line(void)
{
	double s = 0;

	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < N; i += 8)
			s += a[i];
	}
	return s;
}

/* the same lines, each time for another of their numbers */
__attribute__((noinline)) double by_column(void)
{
	double s = 0;

	for (int k = 0; k < 8; k++) {
		for (int i = 0; i < N; i += 8)
			s += a[i + k];
	}
	return s;
}

/* 12 lines that share a set of caches with 8 or fewer ways, 4 KB for each */
__attribute__((noinline)) double by_set(void)
{
	double s = 0;

	for (int k = 0; k < 3000; k++) {
		for (int i = 0; i < 12; i++)
			s += a[i * 4096 + k % 8];
	}
	return s;
}

__attribute__((noinline)) double by_unit(void)
{
	double s = 0;

	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < N; i++)
			s += b[i];
	}
	return s;
}

__attribute__((noinline)) uint32_t chase(uint32_t steps)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < steps; i++)
		at = ring[at];
	return at;
}

/* fields of records that lie across lines, the last one first */
__attribute__((noinline)) uint64_t by_record(uint32_t steps)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < steps; i++) {
		struct record *r = &record[ring[i] % N_RECORDS];

		sum += r->field[4] ^ r->field[0];
		r->field[2] = sum;
		sum += r->field[3];
	}
	return sum;
}

/* one cycle through all (Sattolo) */
static void make_ring(void)
{
	unsigned long long seed = 12345;

	for (uint32_t i = 0; i < N; i++)
		ring[i] = i;
	for (uint32_t i = N - 1; i > 0; i--) {
		seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
		const uint32_t j = (uint32_t)((seed >> 33) % i);
		const uint32_t t = ring[i];

		ring[i] = ring[j];
		ring[j] = t;
	}
}

int main(void)
{
	make_ring();
	for (int i = 0; i < N; i++)
		a[i] = b[i] = i;
	printf("%g %g %g %g %u %llu\n", by_line(), by_column(), by_set(),
	       by_unit(), chase(300000), (unsigned long long)by_record(N));
	return 0;
}
