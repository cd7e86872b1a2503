/*
 * build_notes.h - says what a reader must know of how the runs went
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_NOTES_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_NOTES_H

struct attribution;
struct native;
struct simulation;
struct steer;
struct work;

/* What the notes are taken from; all of it is the caller's. */
struct notes_source {
	const struct native *native;
	const struct simulation *sim; /* or NULL; one without counts says why */
	const struct work *work;
	const struct steer *steer; /* or NULL: no part of the run was chosen */
};

/* build_notes - adds the notes to b's profile; its sections are known */
void build_notes(struct attribution *b, const struct notes_source *of);

#endif
