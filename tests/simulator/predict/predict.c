/*
 * predict - branches whose mispredictions theory gives
 *
 * Each function decides N times; simcheck reads what was mispredicted in it.
 */
#include <stdint.h>
#include <stdlib.h>

enum { N = 100000 };

static uint64_t state = 88172645463325252ULL;
static unsigned char bits[4 * N];
static volatile long sink;

static unsigned random_byte(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state >> 56;
}

/* Ones with a probability of share/256. */
static void random_bits(unsigned share)
{
	for (long i = 0; i < 4L * N; i++)
		bits[i] = random_byte() < share;
}

static void periodic_bits(long period)
{
	random_bits(128);
	bits[0] = 1; /* never all the same */
	bits[1] = 0;
	for (long i = period; i < 4L * N; i++)
		bits[i] = bits[i - period];
}

/* The empty statements keep the compiler from selecting instead. */
#define DECIDE(x)                                                              \
	do {                                                                   \
		if (x) {                                                       \
			one++;                                                 \
			__asm__ volatile("");                                  \
		} else {                                                       \
			zero += 3;                                             \
			__asm__ volatile("");                                  \
		}                                                              \
	} while (0)

#define FUNCTION __attribute__((noinline, noclone)) void

/* One branch, and that of the loop. */
#define STREAM(name)                                                           \
	FUNCTION name(void);                                                   \
	FUNCTION name(void)                                                    \
	{                                                                      \
		long one = 0, zero = 0;                                        \
                                                                               \
		for (long i = 0; i < N; i++)                                   \
			DECIDE(bits[i]);                                       \
		sink = one + zero;                                             \
	}

STREAM(random_1)
STREAM(random_5)
STREAM(random_28)
STREAM(random_50)
STREAM(random_72)
STREAM(period_2)
STREAM(period_7)
STREAM(period_23)
STREAM(always)
STREAM(never)

/* Loops of a constant number of iterations, one after the other. */
#define TRIPS(name, trips)                                                     \
	FUNCTION name(void);                                                   \
	FUNCTION name(void)                                                    \
	{                                                                      \
		long one = 0;                                                  \
                                                                               \
		for (long i = 0; i < N / (trips); i++)                         \
			for (long k = 0; k < (trips); k++) {                   \
				one += k;                                      \
				__asm__ volatile("" : "+r"(one));              \
			}                                                      \
		sink = one;                                                    \
	}

TRIPS(trips_3, 3)
TRIPS(trips_10, 10)
TRIPS(trips_40, 40)

/* Two random branches and one that follows from them. */
FUNCTION correlated(void);
FUNCTION correlated(void)
{
	long one = 0, zero = 0;

	for (long i = 0; i < N; i++) {
		DECIDE(bits[2 * i]);
		DECIDE(bits[2 * i + 1]);
		DECIDE(bits[2 * i] ^ bits[2 * i + 1]);
	}
	sink = one + zero;
}

/* Three random ones, taken in 28 %, and three that never are. */
FUNCTION crowd(void);
FUNCTION crowd(void)
{
	long one = 0, zero = 0;

	for (long i = 0; i < N; i++) {
		DECIDE(bits[3 * i]);
		DECIDE(bits[i] > 1);
		DECIDE(bits[3 * i + 1]);
		DECIDE(bits[i] > 2);
		DECIDE(bits[3 * i + 2]);
		DECIDE(bits[i] > 3);
	}
	sink = one + zero;
}

/* N indirect jumps, where the bytes say. */
#define JUMPS(name)                                                            \
	FUNCTION name(void);                                                   \
	FUNCTION name(void)                                                    \
	{                                                                      \
		static const void *const to[] = { &&a, &&b, &&c, &&d,          \
			                          &&e, &&f, &&g, &&h };        \
		long i = 0, sum = 0;                                           \
                                                                               \
		goto *to[bits[i++] & 7];                                       \
	a:                                                                     \
		sum += 1;                                                      \
		goto next;                                                     \
	b:                                                                     \
		sum ^= 2;                                                      \
		goto next;                                                     \
	c:                                                                     \
		sum -= 3;                                                      \
		goto next;                                                     \
	d:                                                                     \
		sum += 4;                                                      \
		goto next;                                                     \
	e:                                                                     \
		sum ^= 5;                                                      \
		goto next;                                                     \
	f:                                                                     \
		sum -= 6;                                                      \
		goto next;                                                     \
	g:                                                                     \
		sum += 7;                                                      \
		goto next;                                                     \
	h:                                                                     \
		sum ^= 8;                                                      \
	next:                                                                  \
		if (i < N)                                                     \
			goto *to[bits[i++] & 7];                               \
		sink = sum;                                                    \
	}

JUMPS(jumps_random)
JUMPS(jumps_12)
JUMPS(jumps_50)

static void jump_bytes(long period)
{
	for (long i = 0; i < N; i++)
		bits[i] = i < period ? random_byte() : bits[i - period];
}

int main(void)
{
	jump_bytes(N);
	jumps_random();
	jump_bytes(12);
	jumps_12();
	jump_bytes(50);
	jumps_50();
	random_bits(3);
	random_1();
	random_bits(13);
	random_5();
	random_bits(72);
	random_28();
	crowd();
	random_bits(128);
	random_50();
	correlated();
	random_bits(184);
	random_72();
	periodic_bits(2);
	period_2();
	periodic_bits(7);
	period_7();
	periodic_bits(23);
	period_23();
	random_bits(256);
	always();
	random_bits(0);
	never();
	trips_3();
	trips_10();
	trips_40();
	return 0;
}
