/*
 * build_brief.h - of which files names are enough, before any is opened
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_BRIEF_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_BRIEF_H

struct attribution;
struct samples;
struct simulation;

/* build_brief - attribution_brief of each file that was sampled or simulated,
 * of a program that was simulated as a whole */
void build_brief(struct attribution *b, const struct samples *samples,
                 const struct simulation *sim);

#endif
