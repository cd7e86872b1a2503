/*
 * pace.h - when a simulated pass watches, and when it passes over
 *
 * What is watched costs several times what is only counted. It is watched when
 * code runs that was not seen yet, and from then on again and again, as the run
 * goes on: for as long as the sections that run have not settled (settle.h),
 * but no longer than its share of what the pass may cost, and no more often
 * than that allows. Times are processor
 * time, native ones by the simulator's clock.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_PACE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_PACE_H

#include <stdbool.h>
#include <stddef.h>

struct pace;
struct settle;

/*
 * pace_new - for n sections; native_s: of the whole program; watching may take
 * first_s at the beginning and all_s later, in seconds of the pass
 */
struct pace *pace_new(size_t n, double native_s, double first_s, double all_s);
void pace_free(struct pace *p);

/* pace_allow - permit this many more seconds of detailed simulation */
void pace_allow(struct pace *p, double more_s);

/* pace_ran - instructions of a section in a slice */
void pace_ran(struct pace *p, size_t section, double instructions,
              bool watched);

/*
 * pace_watches - what to do from now on, after some more slices
 *
 * now_s: how far the program is; cost_s: what the pass took up to now
 */
bool pace_watches(struct pace *p, struct settle *s, double now_s,
                  double cost_s);

#endif
