/* steer_state.h - the states of a simulated run, and their transitions */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_STEER_STATE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_STEER_STATE_H

enum steer_state {
	STEER_WATCHES, /* until the sections are settled, or the budget used */
	STEER_FOLLOWS, /* beyond it, as long as the rest may move a bar */
	/* to the end of the program, as that seems to cost little; after
	 * either of those */
	STEER_FINISHES,
	STEER_FINISHES_FOLLOWED,
	STEER_TO_END, /* the same, as most of the run is needed, or because the
	               * place is not known where it could end */
	STEER_WHOLE,  /* the same, as it was asked for */
	STEER_ENDING, /* its processes were asked to end */
	STEER_STATES
};

enum steer_event {
	STEER_CHANGES,   /* the budget is used, and bars move on */
	STEER_ENOUGH,    /* the answer is certain, .. */
	STEER_CHEAP,     /* .. and the rest costs less than finding the part */
	STEER_UNPLACED,  /* .. but nothing marks the place for a native run */
	STEER_EXPENSIVE, /* it cost more than it was thought to */
	STEER_CAP,       /* the pass costs more than it may */
	STEER_EVENTS
};

/* steer_next - the state that an event leads to; events that don't matter to a
 * state leave it */
enum steer_state steer_next(enum steer_state state, enum steer_event event);

#endif
