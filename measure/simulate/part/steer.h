/*
 * steer.h - a simulated pass that ends when the answer stands
 *
 * It watches the sections that matter (watch.h), reads what the simulator tells
 * of them (slices.h), and has it stop when all of them are settled (settle.h).
 */
#ifndef PERFEXPERT_MEASURE_SIMULATE_PART_STEER_H
#define PERFEXPERT_MEASURE_SIMULATE_PART_STEER_H

#include <stdbool.h>
#include <stddef.h>

#include "watch.h"

struct err;
struct native;
struct session;
struct settle;
struct slices_reader;

struct steer {
	struct watch watch;
	struct settle *settle;
	struct slices_reader *reader;
	int watch_fd, slices_fd, control_fd;
	size_t read;          /* bytes of slices_fd */
	double native_s;      /* processor time of a native run */
	double least, budget; /* that the pass is to take, in native runs */
	bool late;            /* go on beyond that for what has not come yet */
	bool stopped;
	double stopped_s; /* elapsed time then */
	size_t done;      /* sections */
	char said[80];    /* how far it is, for the progress line */
};

#define STEER_INIT                                                             \
	{                                                                      \
		.watch_fd = -1, .slices_fd = -1, .control_fd = -1, .watch = {  \
			.ranges = STRBUF_INIT                                  \
		}                                                              \
	}

/*
 * steer_open - 0 when the pass of this program can be steered, else why not
 *
 * Release with steer_release in any case.
 */
int steer_open(struct steer *t, const struct session *s, const struct native *n,
               struct err *err);
void steer_release(struct steer *t);

/* steer_tick - look at what happened; false: end it, it does not do so itself
 */
bool steer_tick(struct steer *t, double elapsed_s);

/* steer_cost - about how many native runs the pass takes */
double steer_cost(const struct steer *t);

#endif
