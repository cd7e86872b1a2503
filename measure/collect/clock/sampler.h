/*
 * sampler.h - where the CPU time of a run goes, by clock samples
 *
 * Two implementations: the kernel's cpu-clock (perf_event_open), and where the
 * system refuses that (containers do) a library preloaded into the program
 * that sets a CPU timer for each thread.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_SAMPLER_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct err;
struct samples;

/* A prime number of nanoseconds near 1 ms, so as not to beat with loops. */
enum { SAMPLER_PERIOD_NS = 997001, SAMPLER_PART_NS = 199999 };

struct sampler_result {
	double samples;      /* taken */
	double lost;         /* that did not fit the buffers */
	double threads;      /* seen */
	bool kernel_time;    /* system time is in the samples */
	double faults;       /* page faults seen; NAN: not watched */
	const char *problem; /* why there are no samples, or NULL */
};

struct sampler;

/* What an implementation offers. */
struct sampler_ops {
	const char *name; /* "perf_event cpu-clock" */
	/* usable - 0, or -1 with the reason why this system refuses it */
	int (*usable)(struct err *err);
	/* start - prepare one run; its samples go to s under that number;
	 * period_ns: SAMPLER_PERIOD_NS, or for a short part less, which only
	 * the kernel's clock gives */
	struct sampler *(*start)(struct samples *s, uint16_t run,
	                         uint32_t period_ns, struct err *err);
	/* env - set or change variables of the child's environment, or NULL */
	char **(*env)(struct sampler *sampler, char *const *envp);
	int (*attach)(void *sampler, pid_t pid, struct err *err);
	bool (*tick)(void *sampler, double elapsed_s); /* true */
	/* cut - samples taken since ago_s ago, or since now where their time is
	 * not known, are those of another run, by this number */
	void (*cut)(void *sampler, uint16_t run, double ago_s);
	/* finish - take the last samples, report and free */
	int (*finish)(struct sampler *sampler, struct sampler_result *result,
	              struct err *err);
};

/* sampler_timer also runs beside sampler_perf and says what that can't: stacks
 * (on x86-64), and in what threads wait */
extern const struct sampler_ops sampler_perf, sampler_timer;

/*
 * sampler_choose - the first that works here
 *
 * *why_not gets the reason for which the kernel's clock is not used, or stays
 * empty; size bytes.
 * Errors: ERR_UNSUPPORTED when none works
 */
const struct sampler_ops *sampler_choose(char *why_not, size_t size,
                                         struct err *err);

#endif
