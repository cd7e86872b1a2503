/*
 * columns.h - what --system shows of an interval, and how it is computed
 *
 * The fixed columns come from the difference of two readings of /proc; then a
 * column for each event that is counted, and for each derived metric
 * (arch/metrics.lua) that these events allow.
 */
#ifndef PERFEXPERT_MEASURE_SYSTEM_COLUMNS_H
#define PERFEXPERT_MEASURE_SYSTEM_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "counters.h"
#include "proc.h"

struct machine;
struct missing;

enum { COLUMNS_MOST = 128 };

enum column_kind {
	COLUMN_LEVEL, /* as it was at the end */
	COLUMN_RATE,  /* a second of elapsed time */
	COLUMN_TICKS, /* percent of the processors' times, as reported */
	COLUMN_ALL,   /* percent of the elapsed time of all processors */
	COLUMN_ONE,   /* percent of the elapsed time, as of one processor */
	COLUMN_EVENT, /* counted in the interval */
	COLUMN_METRIC
};

struct column {
	const char *id;      /* "user": CSV's and JSON's */
	const char *heading; /* of the table; NULL: not in it */
	const char *label;   /* for people */
	const char *unit;
	enum column_kind kind;
	size_t at;    /* of the reading, the events, the metrics */
	double scale; /* of a level or a rate */
	int width, digits;
	const char *why; /* it may be unknown */
};

struct columns {
	const struct machine *m;
	const char *const *events; /* their names */
	size_t nevents, n;
	bool processes;
	struct column c[COLUMNS_MOST];
};

/* One reading of the system, or of a process. */
struct reading_of {
	double at_s; /* monotonic clock */
	double v[SYSTEM_COUNTS];
	struct system_counts counts;
};

/* columns_init - of processes, or of the system; counters may be NULL */
void columns_init(struct columns *c, const struct machine *m,
                  const struct system_counters *counters, bool processes);

/*
 * columns_values - of the interval between two readings
 *
 * cpus:   processors that are on
 * values: gets c->n of them, NAN where something is unknown
 */
void columns_values(const struct columns *c, const struct reading_of *from,
                    const struct reading_of *to, unsigned cpus, double *values);

/* columns_missing - which of the fixed ones a reading lacks, and why */
void columns_missing(const struct columns *c, const struct reading_of *r,
                     struct missing *m);

#endif
