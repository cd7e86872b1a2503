/*
 * share.h - which part of the program a simulation that was ended covers
 *
 * Counters could tell; without them it is found by markers: instructions that
 * the simulation executed some thousand times at most, and some of them shortly
 * before its end. One more native run, with hardware breakpoints on them and
 * clock samples, tells when they were executed as often and one of them once
 * more: that is the part, and its samples say how much of each section's time
 * fell into it. The run goes on to its end, so that part and whole are of one
 * run. Behind a launcher they are set in one rank, and stand for all.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_SHARE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_SHARE_H

#include <stdbool.h>

#include "measure/collect/clock/native.h"

struct err;
struct samples;
struct session;
struct simulation;

struct share {
	double share; /* of the program's time, 0..1; NAN: not found */
	double error; /* the share is within share * (1 -+ error) */
	double speed; /* processor time of that run, by that of the others */
	struct samples
		*samples;      /* run 0: of the part, 1: of the rest; or NULL */
	bool whole;            /* the rest is there: that run came to its end */
	struct native_run run; /* that run */
	/* how often the whole run does what the part did at its end, by one
	 * marker's count, and its relative error; NAN: not known */
	double times, times_error;
	bool regular; /* as much is done for each count of it */
	double setup; /* what was over before it began, of the program's time */
	double later; /* see turns_slower; NAN or 0: not known */
};

#define SHARE_INIT                                                             \
	{                                                                      \
		.share = NAN, .error = NAN, .times = NAN, .times_error = NAN   \
	}

/*
 * share_measure - find the part, for a simulation that reached the limit
 *
 * share is NAN, and err says why, when there are no markers, or the system has
 * no hardware breakpoints to give. Release with share_release.
 */
void share_measure(struct session *s, const struct native *n,
                   const struct simulation *sim, struct share *share,
                   struct err *err);
void share_release(struct share *share);

/* What makes it uncertain how much of the run's time the part is. */
struct share_doubts {
	double share;
	double end;  /* when it was, relative to the part */
	double runs; /* what whole runs are from their mean, relative */
	/* what breakpoints took of it that the rest was without, relative */
	double hits;
};

/*
 * share_error - relative half-width of the share's 95 % interval
 *
 * A processor that is slower in one run than in another, as others have it,
 * too, was so at times in this one: a part of it differs from the rest by more
 * than runs do, the shorter it is.
 */
double share_error(const struct share_doubts *d);

/*
 * share_slower - how many times as long as much takes in the whole run as in
 * the part, by what was counted in both; without what was over before that
 *
 * By all of the part, or the second half of what was counted in it, whatever
 * says that they differ less: a program counts otherwise while it starts.
 * 1 where the count says nothing for sure, or where as much is known to be done
 * for each: the count is right then, whatever it takes.
 */
double share_slower(const struct share *share);

/*
 * share_count_tells - does what was counted tell how much of the work is left?
 *
 * agree: all counts do (marker_agree). Where not, and it says otherwise than
 * time does by a factor of 1.5, it is taken for one that says nothing.
 */
bool share_count_tells(const struct share *share, bool agree);

/*
 * share_is_believed - does what was counted bear out where the part ended?
 *
 * Not where time says that much is left, by more than the share's relative
 * error, and nothing is of what was counted: it was all done before, and the
 * end may lie anywhere after the last of it; unless something else was passed,
 * which is done after the end as well, and tells where that is. The count, of a
 * phase that is over, says nothing of the rest then: share->times is NAN
 * afterwards.
 */
bool share_is_believed(struct share *share, double error, bool passed);

/* What tells whether the part that was found did what was simulated */
struct share_speed {
	double instructions; /* that were simulated */
	double most_cycles;  /* that the part took natively, at most */
	double user_cycles;  /* that it took without the system; NAN: no matter
	                      */
	double modelled;     /* instructions in a cycle by the model, or NAN */
	unsigned width;      /* that the processor can issue; 0: not known */
};

/* share_modelled - instructions in a cycle of what was watched, by the timing
 * model; NAN: it was not in use */
double share_modelled(const struct simulation *sim);

/* share_is_possible - may it have done as many instructions in that time? */
bool share_is_possible(const struct share_speed *speed);

#endif
