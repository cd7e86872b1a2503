/*
 * native.h - undisturbed runs of the program with clock samples
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_NATIVE_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/run/launch.h"
#include "measure/run/ld_preload.h"
#include "sampler.h"

struct err;
struct samples;
struct session;

enum { NATIVE_MAX_RUNS = 16 };

struct native_run {
	struct launch_result launch;
	struct sampler_result sampler;
	double clock_hz;    /* measured around the run */
	uint32_t period_ns; /* of its samples */
};

struct native {
	const struct sampler_ops *sampler;
	char why_not[256];       /* why the kernel's clock is not used, or "" */
	struct samples *samples; /* keys' run is the index in runs */
	/* the same time, with what the threads waited for; may be samples, or
	 * have none where the program is serial or nothing can be preloaded */
	struct samples *waits;
	struct native_run runs[NATIVE_MAX_RUNS];
	size_t nruns;        /* whole ones, and one that failed or was ended */
	size_t unwatched;    /* of them, the last: see native_watched */
	bool more;           /* one more is to follow, see native_measure */
	bool gave_avx512_up; /* see native_environment.h */
	bool regions;        /* the program may name some */
	struct preload region_library;
};

/* native_watched - runs of which it is known what threads did and waited for:
 * not of one that another was taken from */
size_t native_watched(const struct native *n);

/*
 * native_measure - run the program until there is enough to judge variability
 *
 * Twice, three times when the first takes less than 30 s, or as often as the
 * session says; stops after a run that was interrupted, ended by a signal or
 * at the limit. Once, and more is set, where a part may be simulated: the run
 * that finds the part (share.h) is the second one then.
 * Release with native_release. Errors: ERR_PROGRAM, ERR_UNSUPPORTED
 */
int native_measure(struct session *s, struct native *n, struct err *err);
void native_release(struct native *n);

/* native_runs_wanted - by the first run, how many there are to be; sets more */
int native_runs_wanted(const struct session *s, struct native *n);

/* native_again - the run that is to follow, if more is set */
int native_again(struct session *s, struct native *n, struct err *err);

/*
 * native_take - take this run instead, with its samples of any run
 *
 * It was slowed down by what else was measured; speed: its processor time /
 * that of the others. Its times are scaled to theirs, so that only the
 * sections' shares are its own.
 */
void native_take(struct native *n, const struct native_run *run,
                 const struct samples *samples, double speed);

/* native_has_regions - is the program to be asked for named regions? */
bool native_has_regions(const struct session *s);

/* native_with_regions - the environment with the region library; area: where it
 * finds its shared memory, or NULL. Release with environment_free. */
#define REGION_LIBRARY "libperfexpert-region.so"
char **native_with_regions(struct preload *library, char *const *envp,
                           const char *area);

#endif
