/*
 * host.h - what is measured of the host for the timing model, and whether it
 * can be true
 *
 * Where others have the processors and the memory, a measurement takes too
 * long: the least of several counts, and what is far from all that the
 * machine's file says is left to the file.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_HOST_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_HOST_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "measure/collect/clock/memory.h"

struct machine;
struct native;
struct profile;
struct session;

struct host {
	struct memory_figures memory;
	struct strbuf note; /* on what was left out, or empty */
};

#define HOST_INIT                                                              \
	{                                                                      \
		MEMORY_UNKNOWN, STRBUF_INIT                                    \
	}

/*
 * host_clock - the clock of the native runs, in the machine and in the runs
 * whose own measurement was disturbed
 *
 * NAN for a run without a clock: the machine file's clock is used then.
 */
void host_clock(struct native *n, struct machine *m, struct strbuf *note);

/*
 * host_take - figures that may be true, into the machine's timing model
 *
 * Those that can't be become NAN in f, and get a sentence in the note.
 */
void host_take(struct memory_figures *f, struct machine *m,
               struct strbuf *note);

/* host_is_odd - are they so far from the file's that they are better measured
 * again? */
bool host_is_odd(const struct memory_figures *f, const struct machine *m);

/* host_measure - all of it, before the pass */
void host_measure(struct host *h, struct session *s, struct native *n);

/* host_keep - in the profile */
void host_keep(const struct host *h, struct profile *p);
void host_release(struct host *h);

/* host_pages_are_large - does the system give large pages to all that is as
 * large as they are? */
bool host_pages_are_large(void);

#endif
