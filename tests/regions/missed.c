/* Branches that nothing can predict, in a function inside of a region and in
 * another outside. */
#include <stdint.h>

#include <perfexpert/region.h>

enum { N = 20000 };

static unsigned char bits[N];
static volatile long sink;

#define DECIDE(name)                                                           \
	__attribute__((noinline, noclone)) void name(void);                    \
	__attribute__((noinline, noclone)) void name(void)                     \
	{                                                                      \
		long one = 0, zero = 0;                                        \
                                                                               \
		for (long i = 0; i < N; i++) {                                 \
			if (bits[i]) {                                         \
				one++;                                         \
				__asm__ volatile("");                          \
			} else {                                               \
				zero += 3;                                     \
				__asm__ volatile("");                          \
			}                                                      \
		}                                                              \
		sink = one + zero;                                             \
	}

DECIDE(inside)
DECIDE(outside)

int main(void)
{
	uint64_t state = 88172645463325252ULL;

	for (long i = 0; i < N; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		bits[i] = state >> 63;
	}
	perfexpert_region_begin("decide", 1);
	inside();
	perfexpert_region_end("decide", 1);
	outside();
	return 0;
}
