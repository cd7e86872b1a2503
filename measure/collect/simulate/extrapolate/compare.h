/*
 * compare.h - does the program do in the part what it does in the whole run?
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_COMPARE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_COMPARE_H

#include <stdbool.h>

struct native;
struct samples;
struct session;
struct simulation;
struct watch;

/*
 * compare_part - how differently time is distributed within a section in the
 * part and in the whole run: the share of its time that moved, 0..1
 *
 * Of the section that differs most, among those of least of the time and more,
 * as far as it is not chance (timeline.h).
 */
double compare_part(const struct watch *w, const struct session *s,
                    const struct native *n, const struct samples *part,
                    double least);

/*
 * compare_calls - is a call that takes so much of the native time, least or
 * more, with all that it leads to, missing in what was simulated?
 *
 * A section may go on with other calls: of another library, or for another part
 * of the input. Of code that is executed alike in both (marker.h).
 */
bool compare_calls(const struct session *s, const struct native *n,
                   const struct simulation *sim, double least);

#endif
