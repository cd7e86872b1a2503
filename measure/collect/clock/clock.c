#include "clock.h"

#include <math.h>
#include <time.h>

#include "base/banned.h"

/* A trial takes some 0.1 ms: longer than reading the time, and shorter than
 * what another program gets when it has its turn. */
enum { CHAIN = 64, REPEAT = 5000, TRIALS = 32 };

/* Real clocks differ by less, from one moment to another. */
static const double apart = 1.3;

/* What others do meanwhile is not in it. */
static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/*
 * Register plus register: additions of a constant are done by the renamer on
 * recent cores and would take no time.
 */
#if defined(__x86_64__)
#define ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#define ADD "add %0, %0, %1\n\t"
#elif defined(__powerpc64__)
#define ADD "add %0, %0, %1\n\t"
#endif

#ifdef ADD
#define ADD8 ADD ADD ADD ADD ADD ADD ADD ADD

static double one_trial(void)
{
	unsigned long sum = 1, step = 3;
	double start = now_s();

	for (int i = 0; i < REPEAT; i++)
		__asm__ volatile(ADD8 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8
		                 : "+r"(sum)
		                 : "r"(step));
	return (double)CHAIN * REPEAT / (now_s() - start);
}
#endif

double clock_measure(void)
{
	double best = NAN;

#ifdef ADD
	for (int i = 0; i < TRIALS; i++)
		best = fmax(best, one_trial());
#endif
	return best;
}

double clock_agreed(const double *hz, size_t n)
{
	double most = NAN, sum = 0, count = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, hz[i]);
	for (size_t i = 0; i < n; i++) {
		if (hz[i] < most / apart || isnan(hz[i]))
			continue;
		sum += hz[i];
		count++;
	}
	return count > 0 ? sum / count : NAN;
}

double clock_around(double before)
{
	return clock_agreed((const double[]){ before, clock_measure() }, 2);
}
