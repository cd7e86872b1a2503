/*
 * perf_stream.h - samples of kernel events in a program and its children
 *
 * A stream watches one run: it is attached to the child before that starts the
 * program, drained while it runs, and finished when it has ended.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_PERF_STREAM_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_PERF_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct err;
struct samples;
struct sample_key;

enum { PERF_STREAM_MAX = 64 };

struct perf_stream_event {
	uint32_t type; /* PERF_TYPE_... */
	uint64_t config;
	uint64_t period;
	bool optional; /* it is no error when it can't be opened */
	bool alone;    /* outside the group */
};

struct perf_stream_sample {
	size_t event;
	const struct sample_key *key;
	bool kernel;      /* taken in the system */
	uint64_t time_ns; /* CLOCK_MONOTONIC */
};

struct perf_stream_setup {
	const struct perf_stream_event *events; /* borrowed; [0] must open */
	size_t n;
	bool group;          /* on the counters at the same time, or not */
	struct samples *out; /* knows the modules */
	uint16_t run;        /* for the keys */
	bool hold;           /* hand nothing out before perf_stream_cut */
	void (*count)(void *ctx, const struct perf_stream_sample *sample);
	void *ctx;
};

struct perf_stream_result {
	double lost;    /* samples that did not fit the buffers */
	double threads; /* seen */
	bool kernel;    /* the system's time is in the samples */
	struct perf_stream_total {
		bool opened;
		double value;                /* counted, over all CPUs */
		double enabled_s, running_s; /* differ when it took turns */
	} totals[PERF_STREAM_MAX];
};

struct perf_stream;

/*
 * perf_stream_try - can these events be opened, all in a group?
 *
 * Returns 0 or the error number of perf_event_open(2).
 */
int perf_stream_try(const struct perf_stream_event *events, size_t n);

struct perf_stream *perf_stream_new(const struct perf_stream_setup *setup);

/* perf_stream_attach, perf_stream_tick - for struct launch_watch; ctx is the
 * stream. Errors: ERR_UNSUPPORTED */
int perf_stream_attach(void *ctx, pid_t pid, struct err *err);
bool perf_stream_tick(void *ctx, double elapsed_s);

/* perf_stream_cut - what happens from ago_s ago on is of that run; what was
 * handed out before that (see hold) stays */
void perf_stream_cut(struct perf_stream *p, uint16_t run, double ago_s);

/* perf_stream_finish - take the last samples, report and free */
void perf_stream_finish(struct perf_stream *p,
                        struct perf_stream_result *result);

#endif
