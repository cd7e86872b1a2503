/*
 * build_timeline.h - what the threads of the first run did, and when
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_TIMELINE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_TIMELINE_H

struct attribution;
struct samples;
struct spot;
struct threads;
struct waits;

struct timeline_source {
	struct samples *clock;    /* who has the time */
	struct samples *timed;    /* who knows in what threads waited */
	const struct spot *spots; /* of each of clock's counters */
	const struct threads *threads;
	struct waits *waits;
	double wall_s; /* of the run */
};

/* build_timeline - to the profile: its time line and the sections' series */
void build_timeline(struct attribution *b, const struct timeline_source *from);

#endif
