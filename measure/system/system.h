/*
 * system.h - perfexpert-stat: what the machine, or some processes, do
 *
 * As hpmstat of the IBM HPM Toolkit does: a line for each interval, by the
 * kernel's files and, where that is permitted, by hardware counters.
 */
#ifndef PERFEXPERT_MEASURE_SYSTEM_SYSTEM_H
#define PERFEXPERT_MEASURE_SYSTEM_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "view.h"

struct err;
struct machine;

enum { SYSTEM_PROCESSES = 256 };

struct system_options {
	double interval_s; /* 0: 1 */
	int count;         /* 0: until Ctrl-C, or until the processes ended */
	pid_t pids[SYSTEM_PROCESSES];
	size_t npids; /* 0: the whole system */
	const char *events;
	bool csv, json;
};

/* For struct option_spec; ctx is the struct system_options. ERR_USAGE */
int system_set_interval(struct system_options *o, const char *value,
                        struct err *err);
int system_set_count(struct system_options *o, const char *value,
                     struct err *err);
/* system_add_pids - numbers with commas between them */
int system_add_pids(struct system_options *o, const char *value,
                    struct err *err);

/*
 * system_watch - write intervals to f until they are enough
 *
 * SIGINT, SIGTERM and SIGHUP end it as the count does. Errors: ERR_USAGE for a
 * process that there is not, ERR_UNSUPPORTED without /proc, ERR_SYSTEM when f
 * can't be written
 */
int system_watch(const struct system_options *o, const struct machine *m,
                 FILE *f, struct err *err);

#endif
