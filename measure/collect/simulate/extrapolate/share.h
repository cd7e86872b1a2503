/*
 * share.h - which part of the program a simulation that was ended covers
 *
 * Without counters the end of the part is found by markers: instructions that
 * the simulation executed some thousand times at most, and some of them shortly
 * before its end. One more native run has hardware breakpoints on them, and
 * clock samples. The part ends when all markers were executed as often as in
 * the simulation, before one is executed once more. The samples up to there
 * give each section's time in the part. The run goes on to its end, so that
 * part and whole are of one run. With a launcher the markers are set in one
 * rank, which is taken for all of them.
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
	double speed; /* processor time of this run / that of other runs */
	struct samples
		*samples;      /* run 0: of the part, 1: of the rest; or NULL */
	bool whole;            /* the run reached the program's end */
	struct native_run run; /* the run with breakpoints */
	/* count of one marker in the whole run / in the part, and its relative
	 * error; NAN: not known */
	double times, times_error;
	bool regular; /* each count of this marker is the same work */
	double setup; /* share of the program's time before its first count */
	double later; /* turns_slower of this marker; NAN or 0: not known */
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

/* Relative errors of the share of the run's time that the part has */
struct share_doubts {
	double share;
	double end;  /* of the time of the end point, relative to the part */
	double runs; /* deviation of whole runs from their mean */
	/* time of breakpoint hits in the part; the rest has fewer */
	double hits;
};

/*
 * share_error - relative half-width of the share's 95 % interval
 *
 * A processor that other programs slow down in one run more than in another
 * also changes its speed within a run. So a part differs from the rest by more
 * than runs differ from each other; the shorter it is, the more.
 */
double share_error(const struct share_doubts *d);

/*
 * share_slower - the time of a unit of work in the whole run / in the part,
 * where a unit is one count of the marker; without the setup before it
 *
 * From all of the part or from the second half of its counts, whichever gives
 * the smaller difference: counts during start-up are unlike later ones. 1 where
 * the count is unreliable, or where each count is known to be the same work:
 * then the count is right, however long it takes.
 */
double share_slower(const struct share *share);

/*
 * share_count_usable - does the marker's count show how much work is left?
 *
 * agree: all counts agree (marker_agree). If they do not, and the count differs
 * from time by a factor of 1.5, the count is not used.
 */
bool share_count_usable(const struct share *share, bool agree);

/*
 * share_is_believed - does the marker's count confirm where the part ended?
 *
 * Not where no count is left but much time is, by more than the share's
 * relative error: the end may then lie anywhere after the last count; unless
 * another marker was passed, which is executed after the end as well and so
 * bounds it. The count is of a phase that is over and says nothing of the rest:
 * share->times is NAN afterwards.
 */
bool share_is_believed(struct share *share, double error, bool passed);

/* For a check that the part that was found did what was simulated */
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
